/**
 * How much of a window is in use: the mean over the last full second, in which each count weighs as long as it stood.
 * Answers come in bursts, so that the count of one moment says little.
 */
const SPAN_MS = 1_000;

export class Occupancy {
  private count = 0;
  private countedAt: number;
  private spanStart: number;
  /** Count times milliseconds since `spanStart`. */
  private area = 0;
  private lastMean = 0;

  constructor(now: number) {
    this.countedAt = now;
    this.spanStart = now;
  }

  change(by: number, now: number): void {
    this.pass(now);
    this.count += by;
  }

  /** 0 before the first second is over. */
  mean(now: number): number {
    this.pass(now);
    return this.lastMean;
  }

  private pass(now: number): void {
    this.area += this.count * (now - this.countedAt);
    this.countedAt = now;
    const spanMs = now - this.spanStart;
    if (spanMs < SPAN_MS) return;
    this.lastMean = this.area / spanMs;
    this.area = 0;
    this.spanStart = now;
  }
}
