/**
 * Reads the fields of a template, each with its type and its limit. Pure.
 *
 * 1. A field that is absent, null or an empty text is missing (3305 where it is needed). What is wrong is 3110, a phone
 *    number that is none 3101. Each refusal names the field by its whole path in the body:
 *    `message.rcs.parameters.cards[2].suggestions[0].text`.
 * 2. Characters are code points.
 * 3. A field may have an older name. Its newer one counts where both are given, and is the one that is named.
 */
import { Refusal } from '../../errors.ts';
import { parseInstant } from '../../lib/instant.ts';
import type { JsonObject } from '../../lib/json.ts';
import { parsePhoneNumber } from '../../lib/phone-number.ts';
import { fieldOf, isHttpUrl, lengthOf, objectOf } from '../json-body.ts';

export interface Fields {
  /** Where they stand in the body. */
  readonly place: string;
  readonly values: JsonObject;
}

/** What a field is called, in the order in which its names are looked for (rule 3). */
type Names = string | readonly [string, string];

export function missing({ place }: Fields, names: Names): Refusal {
  return new Refusal('template_parameter_missing', { name: pathOf(place, names) });
}

export function invalid({ place }: Fields, names: Names, allowed: string): Refusal {
  return new Refusal('value_invalid', { name: pathOf(place, names), allowed });
}

function pathOf(place: string, names: Names): string {
  return `${place}.${typeof names === 'string' ? names : names[0]}`;
}

/** Rule 1: null when it is missing. */
export function given({ values }: Fields, names: Names): unknown {
  for (const name of typeof names === 'string' ? [names] : names) {
    const value = fieldOf(values, name);
    if (value !== null && value !== '') return value;
  }
  return null;
}

/** A text of 1 to `longest` characters, or null. */
export function optionalText(fields: Fields, names: Names, longest = Number.POSITIVE_INFINITY): string | null {
  const value = given(fields, names);
  if (value === null) return null;
  if (typeof value !== 'string') throw invalid(fields, names, 'a text');
  if (value.length > longest && lengthOf(value) > longest) {
    throw invalid(fields, names, `at most ${longest} characters`);
  }
  return value;
}

export function textOf(fields: Fields, names: Names, longest?: number): string {
  const text = optionalText(fields, names, longest);
  if (text === null) throw missing(fields, names);
  return text;
}

/** An http or https URL of at most `longest` characters, or null. */
export function optionalUrl(fields: Fields, name: string, longest: number): string | null {
  const url = optionalText(fields, name);
  if (url === null || (url.length <= longest && isHttpUrl(url))) return url;
  throw invalid(fields, name, `an http or https URL of at most ${longest} characters, without user and password`);
}

export function urlOf(fields: Fields, name: string, longest: number): string {
  const url = optionalUrl(fields, name, longest);
  if (url === null) throw missing(fields, name);
  return url;
}

/** Digits with country code of a number of possible length. */
export function numberOf(fields: Fields, name: string): string {
  const number = parsePhoneNumber(textOf(fields, name));
  if (!number?.isPossible) throw new Refusal('number_invalid', { name: pathOf(fields.place, name) });
  return number.digits;
}

/** One of these words, or null. */
export function optionalWord<T extends string>(fields: Fields, name: string, allowed: readonly T[]): T | null {
  const value = given(fields, name);
  const word = allowed.find((each) => each === value);
  if (value === null || word !== undefined) return word ?? null;
  throw invalid(fields, name, oneOf(allowed));
}

export function wordOf<T extends string>(fields: Fields, name: string, allowed: readonly T[]): T {
  const word = optionalWord(fields, name, allowed);
  if (word === null) throw missing(fields, name);
  return word;
}

export function oneOf(words: readonly string[]): string {
  const all = [words.slice(0, -1).join(', '), words.at(-1)];
  return all.filter((text) => text !== '').join(' or ');
}

const DECIMAL = /^[+-]?[0-9]{1,3}(\.[0-9]{1,20})?$/;

/** Degrees from `-most` to `most`, as a number or as text. */
export function degreesOf(fields: Fields, name: string, most: number): number {
  const value = given(fields, name);
  if (value === null) throw missing(fields, name);
  const degrees = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value;
  if (typeof degrees === 'number' && Math.abs(degrees) <= most) return degrees;
  throw invalid(fields, name, `degrees from -${most} to ${most}, such as 52.5163`);
}

/** Epoch milliseconds. */
export function timeOf(fields: Fields, name: string): number {
  const value = given(fields, name);
  if (value === null) throw missing(fields, name);
  const at = parseInstant(value, 'is_refused');
  if (at === null) throw invalid(fields, name, 'a time with its zone (RFC 3339), such as 2026-03-01T10:00:00Z');
  return at;
}

/** How many objects a list may have, and what they are called in a refusal. */
export interface ListLimits {
  readonly least: number;
  readonly most: number;
  readonly of: string;
}

/** The objects of a list, each with its own place; an absent list is empty. */
export function listOf(fields: Fields, name: string, { least, most, of }: ListLimits): Fields[] {
  const list = given(fields, name) ?? [];
  if (least > 0 && Array.isArray(list) && list.length === 0) throw missing(fields, name);
  if (!Array.isArray(list) || list.length < least || list.length > most) {
    throw invalid(
      fields,
      name,
      least === 0 ? `a list of at most ${most} ${of}` : `a list of ${least} to ${most} ${of}`,
    );
  }
  return list.map((each: unknown, index) => {
    const place = `${fields.place}.${name}[${index}]`;
    const values = objectOf(each);
    if (!values) throw new Refusal('value_invalid', { name: place, allowed: 'an object' });
    return { place, values };
  });
}
