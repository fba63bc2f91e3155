/**
 * The connections that are in use, and since when. One that is in use for too long may be waiting for a server that
 * answers nobody.
 */
import type { Clock, Timer } from '../../lib/clock.ts';

export class InUse<Connection> {
  private readonly clock: Clock;
  private readonly longMs: number;
  private readonly tooLong: () => void;
  /** Monotonic instants; oldest first. */
  private readonly since = new Map<Connection, number>();
  private timer: Timer | null = null;

  /** `tooLong` is called again and again while one of them is in use for longer than `longMs`. */
  constructor(clock: Clock, longMs: number, tooLong: () => void) {
    this.clock = clock;
    this.longMs = longMs;
    this.tooLong = tooLong;
  }

  add(connection: Connection): void {
    this.since.set(connection, this.clock.monotonic());
    this.timer ??= this.nextCheck();
  }

  delete(connection: Connection): void {
    this.since.delete(connection);
  }

  all(): Connection[] {
    return [...this.since.keys()];
  }

  stop(): void {
    if (this.timer) this.clock.clearTimer(this.timer);
    this.since.clear();
  }

  private nextCheck(): Timer {
    return this.clock.setTimer(() => this.check(), this.longMs / 3);
  }

  private check(): void {
    const [oldest] = this.since.values();
    this.timer = oldest === undefined ? null : this.nextCheck();
    if (oldest !== undefined && this.clock.monotonic() - oldest > this.longMs) this.tooLong();
  }
}
