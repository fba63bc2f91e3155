/**
 * What the sender of callbacks writes, lane by lane.
 *
 * 1. Results are gathered, and many are written by one statement (batch-writer.ts).
 * 2. Whatever cannot be written comes due when its lease ends, and is sent once more under the same id.
 */
import type { Context } from '../../context.ts';
import { type BatchWriter, createBatchWriter } from '../../lib/batch-writer.ts';
import type { AfterCommit } from '../../lib/group-commit.ts';
import { countPending, putOffCallbacks, releaseCallbacks } from '../../store/callbacks/callback-claims.ts';
import { type CallbackResult, giveUpUrl, settleCallbacks } from '../../store/callbacks/callback-results.ts';
import type { CallbackRow } from '../../store/callbacks/callback-rows.ts';
import { type CallbackTry, insertTries } from '../../store/callbacks/callback-tries.ts';
import { usualRemedy } from '../../store/connection/store-tries.ts';
import type { Database, Queryable } from '../../store/database.ts';
import type { Owner } from '../../store/nodes/owner.ts';
import { eachLane, type Lanes } from '../../store/sql/lanes.ts';
import { RECENT_MS } from './claims.ts';

export interface CallbackWritesOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly owner: Owner;
  /** Of the door (door.ts): results are gathered `RESULTS_GATHER` times as long at most; 0: never. */
  readonly gatherMs: number;
  /** Something of the endpoint has come to the front of its line. */
  mayGo(endpoint: string): void;
}

interface Entry {
  readonly id: string;
  readonly result: CallbackResult;
  done(isWritten: boolean): void;
}

type Target = Pick<CallbackRow, 'accountId' | 'endpoint' | 'url'>;

/** Nobody waits for them; what is lost with the process is sent again under the same id. */
const RESULTS_GATHER = 5;
const TRIES = 3;
const PAUSE_MS = 100;
const NO_TRIES: readonly CallbackTry[] = [];
const ROWS_A_STATEMENT = 2_000;
const MOST_COUNTED = 100_000;

export class CallbackWrites {
  private readonly options: CallbackWritesOptions;
  private readonly results: BatchWriter<Entry>;

  constructor(options: CallbackWritesOptions) {
    this.options = options;
    const { context, db, gatherMs } = options;
    this.results = createBatchWriter<Entry>({
      clock: context.clock,
      gathering: { withinMs: gatherMs * RESULTS_GATHER, isPaced: true },
      pauses: { firstPauseMs: PAUSE_MS, longestPauseMs: PAUSE_MS },
      write: (batch, lane) => this.write(batch, lane),
      remedyOf: (error, _, tries) => {
        if (usualRemedy(error, tries) === 'apart') return 'apart';
        return tries.failures < TRIES && db.isUp() ? 'later' : 'refuse';
      },
      onFailed: (error, batch) =>
        context.log.warn({ err: error, callbacks: batch.length }, 'results of callbacks could not be written'),
      fail: ({ done }) => done(false),
    });
  }

  /** Resolves with whether the result of this callback stands. */
  result(id: string, result: CallbackResult): Promise<boolean> {
    const lane = this.options.lanes.laneOf(result.messageId);
    return new Promise((done) => this.results.add(lane, { id, result, done }));
  }

  /** Resolves when no result waits. */
  idle(): Promise<void> {
    return this.results.idle();
  }

  /** Lets everybody have them from `dueAt` on. */
  async release(rows: ReadonlyArray<Pick<CallbackRow, 'messageId' | 'seq'>>, dueAt: number): Promise<void> {
    const { db, owner, lanes } = this.options;
    const byLane = new Map<number, Array<Pick<CallbackRow, 'messageId' | 'seq'>>>();
    for (const row of rows) {
      const lane = lanes.laneOf(row.messageId);
      byLane.set(lane, [...(byLane.get(lane) ?? []), row]);
    }
    for (const [lane, group] of byLane) {
      await releaseCallbacks(db, group, { owner, dueAt, buckets: lanes.bucketsOf(lane) });
    }
  }

  /** Moves some of what is due for the URL now to `until`: of messages of the last days, which are almost all. */
  async putOff(target: Target, until: number): Promise<void> {
    const { context, db, lanes } = this.options;
    const now = context.clock.now();
    await eachLane(lanes, (buckets) => {
      const reach = { buckets, fromMs: now - RECENT_MS, toMs: now };
      return putOffCallbacks(db, target, { now, until, limit: ROWS_A_STATEMENT }, reach);
    });
  }

  /** Gives up all that the account is owed at the URL. */
  async giveUp(target: Target): Promise<void> {
    const { db, lanes } = this.options;
    await eachLane(lanes, async (buckets) => {
      let count: number;
      do count = await giveUpUrl(db, target, ROWS_A_STATEMENT, buckets);
      while (count === ROWS_A_STATEMENT);
    });
  }

  /** How many are owed, up to a bound; null when that cannot be known. */
  async countPending(): Promise<number | null> {
    const { db } = this.options;
    return db.isUp() ? countPending(db, MOST_COUNTED).catch(() => null) : null;
  }

  private async write(batch: readonly Entry[], lane: number): Promise<AfterCommit> {
    const { context, db, owner, lanes, mayGo } = this.options;
    const results = batch.map(({ result }) => result);
    const buckets = lanes.bucketsOf(lane);
    const sent = { owner, buckets, now: context.clock.now() };
    const tries = results.flatMap(({ recorded }) => recorded ?? NO_TRIES);
    const settle = (on: Queryable) => settleCallbacks(on, results, sent);
    const endpoints =
      tries.length === 0
        ? await settle(db)
        : await db.transaction(async (tx) => {
            await insertTries(tx, tries);
            return settle(tx);
          });
    return () => {
      for (const { id, done } of batch) {
        owner.held?.over(id);
        done(true);
      }
      for (const endpoint of endpoints) mayGo(endpoint);
    };
  }
}
