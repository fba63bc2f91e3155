/**
 * Reads the fields of a body that may be a form or JSON, as the official SDKs send it.
 *
 * 1. The content type decides. Without one, or with that of a form, a body that begins with a brace is JSON and any
 *    other a form: every encoder of forms escapes a brace.
 * 2. A field of a form is a text. When it is given several times, the last one counts. An empty field counts as absent.
 * 3. Both may hold the same text (json-body.ts, rule 1). The escapes of a form must be UTF-8: any other byte would
 *    silently become U+FFFD, in a name or in a text that is spoken.
 */
import { isUtf8 } from 'node:buffer';
import { Refusal } from '../errors.ts';
import type { JsonObject } from '../lib/json.ts';
import { checkString, readJsonObject, textOf } from './json-body.ts';
import type { OperationRequest } from './operation.ts';

export function readFields({ contentType, body }: Pick<OperationRequest, 'contentType' | 'body'>): JsonObject {
  return isForm(contentType, body) ? readForm(body) : readJsonObject(body);
}

/** `type`: as of `typeOf`. */
export function isJsonType(type: string): boolean {
  return /^(?:application|text)\/(?:[^/]+\+)?json$/.test(type);
}

/** `type`: as of `typeOf`. */
export function isFormType(type: string): boolean {
  return type === 'application/x-www-form-urlencoded';
}

/** Behind a byte order mark and blanks. */
export function startsAsObject(body: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*\{/.test(body.subarray(0, 64).toString('latin1'));
}

/** In lower case, without parameters. */
export function typeOf(contentType: string): string {
  const [type = ''] = contentType.toLowerCase().split(';');
  return type.trim();
}

/** Rule 1. */
function isForm(contentType: string, body: Buffer): boolean {
  return !isJsonType(typeOf(contentType)) && !startsAsObject(body);
}

/** Rules 2 and 3. */
export function readForm(body: Buffer): JsonObject {
  const text = textOf(body);
  checkEscapes(body);
  const fields: Record<string, string> = {};
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    const name = unescapedText(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : unescapedText(pair.slice(equals + 1));
    checkString(name);
    checkString(value);
    if (value !== '') fields[name] = value;
  }
  return fields;
}

const ESCAPE = /%([0-9A-Fa-f]{2})/g;
const octetOf = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));

/** By hand: for each name without a value URLSearchParams looks for one in all the rest of the text. */
function unescapedText(text: string): string {
  const plain = text.replaceAll('+', ' ');
  if (!plain.includes('%')) return plain;
  return Buffer.from(Buffer.from(plain).toString('latin1').replace(ESCAPE, octetOf), 'latin1').toString('utf8');
}

/** What stands between names and values is ASCII, so the whole is UTF-8 where each of them is. */
function checkEscapes(body: Buffer): void {
  const unescaped = body.toString('latin1').replace(ESCAPE, octetOf);
  if (isUtf8(Buffer.from(unescaped, 'latin1'))) return;
  throw new Refusal('body_malformed', { why: 'the form is not UTF-8 (its escapes are those of another encoding)' });
}
