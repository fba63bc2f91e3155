/**
 * Gathers what is waiting while the batch before it is under way, and runs it as one batch: at once when nothing is
 * under way, so that a lone caller waits for nothing.
 *
 * 1. A queue has one batch under way at most. What must not meet in two transactions goes through one queue.
 * 2. `run` never rejects: it tells each item what became of it.
 */

export interface GroupCommit<T> {
  add(queue: number, item: T): void;
  /** How many items wait or are under way. */
  depth(): number;
  /** Resolves when nothing waits and nothing is under way. */
  idle(): Promise<void>;
}

export const LARGEST_BATCH = 256;

interface Queue<T> {
  waiting: T[];
  isRunning: boolean;
}

export function createGroupCommit<T>(run: (batch: T[], queue: number) => Promise<void>): GroupCommit<T> {
  const queues = new Map<number, Queue<T>>();
  let depth = 0;
  let idleWaiters: Array<() => void> = [];

  async function drain(name: number, queue: Queue<T>): Promise<void> {
    while (queue.waiting.length > 0) {
      const batch = queue.waiting.splice(0, LARGEST_BATCH);
      await run(batch, name);
      depth -= batch.length;
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
        queue = { waiting: [], isRunning: false };
        queues.set(name, queue);
      }
      queue.waiting.push(item);
      depth += 1;
      if (queue.isRunning) return;
      queue.isRunning = true;
      const started = queue;
      // After the current turn, so that what arrives together leaves together.
      queueMicrotask(() => void drain(name, started));
    },
    depth: () => depth,
    idle: () => (depth === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
  };
}
