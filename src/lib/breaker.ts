/**
 * How many requests may be under way at a time to a server that may fail. Pure but for the time that it is given.
 *
 * 1. After a few failures in a row no request begins for a while, then one probe does; the pause doubles up to a
 *    minute. Requests that were under way when the pause began do not lengthen it.
 * 2. After the first success the number under way grows from one by one: a server that is back is not drowned in what
 *    waited.
 * 3. The number grows beyond its share while answers are swift, and falls back to it with the first slow answer: more
 *    at a time does not help a slow server, and takes room from others.
 */

const FAILURES_TO_PAUSE = 5;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

export class Breaker {
  underWay = 0;
  private readonly most: number;
  private readonly mostIfSwift: number;
  private allowed: number;
  private failures = 0;
  /** The length of the newest pause since the last success; 0 when there was none. */
  pauseMs = 0;
  private pauseEndsAt = Number.NEGATIVE_INFINITY;

  /** At most `most` under way, or `mostIfSwift` (rule 3). All instants are monotonic milliseconds. */
  constructor(most: number, mostIfSwift = most) {
    this.most = most;
    this.mostIfSwift = mostIfSwift;
    this.allowed = most;
  }

  /** How many may be under way in all at this instant. */
  capacity(now: number): number {
    return now < this.pauseEndsAt ? 0 : this.allowed;
  }

  /** How many more may be begun at this instant. */
  room(now: number): number {
    return Math.max(0, this.capacity(now) - this.underWay);
  }

  /** The end of the pause, if there is one. */
  pausedUntil(now: number): number | null {
    return now < this.pauseEndsAt ? this.pauseEndsAt : null;
  }

  /** So many failures in a row that only probes are sent. */
  get isUnwell(): boolean {
    return this.failures >= FAILURES_TO_PAUSE;
  }

  succeeded(isSwift = false): void {
    this.failures = 0;
    this.pauseMs = 0;
    this.pauseEndsAt = Number.NEGATIVE_INFINITY;
    this.allowed = Math.min(isSwift ? this.mostIfSwift : this.most, this.allowed + 1);
  }

  failed(now: number): void {
    if (now < this.pauseEndsAt) return;
    this.failures += 1;
    if (!this.isUnwell) return;
    this.allowed = 1;
    this.pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, this.pauseMs * 2));
    this.pauseEndsAt = now + this.pauseMs;
  }
}
