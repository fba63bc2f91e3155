/**
 * Wrong codes that an account hands in for one number: those of calls, of texts and of verifications count together. After
 * 20 in an hour even the right one is not right, so that nobody guesses by asking for ever new codes.
 */
import { HOUR_MS } from '../../lib/durations.ts';
import { addToCounter } from '../../store/accounts/counters.ts';
import type { Queryable } from '../../store/database.ts';

const MOST_AN_HOUR = 20;

/** Counts a code that is not the one. True: it is, and may be. */
export async function countCode(
  tx: Queryable,
  { accountId, recipient }: { readonly accountId: string; readonly recipient: string },
  isCode: boolean,
  now: number,
): Promise<boolean> {
  const hour = {
    accountId,
    name: `wrong codes an hour to ${recipient}`,
    windowStart: Math.floor(now / HOUR_MS) * HOUR_MS,
    windowMs: HOUR_MS,
  };
  const wrong = await addToCounter(tx, hour, isCode ? 0 : 1);
  return isCode && wrong < MOST_AN_HOUR;
}
