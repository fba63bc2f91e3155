/**
 * Asks a silent peer whether it is still there, by enquire_link (SMPP 3.4, 4.11). One that stays silent after that is
 * gone.
 *
 * 1. Any byte is a sign of life, not only the answer.
 * 2. The peer may take as long for its answer as for that to a submit, and 10 s at most.
 * 3. What has come already is read before a peer counts as gone: where the process stood still, it waits behind the timer.
 */
import type { Clock, Timer } from '../../lib/clock.ts';

const LONGEST_ANSWER_MS = 10_000;

export interface EnquiryLimits {
  readonly responseTimeoutMs: number;
  readonly enquireLinkMs: number;
}

export interface EnquiryEvents {
  /** An enquire_link is due. */
  ask(): void;
  gone(): void;
}

export class Enquiry {
  private readonly clock: Clock;
  private readonly limits: EnquiryLimits;
  private readonly events: EnquiryEvents;
  private readonly answerMs: number;
  private lastReceivedAt: number;
  private askedAt: number | undefined;
  private timer: Timer | undefined;
  private isOver = false;

  constructor(clock: Clock, limits: EnquiryLimits, events: EnquiryEvents) {
    this.clock = clock;
    this.limits = limits;
    this.events = events;
    this.answerMs = Math.min(LONGEST_ANSWER_MS, limits.responseTimeoutMs);
    this.lastReceivedAt = clock.monotonic();
  }

  start(): void {
    this.arm(this.limits.enquireLinkMs);
  }

  /** Rule 1. */
  received(): void {
    this.lastReceivedAt = this.clock.monotonic();
    this.askedAt = undefined;
  }

  stop(): void {
    if (this.timer) this.clock.clearTimer(this.timer);
    this.timer = undefined;
    this.isOver = true;
  }

  private arm(delayMs: number): void {
    // Rule 3: between a timer and an immediate all input is read.
    this.timer = this.clock.setTimer(() => setImmediate(() => this.check()), delayMs);
  }

  private check(): void {
    if (this.isOver) return;
    const now = this.clock.monotonic();
    if (this.askedAt !== undefined) {
      const answerLeft = this.askedAt + this.answerMs - now;
      if (answerLeft > 0) this.arm(answerLeft);
      else this.events.gone();
      return;
    }
    const quietLeft = this.lastReceivedAt + this.limits.enquireLinkMs - now;
    if (quietLeft > 0) {
      this.arm(quietLeft);
      return;
    }
    this.askedAt = now;
    this.events.ask();
    this.arm(Math.min(this.answerMs, this.limits.enquireLinkMs));
  }
}
