/**
 * How often something happened lately, by name, in this node's memory.
 *
 * 1. Counts hold for fixed windows; with several nodes each counts what reaches it.
 * 2. Memory is bounded: with too many names in one window counting begins anew.
 */
import type { Clock } from '../../lib/clock.ts';

const MOST_NAMES = 50_000;

export class FloodGuard {
  private readonly clock: Clock;
  private readonly limit: number;
  private readonly windowMs: number;
  private window = 0;
  private counts = new Map<string, number>();

  /** `limit` 0: nothing is ever too much. */
  constructor(clock: Clock, limit: number, windowMs: number) {
    this.clock = clock;
    this.limit = limit;
    this.windowMs = windowMs;
  }

  /** Counts once more, and says whether that is above the limit. */
  isTooMuch(name: string): boolean {
    if (this.limit <= 0) return false;
    const window = Math.floor(this.clock.now() / this.windowMs);
    if (window !== this.window || this.counts.size >= MOST_NAMES) {
      this.window = window;
      this.counts = new Map();
    }
    const count = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, count);
    return count > this.limit;
  }
}
