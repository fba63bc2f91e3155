/**
 * Sends callbacks of a range once more: counted first, then made due a step at a time by whichever node is at it.
 *
 * 1. The order is a row (store/callbacks/redeliveries.ts): after the death of a node another one goes on with it, and
 *    each callback is made due once. From then on it is a callback like any other: same id, in line.
 * 2. It is about what was recorded before it was ordered.
 * 3. An order is forgotten a month after it is done.
 */
import type { Context } from '../../context.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import { redeliverCallback } from '../../store/callbacks/callback-lists.ts';
import {
  claimRedelivery,
  countRange,
  forgetRedelivery,
  insertRedelivery,
  makeDue,
  nextRedeliveryAt,
  type Redelivery,
  type RedeliveryRange,
  readRange,
  writeStep,
} from '../../store/callbacks/redeliveries.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { claimIdempotencyKeys } from '../../store/requests/idempotency-claims.ts';
import { bucketsOfEach, type Lanes } from '../../store/sql/lanes.ts';
import type { IdempotencyClaim } from '../door/accept.ts';
import type { CallbackSender } from './callback-sender.ts';

export interface RedeliveriesOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  /** `wake`: callbacks have been made due. */
  readonly callbacks: Pick<CallbackSender, 'wake' | 'headersOf'>;
}

export interface Counted {
  /** Null: the range holds too many callbacks. */
  readonly count: number | null;
  /** Of the order; null where none was given. */
  readonly id: string | null;
}

/** On whose behalf, and the claim of an idempotency key that is won or lost with the work. */
export interface Asking {
  readonly accountId?: string | null;
  readonly claim?: IdempotencyClaim | undefined;
}

export type RedeliveredOne = Awaited<ReturnType<typeof redeliverCallback>> | 'claimed_before';

export interface OrderKey {
  readonly bucket: number;
  claim(counted: Counted): IdempotencyClaim;
}

const LOOK_EVERY_MS = 10_000;
/** Longer than a step takes. */
const LEASE_MS = 30_000;
const AT_ONCE = 500;
const KEPT_MS = 30 * DAY_MS;

export class Redeliveries implements Service {
  readonly name = 'redeliveries';
  private readonly options: RedeliveriesOptions;
  private readonly worker: Worker;
  private turn = 0;

  constructor(options: RedeliveriesOptions) {
    this.options = options;
    const work = () => this.work();
    this.worker = new Worker({ context: options.context, name: this.name, work, longestSleepMs: LOOK_EVERY_MS });
  }

  start(): Promise<void> {
    return this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  /** One, whatever became of it; `accountId`: of no other account. Rejects with StoreDown. */
  async one(id: string, { accountId = null, claim }: Asking = {}): Promise<RedeliveredOne> {
    const { context, db, callbacks } = this.options;
    const now = context.clock.now();
    const result = await db
      .transaction(async (tx) => {
        const found = await redeliverCallback(tx, id, now, accountId);
        // Nothing is claimed for what is refused.
        if (!claim || found !== 'due' || (await isWon(tx, claim, now))) return found;
        throw new ClaimedBefore();
      })
      .catch(claimedBefore);
    if (result === 'due') callbacks.wake();
    return result;
  }

  /** To be shown: the headers with which a try at this time goes, or went. */
  headersOf: CallbackSender['headersOf'] = (row, at) => this.options.callbacks.headersOf(row, at);

  /** Null: the range holds too many callbacks. */
  count(range: RedeliveryRange): Promise<number | null> {
    return countRange(this.options.db, this.untilNow(range));
  }

  /** Rejects with StoreDown. Resolves when the order is durable. */
  async order(asked: RedeliveryRange, key?: OrderKey): Promise<Counted | 'claimed_before'> {
    const { context, db } = this.options;
    const now = context.clock.now();
    const range = this.untilNow(asked);
    const count = await countRange(db, range);
    if (count === null || (count === 0 && !key)) return { count, id: null };
    // That there was nothing is an answer like any other: the same key sends nothing that is recorded later.
    const ordered = { count, id: count === 0 ? null : context.ids.next(key?.bucket) };
    const isOrdered = await db.transaction(async (tx) => {
      if (key && !(await isWon(tx, key.claim(ordered), now))) return false;
      if (ordered.id !== null) await insertRedelivery(tx, ordered.id, range, { counted: count, now });
      return true;
    });
    if (!isOrdered) return 'claimed_before';
    if (ordered.id !== null) this.worker.wake();
    return ordered;
  }

  /** Rule 2. */
  private untilNow(range: RedeliveryRange): RedeliveryRange {
    return { ...range, to: Math.min(range.to, this.options.context.clock.now()) };
  }

  /** A step of one order; resolves with the delay until the next look. */
  private async work(): Promise<number> {
    const { context, db, lanes } = this.options;
    const next = await nextRedeliveryAt(db);
    const now = context.clock.now();
    if (next === null || next > now) return next === null ? LOOK_EVERY_MS : Math.min(LOOK_EVERY_MS, next - now);
    this.turn += 1;
    for (const buckets of bucketsOfEach(lanes, this.turn)) {
      const claimed = await claimRedelivery(db, now, now + LEASE_MS, buckets);
      if (!claimed) continue;
      if (claimed.doneAt === null) await this.goOn(claimed);
      else await forgetRedelivery(db, claimed);
      return 0;
    }
    // Another node has taken it.
    return LOOK_EVERY_MS;
  }

  private async goOn(order: Redelivery): Promise<void> {
    const { context, db, lanes, callbacks } = this.options;
    const now = context.clock.now();
    const found = await readRange(db, order, AT_ONCE);
    const fitting = found.filter(({ fits }) => fits);
    const isDone = found.length < AT_ONCE;
    await db.transaction(async (tx) => {
      const madeDue = order.madeDue + (await makeDue(tx, order, fitting, { lanes, now }));
      const step = {
        reachedId: found.at(-1)?.id ?? order.reachedId,
        madeDue,
        doneAt: isDone ? now : null,
        dueAt: isDone ? now + KEPT_MS : now,
      };
      if (!(await writeStep(tx, order, step))) throw new Overtaken('another node has gone on with it');
    });
    if (fitting.length > 0) callbacks.wake();
  }
}

async function isWon(tx: Transaction, claim: IdempotencyClaim, now: number): Promise<boolean> {
  const [won] = await claimIdempotencyKeys(tx, [claim], now);
  return won === true;
}

/** Undoes what a request did that came second. */
class ClaimedBefore extends Error {
  override readonly name = 'ClaimedBefore';
}

function claimedBefore(error: unknown): 'claimed_before' {
  if (error instanceof ClaimedBefore) return 'claimed_before';
  throw error;
}

/** Undoes a step: its lease is over. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
}
