/**
 * Gathers what is waiting while the batch before it is under way, and runs it as one batch: at once when nothing is
 * under way, so that a lone caller waits for nothing.
 *
 * 1. A queue has one batch under way at most. What must not meet in two transactions goes through one queue.
 * 2. `run` never rejects: it tells each item what became of it.
 * 3. What waits behind a batch that takes long can be taken out again; it counts as run when its turn comes.
 */

export interface GroupCommit<T> {
  add(queue: number, item: T): void;
  /** Resolves when everything that has been added to the queue so far has been run. */
  settled(queue: number): Promise<void>;
  /** Takes those out that still wait and that `isLate` says yes to. */
  takeOut(queue: number, isLate: (item: T) => boolean): T[];
  /** How many items wait or are under way. */
  depth(): number;
  /** Resolves when nothing waits and nothing is under way. */
  idle(): Promise<void>;
}

export const LARGEST_BATCH = 256;

interface Queue<T> {
  /** Null: taken out. */
  waiting: Array<T | null>;
  isRunning: boolean;
  added: number;
  run: number;
  /** In the order of `at`. */
  readonly watchers: Array<{ readonly at: number; readonly wake: () => void }>;
}

export function createGroupCommit<T>(run: (batch: T[], queue: number) => Promise<void>): GroupCommit<T> {
  const queues = new Map<number, Queue<T>>();
  let depth = 0;
  let idleWaiters: Array<() => void> = [];

  async function drain(name: number, queue: Queue<T>): Promise<void> {
    while (queue.waiting.length > 0) {
      const turn = queue.waiting.splice(0, LARGEST_BATCH);
      const batch = turn.filter((item) => item !== null);
      if (batch.length > 0) await run(batch, name);
      depth -= batch.length;
      queue.run += turn.length;
      for (let first = queue.watchers[0]; first && first.at <= queue.run; first = queue.watchers[0]) {
        queue.watchers.shift();
        first.wake();
      }
    }
    queue.isRunning = false;
    if (depth > 0) return;
    const waiters = idleWaiters;
    idleWaiters = [];
    for (const wake of waiters) wake();
  }

  return {
    add(name, item) {
      let queue = queues.get(name);
      if (!queue) {
        queue = { waiting: [], isRunning: false, added: 0, run: 0, watchers: [] };
        queues.set(name, queue);
      }
      queue.waiting.push(item);
      queue.added += 1;
      depth += 1;
      if (queue.isRunning) return;
      queue.isRunning = true;
      const started = queue;
      // After the current turn, so that what arrives together leaves together.
      queueMicrotask(() => void drain(name, started));
    },
    settled(name) {
      const queue = queues.get(name);
      if (!queue || queue.run === queue.added) return Promise.resolve();
      return new Promise((wake) => queue.watchers.push({ at: queue.added, wake }));
    },
    takeOut(name, isLate) {
      const late: T[] = [];
      const queue = queues.get(name);
      queue?.waiting.forEach((item, index) => {
        if (item === null || !isLate(item)) return;
        late.push(item);
        queue.waiting[index] = null;
      });
      depth -= late.length;
      return late;
    },
    depth: () => depth,
    idle: () => (depth === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
  };
}
