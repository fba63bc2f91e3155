/**
 * The timeline of a message as the page draws it: how good each entry is, and what else it says. Pure.
 */
import type { Schema } from '../../api/client.ts';
import { type Tone, toneOf } from '../../ui/tone.ts';

type Entry = Schema<'MessageHistory'>['history'][number];

export interface DrawnEntry {
  readonly id: string;
  readonly at: string;
  readonly text: string;
  readonly tone: Tone;
  /** In words, what its details add. */
  readonly more: string | null;
  /** The callback that it is about. */
  readonly callback: string | null;
}

const TONES: Readonly<Record<string, Tone>> = {
  accepted: 'accent',
  handed_over: 'accent',
  answered: 'accent',
  receipt: 'good',
  callback_delivered: 'good',
  callback_failed: 'warn',
  callback_given_up: 'bad',
  retry: 'warn',
  handed_over_again: 'warn',
  unreachable: 'warn',
  no_answer: 'warn',
  late_receipt: 'warn',
  fallback: 'warn',
  withdrawing: 'warn',
  awaiting: 'warn',
};

/** `say`: how a time is said. */
export function drawnEntries(history: readonly Entry[], say: (at: string) => string): readonly DrawnEntry[] {
  return history.map(({ at, kind, text, details }, place) => {
    const fields = details as Readonly<Record<string, unknown>>;
    const code = typeof fields.code === 'number' ? fields.code : null;
    return {
      id: `${place} ${kind}`,
      at,
      text,
      tone: TONES[kind] ?? (code === null ? 'calm' : toneOf(code)),
      more: moreOf(fields, say),
      callback: typeof fields.id === 'string' ? fields.id : null,
    };
  });
}

function moreOf(details: Readonly<Record<string, unknown>>, say: (at: string) => string): string | null {
  const { carriers_tried: tried, parts, until, retry_at: retryAt, status, took_ms: tookMs } = details;
  const words = [
    Array.isArray(tried) && tried.length > 0 ? `before it ${tried.join(', ')}` : null,
    typeof parts === 'number' && parts > 1 ? `in ${parts} parts` : null,
    typeof until === 'string' ? `has time until ${say(until)}` : null,
    typeof retryAt === 'string' ? `again at ${say(retryAt)}` : null,
    typeof status === 'number' ? `answered ${status}` : null,
    typeof tookMs === 'number' ? `in ${tookMs} ms` : null,
  ];
  const said = words.filter((each) => each !== null).join(', ');
  return said === '' ? null : said;
}
