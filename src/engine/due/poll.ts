/**
 * Asks the store once a second whether something is due or was ordered that this node was not notified of.
 *
 * 1. Whatever stands in the store is seen by every node within `POLL_EVERY_MS`, whoever wrote it, whether or not a NOTIFY
 *    arrived and however wall time has jumped. What a node itself knows to be due does not wait for this.
 * 2. A poll says only that there is something. The listener that it concerns asks for the rest; the others ask nothing.
 * 3. What is held (store/messages/holds.ts) is in none of this. What is known to be over is removed first, and what should
 *    be over is lifted, a bounded amount at a time.
 * 4. Most polls go over the last days, one a minute over everything (poll-span.ts).
 */
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import { type PollResult, pollStore } from '../../store/poll.ts';
import type { IdSlice } from '../../store/sql/id-range.ts';
import { eachLane } from '../../store/sql/lanes.ts';
import { type HoldsOptions, liftSome, removeDone } from './holds.ts';
import { PollSpan } from './poll-span.ts';

/** What one poll found, over all lanes. */
export interface Poll extends PollResult {
  /** Monotonic, before anything was read: what was written later may be missing. */
  readonly askedAt: number;
  /** Rule 4: it went over everything. */
  readonly isOfAll: boolean;
}

export interface PollListener {
  /** Of every poll. */
  notified(poll: Poll): void;
}

export interface PollerOptions extends HoldsOptions {
  /** Started before. */
  readonly listeners: readonly PollListener[];
}

const POLL_EVERY_MS = 1_000;

export class Poller implements Service {
  readonly name = 'poll';
  private readonly options: PollerOptions;
  private readonly span: PollSpan;
  private readonly worker: Worker;

  constructor(options: PollerOptions) {
    const { context } = options;
    this.options = options;
    this.span = new PollSpan(context.clock);
    this.worker = new Worker({ context, name: this.name, work: () => this.poll(), longestSleepMs: POLL_EVERY_MS });
  }

  start(): Promise<void> {
    return this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  private async poll(): Promise<number> {
    const { context, listeners } = this.options;
    await removeDone(this.options);
    const { span, isOfAll } = this.span.next();
    let askedAt = context.clock.monotonic();
    let found = await this.pollWithin(span);
    let isMoreHeld = false;
    if (found.holdsDueAt !== null && found.holdsDueAt <= context.clock.now()) {
      isMoreHeld = await liftSome(this.options);
      askedAt = context.clock.monotonic();
      found = await this.pollWithin(span);
    }
    const poll = { ...found, askedAt, isOfAll };
    for (const listener of listeners) listener.notified(poll);
    return isMoreHeld ? 0 : POLL_EVERY_MS;
  }

  private async pollWithin(span: IdSlice): Promise<PollResult> {
    const { db, lanes } = this.options;
    return together(await eachLane(lanes, (buckets) => pollStore(db, buckets, span)));
  }
}

function together(results: readonly PollResult[]): PollResult {
  return {
    messagesDueAt: first(results.map((each) => each.messagesDueAt)),
    holdsDueAt: first(results.map((each) => each.holdsDueAt)),
    inputDueAt: first(results.map((each) => each.inputDueAt)),
    sessionsDueAt: first(results.map((each) => each.sessionsDueAt)),
    verificationsDueAt: first(results.map((each) => each.verificationsDueAt)),
    isCallbackOwed: results.some((each) => each.isCallbackOwed),
    queues: [...new Set(results.flatMap((each) => each.queues))],
    draining: results.flatMap((each) => each.draining),
    dataSets: results.map((each) => each.dataSets).join(','),
  };
}

function first(instants: ReadonlyArray<number | null>): number | null {
  const known = instants.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}
