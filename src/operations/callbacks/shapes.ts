/**
 * A callback as its account and operators see it: what was sent, and how each try went.
 */
import { Refusal } from '../../errors.ts';
import { toReference } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { ListedCallback } from '../../store/callbacks/callback-lists.ts';
import type { CallbackTry } from '../../store/callbacks/callback-tries.ts';
import { LONGEST_RANGE } from '../../store/callbacks/redeliveries.ts';

export const MOST_TRIES = 100;

/** What can be sent once more. */
export const REDELIVERED_STATES = ['given_up', 'pending', 'delivered'] as const;

/** What there is nothing of. */
export const MISSING = {
  unknown: 'Callback',
  no_body: 'Body of the callback',
  no_address: 'Address of the callback',
} as const;

export function tooLong(): Refusal {
  return new Refusal('value_invalid', { name: 'from', allowed: `a range of at most ${LONGEST_RANGE} callbacks` });
}

export function callbackShape(callback: ListedCallback): Record<string, unknown> {
  return {
    id: callback.id,
    message: toReference(callback.messageId),
    seq: callback.seq,
    url: callback.url === '' ? null : callback.url,
    method: callback.method,
    state: callback.state,
    tries: callback.tries,
    last_status: callback.lastStatus,
    last_error: callback.lastError,
    took_ms: callback.tookMs,
    created_on: iso(callback.createdAt),
    due_on: isoOrNull(callback.dueAt),
    delivered_on: isoOrNull(callback.deliveredAt),
    redelivered_on: isoOrNull(callback.redeliveredAt),
  };
}

/**
 * Oldest first. A callback that was delivered at its first try has no row of it: what is known of that stands in its own.
 * `show`: what of an answer is shown.
 */
export function triesOf(
  { tries, deliveredAt, lastStatus, tookMs }: ListedCallback,
  recorded: readonly CallbackTry[],
  show: (answer: string) => string,
): Array<Record<string, unknown>> {
  const shown = recorded.map((each) => ({
    at: iso(each.triedAt),
    status: each.status,
    took_ms: each.tookMs,
    error: each.error,
    answer: show(each.answer),
  }));
  const isFirst = deliveredAt !== null && tries === 1 && !recorded.some(({ triedAt }) => triedAt === deliveredAt);
  if (!isFirst || recorded.some(({ error }) => error === null)) return shown;
  return [...shown, { at: iso(deliveredAt), status: lastStatus, took_ms: tookMs, error: null, answer: '' }];
}

/** When the newest try went out, which is what its headers were signed for. Of one that is under way nothing is known. */
export function sentAt({ createdAt, deliveredAt, tookMs }: ListedCallback, recorded: readonly CallbackTry[]): number {
  const newest = recorded.at(-1);
  if (newest) return newest.triedAt - newest.tookMs;
  return deliveredAt === null ? createdAt : deliveredAt - (tookMs ?? 0);
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : iso(at);
}
