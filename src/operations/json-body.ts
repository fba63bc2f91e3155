/**
 * Reads a body of JSON, and its fields with their types.
 *
 * 1. Text that PostgreSQL cannot hold (U+0000, lone surrogates) is refused, wherever in the body it is.
 * 2. Unknown fields are ignored. A field that is null counts as absent.
 * 3. An integer may be written as text: `"30"` is 30.
 * 4. A byte order mark before the text is ignored (RFC 8259, 8.1). Inside the body an empty list counts as an empty
 *    object: PHP writes both alike.
 */
import { isUtf8 } from 'node:buffer';
import { Refusal } from '../errors.ts';
import { asJsonObject, type JsonObject } from '../lib/json.ts';

/** Refuses with `body_malformed` what is not a JSON object. */
export function readJsonObject(body: Buffer): JsonObject {
  if (body.length === 0) throw malformed('the body is empty, a JSON object is expected');
  const text = textOf(body);
  const object = asJsonObject(parse(text));
  if (!object) throw malformed('the body is not a JSON object');
  // Only an escape can bring in a lone surrogate or U+0000: raw ones are no UTF-8 and no JSON.
  if (text.includes('\\u')) checkText(object);
  return object;
}

/** What the bytes say, without a byte order mark (rule 4). */
export function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw malformed('the body is not UTF-8');
  const text = body.toString('utf8');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** The object that a value is or stands for (rule 4), or null. */
export function objectOf(value: unknown): JsonObject | null {
  return Array.isArray(value) && value.length === 0 ? {} : asJsonObject(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('the body is not JSON');
  }
}

/** Rule 1. Walks with a list of its own: a body may be nested as deep as it is long. */
export function checkText(root: unknown): void {
  const left: unknown[] = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') checkString(value);
    else if (Array.isArray(value)) for (const each of value) left.push(each);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value)) {
        checkString(name);
        left.push(each);
      }
    }
  }
}

/** Rule 1. */
export function checkString(text: string): void {
  if (text.includes('\u0000')) throw malformed('text must not hold the character U+0000');
  if (/\p{Surrogate}/u.test(text)) throw malformed('text must not hold half of a surrogate pair');
}

export function malformed(why: string): Refusal {
  return new Refusal('body_malformed', { why });
}

/** The field, or null when it is absent or null. */
export function fieldOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? (object[name] ?? null) : null;
}

/** The whole number that a value says, also as text; null when it says none. */
export function integerOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

const LONGEST_URL = 2048;

/** Whether a text is an absolute http or https URL of bearable length, without credentials. */
export function isHttpUrl(text: string): boolean {
  const url = httpUrl(text);
  return url !== null && !hasCredentials(url);
}

/** For a URL that is no such: what is allowed, and why not what was given where that is not plain to see. */
export function allowedUrl(text: unknown): string {
  const url = typeof text === 'string' ? httpUrl(text) : null;
  if (url === null || !hasCredentials(url)) return `an http or https URL of at most ${LONGEST_URL} characters`;
  return 'an http or https URL without user and password: a callback proves itself by its signatures, and what stands in a URL is stored and shown';
}

function httpUrl(text: string): URL | null {
  if (text.length > LONGEST_URL || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
}

function hasCredentials(url: URL): boolean {
  return url.username !== '' || url.password !== '';
}
