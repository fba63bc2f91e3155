/**
 * What has to be done now and then: forgetting what has served its time, and giving up on texts whose parts never all
 * came.
 */
import type { Context } from '../../context.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { AfterCommit } from '../../lib/group-commit.ts';
import { markSendersOfSeveral } from '../../store/accounts/sender-names.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { forgetOld } from '../../store/keeping/retention.ts';
import { type IncompleteText, takeIncompleteText } from '../../store/messages/inbound-texts.ts';
import { eachLane, type Lanes } from '../../store/sql/lanes.ts';

export interface HousekeepingOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  /** In the transaction that took its parts; resolves with what happens after the commit. */
  readonly recordIncomplete: (tx: Transaction, text: IncompleteText) => Promise<AfterCommit>;
}

export const HOUSEKEEPING_EVERY_MS = 60_000;
const INCOMPLETE_AFTER_MS = DAY_MS;

/** One round; resolves with the delay until the next. */
export async function runHousekeeping(options: HousekeepingOptions): Promise<number> {
  const { context, db, lanes } = options;
  await eachLane(lanes, (buckets) => forgetOld(db, context.clock.now(), buckets));
  await markSendersOfSeveral(db);
  while (await giveUpOnParts(options)) {
    // One text after the other.
  }
  return HOUSEKEEPING_EVERY_MS;
}

/** Records what came of the oldest incomplete text, marked as such; false when there is none. */
async function giveUpOnParts({ context, db, recordIncomplete }: HousekeepingOptions): Promise<boolean> {
  const after = await db.transaction(async (tx) => {
    const taken = await takeIncompleteText(tx, context.clock.now() - INCOMPLETE_AFTER_MS);
    if (!taken) return null;
    const [carrier = '', from = '', to = ''] = JSON.parse(taken.key) as string[];
    return recordIncomplete(tx, { carrier, from, to, text: taken.body });
  });
  after?.();
  return after !== null;
}
