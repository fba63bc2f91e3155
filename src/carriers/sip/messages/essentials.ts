/**
 * What a SIP message has to say before anything can be done with it, and which of its fields were passed over (RFC 3261,
 * 8.1.1, 8.2.2 and 16.11). Pure.
 *
 * 1. A response cannot be refused: Via, From, To, Call-ID and CSeq are read as far as they can be (lenient.ts), and every
 *    other field is the affair of whoever needs it. What is not there is left to the transaction that knows what was asked.
 * 2. A request in a dialog (its To has a tag) is read in the same way, since what is not needed is to be ignored; one
 *    outside of a dialog has to be valid in all of these fields, as an error can tell its sender.
 * 3. Contact is needed by the methods that set up a dialog or name a new target for it, and by no other.
 */
import type { HeaderField, SipRequest, SipResponse } from './fields.ts';
import {
  type CSeq,
  type NameAddress,
  parseCSeq,
  parseNameAddress,
  parseVia,
  splitOutside,
  type Via,
} from './grammar.ts';
import { branchIn, readCSeq, readList, readNameAddress, readVia, targetIn } from './lenient.ts';

/** What the fields that every message has say. */
export interface Essentials {
  readonly via: Via;
  readonly from: NameAddress;
  readonly to: NameAddress;
  readonly callId: string;
  readonly cseq: CSeq;
}

/** Of a response: null where a field could not be read, or is not there. */
export interface FoundInResponse {
  readonly from: NameAddress | null;
  readonly to: NameAddress | null;
  readonly callId: string | null;
  readonly cseq: CSeq | null;
  readonly via: Via | null;
  /** Of the first Via, also when nothing else of it can be read; '' where there is none. */
  readonly branch: string;
}

/** What was read, and the names of the fields that were passed over. */
export interface Read<Found> {
  readonly found: Found;
  readonly odd: readonly string[];
}

type Fields = { readonly headers: readonly HeaderField[] };

/** Rule 3. */
const NEED_CONTACT = ['INVITE', 'UPDATE', 'REGISTER', 'SUBSCRIBE', 'NOTIFY', 'REFER'];
const NEEDED = ['from', 'to', 'call-id', 'cseq'];
/** Of which there may be one, and which nobody here needs. */
const SINGLE = ['max-forwards', 'content-length'];

/** Rule 1. */
export function essentialsOfResponse(response: SipResponse): Read<FoundInResponse> {
  const odd = new Set<string>();
  const read = <T>(name: string, valid: (text: string) => T | null, lenient: (text: string) => T | null): T | null => {
    const lines = valuesOf(response, name);
    const [line = ''] = lines;
    const found = valid(line);
    if (found === null || lines.length > 1) odd.add(name);
    return found ?? lenient(line);
  };
  const callId = valuesOf(response, 'call-id')[0] ?? '';
  const vias = valuesOf(response, 'via')[0] ?? '';
  const [first = ''] = readList(vias);
  const valid = validVia(response);
  if (!valid) odd.add('via');
  const via = valid ?? readVia(first);
  const found = {
    via,
    branch: via?.params.get('branch') ?? branchIn(vias),
    from: read('from', parseNameAddress, readNameAddress),
    to: read('to', parseNameAddress, readNameAddress),
    callId: callId === '' ? null : callId,
    cseq: read('cseq', parseCSeq, readCSeq),
  };
  if (!isValidContact(response)) odd.add('contact');
  return { found, odd: [...odd] };
}

/** What a request says, or why it cannot be served. */
export function essentialsOfRequest(request: SipRequest): Read<Essentials> | string {
  const twice = NEEDED.find((name) => new Set(valuesOf(request, name)).size > 1);
  if (twice !== undefined) return `${twice} stands there twice`;
  const line = (name: string) => valuesOf(request, name)[0] ?? '';
  const odd = new Set<string>();
  const isInDialog = readNameAddress(line('to'))?.params.has('tag') === true;
  // Rule 2.
  const read = <T>(name: string, valid: T | null, lenient: () => T | null): T | null => {
    if (valid !== null || !isInDialog) return valid;
    odd.add(name);
    return lenient();
  };
  const via = read('via', validVia(request), () => readVia(readList(line('via'))[0] ?? ''));
  const from = read('from', parseNameAddress(line('from')), () => readNameAddress(line('from')));
  const to = read('to', parseNameAddress(line('to')), () => readNameAddress(line('to')));
  const callId = line('call-id');
  const cseq = read('cseq', parseCSeq(line('cseq')), () => readCSeq(line('cseq')));
  if (!via) return 'via is missing or not valid';
  if (!from || !to) return `${from ? 'to' : 'from'} is missing or not valid`;
  if (callId === '' || /\s/.test(callId)) return 'call-id is missing or not valid';
  if (!cseq) return 'cseq is missing or not valid';
  if (cseq.method !== request.method) return 'cseq names another method';
  if (!isValidContact(request)) {
    odd.add('contact');
    const isUsable = isInDialog && targetIn(valuesOf(request, 'contact')) !== null;
    if (NEED_CONTACT.includes(request.method) && !isUsable) return 'contact is not valid';
  }
  for (const name of SINGLE) if (!isOneNumber(valuesOf(request, name))) odd.add(name);
  return { found: { via, from, to, callId, cseq }, odd: [...odd] };
}

/** What a response says, with what the request that it answers says where it says nothing. */
export function completed(found: FoundInResponse, request: SipRequest): Essentials | null {
  const line = (name: string) => valuesOf(request, name)[0] ?? '';
  const via = found.via ?? parseVia(line('via'));
  const from = found.from ?? parseNameAddress(line('from'));
  const to = found.to ?? parseNameAddress(line('to'));
  const cseq = found.cseq ?? parseCSeq(line('cseq'));
  if (!via || !from || !to || !cseq) return null;
  return { via, from, to, cseq, callId: found.callId ?? line('call-id') };
}

function validVia(message: Fields): Via | null {
  const entries = splitOutside(valuesOf(message, 'via')[0] ?? '', ',')?.map((each) => each.trim());
  return parseVia(entries?.find((each) => each !== '') ?? '');
}

function isValidContact(message: Fields): boolean {
  return valuesOf(message, 'contact').every(
    (line) => line === '*' || (splitOutside(line, ',')?.every((each) => parseNameAddress(each) !== null) ?? false),
  );
}

function isOneNumber(lines: readonly string[]): boolean {
  return lines.length <= 1 && lines.every((line) => /^\d{1,9}$/.test(line));
}

function valuesOf(message: Fields, name: string): string[] {
  return message.headers.filter((field) => field.name === name).map(({ value }) => value);
}
