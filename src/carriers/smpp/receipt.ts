/**
 * Delivery receipts in every form that peers give them (SMPP 3.4 Appendix B, 5.2.12, 5.3.2.12, 5.3.2.35, and habit).
 *
 * 1. TLVs win over the text where both say something: an id of nothing but NULs and blanks is none.
 * 2. An intermediate notification is never final, whatever state it names.
 * 3. A receipt is known by its esm_class, by the TLV that names a message, or, where a peer sets neither, by a text that
 *    has an id, a state and one more of the usual fields: a text that a person wrote does not pass for one.
 * 4. A state in words that nobody knows makes no report: guessing would end or double a message.
 */
import type { ReportState } from '../carrier.ts';
import { latin1Of } from './pdus/bytes.ts';
import { ESM, findTlv, MESSAGE_STATE, TAG, type Tlv, tlvNumber, tlvText } from './pdus/pdu.ts';

export interface ReceiptSource {
  readonly esmClass: number;
  readonly tlvs: readonly Tlv[];
  /** The bytes of the message without a user data header. */
  readonly content: Uint8Array;
  /** The message as text in the alphabet that its data_coding names: asked for only where the bytes make no receipt. */
  text(): string;
}

export type Receipt =
  | { readonly kind: 'receipt'; readonly id: string; readonly state: ReportState; readonly reason?: string }
  /** It is one, but says nothing that can be used. */
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'none' };

export function readReceipt(source: ReceiptSource): Receipt {
  const type = source.esmClass & ESM.typeMask;
  const marked = type === ESM.receipt || type === ESM.intermediate;
  if (!marked && type !== 0) return { kind: 'none' };
  const named = tlvText(source.tlvs, TAG.receipted_message_id)?.trim() || undefined;
  const fields = readText(source);
  if (!marked && named === undefined && !fields.convincing) return { kind: 'none' };
  const id = named ?? fields.id ?? '';
  const stateNumber = tlvNumber(source.tlvs, TAG.message_state);
  const state = type === ESM.intermediate ? 'in_transit' : stateOf(stateNumber, fields.state);
  if (state === undefined) {
    // A text may carry the TLV of a message that it answers; without a state it is a text.
    if (!marked) return { kind: 'none' };
    return {
      kind: 'unreadable',
      why: fields.stat ? `receipt with unknown state ${fields.stat}` : 'receipt without a state',
    };
  }
  const reason = reasonOf(source.tlvs, fields, stateNumber);
  return reason === '' ? { kind: 'receipt', id, state } : { kind: 'receipt', id, state, reason };
}

interface TextFields {
  readonly id?: string | undefined;
  readonly stat?: string | undefined;
  readonly err?: string | undefined;
  readonly state?: ReportState | undefined;
  readonly convincing: boolean;
}

/** Receipts are ASCII whatever their data_coding claims, so the bytes are tried before the decoded text. */
function readText(source: ReceiptSource): TextFields {
  const plain = latin1Of(source.content);
  const first = readLabelled(plain);
  if (first.stat !== undefined) return first;
  const second = readLabelled(source.text());
  if (second.stat !== undefined) return second;
  return readCommas(plain) ?? first;
}

/** What stands before a colon, in any case. No letter stands before it, so no label is the end of another word. */
const LABELS = [
  'id',
  'sub',
  'dlvrd',
  'submit date',
  'submit_date',
  'submitdate',
  'done date',
  'done_date',
  'donedate',
  'stat',
  'err',
  'text',
] as const;

/**
 * `id:… sub:… dlvrd:… submit date:… done date:… stat:… err:… text:…`, any order, any of them missing. Of a label that
 * comes twice the first counts. By hand, since one comes for every message: by a pattern it takes three times as long.
 */
function readLabelled(text: string): TextFields {
  let id: string | undefined;
  let stat: string | undefined;
  let err: string | undefined;
  let hasMore = false;
  let label: (typeof LABELS)[number] | undefined;
  let from = 0;
  const close = (end: number) => {
    if (label === 'id') id ??= firstValue(text, from, end);
    else if (label === 'stat') stat ??= firstValue(text, from, end);
    else if (label === 'err') err ??= firstValue(text, from, end);
    hasMore ||= label !== undefined && label !== 'id' && label !== 'stat' && label !== 'text';
  };
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    const next = labelBefore(text, colon);
    if (next === undefined) continue;
    close(colon - next.length);
    label = next;
    from = colon + 1;
    // What follows is the message itself and may look like anything.
    if (label === 'text' && id !== undefined && stat !== undefined) break;
  }
  close(text.length);
  return {
    id: id || undefined,
    stat: stat || undefined,
    err: err || undefined,
    state: stateOfWord(stat),
    convincing: Boolean(id && stat) && hasMore,
  };
}

function labelBefore(text: string, colon: number): (typeof LABELS)[number] | undefined {
  for (const label of LABELS) {
    const start = colon - label.length;
    if (isWritten(label, text, start) && !isLetter(text.charCodeAt(start - 1))) return label;
  }
  return undefined;
}

