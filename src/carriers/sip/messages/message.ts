/**
 * SIP messages from bytes and to bytes (RFC 3261, 7 and 25). Pure; no input throws.
 *
 * 1. Header fields keep their order and their values as written, folded lines made one. Names are in lower case and in
 *    their long form.
 * 2. What came is only `request` or `response` when what every message needs could be read (essentials.ts); all others are
 *    `malformed`, and carry what there is of them: a request may be answered, and a response belongs to somebody.
 * 3. Lines and fields that cannot be read and are not needed are passed over, and named in `odd`: a request that needs them
 *    is refused, a response cannot be.
 * 4. Bytes after the length that a message names are not part of it. A request that is shorter is malformed unless its
 *    method needs no body; of a response what is there is taken, as it may be the answer to a call.
 * 5. A field may have 8 kB, and a message 200 of them; what goes beyond is passed over.
 */
import { Buffer } from 'node:buffer';
import { type Essentials, essentialsOfRequest, essentialsOfResponse, type FoundInResponse } from './essentials.ts';
import type { HeaderField, SipMessage, SipRequest, SipResponse } from './fields.ts';
import { isToken, isUri, splitOutside } from './grammar.ts';

interface Passed {
  /** Names of fields that were passed over (rule 3). */
  readonly odd?: readonly string[];
}

export type ReceivedRequest = SipRequest & Essentials & Passed;
export type ReceivedResponse = SipResponse & Essentials & Passed;

export interface Malformed {
  readonly kind: 'malformed';
  readonly why: string;
  /** The status that a request like this is answered with. */
  readonly status: 400 | 505;
  /** Null where there is nothing that could be answered. */
  readonly request: SipRequest | null;
  /** What there is of a response; its status is null where it cannot be read. */
  readonly response: OddResponse | null;
}

export interface OddResponse {
  readonly status: number | null;
  readonly reason: string;
  readonly headers: readonly HeaderField[];
  readonly body: Uint8Array;
  readonly found: FoundInResponse;
}

export type Received = ReceivedRequest | ReceivedResponse | Malformed;

export const NO_BODY = new Uint8Array(0);

const LONG_NAMES: Readonly<Record<string, string>> = {
  a: 'accept-contact',
  b: 'referred-by',
  c: 'content-type',
  d: 'request-disposition',
  e: 'content-encoding',
  f: 'from',
  i: 'call-id',
  j: 'reject-contact',
  k: 'supported',
  l: 'content-length',
  m: 'contact',
  o: 'event',
  r: 'refer-to',
  s: 'subject',
  t: 'to',
  u: 'allow-events',
  v: 'via',
  x: 'session-expires',
  y: 'identity',
};

/** Names whose spelling is not that of `Some-Words`. */
const SPELLED: Readonly<Record<string, string>> = {
  'call-id': 'Call-ID',
  cseq: 'CSeq',
  'mime-version': 'MIME-Version',
  'min-se': 'Min-SE',
  rack: 'RAck',
  'www-authenticate': 'WWW-Authenticate',
};

/** Rule 5. */
const MOST_HEADERS = 200;
const LONGEST_FIELD = 8 * 1024;
/** Requests that say everything in their header fields. */
const NEED_NO_BODY = ['BYE', 'CANCEL', 'OPTIONS'];

/** One whole message, as a datagram holds it or a stream was cut into. */
export function parseMessage(bytes: Uint8Array): Received {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = headOf(buffer);
  const [first = '', ...lines] = unfolded(head.text);
  if (/^SIP\//i.test(first)) return responseOf(first, lines, buffer.subarray(head.end));
  if (!head.isWhole) return malformed('no empty line ends the header fields', requestOfBadLine(first, lines));
  return requestOf(first, lines, buffer.subarray(head.end));
}

/** The bytes of a message; Content-Length is put in. Of every other field the caller takes care. */
export function formatMessage(message: SipMessage): Buffer {
  const first =
    message.kind === 'request'
      ? `${message.method} ${message.uri} SIP/2.0`
      : `SIP/2.0 ${message.status} ${message.reason}`;
  const lines = message.headers
    .filter(({ name }) => name !== 'content-length')
    .map(({ name, value }) => `${spelledName(name)}: ${value}`);
  const head = [first, ...lines, `Content-Length: ${message.body.length}`, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), message.body]);
}

/** The first value of a field. */
export function headerOf(message: { readonly headers: readonly HeaderField[] }, name: string): string | undefined {
  return message.headers.find((field) => field.name === name)?.value;
}

