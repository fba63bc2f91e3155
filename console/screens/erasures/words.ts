/**
 * What an erasure finds, in words: each kind of row with what becomes of it, what was counted before, and how it stands.
 * Pure.
 */
import type { Schema } from '../../api/client.ts';
import { countText } from '../../ui/figures.ts';
import type { Tone } from '../../ui/tone.ts';

export type Erasure = Schema<'OperatorErasure'>;
export type ErasureCount = Schema<'OperatorErasureCount'>;
type Kind = keyof Erasure['erased'];

interface KindWords {
  readonly name: string;
  readonly fate: string;
}

/** In the order of the receipt: what most people ask about first. */
export const KINDS: Readonly<Record<Kind, KindWords>> = {
  messages: { name: 'Messages', fate: 'Recipient and texts go; ids, codes, times and account stay, for bills.' },
  callbacks: { name: 'Callbacks', fate: 'Their bodies go.' },
  inbound_texts: { name: 'Inbound texts', fate: 'Sender and text go.' },
  inbound_parts: { name: 'Parts of inbound texts', fate: 'They go.' },
  inbound_lines: { name: 'Orders of inbound callbacks', fate: 'They go.' },
  inputs: { name: 'Raw input of carriers', fate: 'Its bytes go.' },
  calls: { name: 'Calls', fate: 'The number, what became of it on the line, and SIP messages go.' },
  verifications: { name: 'Verifications', fate: 'The number and the code go.' },
  look_ups: { name: 'Look-ups', fate: 'The number and the answer go; what it cost stays.' },
  consents: { name: 'Consents', fate: 'The number goes; method and time stay.' },
  sessions: { name: 'Masked sessions', fate: 'The number goes; one that is open is closed.' },
  seats: { name: 'Legs of masked sessions', fate: 'A late text from it reaches nobody.' },
  opt_outs: { name: 'Opt-outs', fate: 'They go on, under a keyed hash.' },
  masking_blocks: { name: 'Blocks in masking', fate: 'They go on, under a keyed hash.' },
  verified_numbers: { name: 'Verified numbers', fate: 'A trial account has to have it verified again.' },
  deactivations: { name: 'Imported deactivations', fate: 'They go, until a file brings them back.' },
  breached_numbers: { name: 'Imported breaches', fate: 'Its hashes go, until a file brings them back.' },
  contact_records: { name: 'Imported contacts', fate: 'They go, until a file brings them back.' },
  observations: { name: 'Journal of Phone ID', fate: 'What was seen of it goes.' },
  capabilities: { name: 'Capabilities', fate: 'What carriers said of its device goes.' },
  listed_numbers: { name: 'Lists of numbers', fate: 'Its places go.' },
  batch_recipients: { name: 'Batches', fate: 'Its places go; one under way makes no message for it.' },
  meetings: { name: 'Ids of carriers', fate: 'For whom they were given out goes.' },
  idempotency_keys: { name: 'Kept answers', fate: 'A repeated request is a new one.' },
  counters: { name: 'Counters', fate: 'They go.' },
  sender_writers: { name: 'Who wrote to it last', fate: 'It goes.' },
};

export interface KindRow extends KindWords {
  readonly kind: string;
  readonly rows: string;
}

/** Of a receipt: what was found; with `isAll` also what was not. */
export function receiptRows({ erased }: Pick<Erasure, 'erased'>, { isAll = false } = {}): readonly KindRow[] {
  const all = Object.entries(KINDS).map(([kind, words]) => ({ kind, ...words, count: erased[kind as Kind] }));
  return all.filter(({ count }) => isAll || count > 0).map(({ count, ...row }) => ({ ...row, rows: countText(count) }));
}

/** Of what was counted before. */
export function countedRows({ counted, counted_up_to: most }: ErasureCount): readonly KindRow[] {
  const counts: Readonly<Partial<Record<string, number>>> = counted;
  return Object.entries(KINDS).flatMap(([kind, words]) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [{ kind, ...words, rows: `${countText(count)}${count >= most ? ' or more' : ''}` }];
  });
}

export function sumOf({ erased }: Pick<Erasure, 'erased'>): number {
  return Object.values(erased).reduce((sum, count) => sum + count, 0);
}

export const STATES: Readonly<Record<Erasure['state'], { readonly word: string; readonly tone: Tone }>> = {
  running: { word: 'Under way', tone: 'accent' },
  waiting: { word: 'Waits', tone: 'warn' },
  done: { word: 'Done', tone: 'good' },
};

/** `waits for 1 message and 2 pieces of input`; null where it waits for nothing. */
export function waitsText({ waits_for: { messages, inputs } }: Pick<Erasure, 'waits_for'>): string | null {
  const words = [
    messages > 0 && `${countText(messages)} ${messages === 1 ? 'message' : 'messages'}`,
    inputs > 0 && `${countText(inputs)} ${inputs === 1 ? 'piece' : 'pieces'} of input`,
  ].filter(Boolean);
  return words.length === 0 ? null : `waits for ${words.join(' and ')}`;
}

const LAST = 4;

/** What has to be typed once more: it is not shown, so that who types it looks it up where the number came from. */
export function endOf(digits: string): { readonly shown: string; readonly typed: string } {
  return { shown: `${digits.slice(0, -LAST)}${'·'.repeat(LAST)}`, typed: digits.slice(-LAST) };
}
