/**
 * Reads the head of a request, if it is a plain one: what nearly all callers write, of which there are no two readings.
 * Pure.
 *
 * 1. Null is said of everything else, right or wrong: such bytes are Node's to judge (connection.ts). So this reader may
 *    be stricter than RFC 9110 and 9112, and never more lenient.
 * 2. Plain is: the methods and the signs of a path that callers use, HTTP/1.1, lines that end in CRLF, names of tokens
 *    with the colon behind them, values of visible ASCII and blanks, and no name twice.
 * 3. The length of a body is written in plain digits, or there is none. What changes how the connection is read, or how
 *    Node would answer, is not plain: Transfer-Encoding, Upgrade, Expect, Trailer, options of Connection but
 *    `keep-alive` and `close`.
 */
import type { IncomingHttpHeaders } from 'node:http';

export interface PlainHead {
  readonly method: string;
  readonly url: string;
  /** As Node has them: by names in lower case. */
  readonly headers: IncomingHttpHeaders;
  readonly bodyBytes: number;
  /** The caller closes the connection behind it. */
  readonly isLast: boolean;
  /** Where its body begins. */
  readonly end: number;
}

/** Node takes 16 KB and 2,000 lines. */
export const LONGEST_HEAD_BYTES = 8 * 1024;
export const MOST_LINES = 100;
/** A longer body is read in pieces, and Node does that. */
export const LONGEST_BODY_BYTES = 16 * 1024;

const END = Buffer.from('\r\n\r\n');
const LINE_END = '\r\n';
const BLANK = 0x20;
const LAST_VISIBLE = 0x7e;
const CR = 0x0d;
const LF = 0x0a;
/** Paths as they come: the signs of RFC 3986 without `#`, and without those that Node takes and no URL may have. */
const REQUEST_LINE = /^(GET|POST|PUT|PATCH|DELETE) (\/[\w\-.~%!$&'()*+,;=:@/?]*) HTTP\/1\.1\r\n/;
/** RFC 9110, 5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const LENGTH = /^(?:0|[1-9]\d{0,4})$/;
/** Rule 3; of those at the end Node makes a list, or takes them for another. */
const NEVER_PLAIN = ['transfer-encoding', 'upgrade', 'expect', 'trailer', 'set-cookie', 'proxy-connection'];

interface KnownName {
  readonly name: string;
  /** As clients write it that do not write small letters. */
  readonly usual: string;
}

/** Names of nearly all requests, by their length: they are found without being cut out of the head (nameOf). */
const KNOWN_NAMES: KnownName[][] = [];
for (const usual of [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Connection',
  'Content-Length',
  'Content-Type',
  'Date',
  'Host',
  'Idempotency-Key',
  'User-Agent',
  'X-Forwarded-For',
  'X-Forwarded-Proto',
  'X-TS-Auth-Method',
  'X-TS-Date',
  'X-TS-Nonce',
]) {
  KNOWN_NAMES[usual.length] = [...(KNOWN_NAMES[usual.length] ?? []), { name: usual.toLowerCase(), usual }];
}

export function readPlainHead(bytes: Buffer, start: number): PlainHead | null {
  const end = bytes.indexOf(END, start);
  if (end < 0 || end - start > LONGEST_HEAD_BYTES) return null;
  const text = bytes.toString('latin1', start, end + LINE_END.length);
  const line = REQUEST_LINE.exec(text);
  if (!line || !hasPlainLines(bytes, start, end + LINE_END.length)) return null;
  const [{ length }, method = '', url = ''] = line;
  const headers = readLines(text, length);
  if (headers?.host === undefined) return null;
  const bodyBytes = bodyBytesOf(method, headers['content-length']);
  const isLast = closesAfter(headers.connection);
  if (bodyBytes === null || isLast === null) return null;
  return { method, url, headers, bodyBytes, isLast, end: end + END.length };
}

/** No control character, no CR or LF alone, nothing beyond ASCII. A pattern that looks for such signs takes twice as long. */
function hasPlainLines(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const sign = bytes[at] ?? 0;
    if (sign >= BLANK && sign <= LAST_VISIBLE) continue;
    if (sign !== CR || bytes[at + 1] !== LF) return false;
    at += 1;
  }
  return true;
}

function readLines(text: string, from: number): IncomingHttpHeaders | null {
  const headers: Record<string, string> = {};
  let lines = 0;
  for (let at = from; at < text.length; lines += 1) {
    // Of a line without one it is that of another line, and no name then.
    const colon = text.indexOf(':', at);
    const end = text.indexOf('\r', colon);
    if (colon < 0 || lines === MOST_LINES) return null;
    const name = nameOf(text, at, colon);
    // What every object has (`constructor`, `__proto__`) counts as there.
    if (name === null || headers[name] !== undefined) return null;
    headers[name] = valueIn(text, colon, end);
    at = end + LINE_END.length;
  }
  return headers;
}

/**
 * In lower case; null: not plain. A string that was cut out costs half a microsecond as the name of a property or the key
 * of a map, since V8 keeps it in a table first. A constant is there already.
 */
function nameOf(text: string, at: number, colon: number): string | null {
  for (const { name, usual } of KNOWN_NAMES[colon - at] ?? []) {
    if (text.startsWith(name, at) || text.startsWith(usual, at)) return name;
  }
  const written = text.slice(at, colon);
  const name = written.toLowerCase();
  return TOKEN.test(written) && !NEVER_PLAIN.includes(name) ? name : null;
}

/** Without the blanks around it; there is one before it, as nearly all write it, and only then nothing needs to be cut off. */
function valueIn(text: string, colon: number, end: number): string {
  const isUsual = isBlank(text, colon + 1) && !isBlank(text, colon + 2) && !isBlank(text, end - 1);
  return isUsual ? text.slice(colon + 2, end) : text.slice(colon + 1, end).trim();
}

function isBlank(text: string, at: number): boolean {
  return text.charCodeAt(at) === BLANK;
}

/** Null: not plain. */
function bodyBytesOf(method: string, length: string | undefined): number | null {
  if (length === undefined) return 0;
  if (!LENGTH.test(length)) return null;
  const bytes = Number(length);
  const isPlain = bytes <= LONGEST_BODY_BYTES && (bytes === 0 || method !== 'GET');
  return isPlain ? bytes : null;
}

function closesAfter(connection: string | undefined): boolean | null {
  if (connection === undefined) return false;
  const option = connection.toLowerCase();
  if (option === 'keep-alive') return false;
  return option === 'close' ? true : null;
}
