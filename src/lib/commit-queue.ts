/**
 * One queue of a group commit: the entries that wait, and the callers of `settled`, who wait until these have been run.
 *
 * 1. An entry that is taken out leaves its place empty, and counts as run when the turn of that place comes, since
 *    `settled` counts places.
 */
import { type BatchBefore, type Gathering, LARGEST_BATCH, NO_BATCH_BEFORE, waitForCompany } from './gathering.ts';

export class CommitQueue<T> {
  readonly name: number;
  isRunning = false;
  before: BatchBefore = NO_BATCH_BEFORE;
  /** How many entries waited when the batch before ended. */
  atFirst = 0;
  /** Null: taken out. */
  private readonly waiting: Array<T | null> = [];
  private hasUrgent = false;
  private added = 0;
  private run = 0;
  /** What ends the waiting of the next batch: so many entries, or an urgent one. */
  private awaited: { readonly count: number; readonly go: () => void } | null = null;
  /** In the order of `at`. */
  private readonly watchers: Array<{ readonly at: number; readonly wake: () => void }> = [];

  constructor(name: number) {
    this.name = name;
  }

  get length(): number {
    return this.waiting.length;
  }

  add(entry: T, isUrgent: boolean): void {
    this.waiting.push(entry);
    this.added += 1;
    this.hasUrgent ||= isUrgent;
    if (this.awaited && (isUrgent || this.waiting.length >= this.awaited.count)) this.awaited.go();
  }

  /** The next batch; null stands for what has been taken out. */
  leave(): Array<T | null> {
    const leaving = this.waiting.splice(0, LARGEST_BATCH);
    this.hasUrgent &&= this.waiting.length > 0;
    return leaving;
  }

  /** So many places have had their turn. */
  ended(count: number): void {
    this.run += count;
    for (let first = this.watchers[0]; first && first.at <= this.run; first = this.watchers[0]) {
      this.watchers.shift();
      first.wake();
    }
  }

  settled(): Promise<void> {
    if (this.run === this.added) return Promise.resolve();
    return new Promise((wake) => this.watchers.push({ at: this.added, wake }));
  }

  takeOut(isLate: (entry: T) => boolean): T[] {
    const late: T[] = [];
    this.waiting.forEach((entry, index) => {
      if (entry === null || !isLate(entry)) return;
      late.push(entry);
      this.waiting[index] = null;
    });
    return late;
  }

  /** Resolves when the next batch has gathered, and when its turn has come. An urgent entry ends both. */
  async readyToLeave(gathering: Gathering): Promise<void> {
    await this.gathered(gathering);
    const turn = this.hasUrgent ? null : gathering.precedence?.turnOf(this.name);
    if (!turn) return;
    this.awaited = { count: Number.POSITIVE_INFINITY, go: turn.take };
    await turn.comes;
    this.awaited = null;
  }

  /** Resolves when as many wait as are enough, or when the time is over. */
  private gathered(gathering: Gathering): Promise<void> {
    const { clock } = gathering;
    const wait = waitForCompany(this.before, gathering, this.waiting.length, clock.monotonic());
    if (wait === null || this.hasUrgent) return Promise.resolve();
    return new Promise((resolve) => {
      const go = (): void => {
        clock.clearTimer(timer);
        this.awaited = null;
        resolve();
      };
      const timer = clock.setTimer(go, wait.ms);
      this.awaited = { count: wait.count, go };
    });
  }
}
