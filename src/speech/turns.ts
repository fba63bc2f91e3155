/**
 * How many may work at the same time, and how many may wait for it.
 *
 * 1. One whose result nobody waits for any more is passed over when its turn comes: a queue that has grown too long is
 *    worked off by what is still wanted.
 */
import type { Clock } from '../lib/clock.ts';

export interface Patience {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly ms: number;
}

export class Turns {
  private free: number;
  private readonly mostWaiting: number;
  private readonly patience: Patience | null;
  private readonly waiting: (() => void)[] = [];

  /** `patience` null: whoever waits is wanted whenever the turn comes. */
  constructor(atOnce: number, mostWaiting: number, patience: Patience | null = null) {
    this.free = atOnce;
    this.mostWaiting = mostWaiting;
    this.patience = patience;
  }

  /** Runs `work` when it is its turn; rejects at once when too many wait already, and at its turn when that is too late. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    const askedAt = this.patience?.clock.monotonic() ?? 0;
    if (this.free > 0) this.free -= 1;
    else if (this.waiting.length >= this.mostWaiting) throw new Error('too many texts wait to be spoken');
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      if (this.patience && this.patience.clock.monotonic() - askedAt > this.patience.ms) {
        throw new Error('a text waited too long to be spoken');
      }
      return await work();
    } finally {
      // The turn goes from one to the next and is never free in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
