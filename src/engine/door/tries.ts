/**
 * The transactions of the door, tried until their changes are recorded or nothing more can be done for them: what each
 * failure asks for, and what is undone after it.
 *
 * 1. After a failed try the slots that it took at carriers are given back, and its messages are read anew.
 * 2. A COMMIT without an answer leaves the changes in doubt: they run again with the same ids, and a `sending` mark that
 *    turns out to stand is taken back (unconfirmed-marks.ts).
 * 3. What other rows lead to (a text of a masked session) is created in the transaction that writes those rows. That
 *    transaction is under way beside the batches of the door: nobody else knows of a new message before it is recorded.
 */
import type { AfterCommit } from '../../lib/group-commit.ts';
import { timeOf } from '../../lib/ids.ts';
import { type Pauses, type Remedy, Tries, type TriesBefore } from '../../lib/tries.ts';
import { isMissingPartition, isPassing, isRepeat } from '../../store/connection/sql-states.ts';
import { type Database, StoreDown, type Transaction, together } from '../../store/database.ts';
import type { StoredMessage } from '../../store/messages/message-rows.ts';
import { heldAfter, StaleCopy } from '../../store/messages/message-writes.ts';
import { type Buckets, byLane } from '../../store/sql/lanes.ts';
import type { Decide } from './accept.ts';
import type { Change, ChangeOptions, ChangeResult, CreateChange, EventChange } from './change.ts';
import { type Followers, followUp } from './follow-up.ts';
import { RecentMessages } from './recent-messages.ts';
import { perform, performDue } from './transaction.ts';
import { UnconfirmedMarks } from './unconfirmed-marks.ts';
import { undo, type Work } from './work.ts';

export interface DoorTriesOptions extends Omit<ChangeOptions, 'unconfirmed'> {
  readonly db: Database;
  readonly followers: Followers;
  /** Makes room in the store for messages of this time (partitions). */
  readonly makeRoomFor: (at: number) => Promise<void>;
  /** Gives a change to the door that takes back a mark (rule 2). */
  readonly takeBack: (change: EventChange) => void;
}

/** A change, and who is told what became of it. */
export interface Recording {
  readonly change: Change;
  done(result: ChangeResult): void;
}

export const DOOR_PAUSES: Pauses = { firstPauseMs: 50, longestPauseMs: 1_000 };
const TRIES_OF_STALE = 5;
/** With their pauses, longer than a new message is tried. */
const MOST_TRIES_TO_CREATE = 10;

/** Of a transaction with these changes. */
export function remedyOf(error: unknown, changes: readonly Change[], { isAgain, hasRoom }: TriesBefore): Remedy {
  if (error instanceof StoreDown) return 'in_doubt';
  // What was in memory is forgotten, and the rows are read under their locks.
  if (error instanceof StaleCopy) return 'at_once';
  if (isPassing(error)) return 'later';
  // The try before had not ended when these were looked for: the next one finds them.
  if (isAgain && isRepeat(error) && changes.every(({ type }) => type === 'create')) return 'later';
  if (isMissingPartition(error)) return hasRoom ? 'later' : 'make_room';
  return 'apart';
}

export class DoorTries {
  private readonly options: DoorTriesOptions & { readonly unconfirmed: UnconfirmedMarks };
  private readonly recent = new RecentMessages();

  constructor(options: DoorTriesOptions) {
    this.options = { ...options, unconfirmed: new UnconfirmedMarks() };
  }

  /** One try. Resolves with what follows from the changes, their callers' answers first. */
  async record(batch: readonly Recording[], buckets: Buckets, isAgain: boolean): Promise<AfterCommit> {
    const works: Work[] = [];
    const changes = batch.map(({ change }) => change);
    const { options, recent } = this;
    let results: ChangeResult[];
    try {
      results = await options.db.transaction((tx) => {
        const commitBehind = () => tx.commitBehind();
        return perform({ tx, changes, buckets, options, isAgain, recent, works, commitBehind });
      });
    } catch (error) {
      this.undo(works, error);
      throw error;
    }
    this.keep(works);
    return () => {
      results.forEach((result, index) => {
        batch[index]?.done(result);
      });
      followUp(works, options.followers);
    };
  }

