/**
 * Gathers what is waiting while the batch before it is under way, and runs it as one batch: at once when nothing is
 * under way, so that a lone caller waits for nothing.
 *
 * 1. A queue has one batch under way at most. What must not meet in two transactions goes through one queue.
 * 2. `run` never rejects: it tells each item what became of it.
 * 3. What waits behind a batch that takes long can be taken out again; it counts as run when its turn comes.
 * 4. Where asked to gather: behind a batch of many the next one waits until it is as large, for a short time at most. A
 *    batch costs the store nearly the same whatever it holds, so that small ones in quick succession waste it. Where the
 *    time alone counts (`isPaced`), it waits behind a batch of any size.
 *    Callers who come again when they are answered make two batches that take turns. While the smaller waits to be as
 *    large as the other, the store has nothing to do, if nobody else gives it work (`isAlone`). So where that wait was
 *    shorter than a batch takes, the next one waits for half of the difference less, until both are of one size. All in
 *    one batch, they and the store wait for each other: then nobody comes while it is under way, and the next one waits
 *    for half of them.
 *    Where they come whether they are answered or not, and the store waits for longer than it works, the next one waits
 *    for a few more: what made batches smaller once may be over.
 * 5. An item that presses ends the waiting: whoever brought it brings nothing more before it has been run.
 * 6. What follows from a batch (`run` resolves with it) happens one turn later while others wait: the next batch leaves
 *    first, and the store works on it while those of the last one are answered. A batch has ended when that is done.
 * 7. Where something else goes first (`precedence`), a batch waits for its turn, unless something in it presses.
 */
import type { Clock } from './clock.ts';

export interface GroupCommit<T> {
  /** `presses`: rule 5. */
  add(queue: number, item: T, presses?: boolean): void;
  /** Resolves when everything that has been added to the queue so far has been run. */
  settled(queue: number): Promise<void>;
  /** Takes those out that still wait and that `isLate` says yes to. */
  takeOut(queue: number, isLate: (item: T) => boolean): T[];
  /** How many items wait or are under way. */
  depth(): number;
  /** Resolves when nothing waits and nothing is under way. */
  idle(): Promise<void>;
}

/** Rule 6. */
export type Following = () => void;

/** Rule 4. */
export interface Gathering {
  readonly clock: Clock;
  /** The longest from the start of one batch to that of the next; 0: nobody waits. */
  readonly withinMs: number;
  readonly isPaced?: boolean;
  /** Whether nothing else has been given to the store since the queue's last batch left; never unless given. */
  readonly isAlone?: (queue: number) => boolean;
  readonly precedence?: Precedence;
}

/** Rule 7. */
export interface Precedence {
  /** The turn of the queue's next batch; null when it has come. */
  turnOf(queue: number): Turn | null;
  /** A batch of so many leaves. */
  leaves(queue: number, count: number): void;
}

export interface Turn {
  readonly comes: Promise<void>;
  /** Does not wait for it any longer. */
  take(): void;
}

export const LARGEST_BATCH = 256;
/** Fewer than these are no crowd: what comes behind them does not wait. */
const MANY = 4;
/** Of as many as an even flow brings while a batch is under way: fewer come only when they are answered. */
const LEAST_OF_EVEN = 1 / 4;

/** Rule 4. When a batch was started, how long it was under way, and how many are enough for the next one. */
interface Last {
  readonly startedAt: number;
  readonly tookMs: number;
  readonly enough: number;
}

const NONE: Last = { startedAt: Number.NEGATIVE_INFINITY, tookMs: 0, enough: 0 };

interface Queue<T> {
  /** Null: taken out. */
  waiting: Array<T | null>;
  isRunning: boolean;
  /** Rule 5: something that waits presses. */
  isPressed: boolean;
  added: number;
  run: number;
  last: Last;
  /** Rule 4: called when as many wait. */
  awaited: { readonly count: number; readonly go: () => void } | null;
  /** In the order of `at`. */
  readonly watchers: Array<{ readonly at: number; readonly wake: () => void }>;
}

function newQueue<T>(): Queue<T> {
  const counts = { added: 0, run: 0, last: NONE };
  return { waiting: [], isRunning: false, isPressed: false, ...counts, awaited: null, watchers: [] };
}

/** What leaves now. */
interface Leaving {
  readonly now: number;
  readonly count: number;
  /** How many of them were there when the batch before ended. */
  readonly atFirst: number;
  readonly isAlone: boolean;
}

