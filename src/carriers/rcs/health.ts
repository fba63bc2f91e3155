/**
 * Whether the other side can be used: `up` or `down`, and how it comes up again by itself.
 *
 * 1. It begins `down`; the first probe follows at once.
 * 2. It goes `down` after some failures in a row without an answer between them, or at once when no token can be had.
 * 3. While it is down nothing is sent. Probes follow after 1 s, doubling to 60 s with jitter, and the first that
 *    succeeds brings it up. The doubling begins anew only after a real request was answered: a probe may succeed where
 *    a message does not.
 */
import { backoffMs } from '../../lib/backoff.ts';
import type { Clock, Timer } from '../../lib/clock.ts';

const FIRST_PROBE_MS = 1_000;
const LONGEST_PROBE_MS = 60_000;
/** Failed connections in a row. */
const CONNECT_FAILURES = 3;
/** Requests in a row that left and were not answered; more, since a single slow one is no outage. */
const UNANSWERED = 10;

export type ProbeResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: string; readonly notBeforeMs: number };

export interface HealthOptions {
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  /** Never rejects. */
  readonly probe: () => Promise<ProbeResult>;
  /** Called after each change between up and down. */
  readonly changed: (state: 'up' | 'down', reason: string | null) => void;
}

export class Health {
  private readonly options: HealthOptions;
  private current: 'up' | 'down' = 'down';
  private stopped = false;
  private connectFailures = 0;
  private unanswered = 0;
  private downs = 0;
  private error: string | null = null;
  private timer: Timer | null = null;
  private probing: Promise<void> = Promise.resolve();

  constructor(options: HealthOptions) {
    this.options = options;
  }

  get state(): 'up' | 'down' {
    return this.current;
  }

  /** The last failure, also after it has passed; null when there was none. */
  get lastError(): string | null {
    return this.error;
  }

  start(): void {
    this.probing = this.probe();
  }

  /** No probe begins any more. What a running one waits for is ended elsewhere; `settled` resolves when it is over. */
  stop(): void {
    this.stopped = true;
    if (this.timer !== null) this.options.clock.clearTimer(this.timer);
    this.timer = null;
    this.current = 'down';
  }

  settled(): Promise<void> {
    return this.probing;
  }

  /** A real request was answered. */
  answered(): void {
    this.connectFailures = 0;
    this.unanswered = 0;
    this.downs = 0;
  }

  connectFailed(reason: string): void {
    this.error = reason;
    this.connectFailures += 1;
    if (this.connectFailures >= CONNECT_FAILURES) this.goDown(reason, 0);
  }

  wentUnanswered(reason: string): void {
    this.error = reason;
    this.unanswered += 1;
    if (this.unanswered >= UNANSWERED) this.goDown(reason, 0);
  }

  /** At once; the next probe not before `notBeforeMs`. */
  goDown(reason: string, notBeforeMs: number): void {
    this.error = reason;
    if (this.stopped || this.current === 'down') return;
    this.current = 'down';
    this.probeLater(notBeforeMs);
    this.options.changed('down', reason);
  }

  private probeLater(notBeforeMs: number): void {
    this.downs += 1;
    const { clock, randomBytes } = this.options;
    const waitMs = Math.max(notBeforeMs, backoffMs(this.downs, FIRST_PROBE_MS, LONGEST_PROBE_MS, randomBytes));
    this.timer = clock.setTimer(() => {
      this.timer = null;
      this.probing = this.probe();
    }, waitMs);
  }

  private async probe(): Promise<void> {
    const result = await this.options.probe();
    if (this.stopped) return;
    if (!result.ok) {
      this.error = result.reason;
      this.probeLater(result.notBeforeMs);
      return;
    }
    this.connectFailures = 0;
    this.unanswered = 0;
    this.current = 'up';
    this.options.changed('up', null);
  }
}
