/**
 * Writes entries to the store, many at a time, and settles each of them exactly once.
 *
 * 1. Together: what has gathered (group-commit.ts) is one batch, and `write` writes all of it or nothing.
 * 2. Again: a batch with which nothing is wrong is tried again (tries.ts). A partition that is missing is made first.
 * 3. Apart: a batch with which something is wrong is halved until the bad entry stands alone, and that one alone fails.
 *    Example: of eight entries the third is bad. Eight fail, the first four fail, two are written; of the third and the
 *    fourth the one fails and the other is written; then the last four are written.
 * 4. Refused: where the store is to blame, entries are told so and nothing more is tried. An entry whose time is over
 *    (`isLate`) is refused after a pause, and so are those like it that wait behind the batch.
 */
import type { Clock } from './clock.ts';
import type { Gathering } from './gathering.ts';
import { type AfterCommit, createGroupCommit, type GroupCommit } from './group-commit.ts';
import { type Pauses, type Remedy, type Tried, Tries, type TriesBefore } from './tries.ts';

/** What entries wait in, one batch at a time for each queue. */
export type BatchWriter<T> = GroupCommit<T>;

export interface BatchWriterOptions<T> {
  readonly clock: Clock;
  /** Absent: no batch waits for company. */
  readonly gathering?: Omit<Gathering, 'clock'>;
  /** Default: 50 ms, doubling up to a second. */
  readonly pauses?: Pauses;
  /** The next batch may leave before the entries of the last one are told (group-commit.ts, rule 4). */
  readonly mayTellLater?: boolean;
  /**
   * Writes all of the batch or nothing. Resolves with what happens after the commit: that each entry is told of it.
   * `isAgain`: the same may have been written by a try whose COMMIT had no answer.
   */
  write(batch: readonly T[], queue: number, isAgain: boolean): Promise<AfterCommit>;
  /** What a failure asks for. */
  remedyOf(error: unknown, batch: readonly T[], tries: TriesBefore): Remedy;
  /** Makes the room that the batch lacks. Absent: none is ever lacking. */
  makeRoomFor?(batch: readonly T[]): Promise<void>;
  /** Tells an entry that something is wrong with it. Never rejects. */
  fail(entry: T, error: unknown): void | Promise<void>;
  /** Called when the batch is not tried again as it is: it is halved, stands alone or is refused. */
  onFailed?(error: unknown, batch: readonly T[]): void;
  /** Rule 4. Absent: no entry is ever late. */
  isLate?(entry: T): boolean;
  /** Tells an entry that nothing is wrong with that it is not written, because of `error`. Default: `fail`. */
  refuse?(entry: T, error: unknown): void;
}

const PAUSES: Pauses = { firstPauseMs: 50, longestPauseMs: 1_000 };
const NOTHING: AfterCommit = () => {};

export function createBatchWriter<T>(options: BatchWriterOptions<T>): BatchWriter<T> {
  return new BatchSettler(options).commits;
}

class BatchSettler<T> {
  readonly commits: GroupCommit<T>;
  private readonly options: BatchWriterOptions<T>;

  constructor(options: BatchWriterOptions<T>) {
    this.options = options;
    const { clock, gathering, mayTellLater = false } = options;
    const settle = (batch: T[], queue: number) => this.settle(batch, queue);
    const settleAndTell = async (batch: T[], queue: number) => (await this.settle(batch, queue))();
    const gathered = gathering && { clock, ...gathering };
    this.commits = createGroupCommit<T>(mayTellLater ? settle : settleAndTell, gathered);
  }

  /** Resolves with what happens after the commit. Never rejects. `before`: of a larger batch that held the same. */
  private async settle(batch: readonly T[], queue: number, before: Tries | null = null): Promise<AfterCommit> {
    const { clock, pauses = PAUSES, write, onFailed } = this.options;
    let tries: Tries | null = null;
    let entries = batch;
    while (entries.length > 0) {
      let failure: unknown;
      try {
        return await write(entries, queue, (tries ?? before)?.isAgain ?? false);
      } catch (thrown) {
        failure = thrown;
      }
      tries ??= new Tries(clock, pauses, before);
      const { next, error } = await tries.failed(failure, this.triedWith(entries));
      if (next === 'paused') entries = this.refuseLate(entries, queue, error);
      if (next === 'again' || next === 'paused') continue;
      onFailed?.(error, entries);
      if (next === 'apart') return this.halve(entries, queue, tries, error);
      this.refuse(entries, error);
      return NOTHING;
    }
    return NOTHING;
  }

  private triedWith(entries: readonly T[]): Tried {
    const { remedyOf, makeRoomFor } = this.options;
    return {
      remedyOf: (error, tries) => remedyOf(error, entries, tries),
      makeRoom: async () => makeRoomFor?.(entries),
    };
  }

  /** Rule 3. */
  private async halve(entries: readonly T[], queue: number, tries: Tries, error: unknown): Promise<AfterCommit> {
    const [alone] = entries;
    if (entries.length === 1 && alone !== undefined) {
      await this.options.fail(alone, error);
      return NOTHING;
    }
    const middle = entries.length >> 1;
    (await this.settle(entries.slice(0, middle), queue, tries))();
    return this.settle(entries.slice(middle), queue, tries);
  }

  /** Rule 4; returns those whose time is not over. */
  private refuseLate(entries: readonly T[], queue: number, error: unknown): readonly T[] {
    const { isLate } = this.options;
    if (!isLate) return entries;
    const behind = this.commits.takeOut(queue, isLate);
    this.refuse([...entries.filter(isLate), ...behind], error);
    return entries.filter((entry) => !isLate(entry));
  }

  private refuse(entries: readonly T[], error: unknown): void {
    const { fail, refuse = fail } = this.options;
    for (const entry of entries) void refuse(entry, error);
  }
}