/** Rule 4: how many are enough behind it. */
function enoughAfter({ startedAt, tookMs, enough }: Last, { now, count, atFirst, isAlone }: Leaving): number {
  const waitedMs = now - startedAt - tookMs;
  // Of an even flow so many of them would have come while the one before was under way.
  const ofEven = (count * tookMs) / (tookMs + waitedMs);
  const canTell = ofEven >= MANY;
  const areAnswered = canTell && atFirst <= ofEven * LEAST_OF_EVEN;
  if (isAlone && atFirst < count && (waitedMs < tookMs || areAnswered)) return (atFirst + count) >> 1;
  const mayGrow = canTell && waitedMs > tookMs && count >= enough;
  return mayGrow ? Math.min(LARGEST_BATCH, count + (count >> 3)) : count;
}

/** Resolves when as many wait as are enough, or when its time is over. */
function gathered<T>(queue: Queue<T>, { clock, withinMs, isPaced = false }: Gathering): Promise<void> {
  const { enough, startedAt } = queue.last;
  const count = isPaced ? LARGEST_BATCH : enough;
  const leftMs = startedAt + withinMs - clock.monotonic();
  if (count < MANY || queue.isPressed || queue.waiting.length >= count || leftMs <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const go = (): void => {
      clock.clearTimer(timer);
      queue.awaited = null;
      resolve();
    };
    const timer = clock.setTimer(go, leftMs);
    queue.awaited = { count, go };
  });
}

/** Rules 4 and 7. */
async function ready<T>(queue: Queue<T>, name: number, gathering: Gathering): Promise<void> {
  await gathered(queue, gathering);
  const turn = queue.isPressed ? null : gathering.precedence?.turnOf(name);
  if (!turn) return;
  queue.awaited = { count: Number.POSITIVE_INFINITY, go: turn.take };
  await turn.comes;
  queue.awaited = null;
}

function leave<T>(queue: Queue<T>, name: number, precedence: Precedence | undefined): Array<T | null> {
  const leaving = queue.waiting.splice(0, LARGEST_BATCH);
  queue.isPressed &&= queue.waiting.length > 0;
  precedence?.leaves(name, leaving.length);
  return leaving;
}

function wakeWatchers<T>({ watchers, run }: Queue<T>): void {
  for (let first = watchers[0]; first && first.at <= run; first = watchers[0]) {
    watchers.shift();
    first.wake();
  }
}

export function createGroupCommit<T>(
  run: (batch: T[], queue: number) => Promise<Following> | Promise<void>,
  gathering?: Gathering,
): GroupCommit<T> {
  const queues = new Map<number, Queue<T>>();
  let depth = 0;
  let idleWaiters: Array<() => void> = [];

  const monotonic = (): number => gathering?.clock.monotonic() ?? 0;

  async function drain(name: number, queue: Queue<T>): Promise<void> {
    let atFirst = 0;
    while (queue.waiting.length > 0) {
      if (gathering) await ready(queue, name, gathering);
      const isAlone = gathering?.isAlone?.(name) ?? false;
      const leaving = leave(queue, name, gathering?.precedence);
      const startedAt = monotonic();
      const enough = enoughAfter(queue.last, { now: startedAt, count: leaving.length, atFirst, isAlone });
      const batch = leaving.filter((item) => item !== null);
      const result = batch.length > 0 ? await run(batch, name) : undefined;
      queue.last = { startedAt, tookMs: monotonic() - startedAt, enough };
      atFirst = queue.waiting.length;
      const end = (): void => {
        if (typeof result === 'function') result();
        ended(queue, leaving.length, batch.length);
      };
      // Rule 6.
      if (typeof result === 'function' && queue.waiting.length > 0) setImmediate(end);
      else end();
    }
    queue.isRunning = false;
  }

  /** `count` have had their turn, those taken out included. */
  function ended(queue: Queue<T>, count: number, batchSize: number): void {
    depth -= batchSize;
    queue.run += count;
    wakeWatchers(queue);
    if (depth > 0) return;
    const waiters = idleWaiters;
    idleWaiters = [];
    for (const wake of waiters) wake();
  }

  return {
    add(name, item, presses = false) {
      let queue = queues.get(name);
      if (!queue) {
        queue = newQueue();
        queues.set(name, queue);
      }
      queue.waiting.push(item);
      queue.added += 1;
      depth += 1;
      queue.isPressed ||= presses;
      if (queue.awaited && (presses || queue.waiting.length >= queue.awaited.count)) queue.awaited.go();
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
