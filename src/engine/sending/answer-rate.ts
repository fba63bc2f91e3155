/**
 * How fast a carrier answers: how many parts in the second under way, and in the last full one.
 */
import type { Clock } from '../../lib/clock.ts';

export class AnswerRate {
  private readonly clock: Clock;
  private second = 0;
  private now = 0;
  private before = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  count(answered = 1): void {
    const second = Math.floor(this.clock.monotonic() / 1_000);
    if (second !== this.second) {
      this.before = second === this.second + 1 ? this.now : 0;
      this.now = 0;
      this.second = second;
    }
    this.now += answered;
  }

  get perSecond(): number {
    this.count(0);
    return Math.max(this.before, this.now);
  }
}
