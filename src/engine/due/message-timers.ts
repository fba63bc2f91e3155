/**
 * Runs what is due of messages: deadlines, retries, answers that never came, and what a dead node had in hand.
 *
 * 1. From a timer to what it means it is three hops: this file asks the door for what is due, the door gives each message
 *    the event `due` in a transaction, and `advance` decides. A card on RCS whose time is over, for example: `advance`
 *    makes its attempt `withdrawing`, and the text goes out next.
 * 2. A timer is a row: `due_at` of the message. This worker sleeps until the first one that it knows of, by what this
 *    node has recorded itself (`dueAt`) and by what the poll has found (poll.ts). It never depends on its own memory.
 * 3. What waits for a time may have been recorded weeks ago, where most looks do not go (poll-span.ts). Each look at
 *    everything learns when the first of these is due, and so does this node from what it has recorded itself. The look
 *    at that time is one at everything, too.
 * 4. Where much more is due than is done at once, as when a hundred thousand messages are scheduled for nine o'clock, what
 *    has come due last has a part of each turn: the deadlines and retries of what is under way do not stand behind it all.
 */
import type { Context } from '../../context.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import type { Database } from '../../store/database.ts';
import { nextDueAt } from '../../store/messages/message-queue.ts';
import { ALL_IDS, olderIds, recentIds } from '../../store/sql/id-range.ts';
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
/** Rule 4. */
const NEWEST_AT_ONCE = 64;
const LEAST_SLEEP_MS = 10;
/** Longer than from one look at everything to the next. */
const OLD_SOON_MS = 2 * MINUTE_MS;

export class MessageTimers implements Service {
  readonly name = 'message timers';
  private readonly options: MessageTimersOptions;
  private readonly pollSpan: PollSpan;
  private readonly worker: Worker;
  /** Rule 3. */
  private oldDueAt = Number.POSITIVE_INFINITY;
  /** The first id that most looks go back to. */
  private recentFrom: string = ALL_IDS[0];

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
  dueAt(at: number, messageId: string): void {
    if (messageId < this.recentFrom) this.oldDueAt = Math.min(this.oldDueAt, at);
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
    const now = context.clock.now();
    [this.recentFrom] = recentIds(now);
    if (this.oldDueAt <= now) this.pollSpan.pollAllNext();
    const { span, isOfAll } = this.pollSpan.next();
    let next = await nextDueAt(db, span);
    if (next !== null && next <= context.clock.now()) {
      const counts = await eachLane(lanes, (_, lane) => door.due(lane, DUE_AT_ONCE, span));
      if (counts.includes(DUE_AT_ONCE)) {
        await eachLane(lanes, (_, lane) => door.due(lane, NEWEST_AT_ONCE, span, true));
        return 0;
      }
      next = await nextDueAt(db, span);
    }
    if (isOfAll) {
      // What is recorded while this is asked is told beside it.
      this.oldDueAt = Number.POSITIVE_INFINITY;
      const old = await nextDueAt(db, olderIds(context.clock.now(), OLD_SOON_MS));
      this.oldDueAt = Math.min(this.oldDueAt, old ?? Number.POSITIVE_INFINITY);
    }
    const first = Math.min(next ?? Number.POSITIVE_INFINITY, this.oldDueAt);
    // What is due and still there is locked: another node has it in hand.
    return Math.max(LEAST_SLEEP_MS, first - context.clock.now());
  }
}
