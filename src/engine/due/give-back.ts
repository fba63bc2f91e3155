/**
 * What a node held that is gone is due again: its rows, and what carriers brought it.
 */
import type { Context } from '../../context.ts';
import type { Database } from '../../store/database.ts';
import { releaseInboxLeases } from '../../store/messages/inbox.ts';
import { releaseLeases } from '../../store/messages/message-queue.ts';
import { eachLane, type Lanes } from '../../store/sql/lanes.ts';
import { liftAllOf } from './holds.ts';

/** Of all its starts before `beforeEpoch`. */
export async function giveBackAllOf(
  store: { readonly context: Context; readonly db: Database; readonly lanes: Lanes },
  node: string,
  beforeEpoch: number,
): Promise<void> {
  const { db, context, lanes } = store;
  await liftAllOf(store, node, beforeEpoch);
  const now = context.clock.now();
  await eachLane(lanes, async (buckets) => {
    await releaseLeases(db, { node, beforeEpoch }, now, buckets);
    await releaseInboxLeases(db, { node, beforeEpoch }, now, buckets);
  });
}
