/**
 * Reads the TSA signature of a request, and makes the string that it signs. Pure.
 *
 * String to sign: method, Content-Type as sent, Date (empty when x-ts-date is sent), x-ts-auth-method, then x-ts-date
 * and x-ts-nonce when sent, the raw body when it is not empty, and the path without its query; one a line.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { type HmacDigest, isHmacOf } from '../lib/hmac.ts';

export interface SignedRequest {
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type SignatureDigest = HmacDigest;

export function digestOf(authMethod: string): SignatureDigest | null {
  const name = authMethod.toUpperCase();
  if (name === 'HMAC-SHA256') return 'sha256';
  return name === 'HMAC-SHA1' ? 'sha1' : null;
}

/** A header that is sent once; a list of several is none. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Everything before the body, each line with its end. */
export function linesBeforeBody(request: SignedRequest): string {
  const { headers, method } = request;
  const tsDate = headerOf(headers, 'x-ts-date');
  const nonce = headerOf(headers, 'x-ts-nonce');
  const date = tsDate === undefined ? (headerOf(headers, 'date') ?? '') : '';
  let lines = `${method}\n${headerOf(headers, 'content-type') ?? ''}\n${date}\n`;
  lines += `x-ts-auth-method:${headerOf(headers, 'x-ts-auth-method') ?? ''}\n`;
  if (tsDate !== undefined) lines += `x-ts-date:${tsDate}\n`;
  if (nonce !== undefined) lines += `x-ts-nonce:${nonce}\n`;
  return lines;
}

/** Compares in constant time. */
export function signatureMatches(
  key: Uint8Array,
  digest: SignatureDigest,
  signature: Buffer,
  { lines, body, path }: { readonly lines: string; readonly body: Buffer; readonly path: string },
): boolean {
  return isHmacOf(signature, digest, key, { before: lines, body, after: body.length > 0 ? `\n${path}` : path });
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const RFC_822 =
  /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2})(?::(\d{2}))? (GMT|UTC?|Z|[+-]\d{4})$/;

/** Epoch milliseconds, or null when the text is no date of RFC 822 (with the four-digit year of RFC 1123). */
export function parseHttpDate(text: string): number | null {
  const match = RFC_822.exec(text);
  if (!match) return null;
  const [, day, month = '', year, hour, minute, second = '0', zone = ''] = match;
  const monthIndex = MONTHS.indexOf(month);
  if (monthIndex < 0 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  const start = Date.UTC(Number(year), monthIndex, Number(day));
  if (new Date(start).getUTCDate() !== Number(day)) return null;
  return start + (Number(hour) * 3600 + Number(minute) * 60 + Number(second)) * 1000 - zoneMs(zone);
}

function zoneMs(zone: string): number {
  if (!/^[+-]/.test(zone)) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3, 5));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}
