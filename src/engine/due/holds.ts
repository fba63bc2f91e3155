/**
 * Lifts holds whose time is over. A hold keeps the rows that a node has in hand out of what is due
 * (store/messages/holds.ts); those that are not over when it is lifted are due like everything else from then on.
 */
import type { Context } from '../../context.ts';
import type { Database } from '../../store/database.ts';
import { liftHolds, releaseHolds, removeHolds } from '../../store/messages/holds.ts';
import type { Owner } from '../../store/nodes/owner.ts';
import { eachLane, type Lanes } from '../../store/sql/lanes.ts';

export interface HoldsOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  /** Who knows what it holds. Absent: nobody. */
  readonly owner?: Pick<Owner, 'held'>;
}

/** Batches in one transaction, of some tens of rows each. */
const AT_ONCE = 32;
const MOST_TRANSACTIONS = 8;

/** Removes the batches of this node of which nothing is left to lift. What cannot be removed is lifted at its time. */
export async function removeDone({ context, db, lanes, owner }: HoldsOptions): Promise<void> {
  const done = owner?.held?.takeDone(context.clock.now()) ?? [];
  if (done.length === 0) return;
  await removeHolds(db, done, lanes).catch((error: unknown) =>
    context.log.debug({ err: error, batches: done.length }, 'what is over is lifted at its time'),
  );
}

/** Of each lane a bounded number; whether there may be more. */
export async function liftSome({ context, db, lanes }: HoldsOptions): Promise<boolean> {
  const isMore = await eachLane(lanes, async (buckets) => {
    let count = AT_ONCE;
    for (let done = 0; done < MOST_TRANSACTIONS && count === AT_ONCE; done += 1) {
      count = await db.transaction((tx) => liftHolds(tx, context.clock.now(), AT_ONCE, buckets));
    }
    return count === AT_ONCE;
  });
  return isMore.includes(true);
}

/** Lifts all that the node held in its starts before `beforeEpoch`. */
export async function liftAllOf(options: HoldsOptions, node: string, beforeEpoch: number): Promise<void> {
  const { context, db, lanes } = options;
  await eachLane(lanes, (buckets) => releaseHolds(db, { node, beforeEpoch }, context.clock.now(), buckets));
  let isMore: boolean;
  do isMore = await liftSome(options);
  while (isMore);
}
