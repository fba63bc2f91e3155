/**
 * A text as the short messages that carry it (SMPP 3.4 clause 5.2.12 and 3GPP TS 23.040, 9.2.3.24).
 *
 * 1. A text goes in the default alphabet when that can hold all of it, otherwise as UCS-2.
 * 2. No part ends between an escape and its septet, nor inside a surrogate pair.
 * 3. The reference that binds the parts comes from the attempt, so a part that is sent again belongs to the same text.
 * 4. The same text is always cut at the same places.
 * 5. Counting needs nothing of Node's, as encoding does not (alphabet.ts).
 */
import { type Alphabet, type CodingRules, ESCAPE, encodeText, encodeUcs2, NO_SHIFTS, type Shifts } from './alphabet.ts';
import { byteTlv, ESM, NO_TLVS, shortTlv, TAG, type Tlv } from './pdus/pdu.ts';

export type Concatenation = 'udh8' | 'udh16' | 'sar' | 'payload';

export interface SegmentRules extends CodingRules {
  readonly concatenation: Concatenation;
}

export interface PartBody {
  readonly esmClass: number;
  readonly dataCoding: number;
  readonly shortMessage: Uint8Array;
  readonly tlvs: readonly Tlv[];
}

/** The most parts that a header can count. */
export const MOST_PARTS = 255;

/** What one short message holds: septets for a 7-bit alphabet, octets otherwise. */
const SINGLE = { septets: 160, octets: 140 } as const;
/** What is left beside a header of 6 bytes (udh8) or 7 bytes; an SMSC makes its own of SAR, which may be the longer. */
const BESIDE_HEADER = {
  udh8: { septets: 153, octets: 134 },
  udh16: { septets: 152, octets: 133 },
  sar: { septets: 152, octets: 133 },
} as const;

interface Encoded {
  readonly bytes: Uint8Array;
  readonly dataCoding: number;
  readonly kind: 'septets' | 'ascii' | 'octets' | 'ucs2';
}

/** How many short messages the text becomes; at least 1. */
export function countParts(text: string, rules: SegmentRules): number {
  // Whatever the alphabet, a UTF-16 code unit takes two septets or two octets at most.
  if (text.length * 2 <= SINGLE.octets) return 1;
  const encoded = encode(text, rules);
  if (rules.concatenation === 'payload' || fits(encoded)) return 1;
  return cut(encoded, BESIDE_HEADER[rules.concatenation]).length;
}

/** Rule 1. */
export function alphabetFor(text: string, { defaultAlphabet }: SegmentRules): Alphabet {
  return encodeText(text, defaultAlphabet) ? defaultAlphabet : 'ucs2';
}

/** The parts in order. More than `MOST_PARTS` cannot be sent; that many are still returned, for the error to name. */
export function segment(text: string, rules: SegmentRules, reference: number): readonly PartBody[] {
  const encoded = encode(text, rules);
  if (fits(encoded)) return [body(encoded, 0, encoded.bytes, NO_TLVS)];
  if (rules.concatenation === 'payload') {
    return [body(encoded, 0, Buffer.alloc(0), [{ tag: TAG.message_payload, value: encoded.bytes }])];
  }
  const kind = rules.concatenation;
  const slices = cut(encoded, BESIDE_HEADER[kind]);
  return slices.map((slice, index) => {
    if (kind === 'sar') return body(encoded, 0, slice, sarTlvs(reference, slices.length, index + 1));
    const header =
      kind === 'udh8' ? udh8(reference, slices.length, index + 1) : udh16(reference, slices.length, index + 1);
    return body(encoded, ESM.udhIndicator, Buffer.concat([header, slice]), NO_TLVS);
  });
}

/** 16 bits that stand for an attempt (FNV-1a, folded). */
export function referenceOf(attemptId: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < attemptId.length; index += 1) {
    hash = Math.imul(hash ^ attemptId.charCodeAt(index), 0x01000193);
  }
  return ((hash >>> 16) ^ hash) & 0xffff;
}

const KINDS = { gsm7: 'septets', ascii: 'ascii', latin1: 'octets' } as const;

function encode(text: string, rules: SegmentRules): Encoded {
  const bytes = encodeText(text, rules.defaultAlphabet);
  if (bytes) return { bytes, dataCoding: rules.textCoding, kind: KINDS[rules.defaultAlphabet] };
  return { bytes: encodeUcs2(text), dataCoding: rules.ucs2Coding, kind: 'ucs2' };
}

function body(encoded: Encoded, esmClass: number, shortMessage: Uint8Array, tlvs: readonly Tlv[]): PartBody {
  return { esmClass, dataCoding: encoded.dataCoding, shortMessage, tlvs };
}

function fits(encoded: Encoded): boolean {
  return endOfPart(encoded, 0, SINGLE) === encoded.bytes.length;
}

