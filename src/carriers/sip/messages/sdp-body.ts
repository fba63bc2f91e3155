/**
 * The session description in the body of a message, by itself or as one part of several (RFC 5621; RFC 2046, 5.1): switches
 * that speak SIP-I put their ISUP beside it (RFC 3204). Pure.
 *
 * 1. Of `multipart/mixed` and `related` the first description counts, of `multipart/alternative` the last one, since the
 *    best comes last; parts may have parts.
 * 2. A part that is said to be something else than the session (`early-session`, `render`) is not its description.
 * 3. What is not closed ends with the body. No input throws, and each byte is looked at a bounded number of times.
 */
import { Buffer } from 'node:buffer';
import type { HeaderField } from './fields.ts';
import { parseParams, splitOutside } from './grammar.ts';
import { headerOf } from './message.ts';

/** A message, or one part of its body. */
export interface WithBody {
  readonly headers: readonly HeaderField[];
  readonly body: Uint8Array;
}

interface MediaType {
  readonly name: string;
  readonly boundary: string | null;
}

const MOST_PARTS = 20;
const DEEPEST = 3;
const LONGEST_BOUNDARY = 70;
const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const DASHES = '--';

/** The session description of a message; null where it has none. */
export function sdpOf(message: WithBody): Uint8Array | null {
  return message.body.length === 0 ? null : findSdp(message, DEEPEST);
}

/** A body in which there is no session description, and that is not to be passed over, either (RFC 3261, 8.2.3). */
export function isForeignBody(message: WithBody): boolean {
  return message.body.length > 0 && sdpOf(message) === null && !isOptionalBody(message);
}

/** Its sender says that whoever cannot read it passes it over (RFC 3261, 20.11). */
export function isOptionalBody(message: WithBody): boolean {
  const params = (headerOf(message, 'content-disposition') ?? '').split(';').slice(1);
  return params.some((param) => isOptional(param.split('=', 2)));
}

function isOptional([name = '', value = '']: readonly string[]): boolean {
  return name.trim().toLowerCase() === 'handling' && /^"?optional\b/i.test(value.trim());
}

function findSdp(message: WithBody, depth: number): Uint8Array | null {
  const { name, boundary } = typeOf(message);
  if (name === 'application/sdp') return isSession(message) ? decoded(message) : null;
  if (depth === 0 || boundary === null || !/^multipart\/(mixed|related|alternative)$/.test(name)) return null;
  const parts = partsOf(message.body, boundary);
  if (name === 'multipart/alternative') parts.reverse();
  for (const part of parts) {
    const found = findSdp(part, depth - 1);
    if (found) return found;
  }
  return null;
}

/** A body without a type that begins as a description does is taken for one. */
function typeOf(message: WithBody): MediaType {
  const value = headerOf(message, 'content-type');
  if (value === undefined) {
    const isSdp = message.body[0] === 0x76 && message.body[1] === 0x3d;
    return { name: isSdp ? 'application/sdp' : '', boundary: null };
  }
  const [name = '', ...params] = splitOutside(value, ';') ?? value.split(';', 1);
  const boundary = parseParams(params.map((each) => `;${each}`).join(''))?.get('boundary') ?? '';
  const isUsable = boundary !== '' && boundary.length <= LONGEST_BOUNDARY;
  return { name: name.trim().toLowerCase(), boundary: isUsable ? boundary : null };
}

/** Rule 2; of SDP the session is what a part without a word about it is (RFC 3261, 20.11). */
function isSession(message: WithBody): boolean {
  const named = headerOf(message, 'content-disposition')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return named === '' || named === 'session';
}

function decoded(message: WithBody): Uint8Array {
  const { body } = message;
  const encoding = headerOf(message, 'content-transfer-encoding')?.trim().toLowerCase();
  if (encoding !== 'base64' && encoding !== 'quoted-printable') return body;
  const text = Buffer.from(body).toString('latin1');
  if (encoding === 'base64') return Buffer.from(text, 'base64');
  const plain = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}

function partsOf(body: Uint8Array, boundary: string): WithBody[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const parts: WithBody[] = [];
  let start = -1;
  for (const { from, to, isLast } of delimitersOf(bytes, boundary)) {
    if (start >= 0) parts.push(partOf(bytes.subarray(start, from)));
    start = to;
    if (isLast || parts.length >= MOST_PARTS) return parts;
  }
  if (start >= 0) parts.push(partOf(bytes.subarray(start)));
  return parts;
}

/** The lines that part the parts: the line break before such a line belongs to it (RFC 2046, 5.1.1). */
function* delimitersOf(bytes: Buffer, boundary: string): Generator<{ from: number; to: number; isLast: boolean }> {
  const mark = Buffer.from(DASHES + boundary, 'latin1');
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) {
    if (at > 0 && bytes[at - 1] !== LF) continue;
    let end = at + mark.length;
    const isLast = bytes.toString('latin1', end, end + 2) === DASHES;
    if (isLast) end += 2;
    while (bytes[end] === SPACE || bytes[end] === TAB) end += 1;
    if (bytes[end] === CR) end += 1;
    // A longer word that begins like the boundary is the boundary of somebody else.
    if (end < bytes.length && bytes[end] !== LF) continue;
    const from = at > 1 && bytes[at - 2] === CR ? at - 2 : Math.max(0, at - 1);
    yield { from, to: end + 1, isLast };
  }
}

function partOf(bytes: Buffer): WithBody {
  // A part without header fields begins with the empty line.
  const bare = /^\r?\n/.exec(bytes.toString('latin1', 0, 2));
  if (bare) return { headers: [], body: bytes.subarray(bare[0].length) };
  const crlf = bytes.indexOf('\r\n\r\n');
  const lf = bytes.indexOf('\n\n');
  const isBare = crlf < 0 || (lf >= 0 && lf < crlf);
  const end = isBare ? lf : crlf;
  if (end < 0) return { headers: [], body: Buffer.alloc(0) };
  return { headers: fieldsOf(bytes.toString('latin1', 0, end)), body: bytes.subarray(end + (isBare ? 2 : 4)) };
}

function fieldsOf(head: string): HeaderField[] {
  return head
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      if (colon <= 0) return [];
      return [{ name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() }];
    });
}
