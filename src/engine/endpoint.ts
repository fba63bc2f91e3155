/**
 * What is known here of one receiver of callbacks (scheme, host and port): how much is under way, and whether it is
 * well. A circuit breaker, pure but for the time that it is given.
 *
 * 1. After a few failures in a row nothing more is sent for a while, then one probe; the pause doubles up to a minute.
 * 2. After the first success the number under way grows from one by one: a receiver that comes back is not drowned in
 *    what waited.
 */
import type { CallbackRow } from '../store/callbacks.ts';

const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

export class Endpoint {
  readonly name: string;
  /** From memory, in the order in which they were offered. */
  readonly waiting: CallbackRow[] = [];
  underWay = 0;
  /** Rows of it are due in the store. */
  owed = false;
  isClaiming = false;
  private readonly most: number;
  private allowed: number;
  private failures = 0;
  private closedUntil = Number.NEGATIVE_INFINITY;

  constructor(name: string, most: number) {
    this.name = name;
    this.most = most;
    this.allowed = most;
  }

  /** How many more may be sent at this monotonic instant. */
  room(now: number): number {
    if (now < this.closedUntil) return 0;
    return Math.max(0, this.allowed - this.underWay);
  }

  /** When there may be room again, if it is a pause that it waits for. */
  opensAt(now: number): number | null {
    return now < this.closedUntil ? this.closedUntil : null;
  }

  succeeded(): void {
    this.failures = 0;
    this.allowed = Math.min(this.most, this.allowed + 1);
  }

  failed(now: number): void {
    this.failures += 1;
    if (this.failures < FAILURES_TO_OPEN) return;
    this.allowed = 1;
    const doublings = Math.min(this.failures - FAILURES_TO_OPEN, 10);
    this.closedUntil = now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** doublings);
  }

  get isIdle(): boolean {
    return this.waiting.length === 0 && this.underWay === 0 && !this.owed && !this.isClaiming && this.failures === 0;
  }
}
