/**
 * SIP messages from bytes and to bytes (RFC 3261, 7 and 25). Pure; no input throws.
 *
 * 1. Header fields keep their order and their values as written, folded lines made one. Names are in lower case and in
 *    their long form.
 * 2. What came is only `request` or `response` when the fields that every message needs are there and valid; all others
 *    are `malformed`, and carry the request as far as it could be read, so that it may be answered.
 * 3. Bytes after the length that a message names are not part of it; a message that is shorter is malformed.
 */
import { Buffer } from 'node:buffer';
import {
  type CSeq,
  isToken,
  isUri,
  type NameAddress,
  parseCSeq,
  parseNameAddress,
  parseVia,
  splitOutside,
  type Via,
} from './grammar.ts';

export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

export interface SipRequest {
  readonly kind: 'request';
  readonly method: string;
  readonly uri: string;
  readonly headers: readonly HeaderField[];
  readonly body: Uint8Array;
}

export interface SipResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly HeaderField[];
  readonly body: Uint8Array;
}

export type SipMessage = SipRequest | SipResponse;

/** What the fields that every message has say (rule 2). */
export interface Essentials {
  readonly via: Via;
  readonly from: NameAddress;
  readonly to: NameAddress;
  readonly callId: string;
  readonly cseq: CSeq;
}

export type ReceivedRequest = SipRequest & Essentials;
export type ReceivedResponse = SipResponse & Essentials;

export interface Malformed {
  readonly kind: 'malformed';
  readonly why: string;
  /** The status that a request like this is answered with. */
  readonly status: 400 | 505;
  /** Null where there is nothing that could be answered. */
  readonly request: SipRequest | null;
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

const MOST_HEADERS = 200;
const SINGLE_FIELDS = ['from', 'to', 'call-id', 'cseq', 'max-forwards', 'content-length'];

/** One whole message, as a datagram holds it or a stream was cut into. */
export function parseMessage(bytes: Uint8Array): Received {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = headOf(buffer);
  if (!head) return malformed('no empty line ends the header fields');
  const [first = '', ...lines] = head.text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = parseHeaders(lines);
  if (!headers) return malformed('a header field has no name or there are too many');
  const length = lengthOf(headers);
  const there = buffer.length - head.end;
  const body = buffer.subarray(head.end, length === null ? undefined : head.end + length);
  const start = parseStart(first);
  if (typeof start === 'string') return malformed(start, requestOfBadLine(first, headers));
  const message: SipMessage = { ...start, headers, body };
  const request = message.kind === 'request' ? message : null;
  if (request && !/ SIP\/2\.0$/i.test(first)) return malformed('a version other than 2.0', request, 505);
  if (Number.isNaN(length)) return malformed('Content-Length is no number of bytes', request);
  if (length !== null && length > there) return malformed('the body is shorter than Content-Length says', request);
  return withEssentials(message);
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
  return message.headers
    .filter((field) => field.name === name)
    .flatMap(({ value }) => splitOutside(value, ',') ?? [])
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** All values of a field as they stand, one for each line. */
export function linesOf(message: { readonly headers: readonly HeaderField[] }, name: string): string[] {
  return message.headers.filter((field) => field.name === name).map(({ value }) => value);
}

function malformed(why: string, request: SipRequest | null = null, status: 400 | 505 = 400): Malformed {
  return { kind: 'malformed', why, status, request };
}

function headOf(buffer: Buffer): { text: string; end: number } | null {
  const at = buffer.indexOf('\r\n\r\n');
  const bare = buffer.indexOf('\n\n');
  if (at < 0 && bare < 0) return null;
  const isBare = at < 0 || (bare >= 0 && bare < at);
  const end = isBare ? bare + 2 : at + 4;
  return { text: buffer.toString('latin1', 0, isBare ? bare : at), end };
}

function parseHeaders(lines: readonly string[]): HeaderField[] | null {
  if (lines.length > MOST_HEADERS) return null;
  const headers: HeaderField[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trimEnd().toLowerCase();
    if (!isToken(name)) return null;
    headers.push({ name: LONG_NAMES[name] ?? name, value: line.slice(colon + 1).trim() });
  }
  return headers;
}

type Start =
  | { readonly kind: 'request'; readonly method: string; readonly uri: string }
  | { readonly kind: 'response'; readonly status: number; readonly reason: string };

/** The first line, or what is wrong with it. */
function parseStart(line: string): Start | string {
  const status = /^SIP\/2\.0 ([1-6]\d\d)(?: (.*))?$/i.exec(line);
  if (status) return { kind: 'response', status: Number(status[1]), reason: status[2] ?? '' };
  if (/^SIP\//i.test(line)) return 'the status line is not valid';
  const match = /^(\S+) (\S+) SIP\/\d+\.\d+$/i.exec(line);
  const [, method = '', uri = ''] = match ?? [];
  if (!match || !isToken(method)) return 'the request line is not valid';
  if (!isUri(uri)) return 'the address in the request line is not valid';
  return { kind: 'request', method, uri };
}

/** What can still be answered although its first line is wrong. */
function requestOfBadLine(line: string, headers: readonly HeaderField[]): SipRequest | null {
  const method = /^(\S+)\s/.exec(line)?.[1] ?? '';
  if (!isToken(method)) return null;
  return { kind: 'request', method, uri: 'sip:invalid', headers, body: NO_BODY };
}

/** Null where it is not named; NaN where it is not valid or named twice with different values. */
function lengthOf(headers: readonly HeaderField[]): number | null {
  const named = new Set(headers.filter(({ name }) => name === 'content-length').map(({ value }) => value));
  const [value] = named;
  if (value === undefined) return null;
  return named.size === 1 && /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
}

function withEssentials(message: SipMessage): Received {
  const request = message.kind === 'request' ? message : null;
  const twice = SINGLE_FIELDS.find((name) => linesOf(message, name).length > 1);
  if (twice !== undefined) return malformed(`${spelledName(twice)} stands there twice`, request);
  const via = parseVia(listOf(message, 'via')[0] ?? '');
  const from = parseNameAddress(headerOf(message, 'from') ?? '');
  const to = parseNameAddress(headerOf(message, 'to') ?? '');
  const callId = headerOf(message, 'call-id') ?? '';
  const cseq = parseCSeq(headerOf(message, 'cseq') ?? '');
  if (!via) return malformed('Via is missing or not valid');
  if (!from || !to) return malformed(`${from ? 'To' : 'From'} is missing or not valid`, request);
  if (callId === '' || /\s/.test(callId)) return malformed('Call-ID is missing or not valid', request);
  if (!cseq) return malformed('CSeq is missing or not valid', request);
  if (request && cseq.method !== request.method) return malformed('CSeq names another method', request);
  const hops = headerOf(message, 'max-forwards');
  if (hops !== undefined && !/^\d{1,9}$/.test(hops)) return malformed('Max-Forwards is no number', request);
  if (linesOf(message, 'contact').some((value) => !isContact(value))) {
    return malformed('Contact is not valid', request);
  }
  return { ...message, via, from, to, callId, cseq };
}

function isContact(value: string): boolean {
  if (value === '*') return true;
  return splitOutside(value, ',')?.every((each) => parseNameAddress(each) !== null) ?? false;
}

function spelledName(name: string): string {
  return (
    SPELLED[name] ?? name.replaceAll(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase())
  );
}
