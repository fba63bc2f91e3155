/**
 * A clock that stands still until a test moves it. `advance` fires what comes due in order, and lets promises settle
 * between two timers, so that code which awaits sees the same order as in real life.
 */
import type { Clock, Timer } from '../../src/lib/clock.ts';
import { eventually } from './cluster/eventually.ts';

interface Entry {
  at: number;
  order: number;
  run: () => void;
}

/** Unless a test says otherwise. */
export const CLOCK_BEGINS_MS = Date.UTC(2026, 0, 1);

export class ManualClock implements Clock {
  private wall: number;
  private elapsed = 0;
  private order = 0;
  private readonly timers = new Set<Entry>();

  constructor(startMs = CLOCK_BEGINS_MS) {
    this.wall = startMs;
  }

  /** Whole milliseconds, like the system's; delays with jitter are not. */
  now(): number {
    return Math.floor(this.wall);
  }

  monotonic(): number {
    return this.elapsed;
  }

  setTimer(run: () => void, delayMs: number): Timer {
    const entry: Entry = { at: this.elapsed + Math.max(0, delayMs), order: this.order++, run };
    this.timers.add(entry);
    return entry as unknown as Timer;
  }

  clearTimer(timer: Timer): void {
    this.timers.delete(timer as unknown as Entry);
  }

  /** How many timers wait; a test of a stopped service expects none. */
  get pending(): number {
    return this.timers.size;
  }

  /** Moves both clocks on by `ms`, firing timers on the way. */
  async advance(ms: number): Promise<void> {
    const end = this.elapsed + ms;
    for (;;) {
      await settle();
      const next = this.earliest(end);
      if (!next) break;
      this.moveTo(next.at);
      this.timers.delete(next);
      next.run();
    }
    this.moveTo(end);
    await settle();
  }

  /** Moves wall time only, as an administrator or NTP does. */
  jump(ms: number): void {
    this.wall += ms;
  }

  private moveTo(at: number): void {
    const step = Math.max(0, at - this.elapsed);
    this.elapsed += step;
    this.wall += step;
  }

  private earliest(end: number): Entry | undefined {
    let first: Entry | undefined;
    for (const entry of this.timers) {
      if (entry.at > end) continue;
      if (!first || entry.at < first.at || (entry.at === first.at && entry.order < first.order)) first = entry;
    }
    return first;
  }
}

/**
 * Moves the clock on, whenever `owed` has resolved, until `ending` has ended. What ends after a test that failed half-way
 * may wait for a clock that nobody else moves any more, and would wait for ever.
 */
export async function endedOn(
  clock: ManualClock,
  ending: Promise<unknown>,
  owed: () => Promise<unknown> = settle,
): Promise<void> {
  let isEnded = false;
  const done = () => {
    isEnded = true;
  };
  ending.then(done, done);
  await eventually('it has ended', async () => {
    await owed();
    if (!isEnded) await clock.advance(250);
    return isEnded;
  });
  await ending;
}

/** Lets what is already resolved run, and input that the kernel already has be read. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}
