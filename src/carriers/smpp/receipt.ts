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
  const plain = Buffer.from(source.content).toString('latin1');
  const first = readLabelled(plain);
  if (first.stat !== undefined) return first;
  const second = readLabelled(source.text());
  if (second.stat !== undefined) return second;
  return readCommas(plain) ?? first;
}

const LABEL = /(?<![a-z])(id|sub|dlvrd|submit[ _]?date|done[ _]?date|stat|err|text):/gi;

/** `id:… sub:… dlvrd:… submit date:… done date:… stat:… err:… text:…`, any order, any of them missing. */
function readLabelled(text: string): TextFields {
  const values = new Map<string, string>();
  let label = '';
  let from = 0;
  const close = (end: number) => {
    if (label !== '' && !values.has(label)) values.set(label, firstWord(text, from, end));
  };
  LABEL.lastIndex = 0;
  for (let match = LABEL.exec(text); match; match = LABEL.exec(text)) {
    close(match.index);
    label = (match[1] ?? '').toLowerCase();
    from = LABEL.lastIndex;
    // What follows is the message itself and may look like anything.
    if (label === 'text' && values.has('id') && values.has('stat')) break;
  }
  close(text.length);
  const stat = values.get('stat') || undefined;
  const id = values.get('id') || undefined;
  const named = ['id', 'stat', 'text'].filter((each) => values.has(each));
  return {
    id,
    stat,
    err: values.get('err') || undefined,
    state: stateOfWord(stat),
    convincing: id !== undefined && stat !== undefined && values.size > named.length,
  };
}

const BLANK = /[\s\0]/;

function firstWord(text: string, from: number, end: number): string {
  let start = from;
  while (start < end && BLANK.test(text.charAt(start))) start += 1;
  let after = start;
  while (after < end && !BLANK.test(text.charAt(after))) after += 1;
  return text.slice(start, after);
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
const WORDS: readonly (readonly [RegExp, ReportState])[] = [
  [/^DELIV/, 'delivered'],
  [/^EXPIR/, 'expired'],
  [/^DELET/, 'deleted'],
  [/^(UNDELIV|FAIL|SKIP)/, 'undeliverable'],
  [/^(ACCEP|ENROU|BUFF|SCHED|QUEUE)/, 'in_transit'],
  [/^REJEC/, 'rejected'],
  [/^UNKNO/, 'unknown'],
];

function stateOfWord(word: string | undefined): ReportState | undefined {
  if (word === undefined) return undefined;
  const upper = word.toUpperCase();
  return WORDS.find(([pattern]) => pattern.test(upper))?.[1];
}

/** What an operator wants to see: the word or number of the state, the error, the network's error. */
function reasonOf(tlvs: readonly Tlv[], fields: TextFields, stateNumber: number | undefined): string {
  const words: string[] = [];
  if (fields.stat) words.push(printable(fields.stat));
  else if (stateNumber !== undefined) words.push(`message_state ${stateNumber}`);
  if (fields.err && !/^0*$/.test(fields.err)) words.push(`err ${printable(fields.err)}`);
  const network = findTlv(tlvs, TAG.network_error_code);
  if (network?.length === 3) {
    const [type = 0, high = 0, low = 0] = network;
    if (high * 256 + low !== 0) words.push(`network error ${type}:${high * 256 + low}`);
  }
  return words.join(', ');
}

function printable(word: string): string {
  return word.replace(/[^\x21-\x7e]/g, '?').slice(0, 40);
}
