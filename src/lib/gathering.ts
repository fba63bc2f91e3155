/**
 * How long a batch waits for company: how many entries are enough for it, and when it leaves without them. A batch costs
 * the store nearly the same whatever it holds, so many small ones waste it. Pure.
 *
 * 1. A batch leaves as soon as enough entries wait: as many as the batch before held. It leaves at the latest
 *    `withinMs` after the start of the batch before. Behind fewer than `MANY` entries it does not wait at all.
 *    Example, 20 ms: behind a batch of 10 that left at 0 ms, ten entries leave together at 8 ms, or three at 20 ms.
 * 2. Batches that are paced (`isPaced`) wait for the time alone: each leaves `withinMs` after the one before.
 * 3. Fewer are enough where callers come again only when they are answered: half way between the entries that were
 *    there when the batch before ended and those that leave. Two cases show such callers, while the store does nothing
 *    else (`isAlone`). One: the batch waited for less time than the store took for the batch before.
 *    Example: 64 callers make batches of 42 and 22. The 22 wait for 20 more, and meanwhile the store is idle; so next 32
 *    are enough, and two batches of 32 take turns.
 *    Two: while the batch before was under way less than a quarter came of what an even flow brings (`LEAST_OF_EVEN`).
 *    Example: all 64 callers are in one batch, nobody comes while it is under way, and next 32 are enough.
 * 4. More are enough, by an eighth, where callers come evenly and the store waits for longer than it works: whatever
 *    made batches small may be over. Example: behind 24 entries, which took 2 ms and came in 6 ms, 27 are enough.
 */
import type { Clock } from './clock.ts';

/** How the batches of a group commit gather. */
export interface Gathering {
  readonly clock: Clock;
  /** The longest time from the start of one batch to that of the next; 0: no batch waits. */
  readonly withinMs: number;
  /** Rule 2. */
  readonly isPaced?: boolean;
  /** Rule 3: whether nothing else has been given to the store since the queue's last batch left; never unless given. */
  readonly isAlone?: (queue: number) => boolean;
  readonly precedence?: Precedence;
}

/** Lets something else go first: a batch that has gathered waits for its turn. */
export interface Precedence {
  /** The turn of the queue's next batch; null when it has come. */
  turnOf(queue: number): Turn | null;
  /** A batch of so many leaves. */
  leaves(queue: number, count: number): void;
}

export interface Turn {
  readonly comes: Promise<void>;
  /** Does not wait for it any longer. */
  take(): void;
}

/** What the next batch of a queue knows of the batch before. */
export interface BatchBefore {
  readonly startedAt: number;
  /** How long the store took for it. */
  readonly tookMs: number;
  /** How many entries are enough for the next one. */
  readonly enough: number;
}

/** A batch at the moment when it leaves. */
export interface LeavingBatch {
  readonly now: number;
  readonly count: number;
  /** How many of its entries were there when the batch before ended. */
  readonly atFirst: number;
  readonly isAlone: boolean;
}

/** The batch leaves when so many entries wait, or after so long. */
export interface WaitForCompany {
  readonly count: number;
  readonly ms: number;
}

export const LARGEST_BATCH = 256;
/** Rule 1: fewer entries than these are no crowd. */
export const MANY = 4;
/** Rule 3. */
export const LEAST_OF_EVEN = 1 / 4;
/** Rule 4. */
export const GROWTH = 1 / 8;

export const NO_BATCH_BEFORE: BatchBefore = { startedAt: Number.NEGATIVE_INFINITY, tookMs: 0, enough: 0 };

/** Rules 1 and 2; null: the batch leaves now. */
export function waitForCompany(
  { startedAt, enough }: BatchBefore,
  { withinMs, isPaced = false }: Pick<Gathering, 'withinMs' | 'isPaced'>,
  waiting: number,
  now: number,
): WaitForCompany | null {
  const count = isPaced ? LARGEST_BATCH : enough;
  const ms = startedAt + withinMs - now;
  return count < MANY || waiting >= count || ms <= 0 ? null : { count, ms };
}

/** Rules 3 and 4: how many entries are enough behind the batch that leaves. */
export function enoughBehind({ startedAt, tookMs, enough }: BatchBefore, leaving: LeavingBatch): number {
  const { now, count, atFirst, isAlone } = leaving;
  const waitedMs = now - startedAt - tookMs;
  // So many of an even flow would have come while the batch before was under way.
  const ofEven = (count * tookMs) / (tookMs + waitedMs);
  const canTell = ofEven >= MANY;
  const areAnswered = canTell && atFirst <= ofEven * LEAST_OF_EVEN;
  if (isAlone && atFirst < count && (waitedMs < tookMs || areAnswered)) return Math.floor((atFirst + count) / 2);
  const mayGrow = canTell && waitedMs > tookMs && count >= enough;
  return mayGrow ? Math.min(LARGEST_BATCH, count + Math.floor(count * GROWTH)) : count;
}
