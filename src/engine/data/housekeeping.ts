/**
 * What has to be done now and then: forgetting what has served its time, and giving up on texts whose parts never all
 * came.
 */
import type { Channel } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { markSendersOfSeveral } from '../../store/accounts/sender-names.ts';
import type { Database } from '../../store/database.ts';
import { forgetOld } from '../../store/keeping/retention.ts';
import { type InboundText, insertInboundText, takeIncompleteText } from '../../store/messages/inbound-texts.ts';
import { eachLane, type Lanes } from '../../store/sql/lanes.ts';
import { sendersNamed, whoseText } from '../accounts/sender-accounts.ts';

export interface HousekeepingOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly channelOf: (carrier: string) => Channel;
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

/** Keeps what came of the oldest incomplete text, marked as such; false when there is none. */
async function giveUpOnParts({ context, db, channelOf }: HousekeepingOptions): Promise<boolean> {
  const now = context.clock.now();
  return db.transaction(async (tx) => {
    const taken = await takeIncompleteText(tx, now - INCOMPLETE_AFTER_MS);
    if (!taken) return false;
    const [carrier = '', sender = '', recipient = ''] = JSON.parse(taken.key) as string[];
    const { owner } = await whoseText(tx, { senders: sendersNamed({ to: recipient }), from: sender });
    const text: InboundText = {
      id: context.ids.next(),
      carrier,
      channel: channelOf(carrier),
      sender,
      recipient,
      accountId: owner,
      body: taken.body,
      meaning: 'incomplete',
      receivedAt: now,
    };
    await insertInboundText(tx, text);
    return true;
  });
}
