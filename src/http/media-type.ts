/**
 * Decides what a body is by the headers of its request, and refuses what cannot be read.
 *
 * 1. A `Content-Type` that is empty or invalid does not count. Neither do text/plain and application/octet-stream,
 *    which HTTP libraries set by default. Then the first byte of the body decides.
 * 2. Another type than JSON (or a form, where one is taken) is refused by its name. So is a content coding (RFC 9110,
 *    8.4): nothing is unpacked before its sender is known. What would be taken is said for programs as well (15.5.16).
 * 3. A JSON object under the type of a form is JSON: `curl -d` sets that type, and every encoder of forms escapes a
 *    brace.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '../errors.ts';
import { isFormType, isJsonType, startsAsObject, typeOf } from '../operations/request-body.ts';

/** RFC 9110, 8.3.1: two tokens; parameters are not looked at. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** What nearly all callers write. */
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const SAYS_NOTHING = new Set(['text/plain', 'application/octet-stream']);

export function isMediaType(header: string): boolean {
  if (header === JSON_TYPE) return true;
  const [written = ''] = header.split(';', 1);
  const type = written.trim();
  const slash = type.indexOf('/');
  return TOKEN.test(type.slice(0, Math.max(0, slash))) && TOKEN.test(type.slice(slash + 1));
}

export interface ReadableBody {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly takesForms: boolean;
}

/** Refuses with `media_type`. What is not there can be read. */
export function checkBodyKind({ headers, body, takesForms }: ReadableBody): void {
  if (body.length === 0) return;
  checkCoding(headers['content-encoding']);
  const header = headers['content-type'] ?? '';
  if (header === JSON_TYPE) return;
  const type = typeOf(header);
  if (!isMediaType(header) || isJsonType(type) || SAYS_NOTHING.has(type)) return;
  if (isFormType(type) && (takesForms || startsAsObject(body))) return;
  const types = takesForms ? [JSON_TYPE, FORM_TYPE] : [JSON_TYPE];
  const values = { what: `content type ${type}`, allowed: types.join(' or ') };
  throw new Refusal('media_type', values, { accept: types.join(', ') });
}

/** Refuses with `media_type` a body that is packed. */
export function checkCoding(coding: string | undefined): void {
  if (coding === undefined) return;
  const packed = coding.split(',').some((each) => !['', 'identity'].includes(each.trim().toLowerCase()));
  if (!packed) return;
  const values = { what: `content coding ${coding}`, allowed: 'none, a body as it is' };
  throw new Refusal('media_type', values, { 'accept-encoding': 'identity' });
}
