/**
 * Forgets what is over in rounds, each in a transaction of its own, until a round finds fewer than it may take.
 */
import type { Database, Queryable } from '../database.ts';
import type { PastOfLane } from './which-rows.ts';

export interface RoundsOptions {
  readonly past: PastOfLane;
  /** As many as a round takes at most. */
  readonly atOnce: number;
  /** Ends it between two rounds. */
  readonly signal: AbortSignal;
}

/** `forgetSome` resolves with how many it has forgotten. */
export async function forgetInRounds(
  db: Database,
  { past, atOnce, signal }: RoundsOptions,
  forgetSome: (tx: Queryable) => Promise<number>,
): Promise<void> {
  if (!Number.isFinite(past.before)) return;
  for (;;) {
    signal.throwIfAborted();
    if ((await db.transaction(forgetSome)) < atOnce) return;
  }
}
