/**
 * What an SMSC sends on its own: how it is stored, and what it says.
 *
 * 1. A deliver_sm or data_sm is stored as it came, behind a short JSON header, before anybody reads it: a PDU that
 *    cannot be read today is still there tomorrow.
 * 2. Interpreting is pure. It reads every version of the header that was ever written, by the settings of today: who
 *    corrects a wrong alphabet or id format corrects what is read again.
 * 3. Addresses come out canonical (../inbound-address.ts): nothing behind this reads one as it came.
 * 4. Texts come out without what the store cannot hold. A surrogate that a sender cut off stays at the edge of a part,
 *    where its other half is joined to it. A text in parts is read once more when all of them are there, because a
 *    sender may cut inside a character (parts.ts).
 */
import type { Inbound } from '../carrier.ts';
import {
  type AddressRules,
  keptAddress,
  type ReadAddress,
  readHandsetAddress,
  readOwnAddress,
  type WrittenAddress,
} from '../inbound-address.ts';
import { type Coding, type CodingRules, codingOf, decodeCoded, NO_SHIFTS, type Shifts } from './alphabet.ts';
import { type IdFormat, idKeys } from './message-id.ts';
import { type CodedPart, decodeParts } from './parts.ts';
import { asBuffer } from './pdus/bytes.ts';
import { decodePdu } from './pdus/decode.ts';
import { type DataSmPdu, ESM, findTlv, type ShortMessagePdu, TAG, tlvNumber } from './pdus/pdu.ts';
import { type Receipt, readReceipt } from './receipt.ts';
import { type PartPlace, placeOf, unwrapUserData } from './segment.ts';

export interface InboundRules extends CodingRules {
  readonly receiptIds: IdFormat;
  readonly addresses: AddressRules;
  /** Told of each address of which something else was made, or that could not be read. */
  readonly addressMade?: (written: WrittenAddress, made: ReadAddress) => void;
}

/** Facts about the reception that the PDU does not carry. */
export interface InboundHeader {
  readonly v: 1;
  /** The bind that it came in on. */
  readonly bind: string;
}

/** Two bytes of header length, the header as JSON, the PDU. A copy: nothing of `frame` is kept. */
export function packInbound(header: InboundHeader, frame: Uint8Array): Buffer {
  return packBehind(headerBytes(header), frame);
}

/** Of a bind, for all that comes in on it. */
export function headerBytes(header: InboundHeader): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const bytes = Buffer.alloc(2 + json.length);
  bytes.writeUInt16BE(json.length);
  bytes.set(json, 2);
  return bytes;
}

/** `packInbound`, where the header is bytes already. */
export function packBehind(header: Uint8Array, frame: Uint8Array): Buffer {
  const packed = Buffer.allocUnsafe(header.length + frame.length);
  packed.set(header);
  packed.set(frame, header.length);
  return packed;
}

export function interpretInbound(body: Uint8Array, rules: InboundRules): Inbound {
  const pdu = unpackInbound(body);
  return 'why' in pdu ? { type: 'ignored', why: pdu.why } : interpretMessage(pdu, rules);
}

/** The text of parts that were stored, all of them and in order; null when one of them is no text. */
export function joinInbound(bodies: readonly Uint8Array[], rules: CodingRules): string | null {
  const parts: CodedPart[] = [];
  for (const body of bodies) {
    const pdu = unpackInbound(body);
    if ('why' in pdu) return null;
    const { content, coding, shifts } = contentOf(pdu, rules);
    if (coding === 'binary') return null;
    parts.push({ content, coding, shifts });
  }
  return cleanText(decodeParts(parts), false);
}

function unpackInbound(body: Uint8Array): ShortMessagePdu | DataSmPdu | { readonly why: string } {
  const bytes = asBuffer(body);
  const headerEnd = bytes.length >= 2 ? 2 + bytes.readUInt16BE() : Number.POSITIVE_INFINITY;
  if (headerEnd > bytes.length) return { why: 'not a stored SMPP message' };
  const pdu = decodePdu(bytes.subarray(headerEnd));
  if (pdu.command === 'malformed') return { why: pdu.why };
  if (pdu.command !== 'deliver_sm' && pdu.command !== 'data_sm') return { why: `${pdu.command} carries nothing` };
  return pdu;
}

interface MessageContent {
  readonly content: Uint8Array;
  /** With a header that `content` lacks. */
  readonly bytes: Uint8Array;
  readonly coding: Coding;
  readonly shifts: Shifts;
  readonly part: PartPlace | undefined;
  readonly toPort: boolean;
}

function contentOf(pdu: ShortMessagePdu | DataSmPdu, rules: CodingRules): MessageContent {
  const payload = findTlv(pdu.tlvs, TAG.message_payload);
  const short = pdu.command === 'deliver_sm' ? pdu.shortMessage : Buffer.alloc(0);
  const bytes = payload && (short.length === 0 || payload.length > 0) ? payload : short;
  const hasHeader = (pdu.esmClass & ESM.udhIndicator) !== 0;
  const none = { content: bytes, part: undefined, shifts: NO_SHIFTS, toPort: false };
  const { content, part = sarPlace(pdu), shifts, toPort } = hasHeader ? unwrapUserData(bytes) : none;
  return {
    content,
    bytes,
    coding: codingOf(pdu.dataCoding, rules),
    shifts,
    part,
    toPort: toPort || (tlvNumber(pdu.tlvs, TAG.destination_port) ?? 0) > 0,
  };
}