type Room = { readonly septets: number; readonly octets: number };

function cut(encoded: Encoded, room: Room): Uint8Array[] {
  const slices: Uint8Array[] = [];
  for (let start = 0; start < encoded.bytes.length; ) {
    const end = endOfPart(encoded, start, room);
    slices.push(encoded.bytes.subarray(start, end));
    start = end;
  }
  return slices;
}

/** Where the part that begins at `start` ends. */
function endOfPart(encoded: Encoded, start: number, room: Room): number {
  const { bytes, kind } = encoded;
  if (kind === 'ascii') return endOfAscii(bytes, start, room.septets);
  const size = kind === 'septets' ? room.septets : kind === 'ucs2' ? room.octets & ~1 : room.octets;
  const end = start + size;
  if (end >= bytes.length) return bytes.length;
  if (kind === 'septets') return bytes[end - 1] === ESCAPE ? end - 1 : end;
  if (kind === 'ucs2') return isHighSurrogate(bytes[end - 2]) && isLowSurrogate(bytes[end]) ? end - 2 : end;
  return end;
}

/** An SMSC turns ASCII into GSM 03.38, where these take two septets. */
const TWO_SEPTETS: ReadonlySet<number> = new Set([...'\f^{}\\[~]|'].map((character) => character.charCodeAt(0)));

function endOfAscii(bytes: Uint8Array, start: number, septets: number): number {
  let left = septets;
  let at = start;
  for (; at < bytes.length; at += 1) {
    left -= TWO_SEPTETS.has(bytes[at] ?? 0) ? 2 : 1;
    if (left < 0) break;
  }
  return at;
}

function isHighSurrogate(highByte: number | undefined): boolean {
  return highByte !== undefined && (highByte & 0xfc) === 0xd8;
}

function isLowSurrogate(highByte: number | undefined): boolean {
  return highByte !== undefined && (highByte & 0xfc) === 0xdc;
}

function udh8(reference: number, total: number, number: number): Buffer {
  return Buffer.of(0x05, 0x00, 0x03, reference & 0xff, total & 0xff, number & 0xff);
}

function udh16(reference: number, total: number, number: number): Buffer {
  return Buffer.of(0x06, 0x08, 0x04, (reference >> 8) & 0xff, reference & 0xff, total & 0xff, number & 0xff);
}

function sarTlvs(reference: number, total: number, number: number): readonly Tlv[] {
  return [
    shortTlv(TAG.sar_msg_ref_num, reference),
    byteTlv(TAG.sar_total_segments, total),
    byteTlv(TAG.sar_segment_seqnum, number),
  ];
}

export interface PartPlace {
  readonly ref: number;
  readonly total: number;
  readonly number: number;
}

export interface Unwrapped {
  readonly content: Uint8Array;
  readonly part: PartPlace | undefined;
  /** The national language tables that the header names. */
  readonly shifts: Shifts;
  /** Addressed to a port: meant for a program on the handset, no text. */
  readonly toPort: boolean;
}

/**
 * Takes a user data header off (3GPP TS 23.040, 9.2.3.24). It is one when its elements fill it, or when one of them says
 * which part this is; what only begins with a byte that could be a length is left where it is, as are headers that are
 * cut short.
 */
export function unwrapUserData(bytes: Uint8Array): Unwrapped {
  const end = 1 + (bytes[0] ?? 0);
  const none: Unwrapped = { content: bytes, part: undefined, shifts: NO_SHIFTS, toPort: false };
  if (bytes.length === 0 || end > bytes.length) return none;
  let part: PartPlace | undefined;
  let shifts = NO_SHIFTS;
  let toPort = false;
  let at = 1;
  while (at + 2 <= end) {
    const id = bytes[at];
    const size = bytes[at + 1] ?? 0;
    const value = bytes.subarray(at + 2, Math.min(at + 2 + size, end));
    const [a = 0, b = 0, c = 0, d = 0] = value;
    if (id === 0x00 && value.length === 3) part = placeOf(a, b, c) ?? part;
    if (id === 0x08 && value.length === 4) part = placeOf(a * 256 + b, c, d) ?? part;
    if (id === 0x04 || id === 0x05) toPort = true;
    if (id === 0x24 && value.length === 1) shifts = { ...shifts, single: a };
    if (id === 0x25 && value.length === 1) shifts = { ...shifts, locking: a };
    at += 2 + size;
  }
  return at === end || part ? { content: bytes.subarray(end), part, shifts, toPort } : none;
}

/** Undefined for a text in one part and for numbers that make no sense. */
export function placeOf(ref: number, total: number, number: number): PartPlace | undefined {
  if (total < 2 || number < 1 || number > total) return undefined;
  return { ref, total, number };
}
