/**
 * Gathers entries while the batch before them is under way, and runs them as one batch. When nothing is under way a batch
 * leaves at once: a lone caller waits for nobody.
 *
 * 1. A queue has one batch under way at most. Entries that must not meet in two transactions go through one queue.
 * 2. `run` never rejects: it tells each entry what became of it. An entry that waits can be taken out again; it counts
 *    as run when its turn comes.
 * 3. Where a gathering is given, a batch waits for company (gathering.ts) and then for its turn (`precedence`). An urgent
 *    entry ends both: whoever brought it brings nothing more before it has been run.
 * 4. What `run` resolves with is called when the next batch has left, so that the store works on that one while the
 *    entries of the last one are answered. A batch has ended after that call.
 * 5. A batch is of all whose entries it holds: it does not run within the span of the one that came first.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { CommitQueue } from './commit-queue.ts';
import { enoughBehind, type Gathering } from './gathering.ts';

export interface GroupCommit<T> {
  /** `isUrgent`: rule 3. */
  add(queue: number, entry: T, isUrgent?: boolean): void;
  /** Resolves when everything that has been added to the queue so far has been run. */
  settled(queue: number): Promise<void>;
  /** Takes those out that still wait and that `isLate` says yes to. */
  takeOut(queue: number, isLate: (entry: T) => boolean): T[];
  /** How many entries wait or are under way. */
  depth(): number;
  /** Resolves when nothing waits and nothing is under way. */
  idle(): Promise<void>;
}

/** Rule 4. */
export type AfterCommit = () => void;

type Run<T> = (batch: T[], queue: number) => Promise<AfterCommit> | Promise<void>;

export function createGroupCommit<T>(run: Run<T>, gathering?: Gathering): GroupCommit<T> {
  return new QueueRunner(run, gathering);
}

class QueueRunner<T> implements GroupCommit<T> {
  private readonly run: Run<T>;
  private readonly gathering: Gathering | undefined;
  /** Rule 5: runs what it is given where this was made. */
  private readonly outside = AsyncLocalStorage.snapshot();
  private readonly queues = new Map<number, CommitQueue<T>>();
  private count = 0;
  private idleWaiters: Array<() => void> = [];

  constructor(run: Run<T>, gathering?: Gathering) {
    this.run = run;
    this.gathering = gathering;
  }

  add(name: number, entry: T, isUrgent = false): void {
    const queue = this.queues.get(name) ?? this.open(name);
    this.count += 1;
    queue.add(entry, isUrgent);
    if (queue.isRunning) return;
    queue.isRunning = true;
    // After the current turn, so that what arrives together leaves together.
    queueMicrotask(() => void this.outside(() => this.drain(queue)));
  }

  settled(name: number): Promise<void> {
    return this.queues.get(name)?.settled() ?? Promise.resolve();
  }

  takeOut(name: number, isLate: (entry: T) => boolean): T[] {
    const late = this.queues.get(name)?.takeOut(isLate) ?? [];
    this.count -= late.length;
    return late;
  }

  depth(): number {
    return this.count;
  }

  idle(): Promise<void> {
    return this.count === 0 ? Promise.resolve() : new Promise((resolve) => this.idleWaiters.push(resolve));
  }

  private open(name: number): CommitQueue<T> {
    const queue = new CommitQueue<T>(name);
    this.queues.set(name, queue);
    return queue;
  }

  private async drain(queue: CommitQueue<T>): Promise<void> {
    while (queue.length > 0) {
      if (this.gathering) await queue.readyToLeave(this.gathering);
      const isAlone = this.gathering?.isAlone?.(queue.name) ?? false;
      const leaving = queue.leave();
      this.gathering?.precedence?.leaves(queue.name, leaving.length);
      const startedAt = this.monotonic();
      const { before, atFirst } = queue;
      const enough = enoughBehind(before, { now: startedAt, count: leaving.length, atFirst, isAlone });
      const batch = leaving.filter((entry) => entry !== null);
      const after = batch.length > 0 ? await this.run(batch, queue.name) : undefined;
      queue.before = { startedAt, tookMs: this.monotonic() - startedAt, enough };
      queue.atFirst = queue.length;
      const end = (): void => {
        if (typeof after === 'function') after();
        this.ended(queue, leaving.length, batch.length);
      };
      // Rule 4.
      if (typeof after === 'function' && queue.length > 0) setImmediate(end);
      else end();
    }
    queue.isRunning = false;
  }

  private monotonic(): number {
    return this.gathering?.clock.monotonic() ?? 0;
  }

  /** Of `count` places `entries` held something. */
  private ended(queue: CommitQueue<T>, count: number, entries: number): void {
    this.count -= entries;
    queue.ended(count);
    if (this.count > 0) return;
    const waiters = this.idleWaiters;
    this.idleWaiters = [];
    for (const wake of waiters) wake();
  }
}