  /** Rule 3. Rejects with StoreDown after `refuseAfter` (monotonic), and with what was wrong with a statement. */
  async createFrom(decide: Decide, refuseAfter: number): Promise<Work[]> {
    const { clock } = this.options.context;
    const tries = new Tries(clock, DOOR_PAUSES);
    for (;;) {
      const changes: CreateChange[] = [];
      try {
        return await this.createOnce(decide, tries.isAgain, changes);
      } catch (failure) {
        const { next, error } = await tries.failed(failure, {
          remedyOf: (error, before) => {
            const isOver = clock.monotonic() >= refuseAfter || before.failures >= MOST_TRIES_TO_CREATE;
            return isOver ? 'refuse' : remedyOf(error, changes, before);
          },
          // What is written beside the messages is of today.
          makeRoom: () => this.makeRoomFor(changes, clock.now()),
        });
        if (next === 'apart') this.logBad(error, changes);
        if (next === 'apart' || next === 'refuse') throw error;
      }
    }
  }

  /** Runs what is due among what `take` locks, and what follows from it. Resolves with how many messages that were. */
  async runDue(
    take: (tx: Transaction) => Promise<ReadonlyMap<string, StoredMessage>>,
    buckets: Buckets,
  ): Promise<number> {
    for (let tries = 1; ; tries += 1) {
      const works: Work[] = [];
      try {
        await this.options.db.transaction(async (tx) => {
          const taken = await take(tx);
          if (taken.size > 0) await performDue({ tx, due: taken, buckets, options: this.options, works });
        });
        this.recent.forget(works.map(({ message }) => message.id));
        followUp(works, this.options.followers);
        return works.length;
      } catch (error) {
        this.undo(works, error);
        // An answer that was written meanwhile.
        if (!(error instanceof StaleCopy) || tries === TRIES_OF_STALE) throw error;
      }
    }
  }

  async makeRoomFor(changes: readonly Change[], ...others: readonly number[]): Promise<void> {
    const times = new Set([...others, ...changes.map((each) => timeOf(idOf(each)))]);
    for (const at of times) await this.options.makeRoomFor(at);
  }

  logBad(error: unknown, changes: readonly Change[]): void {
    const { log } = this.options.context;
    log.warn({ err: error, changes: changes.length }, 'a batch could not be recorded');
  }

  private async createOnce(decide: Decide, isAgain: boolean, changes: CreateChange[]): Promise<Work[]> {
    const { db, lanes } = this.options;
    const works: Work[][] = [];
    try {
      await db.transaction(async (tx) => {
        const { fresh, writes } = await decide(tx, isAgain);
        changes.push(...fresh.map((each) => ({ type: 'create', fresh: each, claim: undefined }) as const));
        const performed = byLane(changes, lanes, idOf).map(({ rows, buckets }) => {
          const ofLane: Work[] = [];
          works.push(ofLane);
          const { options, recent } = this;
          return perform({ tx, changes: rows, buckets, options, isAgain, recent, works: ofLane });
        });
        await together([...writes, ...performed]);
      });
    } catch (error) {
      this.undo(works.flat(), error);
      throw error;
    }
    this.keep(works.flat());
    return works.flat();
  }

  /** After the commit. */
  private keep(works: readonly Work[]): void {
    const { held } = this.options.owner;
    this.recent.keep(works);
    if (!held) return;
    for (const work of works) if (heldAfter(work) === null) held.over(work.message.id);
  }

  /** Rules 1 and 2. */
  private undo(works: readonly Work[], error: unknown): void {
    undo(works);
    this.recent.forget(works.map(({ message }) => message.id));
    for (const change of error instanceof StoreDown ? this.options.unconfirmed.remember(works) : []) {
      this.options.takeBack(change);
    }
  }
}

export function idOf(change: Change): string {
  return change.type === 'create' ? change.fresh.id : change.messageId;
}
