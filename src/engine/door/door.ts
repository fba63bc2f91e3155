/**
 * THE door: every change of a message goes through here.
 *
 * 1. Changes are gathered (group-commit.ts) and written many in one transaction. A caller's promise resolves after the
 *    commit that holds its change, never before.
 * 2. Two transactions under way never hold the same message: for each lane one queue of what happens to messages and
 *    one of new ones, which are nobody's business before they are recorded, and whose callers wait. No more than these,
 *    and what happens is gathered for longer: a transaction of forty changes costs hardly more than one of twenty.
 * 3. A batch that fails on its data is halved until the bad change stands alone: one caller never costs the others.
 * 4. A connection lost during COMMIT leaves the batch in doubt: it runs again with the same ids, and marks that stand are
 *    taken back (unconfirmed-marks.ts). New messages are refused (StoreDown) when that takes too long; what carriers
 *    answered is kept and tried until it is recorded.
 * 5. What follows from a change (an answer, a submit, a callback …) happens after the commit; that of new messages may
 *    come when the next ones have left for the store (group-commit.ts).
 * 6. Memory is bounded: a new message is refused (StoreDown) while `MOST_WAITING` changes wait. What carriers answer
 *    is always taken: it can only be about what the store let go out, which is what carriers have room for.
 * 7. What other rows lead to (a text of a masked session) is created in the transaction that writes them. It has a
 *    transaction of its own, beside rule 2: a message is no other's business before it is recorded. What follows comes
 *    one tick later, so that a carrier has our acknowledgement of a text before it has the text that this leads to:
 *    otherwise a crash between the two would have it sent once for each.
 * 8. A node that falls behind with what it has taken takes new messages more slowly (precedence.ts).
 */
import type { MessageType } from '../../carriers/carrier.ts';
import { createGroupCommit, type AfterCommit, type GroupCommit } from '../../lib/group-commit.ts';
import { timeOf } from '../../lib/ids.ts';
import { type Database, StoreDown, type Transaction, together } from '../../store/database.ts';
import type { MeetingArrival } from '../../store/messages/meetings.ts';
import { lockQueuedMessages } from '../../store/messages/message-queue.ts';
import type { StoredMessage } from '../../store/messages/message-rows.ts';
import { StaleCopy } from '../../store/messages/message-writes.ts';
import { lockDueMessages } from '../../store/messages/messages.ts';
import { isMissingPartition } from '../../store/schema/partitions.ts';
import type { IdSlice } from '../../store/sql/id-range.ts';
import { type Buckets, byLane } from '../../store/sql/lanes.ts';
import type { Event, Message } from '../message/message.ts';
import type { Accepted, Decide, IdempotencyClaim, NewMessage } from './accept.ts';
import type { Change, ChangeOptions, ChangeResult, CreateChange } from './change.ts';
import { type Followers, followUp } from './follow-up.ts';
import { UnderWayFirst } from './precedence.ts';
import { RecentMessages } from './recent-messages.ts';
import { describe, isRepeat, mayRunAgain } from './statement-errors.ts';
import { perform, performDue } from './transaction.ts';
import { UnconfirmedMarks } from './unconfirmed-marks.ts';
import { undo, type Work } from './work.ts';

export interface Recorded {
  /** Null when there is no such message. */
  readonly message: Message | null;
  /** False when the event changed nothing: a repeat, a lost race, a message that is no longer this node's. */
  readonly applied: boolean;
}

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
  /** Runs what is due in one lane; returns how many messages that were. */
  due(lane: number, limit: number, span: IdSlice): Promise<number>;
  /** Takes messages that wait for room at a carrier and places them anew. */
  queued(carrier: string, lane: number, limit: number): Promise<number>;
  /** Resolves when every change given so far is recorded or refused. */
  idle(): Promise<void>;
  /** How many changes wait or are under way. */
  depth(): number;
}

