/**
 * The fields of a body that may be a form or JSON, as the official SDKs send it.
 *
 * 1. The content type decides. Without one that says it, a body that begins with a brace is JSON, any other is a form.
 * 2. A field of a form is a text. Of a field that stands there several times the last one counts. An empty one counts as
 *    absent.
 * 3. What text may hold is the same for both (json-body.ts, rule 1).
 */
import { isUtf8 } from 'node:buffer';
import { Refusal } from '../errors.ts';
import type { JsonObject } from '../lib/json.ts';
import { checkString, readJsonObject } from './json-body.ts';
import type { Call } from './operation.ts';

export function readFields({ contentType, body }: Pick<Call, 'contentType' | 'body'>): JsonObject {
  return isForm(contentType, body) ? readForm(body) : readJsonObject(body);
}

function isForm(contentType: string, body: Buffer): boolean {
  const [type = ''] = contentType.toLowerCase().split(';');
  if (type.trim() === 'application/x-www-form-urlencoded') return true;
  if (/^application\/(.*\+)?json$/.test(type.trim())) return false;
  return !/^\s*\{/.test(body.subarray(0, 64).toString('latin1'));
}

function readForm(body: Buffer): JsonObject {
  if (!isUtf8(body)) throw new Refusal('body_malformed', { why: 'the body is not UTF-8' });
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(body.toString('utf8'))) {
    checkString(name);
    checkString(value);
    if (value !== '') fields[name] = value;
  }
  return fields;
}
