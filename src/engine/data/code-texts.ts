/**
 * What one-time passwords said goes an hour after their message is final, whatever `retention.texts_days` says: a text of
 * type OTP is a secret, as the code of a call is. That the message was sent, when and what became of it stays.
 *
 * 1. Messages are gone through once, in the order of their ids, when they are an hour and five minutes old: most have
 *    been final for an hour by then. The others are put on a list and looked at again: an hour after they are final, or,
 *    while they are under way, when they are a quarter older.
 * 2. What calls were given to say goes alike: a caller may have written the code into it.
 * 3. A receipt quotes the first characters of a text. One that was stored because its message was not known at once is
 *    emptied when it has been dealt with for an hour, and for those that waited, when nothing is waited for any more.
 * 4. One node does a round, every minute (chore-worker.ts).
 */
import type { Context } from '../../context.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import { lowestIdAt, timeOf } from '../../lib/ids.ts';
import type { Service } from '../../lib/service.ts';
import type { Database, Transaction } from '../../store/database.ts';
import {
  type CodeMessage,
  emptyCodes,
  emptyReceipts,
  forgetWaiting,
  lockCodes,
  lockWaiting,
  putOffCodes,
  textsReached,
  type WaitingText,
  waitForCodes,
  writeTextsReached,
} from '../../store/keeping/code-texts.ts';
import { listPartitions } from '../../store/schema/partitions.ts';
import type { IdSlice } from '../../store/sql/id-range.ts';
import { type Buckets, eachLane, type Lanes } from '../../store/sql/lanes.ts';
import { ChoreWorker } from './chore-worker.ts';

export interface CodeTextOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
}

const EVERY_MS = MINUTE_MS;
const KEPT_MS = HOUR_MS;
/** Rule 1. */
const LOOKED_AT_AFTER_MS = KEPT_MS + 5 * MINUTE_MS;
/** Rule 3: receipts that match nothing are given up after 72 h (record-report.ts). */
const RECEIPTS_WAIT_MS = 73 * HOUR_MS;
const LEAST_WAIT_MS = 15 * MINUTE_MS;
const AT_ONCE = 500;
/** How much time is gone through between two writes of how far it is. */
const STEP_MS = 10 * MINUTE_MS;
const RECEIPTS = ['recorded', 'matched nothing'];

export class CodeTexts implements Service {
  readonly name = 'texts of codes';
  private readonly options: CodeTextOptions;
  private readonly chore: ChoreWorker;

  constructor(options: CodeTextOptions) {
    this.options = options;
    const { context, db } = options;
    const round = () => this.round();
    this.chore = new ChoreWorker({ context, db, name: this.name, everyMs: EVERY_MS, round });
  }

  start(): Promise<void> {
    return this.chore.start();
  }

  stop(): Promise<void> {
    return this.chore.stop();
  }

  /** All that is to be done now; rejects when it is stopped on the way. */
  async round(): Promise<void> {
    const { context, db, lanes } = this.options;
    const until = context.clock.now() - LOOKED_AT_AFTER_MS;
    let from = (await textsReached(db, this.name)) ?? (await this.firstDay(until));
    while (from < until) {
      const to = Math.min(from + STEP_MS, until);
      const span: IdSlice = [lowestIdAt(from), lowestIdAt(to)];
      await eachLane(lanes, (buckets) => this.goThrough(span, buckets));
      await writeTextsReached(db, this.name, to);
      from = to;
    }
    await eachLane(lanes, (buckets) => this.lookAgain(buckets));
  }

  private async firstDay(until: number): Promise<number> {
    const [first] = await listPartitions(this.options.db);
    return Math.min(first?.fromMs ?? until, until);
  }

  private async goThrough(span: IdSlice, buckets: Buckets): Promise<void> {
    const { db } = this.options;
    const receipts: IdSlice = [earlier(span[0]), earlier(span[1])];
    await emptyReceipts(db, span, RECEIPTS, buckets);
    await emptyReceipts(db, receipts, RECEIPTS, buckets);
    let [from] = span;
    for (;;) {
      this.chore.signal.throwIfAborted();
      const found = await db.transaction(async (tx) => {
        const messages = await lockCodes(tx, [from, span[1]], buckets, AT_ONCE);
        await waitForCodes(tx, await this.empty(tx, messages, buckets));
        return messages;
      });
      const last = found.at(-1);
      if (!last || found.length < AT_ONCE) return;
      // It is looked at twice, and nothing is left to do with it, or it waits already.
      from = last.id;
    }
  }

  private async lookAgain(buckets: Buckets): Promise<void> {
    const { context, db } = this.options;
    for (;;) {
      this.chore.signal.throwIfAborted();
      const count = await db.transaction(async (tx) => {
        const { ids, messages } = await lockWaiting(tx, context.clock.now(), buckets, AT_ONCE);
        const left = await this.empty(tx, messages, buckets);
        await putOffCodes(tx, left, buckets);
        const waiting = new Set(left.map(({ id }) => id));
        await forgetWaiting(
          tx,
          ids.filter((id) => !waiting.has(id)),
          buckets,
        );
        return ids.length;
      });
      if (count < AT_ONCE) return;
    }
  }

  /** Those that have been final for an hour; returns the others, and when they should have been. */
  private async empty(tx: Transaction, messages: readonly CodeMessage[], buckets: Buckets): Promise<WaitingText[]> {
    const now = this.options.context.clock.now();
    const lookAtOf = ({ id, finalAt }: CodeMessage) =>
      finalAt === null ? now + Math.max(LEAST_WAIT_MS, (now - timeOf(id)) / 4) : finalAt + KEPT_MS;
    const isOver = (message: CodeMessage) => lookAtOf(message) <= now;
    await emptyCodes(
      tx,
      messages.filter(isOver).map(({ id }) => id),
      buckets,
      now,
    );
    return messages
      .filter((message) => !isOver(message))
      .map((message) => ({ id: message.id, lookAt: lookAtOf(message) }));
  }
}

/** The same place in time, as long before as a receipt may wait. */
function earlier(id: string): string {
  return lowestIdAt(timeOf(id) - RECEIPTS_WAIT_MS);
}
