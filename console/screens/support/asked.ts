/**
 * What somebody has in hand who asks what happened, and in which few words a message ended. Pure.
 */
import type { Schema } from '../../api/client.ts';
import { digitsOf, referenceOf } from '../../app/asked.ts';
import { type Tone, toneOf } from '../../ui/tone.ts';

type Summary = Schema<'OperatorMessageSummary'>;

export type Given =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'number'; readonly query: { readonly recipient: string } }
  | { readonly kind: 'external'; readonly query: { readonly external_id: string } };

export function givenIn(typed: string): Given {
  const text = typed.trim();
  if (text === '') return { kind: 'nothing' };
  const id = referenceOf(text);
  if (id !== null) return { kind: 'id', id };
  const recipient = digitsOf(text);
  return recipient === null
    ? { kind: 'external', query: { external_id: text } }
    : { kind: 'number', query: { recipient } };
}

const WORDS: Readonly<Record<number, string>> = {
  3000: 'Arrived',
  3005: 'Arrived, and read',
  3007: 'Taken back',
  3039: 'Not known',
  100: 'Answered',
  101: 'Not answered',
  107: 'Line busy',
  108: 'Ended before',
};

/** `Arrived`, `On its way`, `Did not arrive`. */
export function outcomeOf({
  status: { code },
  final_on: finalOn,
  send_at: sendAt = null,
}: Pick<Summary, 'status' | 'final_on'> & { readonly send_at?: string | null }): readonly [words: string, tone: Tone] {
  if (finalOn === null) return [sendAt === null ? 'On its way' : 'To be sent', 'accent'];
  return [WORDS[code] ?? 'Did not arrive', toneOf(code)];
}
