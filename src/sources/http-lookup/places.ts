/**
 * Values in the JSON answer of a look-up service, found by the places that the settings name. Pure.
 */
import { parseInstant } from '../../lib/instant.ts';
import type { JsonObject } from '../../lib/json.ts';
import { storable } from '../../lib/storable.ts';
import type { NumberFacts } from '../numbering/numbering.ts';
import type { HttpLookupSettings } from './settings.ts';

export type TimesWithoutZone = HttpLookupSettings['times_without_zone'];
export type Places = Readonly<Partial<Record<string, string>>>;

export function placesFor(places: Places, { digits }: NumberFacts): Places {
  return Object.fromEntries(
    Object.entries(places).map(([name, place]) => [name, place?.replaceAll('{number}', digits)]),
  );
}

/** Of several places the first that has a value. */
export function valueAt(body: unknown, places: string | undefined): unknown {
  for (const place of places?.split('|') ?? []) {
    const value = valueAtOne(body, place);
    if (value !== null && value !== '') return value;
  }
  return null;
}

function valueAtOne(body: unknown, place: string): unknown {
  let value = body;
  for (const step of place.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null;
    value = (value as Record<string, unknown>)[step];
  }
  return value ?? null;
}

/** Nothing that is looked for is an object or a list. */
export function arePlain(body: JsonObject, places: Places): boolean {
  return Object.entries(places).every(([name, place]) => {
    const value = name === 'list' ? null : valueAt(body, place);
    return value === null || typeof value !== 'object';
  });
}

const LONGEST_TEXT = 200;
/** The end of the year 9999: what comes later has no date with four digits. */
const LATEST = 253_402_300_799_999;

export function textAt(body: JsonObject, place: string | undefined): string | null {
  const value = valueAt(body, place);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_TEXT ? storable(value) : null;
}

/** Undefined when it is something else than a date. Seconds and milliseconds since 1970 are told apart by their size. */
export function instantAt(
  body: JsonObject,
  place: string | undefined,
  times: TimesWithoutZone,
): number | null | undefined {
  const value = valueAt(body, place);
  if (value === null || value === '') return null;
  if (typeof value === 'number' && value > 0 && value <= LATEST) return value < 1e11 ? value * 1000 : value;
  return parseInstant(value, times === 'utc' ? 'is_utc' : 'is_refused') ?? undefined;
}

/** Null when nothing is said, undefined when it is something else. */
export function yesOrNo(value: unknown): boolean | null | undefined {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean') return value;
  const text = String(value).toLowerCase();
  if (text === 'y' || text === 'yes' || text === 'true' || text === '1') return true;
  return text === 'n' || text === 'no' || text === 'false' || text === '0' ? false : undefined;
}