function interpretMessage(pdu: ShortMessagePdu | DataSmPdu, rules: InboundRules): Inbound {
  const { content, bytes, coding, shifts, part, toPort } = contentOf(pdu, rules);
  const text = () => (coding === 'binary' ? '' : decodeCoded(content, coding, shifts));
  const receipt = receiptOf(pdu, [content, bytes], text);
  if (receipt.kind === 'unreadable') return { type: 'ignored', why: receipt.why };
  if (receipt.kind === 'receipt') {
    const { state, reason } = receipt;
    const keys = idKeys(receipt.id, rules.receiptIds);
    // A receipt travels from the recipient of the message to its sender, and with some SMSCs the other way.
    const to = madeOf(pdu.source, rules, readHandsetAddress);
    const from = madeOf(pdu.destination, rules, readHandsetAddress);
    const report = { type: 'report', keys, to, from, state } as const;
    const explained = reason === undefined ? report : { ...report, reason };
    const came = asCame(pdu, to, from);
    return came ? { ...explained, asCame: came } : explained;
  }
  const type = pdu.esmClass & ESM.typeMask;
  if (type !== 0)
    return { type: 'ignored', why: `an acknowledgement by the handset (esm_class 0x${type.toString(16)})` };
  if (coding === 'binary') return { type: 'ignored', why: `no text (data_coding ${pdu.dataCoding})` };
  if (toPort) return { type: 'ignored', why: 'addressed to a program on the handset (port)' };
  const clean = cleanText(text(), part !== undefined);
  const from = madeOf(pdu.source, rules, readHandsetAddress);
  const to = madeOf(pdu.destination, rules, readOwnAddress);
  const came = asCame(pdu, from, to);
  return {
    type: 'text',
    from,
    to,
    text: clean,
    ...(part === undefined ? {} : { part }),
    ...(came ? { asCame: came } : {}),
  };
}

/** Rule 3. */
function madeOf(written: WrittenAddress, rules: InboundRules, read: typeof readOwnAddress): string {
  const made = read(written, rules.addresses);
  if (made.text !== bare(written.address)) rules.addressMade?.(written, made);
  return made.text;
}

/** What the PDU's addresses were, where something was made of them; null: nothing was. */
function asCame(pdu: ShortMessagePdu | DataSmPdu, ofSource: string, ofDestination: string) {
  const source = bare(pdu.source.address);
  const destination = bare(pdu.destination.address);
  return source === ofSource && destination === ofDestination ? null : { source, destination };
}

/** Without the plus that some peers put before digits. */
function bare(address: string): string {
  const text = keptAddress(address);
  return text.startsWith('+') ? text.replace(/^\+(?=[0-9])/, '') : text;
}

/**
 * Some peers copy the bit for a header from the submit to a receipt that has none, and some put the text of the message
 * into message_payload beside it: where one makes no receipt, the others are tried.
 */
function receiptOf(
  pdu: ShortMessagePdu | DataSmPdu,
  [content, whole]: readonly [Uint8Array, Uint8Array],
  text: () => string,
): Receipt {
  const { esmClass, tlvs } = pdu;
  const receipt = readReceipt({ esmClass, tlvs, content, text });
  if (receipt.kind === 'receipt' && receipt.id !== '') return receipt;
  const short = pdu.command === 'deliver_sm' ? pdu.shortMessage : whole;
  for (const other of short === whole ? [whole] : [whole, short]) {
    if (other.length === 0 || other === content) continue;
    const second = readReceipt({ esmClass, tlvs, content: other, text });
    if (second.kind === 'receipt') return second;
  }
  return receipt;
}

function sarPlace(pdu: ShortMessagePdu | DataSmPdu): PartPlace | undefined {
  const ref = tlvNumber(pdu.tlvs, TAG.sar_msg_ref_num);
  const total = tlvNumber(pdu.tlvs, TAG.sar_total_segments);
  const number = tlvNumber(pdu.tlvs, TAG.sar_segment_seqnum);
  if (ref === undefined || total === undefined || number === undefined) return undefined;
  return placeOf(ref, total, number);
}

/** NUL and lone surrogates cannot be stored; rule 4 spares those at the edges of a part. */
function cleanText(text: string, isPart: boolean): string {
  let clean = '';
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const next = text.charCodeAt(index + 1);
    if (code >= 0xd800 && code <= 0xdbff && next >= 0xdc00 && next <= 0xdfff) {
      clean += text.slice(index, index + 2);
      index += 1;
    } else if (code >= 0xd800 && code <= 0xdfff) {
      const atEdge = code <= 0xdbff ? index === text.length - 1 : index === 0;
      clean += isPart && atEdge ? text.charAt(index) : '\ufffd';
    } else if (code !== 0) clean += text.charAt(index);
  }
  return clean;
}
