/**
 * What keeps texts of one sender to one mask in order: those that a carrier has still to take (relay-texts.ts, rule 3).
 */
import type { Clock, Timer } from '../../lib/clock.ts';
import type { Message } from '../message/message.ts';

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

export function isTaken(message: Message): boolean {
  const state = message.attempts[0]?.state;
  return message.finalAt !== null || (state !== 'ready' && state !== 'sending');
}
