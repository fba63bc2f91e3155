/**
 * Removes what was relayed in masked sessions when its time is over: from the message, from its callback and from the
 * piece of input. That somebody wrote, when, and whether it arrived stays.
 *
 * 1. A text goes when its input has been dealt with, its message is final and its callback no longer owed; until then it
 *    is looked at again.
 */
import type { Context } from '../../context.ts';
import { messageIdOf } from '../../lib/ids.ts';
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { emptyInputs } from '../../store/keeping/erase-inputs.ts';
import { removeFinalTexts } from '../../store/keeping/remove-texts.ts';
import { type DueText, lockDueTexts, putOffTexts } from '../../store/masking/interactions.ts';
import { openInputsAmong } from '../../store/messages/inbox.ts';
import { type Buckets, byLane, eachLane, type Lanes } from '../../store/sql/lanes.ts';
import { RELAY_NUMBER } from './relay-options.ts';

const EVERY_MS = 30_000;
const AGAIN_AFTER_MS = 60_000;
const AT_ONCE = 256;

export class RelayedTexts implements Service {
  readonly name = 'relayed texts';
  private readonly context: Context;
  private readonly db: Database;
  private readonly lanes: Lanes;
  private readonly worker: Worker;

  constructor(context: Context, db: Database, lanes: Lanes) {
    this.context = context;
    this.db = db;
    this.lanes = lanes;
    const work = () => this.removeDue();
    this.worker = new Worker({ context, name: this.name, work, longestSleepMs: EVERY_MS });
  }

  start(): Promise<void> {
    return this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  private async removeDue(): Promise<number> {
    const now = this.context.clock.now();
    const counts = await eachLane(this.lanes, (buckets) =>
      this.db.transaction((tx) => this.removeSome(tx, buckets, now)),
    );
    return counts.includes(AT_ONCE) ? 0 : EVERY_MS;
  }

  private async removeSome(tx: Transaction, buckets: Buckets, now: number): Promise<number> {
    const due = await lockDueTexts(tx, now, AT_ONCE, buckets);
    if (due.length === 0) return 0;
    const removed = new Set<string>();
    // A message lies in the bucket of its input, not in that of the session.
    for (const { rows, buckets } of byLane(due, this.lanes, ({ id }) => id)) {
      const inputOf = (id: string) => messageIdOf(id, RELAY_NUMBER);
      const open = await openInputsAmong(
        tx,
        rows.map(({ id }) => inputOf(id)),
        buckets,
      );
      const ids = rows.map(({ id }) => id).filter((id) => !open.has(inputOf(id)));
      if (ids.length === 0) continue;
      for (const id of await removeFinalTexts(tx, ids, buckets, now)) removed.add(id);
      const inputs = ids.filter((id) => removed.has(id)).map(inputOf);
      await emptyInputs(tx, inputs, buckets, null);
    }
    const write = async (texts: readonly DueText[], dueAt: number | null) => {
      if (texts.length > 0) await putOffTexts(tx, texts, dueAt, buckets);
    };
    await write(
      due.filter(({ id }) => removed.has(id)),
      null,
    );
    await write(
      due.filter(({ id }) => !removed.has(id)),
      now + AGAIN_AFTER_MS,
    );
    return due.length;
  }
}
