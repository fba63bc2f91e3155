/**
 * When a callback that failed is tried again (contract, section 3). Pure.
 */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/durations.ts';

const WAITS_MS = [10 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS];
const LAST_WAIT_MS = 12 * HOUR_MS;
export const GIVE_UP_AFTER_MS = 5 * 24 * HOUR_MS;
/** Up to a tenth more, so that what failed together does not come back together. */
const JITTER = 0.1;

export interface Failure {
  readonly createdAt: number;
  /** How many tries have failed, this one included. */
  readonly tries: number;
  readonly at: number;
  readonly retryAfterMs: number | null;
  /** 0 to 1. */
  readonly random: number;
}

/**
 * The instant of the next try, or null when five days have passed. One that an operator sends again long after that has
 * its count begin anew, and gets the short waits once more.
 */
export function nextTryAt({ createdAt, tries, at, retryAfterMs, random }: Failure): number | null {
  const end = createdAt + GIVE_UP_AFTER_MS;
  if (at >= end && tries > WAITS_MS.length) return null;
  const wait = (WAITS_MS[tries - 1] ?? LAST_WAIT_MS) * (1 + JITTER * random);
  const next = Math.round(at + Math.max(wait, retryAfterMs ?? 0));
  return at < end ? Math.min(next, end) : next;
}
