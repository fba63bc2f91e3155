/**
 * Dates and times as text (RFC 3339): as others write them, and as the gateway does. Pure.
 *
 * 1. The zone of the machine never decides: a time without a zone is UTC or is refused, as the caller says.
 * 2. A date that no calendar has, such as the 30th of February, is refused; the runtime would make it one in March.
 */

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,12})?)?/;
/** RFC 3339 has a colon between hours and minutes; ISO 8601, basic format, has none. */
const ZONE = /^(?:[Zz]|[+-]\d\d:?\d\d)$/;

/** What a time without a zone is. */
export type WithoutZone = 'is_utc' | 'is_refused';

/** Epoch milliseconds; a date alone is its first instant in UTC. Null for anything else. */
export function parseInstant(value: unknown, withoutZone: WithoutZone): number | null {
  if (typeof value !== 'string' || value.length > LONGEST) return null;
  const date = value.slice(0, 10);
  if (!isDay(date)) return null;
  if (value.length === 10) return Date.parse(`${date}T00:00:00Z`);
  const [time] = TIME.exec(value.slice(10)) ?? [];
  if (time === undefined) return null;
  const zone = value.slice(10 + time.length);
  if (zone === '' ? withoutZone === 'is_refused' : !ZONE.test(zone)) return null;
  // Milliseconds are as fine as anything here is told apart.
  const [seconds = '', fraction = '0'] = time.slice(1).split(/[.,]/);
  const at = Date.parse(
    `${date}T${seconds}${seconds.length === 5 ? ':00' : ''}.${fraction.slice(0, 3)}${zoneOf(zone)}`,
  );
  return Number.isFinite(at) ? at : null;
}

/** As the gateway writes an instant: in UTC, with milliseconds. */
export function iso(at: number): string {
  if (at !== last.at) {
    last.text = new Date(at).toISOString();
    last.at = at;
  }
  return last.text;
}

/** What is written together is of one instant, which stands in its rows and in what callers are told. */
const last = { at: Number.NaN, text: '' };

/** Longer than any of them. */
const LONGEST = 40;

function zoneOf(zone: string): string {
  if (zone === '' || zone.length === 1) return 'Z';
  return zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
}

/** `2026-01-31`, a day that the calendar has. */
export function isDay(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || month < 1 || month > 12) return false;
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}

/** Whole months from `since` to `now` in UTC; 0 when it lies ahead. */
export function wholeMonths(since: number, now: number): number {
  const [then, today] = [new Date(since), new Date(now)];
  const months = (today.getUTCFullYear() - then.getUTCFullYear()) * 12 + today.getUTCMonth() - then.getUTCMonth();
  return Math.max(0, today.getUTCDate() < then.getUTCDate() ? months - 1 : months);
}
