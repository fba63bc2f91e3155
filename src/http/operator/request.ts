/**
 * Reads the request of an operator. A refusal names the field and what is allowed.
 */
import type { FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Refusal } from '../../errors.ts';
import { fromReference } from '../../lib/ids.ts';
import { parseInstant } from '../../lib/instant.ts';
import { placeIn } from '../../lib/pages.ts';
import { handsetOf, parsePhoneNumber } from '../../lib/phone-number.ts';
import { pathText, problemsOf } from '../../lib/problems.ts';
import { readJsonObject } from '../../operations/json-body.ts';
import { checkBodyKind } from '../media-type.ts';

export { cursorOf } from '../../lib/pages.ts';

/** Part of every query that lists something. */
export const LISTING = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  /** `next` of the page before. */
  after: Type.Optional(Type.String({ maxLength: 500, allowed: 'the "next" of the page before' })),
};

export const FULL = { full: Type.Optional(Type.Boolean()) };

export const DEFAULT_LIMIT = 50;

export function bodyOf<Schema extends TSchema>(schema: Schema, request: FastifyRequest): Static<Schema> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  checkBodyKind({ headers: request.raw.headers, body, takesForms: false });
  return checked(schema, readJsonObject(body));
}

/** Numbers and truth values of a query are text until here. */
export function queryOf<Schema extends TSchema>(schema: Schema, request: FastifyRequest): Static<Schema> {
  for (const [name, value] of Object.entries(request.query as object)) {
    for (const each of [value].flat()) if (typeof each === 'string') checkText(name, each);
  }
  const query = request.query as Readonly<Record<string, unknown>>;
  // To the library an empty text is 0.
  const empty = Object.entries(query).filter(([, value]) => typeof value === 'string' && value.trim() === '');
  const converted = Value.Convert(schema, { ...query }) as object;
  return checked(schema, { ...converted, ...Object.fromEntries(empty) });
}

function checked<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  const [problem] = problemsOf(schema, value, [], 'field');
  if (!problem) return value as Static<Schema>;
  const name = pathText(problem.path);
  if (problem.isUnknownName) throw new Refusal('body_malformed', { why: `${name}: ${problem.text}` });
  if (problem.isMissing) throw new Refusal('parameter_missing', { name });
  throw wrong(name, problem.text.replace(/^allowed: /, ''));
}

export function wrong(name: string, allowed: string): Refusal {
  return new Refusal('value_invalid', { name, allowed });
}

export function notFound(name: string): Refusal {
  return new Refusal('reference_unknown', { name });
}

export function paramOf(request: FastifyRequest, name: string): string {
  const text = (request.params as Readonly<Record<string, string>>)[name] ?? '';
  checkText(name, text);
  return text;
}

/** A number of possible length, as digits with country code. */
export function phoneNumberOf(name: string, text: string): string {
  const number = parsePhoneNumber(text);
  if (!number?.isPossible) throw new Refusal('number_invalid', { name });
  return number.digits;
}

/** A number that is texted: the double forms of a handset are one. */
export function handsetNumberOf(name: string, text: string): string {
  return handsetOf(phoneNumberOf(name, text));
}

/** An id in either form: a `reference_id` or a UUID. */
export function idOf(text: string): string | null {
  return fromReference(text.replaceAll('-', ''));
}

/** RFC 3339, or a date alone, as epoch milliseconds. */
export function instantOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = parseInstant(text, 'is_refused');
  if (at === null) throw wrong(name, 'a time such as 2026-01-31T12:00:00Z, or a date');
  return at;
}

export function placeOf<Schema extends TSchema>(
  schema: Schema,
  cursor: string | undefined,
): Static<Schema> | undefined {
  if (cursor === undefined) return undefined;
  const place = placeIn(cursor);
  if (!Value.Check(schema, place) || !isPlain(place)) throw wrong('after', 'the "next" of the page before');
  return place;
}

/** What PostgreSQL takes for text: no NUL, no half of a pair. */
function checkText(name: string, text: string): void {
  if (!isText(text)) throw wrong(name, 'text without the character U+0000 and without halves of surrogate pairs');
}

function isText(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text);
}

/** A cursor is ours, or somebody wrote it: texts and numbers in it are such as the store takes. */
function isPlain(place: unknown): boolean {
  if (Array.isArray(place)) return place.every(isPlain);
  if (typeof place === 'string') return isText(place);
  return typeof place !== 'number' || Number.isSafeInteger(place);
}

export const UUID = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });

/** The place after an id. */
export const AfterId = Type.Tuple([UUID]);
