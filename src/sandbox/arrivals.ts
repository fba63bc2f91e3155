/**
 * Readers that wait until something has arrived at a handset.
 *
 * 1. Nobody asks again and again: what arrives wakes whoever waits for it.
 * 2. At most `MOST_WAITING` wait at a time. Whoever comes then is answered with what there is.
 * 3. When the sandbox stops nobody is left waiting.
 */
import type { Clock } from '../lib/clock.ts';

export const LONGEST_WAIT_SECONDS = 60;
const MOST_WAITING = 1_000;

export class Arrivals {
  private readonly clock: Pick<Clock, 'setTimer' | 'clearTimer'>;
  private readonly waiting = new Map<string, Set<() => void>>();
  private count = 0;
  private hasEnded = false;

  constructor(clock: Pick<Clock, 'setTimer' | 'clearTimer'>) {
    this.clock = clock;
  }

  /** Resolves when something arrives there, when the time is over, and when the reader has gone. */
  next(number: string, withinMs: number, reader: { once(event: 'close', left: () => void): unknown }): Promise<void> {
    if (this.hasEnded || withinMs <= 0 || this.count >= MOST_WAITING) return Promise.resolve();
    return new Promise((resolve) => {
      const those = this.waiting.get(number) ?? new Set();
      const done = () => {
        if (!those.delete(done)) return;
        this.count -= 1;
        this.clock.clearTimer(timer);
        if (those.size === 0) this.waiting.delete(number);
        resolve();
      };
      const timer = this.clock.setTimer(done, withinMs);
      those.add(done);
      this.waiting.set(number, those);
      this.count += 1;
      reader.once('close', done);
    });
  }

  arrived(number: string): void {
    for (const done of [...(this.waiting.get(number) ?? [])]) done();
  }

  end(): void {
    this.hasEnded = true;
    for (const number of [...this.waiting.keys()]) this.arrived(number);
  }
}
