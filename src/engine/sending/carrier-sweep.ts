/**
 * Looks after carriers once a second: those that came up or went down without a word, messages that wait in the store for
 * one that is down, and calls that were cancelled elsewhere.
 *
 * 1. A message that waits for the room of a carrier (`queue`) is not due. When the carrier has been down for longer than
 *    the grace time, all that wait for it are made due, so that another route or the deadline takes them.
 * 2. So are those that wait for a carrier that no node has any more, once that has been so for `GONE_FOR_MS`: a node that
 *    has just got one may not have told the others yet.
 * 3. A call can be hung up by the node that has it alone. Whichever node records that it is cancelled, this one asks for it.
 */
import type { Carrier } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import type { Database } from '../../store/database.ts';
import { findCancelled } from '../../store/messages/attempts.ts';
import { wakeQueued } from '../../store/messages/message-queue.ts';
import { eachLane, type Lanes } from '../../store/sql/lanes.ts';
import type { Poll } from '../due/poll.ts';
import type { Peers } from '../nodes/peers.ts';
import type { Outbox } from './outbox.ts';

export interface CarrierSweepOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly carriers: readonly Carrier[];
  readonly outbox: Pick<Outbox, 'sweep' | 'downTooLong'>;
  readonly peers: Pick<Peers, 'has'>;
  /** Messages have become due. */
  readonly wakeTimers: () => void;
}

const WOKEN_AT_ONCE = 1_000;
/** Rule 2. */
const GONE_FOR_MS = 10_000;

export class CarrierSweep implements Service {
  readonly name = 'carrier sweep';
  private readonly options: CarrierSweepOptions;
  private readonly worker: Worker;
  /** The carriers that messages waited for at the last poll. */
  private queues: readonly string[] = [];
  /** Rule 2: monotonic, since when. */
  private goneSince = new Map<string, number>();

  constructor(options: CarrierSweepOptions) {
    const { context } = options;
    this.options = options;
    // The poll wakes it.
    const longestSleepMs = Number.POSITIVE_INFINITY;
    this.worker = new Worker({ context, name: this.name, work: () => this.sweep(), longestSleepMs });
  }

  start(): Promise<void> {
    return this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  /** Of every poll. */
  notified({ queues }: Pick<Poll, 'queues'>): void {
    this.queues = queues;
    this.worker.wake();
  }

  private async sweep(): Promise<number> {
    const { outbox } = this.options;
    outbox.sweep(this.queues);
    for (const carrier of [...outbox.downTooLong(), ...this.goneTooLong()]) await this.wakeAll(carrier);
    for (const carrier of this.options.carriers) await this.hangUp(carrier);
    return Number.POSITIVE_INFINITY;
  }

  /** Rule 1. */
  private async wakeAll(carrier: string): Promise<void> {
    const { db, context, lanes, wakeTimers } = this.options;
    await eachLane(lanes, async (buckets) => {
      let after: string | null = null;
      do after = await wakeQueued(db, { carrier, after, now: context.clock.now(), limit: WOKEN_AT_ONCE, buckets });
      while (after !== null);
    });
    wakeTimers();
  }

  /** Rule 2. */
  private goneTooLong(): string[] {
    const { carriers, peers, context } = this.options;
    const now = context.clock.monotonic();
    const gone = this.queues.filter((name) => !carriers.some((each) => each.name === name) && !peers.has(name));
    this.goneSince = new Map(gone.map((name) => [name, this.goneSince.get(name) ?? now]));
    return gone.filter((name) => now - (this.goneSince.get(name) ?? now) >= GONE_FOR_MS);
  }

  /** Rule 3. */
  private async hangUp(carrier: Carrier): Promise<void> {
    const underWay = carrier.underWay?.() ?? [];
    if (underWay.length === 0) return;
    for (const { attemptId, recipient } of await findCancelled(this.options.db, underWay)) {
      await carrier.withdraw?.({ attemptId, recipient, remoteId: null });
    }
  }
}
