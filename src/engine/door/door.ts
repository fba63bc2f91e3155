/**
 * The door: every change of a message goes through here.
 *
 * 1. Changes are gathered, and many are written in one transaction (tries.ts). A caller's promise resolves after the
 *    commit that holds its change, never before.
 * 2. Each lane has two queues, and each queue one transaction under way: one records new messages, the other events of
 *    messages that are there. A message is in one of them at a time, so two transactions never hold the same message. Of
 *    new messages callers wait for the answer, so they are gathered for the shorter time.
 * 3. One caller never costs the others: a batch that fails on its data is halved until the bad change stands alone
 *    (batch-writer.ts).
 * 4. When nothing can be recorded for `REFUSE_NEW_AFTER_MS`, new messages are refused (StoreDown). What carriers
 *    answered is kept, and tried until it is recorded.
 * 5. What follows from a change (an answer, a submit, a callback …) happens after the commit. For new messages it may
 *    happen after the next ones have left for the store; for an event it happens before the next event, which may be
 *    about the same message.
 * 6. Memory is bounded: a new message is refused (StoreDown) while `MOST_WAITING` changes wait. What carriers answer
 *    is always taken: it can only be about what the store let go out, which is what carriers have room for.
 * 7. What follows from messages that other rows lead to (`createFrom`) comes one tick later. So a carrier has our
 *    acknowledgement of a text before it has the text that this one leads to: otherwise a crash between the two would
 *    have it sent once for each.
 * 8. A node that falls behind with what it has taken takes new messages more slowly (precedence.ts).
 */
import type { MessageType } from '../../carriers/carrier.ts';
import { type BatchWriter, createBatchWriter } from '../../lib/batch-writer.ts';
import type { Gathering } from '../../lib/gathering.ts';
import { type Database, StoreDown } from '../../store/database.ts';
import type { MeetingArrival } from '../../store/messages/meetings.ts';
import { lockQueuedMessages } from '../../store/messages/message-queue.ts';
import { lockDueMessages } from '../../store/messages/messages.ts';
import type { IdSlice } from '../../store/sql/id-range.ts';
import type { Event } from '../message/message.ts';
import type { Accepted, Decide, IdempotencyClaim, NewMessage, Recorded } from './accept.ts';
import type { Change, ChangeOptions, ChangeResult, EventChange } from './change.ts';
import { type Followers, followUp } from './follow-up.ts';
import { UnderWayFirst } from './precedence.ts';
import { DOOR_PAUSES, DoorTries, idOf, type Recording, remedyOf } from './tries.ts';
import type { Work } from './work.ts';

export interface EventOptions {
  readonly fenced?: boolean;
  readonly inbox?: readonly string[];
  readonly arrivals?: readonly MeetingArrival[];
  readonly waitFor?: string;
  /** Whoever told of it will tell again: it is refused (StoreDown), like a new message, when it cannot be recorded now. */
  readonly refusable?: boolean;
  /** Whoever told of it tells nothing more before it is recorded: it is not gathered for long (group-commit.ts). */
  readonly isUrgent?: boolean;
}

export interface Door {
  /** Rejects with StoreDown when it cannot be made durable now. */
  create(fresh: NewMessage, claim?: IdempotencyClaim): Promise<Accepted>;
  /** Rule 7. Rejects with StoreDown when it cannot be made durable now, and with what was wrong with a statement. */
  createFrom(decide: Decide): Promise<void>;
  /** Rejects only when the change itself is impossible to store, or is `refusable`. */
  event(messageId: string, event: Event, options?: EventOptions): Promise<Recorded>;
  /**
   * It is not wanted any more: nothing of it is handed over after this, and what a carrier has is taken back where that can
   * be done (message/take-back.ts). What became of it is told by its status. Rejects with StoreDown when that cannot be
   * recorded now.
   */
  cancel(messageId: string): Promise<Recorded>;
  /** Hands over again what its batch has held back (message/take-back.ts, rule 7). Rejects with StoreDown. */
  letGo(messageId: string): Promise<Recorded>;
  /** Runs what is due in one lane; returns how many messages that were. */
  due(lane: number, limit: number, span: IdSlice, isNewestFirst?: boolean): Promise<number>;
  /** Takes messages that wait for room at a carrier and places them anew. */
  queued(carrier: string, lane: number, limit: number): Promise<number>;
  /** Resolves when every change given so far is recorded or refused. */
  idle(): Promise<void>;
  /** How many changes wait or are under way. */
  depth(): number;
  /** How often new messages were given to it, by whomever; those of one `createFrom` count as once. */
  timesGiven(): number;
}