export interface DoorOptions extends Omit<ChangeOptions, 'unconfirmed'> {
  readonly db: Database;
  /** How long new messages are gathered at most under load, and events `EVENTS_GATHER` times as long; 0: never. */
  readonly gatherMs: number;
  readonly followers: Followers;
  /** Whether this node is what messages of this type, or more urgent ones, wait here for (precedence.ts). */
  readonly isBehind: (type: MessageType) => boolean;
  /** Makes room in the store for messages of this time (partitions). */
  readonly makeRoomFor: (at: number) => Promise<void>;
}

interface Entry {
  readonly change: Change;
  /** Monotonic milliseconds after which a new message is refused rather than tried again. */
  readonly refuseAfter: number;
  done(result: ChangeResult): void;
  fail(error: unknown): void;
}

type Failure = Readonly<{ error: unknown }>;

const REFUSE_NEW_AFTER_MS = 3_000;
/** Changes that wait for the store. Bodies are up to 10 KB each; a store that keeps up leaves a few hundred here. */
export const MOST_WAITING = 5_000;
/** Nobody waits for events to be recorded, but a peer whose window is full (`isUrgent`). */
const EVENTS_GATHER = 2;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
const TRIES_OF_STALE = 5;
/** With their pauses, longer than a new message is tried. */
const MOST_TRIES_TO_CREATE = 10;

export function createDoor(options: DoorOptions): Door {
  return new RecordingDoor(options);
}

class RecordingDoor implements Door {
  private readonly options: DoorOptions & { readonly unconfirmed: UnconfirmedMarks };
  /** Rule 2, by lane. */
  private readonly creations: GroupCommit<Entry>;
  private readonly events: GroupCommit<Entry>;
  private readonly precedence: UnderWayFirst;
  private readonly recent = new RecentMessages();
  private readonly creating = new Set<Promise<void>>();

  constructor(options: DoorOptions) {
    this.options = { ...options, unconfirmed: new UnconfirmedMarks() };
    const { context, lanes, gatherMs, isBehind } = options;
    const { clock } = context;
    const precedence = new UnderWayFirst(clock, isBehind);
    this.precedence = precedence;
    const isAlone = (lane: number) => precedence.isAlone(lane);
    const settle = (batch: Entry[], lane: number) => this.settle(batch, lanes.bucketsOf(lane), false);
    // What follows from an event comes before the next one: both may be about the same message.
    const happen = async (batch: Entry[], lane: number) => (await settle(batch, lane))();
    this.creations = createGroupCommit<Entry>(settle, { clock, withinMs: gatherMs, isAlone, precedence });
    this.events = createGroupCommit<Entry>(happen, { clock, withinMs: gatherMs * EVENTS_GATHER });
  }

  async create(fresh: NewMessage, claim?: IdempotencyClaim): Promise<Accepted> {
    if (!this.options.db.isUp()) throw new StoreDown('the store cannot be reached');
    this.refuseFlood();
    const isUrgent = this.precedence.passes(fresh.messageType);
    const result = await this.add({ type: 'create', fresh, claim }, this.refuseAfter(), isUrgent);
    if (result.claimedBefore || !result.work) return { kind: 'claimed_before' };
    return { kind: 'recorded', message: result.work.message };
  }

