/**
 * Runs what is due of messages: deadlines, retries, answers that never came, and what a dead node had in hand.
 *
 * 1. From a timer to what it means it is three hops: this file asks the door for what is due, the door gives each message
 *    the event `due` in a transaction, and `advance` decides. A card on RCS whose time is over, for example: `advance`
 *    makes its attempt `withdrawing`, and the text goes out next.
 * 2. A timer is a row: `due_at` of the message. This worker sleeps until the first one that it knows of, by what this
 *    node has recorded itself (`dueAt`) and by what the poll has found (poll.ts). It never depends on its own memory.
 */
import type { Context } from '../../context.ts';
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import type { Database } from '../../store/database.ts';
import { nextDueAt } from '../../store/messages/message-queue.ts';
import { eachLane, type Lanes } from '../../store/sql/lanes.ts';
import type { Door } from '../door/door.ts';
import type { Poll } from './poll.ts';
import { PollSpan } from './poll-span.ts';

export interface MessageTimersOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly door: Pick<Door, 'due'>;
}

const DUE_AT_ONCE = 256;
const LEAST_SLEEP_MS = 10;

export class MessageTimers implements Service {
  readonly name = 'message timers';
  private readonly options: MessageTimersOptions;
  private readonly pollSpan: PollSpan;
  private readonly worker: Worker;

  constructor(options: MessageTimersOptions) {
    const { context } = options;
    this.options = options;
    this.pollSpan = new PollSpan(context.clock);
    // The poll wakes it for what it does not know of.
    const longestSleepMs = Number.POSITIVE_INFINITY;
    this.worker = new Worker({ context, name: this.name, work: () => this.runDue(), longestSleepMs });
  }

  start(): Promise<void> {
    return this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  /** A message is due at this wall time. */
  dueAt(at: number): void {
    this.worker.dueAt(at);
  }

  /** Messages may be due now. */
  wake(): void {
    this.worker.wake();
  }

  /** Of every poll. */
  notified({ messagesDueAt, isOfAll }: Pick<Poll, 'messagesDueAt' | 'isOfAll'>): void {
    if (isOfAll) this.pollSpan.pollAllNext();
    if (messagesDueAt !== null) this.worker.dueAt(messagesDueAt);
  }

  /** Resolves with the delay until the next timer. */
  private async runDue(): Promise<number> {
    const { door, db, lanes, context } = this.options;
    const { span } = this.pollSpan.next();
    let next = await nextDueAt(db, span);
    if (next !== null && next <= context.clock.now()) {
      const counts = await eachLane(lanes, (_, lane) => door.due(lane, DUE_AT_ONCE, span));
      if (counts.includes(DUE_AT_ONCE)) return 0;
      next = await nextDueAt(db, span);
    }
    // What is due and still there is locked: another node has it in hand.
    return next === null ? Number.POSITIVE_INFINITY : Math.max(LEAST_SLEEP_MS, next - context.clock.now());
  }
}