export interface DoorOptions extends Omit<ChangeOptions, 'unconfirmed'> {
  readonly db: Database;
  readonly followers: Followers;
  /** Makes room in the store for messages of this time (partitions). */
  readonly makeRoomFor: (at: number) => Promise<void>;
  /** How long new messages are gathered at most under load, and events `EVENTS_GATHER` times as long; 0: never. */
  readonly gatherMs: number;
  /** Whether this node is what messages of this type, or more urgent ones, wait here for (precedence.ts). */
  readonly isBehind: (type: MessageType) => boolean;
}

interface Entry extends Recording {
  /** Monotonic milliseconds after which a new message is refused rather than tried again. */
  readonly refuseAfter: number;
  fail(error: unknown): void;
}

const REFUSE_NEW_AFTER_MS = 3_000;
/** Changes that wait for the store. Bodies are up to 10 KB each; a store that keeps up leaves a few hundred here. */
export const MOST_WAITING = 5_000;
/** Nobody waits for events to be recorded, but a peer whose window is full (`isUrgent`). */
const EVENTS_GATHER = 2;

export function createDoor(options: DoorOptions): Door {
  return new RecordingDoor(options);
}

class RecordingDoor implements Door {
  private readonly options: DoorOptions;
  private readonly tries: DoorTries;
  /** Rule 2, by lane. */
  private readonly creations: BatchWriter<Entry>;
  private readonly events: BatchWriter<Entry>;
  private readonly precedence: UnderWayFirst;
  private readonly creating = new Set<Promise<void>>();
  private given = 0;

  constructor(options: DoorOptions) {
    this.options = options;
    const { context, gatherMs, isBehind } = options;
    const precedence = new UnderWayFirst(context.clock, isBehind);
    this.precedence = precedence;
    this.tries = new DoorTries({ ...options, takeBack: (change) => this.takeBack(change) });
    const isAlone = (lane: number) => precedence.isAlone(lane);
    this.creations = this.writer({ withinMs: gatherMs, isAlone, precedence }, true);
    this.events = this.writer({ withinMs: gatherMs * EVENTS_GATHER }, false);
  }

  private writer(gathering: Omit<Gathering, 'clock'>, mayTellLater: boolean): BatchWriter<Entry> {
    const { tries } = this;
    const { context, lanes } = this.options;
    const { clock } = context;
    return createBatchWriter<Entry>({
      clock,
      gathering,
      mayTellLater,
      pauses: DOOR_PAUSES,
      write: (batch, lane, isAgain) => tries.record(batch, lanes.bucketsOf(lane), isAgain),
      remedyOf: (error, batch, before) => remedyOf(error, batch.map(changeOf), before),
      makeRoomFor: (batch) => tries.makeRoomFor(batch.map(changeOf)),
      onFailed: (error, batch) => tries.logBad(error, batch.map(changeOf)),
      isLate: ({ refuseAfter }) => refuseAfter <= clock.monotonic(),
      refuse: (entry, error) => entry.fail(error instanceof StoreDown ? error : new StoreDown('the store is too busy')),
      fail: (entry, error) => entry.fail(error),
    });
  }

  // What is thrown in here is what the promise rejects with. An async function would make more of them for each change.
  create(fresh: NewMessage, claim?: IdempotencyClaim): Promise<Accepted> {
    return new Promise((resolve, fail) => {
      if (!this.options.db.isUp()) throw new StoreDown('the store cannot be reached');
      this.refuseFlood();
      this.given += 1;
      const isUrgent = this.precedence.passes(fresh.messageType);
      const refuseAfter = this.refuseAfter();
      const done = (result: ChangeResult): void => resolve(acceptedOf(result));
      this.add({ change: { type: 'create', fresh, claim }, refuseAfter, done, fail }, isUrgent);
    });
  }