  async createFrom(decide: Decide): Promise<void> {
    if (!this.options.db.isUp()) throw new StoreDown('the store cannot be reached');
    this.refuseFlood();
    const created = this.createUntil(this.refuseAfter(), decide);
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

  async event(messageId: string, event: Event, options: EventOptions = {}): Promise<Recorded> {
    const { fenced = false, inbox = [], arrivals = [], waitFor, refusable = false, isUrgent = false } = options;
    if (refusable) this.refuseFlood();
    if (event.type === 'answered') this.precedence.answered(this.options.lanes.laneOf(messageId));
    const then = waitFor === undefined ? {} : { waitFor };
    const result = await this.add(
      { type: 'event', messageId, event, fenced, inbox, arrivals, ...then },
      refusable ? this.refuseAfter() : Number.POSITIVE_INFINITY,
      isUrgent,
    );
    return { message: result.work?.message ?? null, applied: result.applied };
  }

  async due(lane: number, limit: number, span: IdSlice): Promise<number> {
    // An answer that came in time counts as that, however long the store was away: first what waits, then the timers.
    await this.events.settled(lane);
    const now = this.options.context.clock.now();
    return this.taking(lane, (tx, buckets) => lockDueMessages(tx, { now, limit, buckets, span }));
  }

  queued(carrier: string, lane: number, limit: number): Promise<number> {
    return this.taking(lane, (tx, buckets) => lockQueuedMessages(tx, carrier, limit, buckets));
  }

  async idle(): Promise<void> {
    await Promise.allSettled(this.creating);
    await this.creations.idle();
    await this.events.idle();
  }

  depth(): number {
    return this.creations.depth() + this.events.depth() + this.creating.size;
  }

  private refuseFlood(): void {
    if (this.depth() >= MOST_WAITING) throw new StoreDown(`the store does not keep up: ${MOST_WAITING} changes wait`);
  }

  private refuseAfter(): number {
    return this.options.context.clock.monotonic() + REFUSE_NEW_AFTER_MS;
  }

  private add(change: Change, refuseAfter: number, isUrgent = false): Promise<ChangeResult> {
    const lane = this.laneOf(change);
    return new Promise((done, fail) => this.commitsOf(change).add(lane, { change, refuseAfter, done, fail }, isUrgent));
  }

  private commitsOf({ type }: Change): GroupCommit<Entry> {
    return type === 'create' ? this.creations : this.events;
  }

  private laneOf(change: Change): number {
    return this.options.lanes.laneOf(idOf(change));
  }

  /**
   * Records the batch, however many times that has to be tried and however small it has to be cut (rules 3 and 4).
   * Resolves with what follows (rule 5).
   */
  private async settle(batch: Entry[], lane: Buckets, again: boolean): Promise<AfterCommit> {
    let entries = batch;
    let isAgain = again;
    let pauseMs = FIRST_PAUSE_MS;
    let stale = 0;
    while (entries.length > 0) {
      const tried = await this.tryOnce(entries, lane, isAgain);
      if (typeof tried === 'function') return tried;
      const { error } = tried;
      const changes = entries.map(({ change }) => change);
      stale += Number(error instanceof StaleCopy);
      const next = await this.afterFailure(error, changes, stale < TRIES_OF_STALE, isAgain);
      if (next === 'halve') return this.halve(entries, lane, isAgain, error);
      if (next === 'at_once') continue;
      isAgain ||= error instanceof StoreDown;
      await this.pause(pauseMs);
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
      entries = this.refuseLate(entries, error);
    }
    return () => {};
  }

  private async tryOnce(entries: readonly Entry[], lane: Buckets, again: boolean): Promise<AfterCommit | Failure> {
    const { options, recent } = this;
    const works: Work[] = [];
    const changes = entries.map((entry) => entry.change);
    const batch = { changes, buckets: lane, options, isAgain: again, recent, works };
    let results: ChangeResult[];
    try {
      results = await options.db.transaction((tx) => perform({ ...batch, tx, commitBehind: () => tx.commitBehind() }));
    } catch (error) {
      this.undone(works, error);
      return { error };
    }
    this.recent.keep(works);
    return () => {
      for (const [index, result] of results.entries()) entries[index]?.done(result);
      followUp(works, this.options.followers);
    };
  }

  private async halve(entries: Entry[], lane: Buckets, again: boolean, error: unknown): Promise<AfterCommit> {
    if (entries.length === 1) {
      entries[0]?.fail(error);
      return () => {};
    }
    const middle = entries.length >> 1;
    (await this.settle(entries.slice(0, middle), lane, again))();
    return this.settle(entries.slice(middle), lane, again);
  }

  /** Rules 4 and 7. */
  private async createUntil(refuseAfter: number, decide: Decide): Promise<Work[]> {
    const { clock } = this.options.context;
    let isAgain = false;
    let pauseMs = FIRST_PAUSE_MS;
    for (let tries = 1; ; tries += 1) {
      const changes: CreateChange[] = [];
      try {
        return await this.createOnce(decide, isAgain, changes);
      } catch (error) {
        if (isMissingPartition(error)) await this.options.makeRoomFor(clock.now());
        const next = await this.afterFailure(error, changes, true, isAgain);
        if (next === 'halve' || clock.monotonic() >= refuseAfter || tries === MOST_TRIES_TO_CREATE) throw error;
        isAgain ||= error instanceof StoreDown;
        if (next === 'at_once') continue;
        await this.pause(pauseMs);
        pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
      }
    }
  }

  private async createOnce(decide: Decide, isAgain: boolean, changes: CreateChange[]): Promise<Work[]> {
    const { options, recent } = this;
    const works: Work[][] = [];
    try {
      await options.db.transaction(async (tx) => {
        const { fresh, writes } = await decide(tx, isAgain);
        changes.push(...fresh.map((each) => ({ type: 'create', fresh: each, claim: undefined }) as const));
        const performed = byLane(changes, options.lanes, idOf).map(({ rows, buckets }) => {
          const ofLane: Work[] = [];
          works.push(ofLane);
          return perform({ tx, changes: rows, buckets, options, isAgain, recent, works: ofLane });
        });
        await together([...writes, ...performed]);
      });
    } catch (error) {
      this.undone(works.flat(), error);
      throw error;
    }
    this.recent.keep(works.flat());
    return works.flat();
  }

  /** Rule 4. */
  private undone(works: readonly Work[], error: unknown): void {
    undo(works);
    this.recent.forget(works.map(({ message }) => message.id));
    for (const change of error instanceof StoreDown ? this.options.unconfirmed.remember(works) : []) {
      this.add(change, Number.POSITIVE_INFINITY).catch((failure) =>
        this.options.context.log.warn({ err: describe(failure) }, 'a mark in doubt was not taken back'),
      );
    }
  }

  /** `mayBeStale`: what was in memory is forgotten, and the rows are read under their locks; that helps, or nothing does. */
  private async afterFailure(error: unknown, changes: readonly Change[], mayBeStale: boolean, again: boolean) {
    if (error instanceof StoreDown) return 'again';
    if (error instanceof StaleCopy && mayBeStale) return 'at_once';
    if (mayRunAgain(error)) return 'again';
    // The run before had not ended when these were looked for: the next one finds them.
    if (again && isRepeat(error) && changes.every(({ type }) => type === 'create')) return 'again';
    if (isMissingPartition(error)) {
      for (const at of new Set(changes.map((each) => timeOf(idOf(each))))) await this.options.makeRoomFor(at);
      return 'at_once';
    }
    this.options.context.log.warn({ err: describe(error), changes: changes.length }, 'a batch could not be recorded');
    return 'halve';
  }

  /** Of those that are under way, and of those that wait behind them; what must be recorded in the end stays. */
  private refuseLate(entries: readonly Entry[], error: unknown): Entry[] {
    const now = this.options.context.clock.monotonic();
    const isLate = (entry: Entry) => entry.refuseAfter <= now;
    const [first] = entries;
    const behind = first ? this.commitsOf(first.change).takeOut(this.laneOf(first.change), isLate) : [];
    for (const entry of [...entries.filter(isLate), ...behind]) {
      entry.fail(error instanceof StoreDown ? error : new StoreDown('the store is too busy'));
    }
    return entries.filter((entry) => !isLate(entry));
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.options.context.clock.setTimer(resolve, ms));
  }

  /** Runs `take`, and what follows from it, in a transaction of its own. */
  private async taking(
    lane: number,
    take: (tx: Transaction, buckets: Buckets) => Promise<Map<string, StoredMessage>>,
  ): Promise<number> {
    const buckets = this.options.lanes.bucketsOf(lane);
    for (let tries = 1; ; tries += 1) {
      const works: Work[] = [];
      try {
        await this.options.db.transaction(async (tx) => {
          const taken = await take(tx, buckets);
          if (taken.size > 0) await performDue({ tx, due: taken, buckets, options: this.options, works });
        });
        this.recent.forget(works.map(({ message }) => message.id));
        followUp(works, this.options.followers);
        return works.length;
      } catch (error) {
        this.undone(works, error);
        // An answer that was written meanwhile.
        if (!(error instanceof StaleCopy) || tries === TRIES_OF_STALE) throw error;
      }
    }
  }
}

function idOf(change: Change): string {
  return change.type === 'create' ? change.fresh.id : change.messageId;
}
