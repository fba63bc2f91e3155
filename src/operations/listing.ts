/**
 * What a caller asks of a list of its own: one reader for all of them.
 *
 * 1. Where a parameter stands twice, the first one counts; one that no list knows is ignored.
 * 2. `from` is included, `to` is not; a date alone is its first instant in UTC.
 * 3. `after` is the `next` of the page before, and concerns nobody else. Whatever else stands there is refused.
 */
import { Refusal } from '../errors.ts';
import { fromReference, toReference } from '../lib/ids.ts';
import { parseInstant } from '../lib/instant.ts';
import { placeIn } from '../lib/pages.ts';
import { parseHandset, parsePhoneNumber } from '../lib/phone-number.ts';
import { storable } from '../lib/storable.ts';

export const DEFAULT_PAGE = 50;
export const LARGEST_PAGE = 500;
/** Of any product; of most it is 100 characters. */
export const LONGEST_EXTERNAL_ID = 255;

/** Epoch milliseconds (rule 2); undefined where the caller sets no bound. */
export interface Span {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export function readLimit(query: URLSearchParams, largest = LARGEST_PAGE): number {
  const text = query.get('limit');
  if (text === null) return DEFAULT_PAGE;
  const limit = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= largest) return limit;
  throw wrong('limit', `1 to ${largest}`);
}

/** Of a list whose cursors are references: the id behind `after`. */
export function readAfterId(query: URLSearchParams): string | undefined {
  const text = query.get('after');
  if (text === null) return undefined;
  const id = fromReference(text);
  if (id === null) throw badCursor();
  return id;
}

/** Of a list whose cursors hold more than an id (cursorOf): texts, in their order. */
export function readAfterTexts(query: URLSearchParams, count: number): readonly string[] | undefined {
  const cursor = query.get('after');
  if (cursor === null) return undefined;
  const place = placeIn(cursor);
  const texts = place?.filter((each): each is string => typeof each === 'string' && each === storable(each));
  if (place?.length !== count || texts?.length !== count) throw badCursor();
  return texts;
}

export function badCursor(): Refusal {
  return wrong('after', 'the next of the page before');
}

/** Rule 2. */
export function readSpan(query: URLSearchParams): Span {
  return { from: readInstant(query, 'from'), to: readInstant(query, 'to') };
}

function readInstant(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const at = parseInstant(text, 'is_refused');
  if (at === null) throw wrong(name, 'a time such as 2026-01-31T12:00:00Z, or a date');
  return at;
}

export function readOneOf<Choice extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const found = choices.find((each) => each === text);
  if (found === undefined) throw wrong(name, choices.join(', '));
  return found;
}

export function readFlag(query: URLSearchParams, name: string): boolean {
  return readOneOf(query, name, ['true', 'false']) === 'true';
}

/** One to `longest` characters that the store can hold. */
export function readText(query: URLSearchParams, name: string, longest: number): string | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (text === '' || text.length > longest || text !== storable(text)) throw wrong(name, `1 to ${longest} characters`);
  return text;
}

/** In the form in which its handset is texted. */
export function readHandset(query: URLSearchParams, name: string): string | undefined {
  return readDigits(query, name, parseHandset);
}

export function readNumber(query: URLSearchParams, name: string): string | undefined {
  return readDigits(query, name, parsePhoneNumber);
}

function readDigits(query: URLSearchParams, name: string, parse: typeof parsePhoneNumber): string | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  // A plus that was not escaped is a blank by now.
  const number = parse(text.replace(/^ /, '+'));
  if (!number?.isPossible) throw new Refusal('number_invalid', { name });
  return number.digits;
}

/** Where a page ends that goes on below or behind an id. */
export function referenceOrNull(id: string | null | undefined): string | null {
  return id === null || id === undefined ? null : toReference(id);
}

function wrong(name: string, allowed: string): Refusal {
  return new Refusal('value_invalid', { name, allowed });
}