  async createFrom(decide: Decide): Promise<void> {
    if (!this.options.db.isUp()) throw new StoreDown('the store cannot be reached');
    this.refuseFlood();
    this.given += 1;
    const created = this.tries.createFrom(decide, this.refuseAfter());
    const followed = this.followLater(created).finally(() => this.creating.delete(followed));
    this.creating.add(followed);
    await created;
  }

  /** Rule 7: a tick comes when all that hangs on the record has had its turn, and before anything else. */
  private async followLater(created: Promise<readonly Work[]>): Promise<void> {
    const works = await created.catch(() => []);
    await new Promise<void>((resolve) => process.nextTick(resolve));
    followUp(works, this.options.followers);
  }

  event(messageId: string, event: Event, options: EventOptions = {}): Promise<Recorded> {
    return new Promise((resolve, fail) => {
      const { fenced = false, inbox = NONE, arrivals = NONE, waitFor, refusable = false, isUrgent = false } = options;
      if (refusable) this.refuseFlood();
      if (event.type === 'answered') this.precedence.answered(this.options.lanes.laneOf(messageId));
      const change: EventChange = { type: 'event', messageId, event, fenced, inbox, arrivals, waitFor };
      const refuseAfter = refusable ? this.refuseAfter() : Number.POSITIVE_INFINITY;
      const done = (result: ChangeResult): void => resolve(recordedOf(result));
      this.add({ change, refuseAfter, done, fail }, isUrgent);
    });
  }

  cancel(messageId: string): Promise<Recorded> {
    return this.event(messageId, { type: 'cancel' }, { refusable: true });
  }

  letGo(messageId: string): Promise<Recorded> {
    return this.event(messageId, { type: 'let_go' }, { refusable: true });
  }

  async due(lane: number, limit: number, span: IdSlice, isNewestFirst = false): Promise<number> {
    // An answer that came in time counts as that, however long the store was away: first what waits, then the timers.
    await this.events.settled(lane);
    const now = this.options.context.clock.now();
    const buckets = this.options.lanes.bucketsOf(lane);
    return this.tries.runDue((tx) => lockDueMessages(tx, { now, limit, buckets, span, isNewestFirst }), buckets);
  }

  queued(carrier: string, lane: number, limit: number): Promise<number> {
    const buckets = this.options.lanes.bucketsOf(lane);
    return this.tries.runDue((tx) => lockQueuedMessages(tx, carrier, limit, buckets), buckets);
  }

  async idle(): Promise<void> {
    await Promise.allSettled(this.creating);
    await this.creations.idle();
    await this.events.idle();
  }

  depth(): number {
    return this.creations.depth() + this.events.depth() + this.creating.size;
  }

  timesGiven(): number {
    return this.given;
  }

  private refuseFlood(): void {
    if (this.depth() >= MOST_WAITING) throw new StoreDown(`the store does not keep up: ${MOST_WAITING} changes wait`);
  }

  private refuseAfter(): number {
    return this.options.context.clock.monotonic() + REFUSE_NEW_AFTER_MS;
  }

  private add(entry: Entry, isUrgent = false): void {
    const { change } = entry;
    const writer = change.type === 'create' ? this.creations : this.events;
    writer.add(this.options.lanes.laneOf(idOf(change)), entry, isUrgent);
  }

  private takeBack(change: EventChange): void {
    const { log } = this.options.context;
    const fail = (failure: unknown): void => log.warn({ err: failure }, 'a mark in doubt was not taken back');
    this.add({ change, refuseAfter: Number.POSITIVE_INFINITY, done: () => {}, fail });
  }
}

const NONE: readonly never[] = [];

function acceptedOf({ claimedBefore, work }: ChangeResult): Accepted {
  return claimedBefore || !work ? { kind: 'claimed_before' } : { kind: 'recorded', message: work.message };
}

function recordedOf({ applied, work }: ChangeResult): Recorded {
  return { message: work?.message ?? null, applied };
}

function changeOf({ change }: Recording): Change {
  return change;
}
