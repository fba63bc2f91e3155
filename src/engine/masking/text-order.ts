/**
 * What keeps texts of one sender to one mask in order: those that are on their way here by the inbox, and those that a
 * carrier has still to take (relay-texts.ts, rules 3 and 5).
 */
import type { Clock, Timer } from '../../lib/clock.ts';

interface Waiting {
  readonly timer: Timer;
  readonly come: () => void;
}

/** Things that are waited for by name, each for a limited time. */
export class Awaited {
  private readonly clock: Clock;
  private readonly limitMs: number;
  private readonly waiting = new Map<string, Waiting>();

  constructor(clock: Clock, limitMs: number) {
    this.clock = clock;
    this.limitMs = limitMs;
  }

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  /** Resolves when `come` is called with the name, or when the time is over. */
  expect(name: string): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.clock.setTimer(() => this.come(name), this.limitMs);
      this.waiting.set(name, { timer, come: resolve });
    });
  }

  come(name: string): void {
    const waiting = this.waiting.get(name);
    if (!waiting) return;
    this.waiting.delete(name);
    this.clock.clearTimer(waiting.timer);
    waiting.come();
  }
}

/** Texts on their way: what comes after one, of the same sender to the same mask, waits behind it. */
export class ComingTexts {
  /** How many there are, by sender and mask. */
  private readonly counts = new Map<string, number>();
  /** Of which sender and mask each piece of input is. */
  private readonly names = new Map<string, string>();

  has(name: string): boolean {
    return this.counts.has(name);
  }

  expect(id: string, name: string): void {
    this.names.set(id, name);
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  forget(id: string): void {
    const name = this.names.get(id);
    if (name === undefined) return;
    this.names.delete(id);
    const left = (this.counts.get(name) ?? 1) - 1;
    if (left > 0) this.counts.set(name, left);
    else this.counts.delete(name);
  }
}