/** From its end: that is where labels differ. */
function isWritten(label: string, text: string, start: number): boolean {
  for (let index = label.length - 1; index >= 0; index -= 1) {
    const code = text.charCodeAt(start + index);
    const wanted = label.charCodeAt(index);
    if (code !== wanted && !(isLetter(wanted) && (code | LOWER_CASE) === wanted)) return false;
  }
  return true;
}

/** The bit by which letters of ASCII differ in case. */
const LOWER_CASE = 0x20;

function isLetter(code: number): boolean {
  const lower = code | LOWER_CASE;
  return lower >= 0x61 && lower <= 0x7a;
}

const BLANK = /[\s\0]/;
const SPACE = 0x20;
const COMMA = 0x2c;
const SEMICOLON = 0x3b;

function firstWord(text: string, from: number, end: number): string {
  let start = from;
  while (start < end && isBlank(text, start)) start += 1;
  let after = start;
  while (after < end && !isBlank(text, after)) after += 1;
  return text.slice(start, after);
}

/** Without the comma or semicolon that some peers put between the fields, with a blank or in its place. */
function firstValue(text: string, from: number, end: number): string {
  const word = firstWord(text, from, end);
  const last = word.charCodeAt(word.length - 1);
  return last === COMMA || last === SEMICOLON ? word.slice(0, -1) : word;
}

function isBlank(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code > SPACE && code < 0x7f) return false;
  return code === SPACE || BLANK.test(text.charAt(index));
}

/** `00,0210021543,0210021500,,dest,orig,id`: status, done date, submit date, text, recipient, sender, id. */
function readCommas(text: string): TextFields | undefined {
  const [status = '', done = '', submitted = '', , to = '', from, id, ...more] = text.split(',', 8);
  if (id === undefined || from === undefined || more.length > 0 || !/^\d{1,3}$/.test(status)) return undefined;
  if (![done, submitted].every((date) => /^\d{10,14}$/.test(date)) || !/^\+?\d*$/.test(to)) return undefined;
  const word = firstWord(id, 0, id.length);
  // One word, with nothing before it and blanks behind it at most.
  if (word === '' || !id.startsWith(word) || firstWord(id, word.length, id.length) !== '') return undefined;
  const delivered = /^0+$/.test(status);
  return { id: word, stat: status, state: delivered ? 'delivered' : 'unknown', convincing: false };
}

const STATES: ReadonlyMap<number, ReportState> = new Map([
  [MESSAGE_STATE.scheduled, 'in_transit'],
  [MESSAGE_STATE.enroute, 'in_transit'],
  [MESSAGE_STATE.delivered, 'delivered'],
  [MESSAGE_STATE.expired, 'expired'],
  [MESSAGE_STATE.deleted, 'deleted'],
  [MESSAGE_STATE.undeliverable, 'undeliverable'],
  [MESSAGE_STATE.accepted, 'in_transit'],
  [MESSAGE_STATE.unknown, 'unknown'],
  [MESSAGE_STATE.rejected, 'rejected'],
  [MESSAGE_STATE.skipped, 'undeliverable'],
]);

/** 0 is "scheduled" since SMPP 5.0; with peers of 3.4, which do not have it, it is a field that nobody filled in. */
function stateOf(number: number | undefined, byText: ReportState | undefined): ReportState | undefined {
  const byNumber = number === undefined ? undefined : STATES.get(number);
  return number === MESSAGE_STATE.scheduled ? (byText ?? byNumber) : (byNumber ?? byText);
}

/** Seven letters by the specification, spelled out or cut shorter by others. */
const WORDS: readonly (readonly [string, ReportState])[] = [
  ['DELIV', 'delivered'],
  ['EXPIR', 'expired'],
  ['DELET', 'deleted'],
  ['UNDELIV', 'undeliverable'],
  ['FAIL', 'undeliverable'],
  ['SKIP', 'undeliverable'],
  ['ACCEP', 'in_transit'],
  ['ENROU', 'in_transit'],
  ['BUFF', 'in_transit'],
  ['SCHED', 'in_transit'],
  ['QUEUE', 'in_transit'],
  ['REJEC', 'rejected'],
  ['UNKNO', 'unknown'],
];

function stateOfWord(word: string | undefined): ReportState | undefined {
  if (!word) return undefined;
  const upper = word.toUpperCase();
  for (const [beginning, state] of WORDS) if (upper.startsWith(beginning)) return state;
  return undefined;
}

/** What an operator wants to see: the word or number of the state, the error, the network's error. */
function reasonOf(tlvs: readonly Tlv[], fields: TextFields, stateNumber: number | undefined): string {
  let reason = '';
  const add = (words: string) => {
    reason = reason === '' ? words : `${reason}, ${words}`;
  };
  if (fields.stat) add(printable(fields.stat));
  else if (stateNumber !== undefined) add(`message_state ${stateNumber}`);
  if (fields.err && !/^0*$/.test(fields.err)) add(`err ${printable(fields.err)}`);
  const network = findTlv(tlvs, TAG.network_error_code);
  if (network?.length === 3) {
    const [type = 0, high = 0, low = 0] = network;
    if (high * 256 + low !== 0) add(`network error ${type}:${high * 256 + low}`);
  }
  return reason;
}

function printable(word: string): string {
  return word.replace(/[^\x21-\x7e]/g, '?').slice(0, 40);
}