/** All values of a field that may be a list; what cannot be split is left out. */
export function listOf(message: { readonly headers: readonly HeaderField[] }, name: string): string[] {
  return linesOf(message, name)
    .flatMap((value) => splitOutside(value, ',') ?? [])
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** All values of a field as they stand, one for each line. */
export function linesOf(message: { readonly headers: readonly HeaderField[] }, name: string): string[] {
  return message.headers.filter((field) => field.name === name).map(({ value }) => value);
}

function requestOf(first: string, lines: readonly string[], there: Buffer): Received {
  const { headers, odd } = parseHeaders(lines);
  const start = parseRequestLine(first);
  if (typeof start === 'string') return malformed(start, requestOfBadLine(first, lines));
  const length = lengthOf(headers);
  const body = length === null ? there : there.subarray(0, Number.isNaN(length) ? 0 : length);
  const request: SipRequest = { kind: 'request', ...start, headers, body };
  if (!/ SIP\/2\.0$/i.test(first)) return malformed('a version other than 2.0', request, 505);
  const read = essentialsOfRequest(request);
  if (typeof read === 'string') return malformed(read, request);
  const isBodyNeeded = !NEED_NO_BODY.includes(request.method) || !read.found.to.params.has('tag');
  if (isBodyNeeded && Number.isNaN(length)) return malformed('content-length is no number of bytes', request);
  if (isBodyNeeded && (length ?? 0) > there.length) {
    return malformed('the body is shorter than content-length says', request);
  }
  return { ...request, ...read.found, odd: [...odd, ...read.odd] };
}

function responseOf(first: string, lines: readonly string[], there: Buffer): Received {
  const { headers, odd } = parseHeaders(lines);
  const length = lengthOf(headers);
  const isLengthRight = length === null || (!Number.isNaN(length) && length <= there.length);
  const body = length !== null && isLengthRight ? there.subarray(0, length) : there;
  const status = parseStatusLine(first);
  const response: SipResponse = {
    kind: 'response',
    status: status?.code ?? 0,
    reason: status?.reason ?? '',
    headers,
    body,
  };
  const { found, odd: oddOnes } = essentialsOfResponse(response);
  const { via, from, to, callId, cseq } = found;
  if (status && via && from && to && callId !== null && cseq) {
    const isOdd = [...odd, ...oddOnes, ...(isLengthRight ? [] : ['content-length'])];
    return { ...response, via, from, to, callId, cseq, odd: isOdd };
  }
  const { reason } = response;
  const why = status ? 'a field that every response needs cannot be read' : 'the status line is not valid';
  const rest = { status: status?.code ?? null, reason, headers, body, found };
  return { kind: 'malformed', why, status: 400, request: null, response: rest };
}

function malformed(why: string, request: SipRequest | null = null, status: 400 | 505 = 400): Malformed {
  return { kind: 'malformed', why, status, request, response: null };
}

/** The first line and the header fields; all that there is when no empty line ends them. */
function headOf(buffer: Buffer): { text: string; end: number; isWhole: boolean } {
  const at = buffer.indexOf('\r\n\r\n');
  const bare = buffer.indexOf('\n\n');
  const isBare = at < 0 || (bare >= 0 && bare < at);
  const isWhole = at >= 0 || bare >= 0;
  const length = isWhole ? (isBare ? bare : at) : buffer.length;
  const end = isWhole ? length + (isBare ? 2 : 4) : length;
  return { text: buffer.toString('latin1', 0, length), end, isWhole };
}

/** The lines of a head; one that begins with white space goes on with the one before it (RFC 3261, 7.3.1). */
function unfolded(text: string): string[] {
  const lines: string[][] = [];
  for (const line of text.split(/\r?\n/)) {
    const last = lines.at(-1);
    if (last && (line.startsWith(' ') || line.startsWith('\t'))) last.push(line.trimStart());
    else lines.push([line]);
  }
  return lines.map((parts) => parts.join(' '));
}

/** Rules 3 and 5. */
function parseHeaders(lines: readonly string[]): { headers: HeaderField[]; odd: string[] } {
  const headers: HeaderField[] = [];
  const odd = new Set<string>();
  if (lines.length > MOST_HEADERS) odd.add('too many lines');
  for (const line of lines.slice(0, MOST_HEADERS)) {
    const colon = line.indexOf(':');
    const written = line.slice(0, Math.max(0, colon)).trimEnd().toLowerCase();
    const name = (Object.hasOwn(LONG_NAMES, written) ? LONG_NAMES[written] : undefined) ?? written;
    const value = line.slice(colon + 1).trim();
    if (!isToken(written)) odd.add('a line without a name');
    else if (value.length > LONGEST_FIELD) odd.add(name);
    else headers.push({ name, value });
  }
  return { headers, odd: [...odd] };
}

/** The line of a request, or what is wrong with it. */
function parseRequestLine(line: string): { readonly method: string; readonly uri: string } | string {
  const [method = '', uri = '', version = '', ...more] = line.split(' ', 4);
  if (!isToken(method) || !/^SIP\/\d{1,9}\.\d{1,9}$/i.test(version) || more.length > 0) {
    return 'the request line is not valid';
  }
  return isUri(uri) ? { method, uri } : 'the address in the request line is not valid';
}

/** Any version, and any white space: three digits are what counts. */
function parseStatusLine(line: string): { readonly code: number; readonly reason: string } | null {
  const blank = line.search(/\s/);
  const rest = blank < 0 ? '' : line.slice(blank).trim();
  if (!/^[1-6]\d\d(?!\d)/.test(rest)) return null;
  return { code: Number(rest.slice(0, 3)), reason: rest.slice(3).trim() };
}

/** What can still be answered although its first line is wrong. */
function requestOfBadLine(line: string, lines: readonly string[]): SipRequest | null {
  const blank = line.search(/\s/);
  const method = line.slice(0, Math.max(0, blank));
  if (!isToken(method)) return null;
  return { kind: 'request', method, uri: 'sip:invalid', headers: parseHeaders(lines).headers, body: NO_BODY };
}

/** Null where it is not named; NaN where it is not valid or named twice with different values. */
function lengthOf(headers: readonly HeaderField[]): number | null {
  const named = new Set(headers.filter(({ name }) => name === 'content-length').map(({ value }) => value));
  const [value] = named;
  if (value === undefined) return null;
  return named.size === 1 && /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
}

function spelledName(name: string): string {
  return (
    (Object.hasOwn(SPELLED, name) ? SPELLED[name] : undefined) ??
    name.replaceAll(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase())
  );
}
