/**
 * The time zone of a number, as callers see it.
 *
 * 1. Offsets are those of standard time in hours, as text: `-8`, `5.5`. They are the least and the greatest of all zones
 *    that the number may be in.
 * 2. A number that may be in several zones has no zone name, unless its country keeps to one of them.
 */

export interface TimeZone {
  readonly name: string | null;
  readonly utc_offset_min: string | null;
  readonly utc_offset_max: string | null;
}

export const NO_TIME_ZONE: TimeZone = { name: null, utc_offset_min: null, utc_offset_max: null };

const known = new Map<string, TimeZone>();

/** `zones`: IANA names joined by `&`, as libphonenumber has them. `country`: ISO 3166-1 alpha-2. */
export function timeZoneOf(zones: string, country: string | null): TimeZone {
  const key = `${country ?? ''} ${zones}`;
  const before = known.get(key);
  if (before) return before;
  const made = makeTimeZone(zonesWithin(zones.split('&'), country));
  known.set(key, made);
  return made;
}

/** Of the zones of a prefix those of the country (ISO 3166-1 alpha-2), if any is; else all. */
export function zonesWithin(possible: readonly string[], country: string | null): readonly string[] {
  const ofCountry = country === null ? [] : zonesOfCountry(country);
  const both = possible.filter((zone) => ofCountry.includes(zone));
  return both.length > 0 ? both : possible;
}

function makeTimeZone(zones: readonly string[]): TimeZone {
  const offsets = zones.map(standardOffset).filter((offset) => offset !== null);
  if (offsets.length === 0) return NO_TIME_ZONE;
  return {
    name: zones.length === 1 ? (zones[0] ?? null) : null,
    utc_offset_min: String(Math.min(...offsets)),
    utc_offset_max: String(Math.max(...offsets)),
  };
}

/** In the names of the runtime; Node 20 has the property, later runtimes the method. */
export function zonesOfCountry(country: string): readonly string[] {
  const locale: Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] } = new Intl.Locale(
    `und-${country}`,
  );
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** Hours east of UTC in winter, be that in January or in July. Null for a zone that the runtime does not know. */
function standardOffset(zone: string): number | null {
  try {
    return Math.min(offsetAt(zone, Date.UTC(2026, 0, 15)), offsetAt(zone, Date.UTC(2026, 6, 15)));
  } catch {
    return null;
  }
}

function offsetAt(zone: string, at: number): number {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const parts = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name);
  const hours = Number(parts?.[2] ?? 0) + Number(parts?.[3] ?? 0) / 60;
  return parts?.[1] === '-' ? -hours : hours;
}
