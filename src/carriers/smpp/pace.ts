/**
 * How fast a carrier may send: the agreed rate, what the peer can stand at the moment, and pauses.
 *
 * 1. The agreed rate (`tps`, or this node's share of it) is never exceeded by more than a tenth of a second's worth at
 *    once.
 * 2. Throttling pauses everything: 1 s, doubled while it goes on, at most 30 s. A submit that is accepted after a pause
 *    ends the doubling.
 * 3. Throttling also halves the rate. It grows back by a steady step to where the peer objected, and doubles every
 *    second beyond that, up to the agreed rate, or until it no longer matters: a peer that objected once while little
 *    was sent does not hold a carrier down for minutes.
 * 4. Answers to what was sent before the newest pause say nothing new: one congestion, one reaction.
 */
import type { Clock } from '../../lib/clock.ts';
import { SECOND_MS } from '../../lib/durations.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** Growth a second, as a share of the rate that was in use when throttling began. */
const GROWTH_PER_SECOND = 0.1;
const SLOWEST_TPS = 1;
/** Far above what one carrier sends: a limit up there is none. */
const MATTERS_BELOW_TPS = 1_000_000;
/** congestion_state above which a 5.0 peer is near its limit (SMPP 5.0, 4.8.4.18), and at it. */
const CONGESTED_ABOVE = 80;
const FULLY_CONGESTED = 100;

export class Pace {
  private readonly clock: Clock;
  private readonly contractTps: number;
  /** What this node may use of it. */
  private agreedTps: number;
  /** Infinity where nothing limits it. */
  private rate: number;
  private growth = 0;
  /** The rate that was in use when the peer objected. */
  private objectedAt = 0;
  private tokens: number;
  private countedAt: number;
  private pausedUntil = Number.NEGATIVE_INFINITY;
  /** Spares the clock where nothing ever was wrong. */
  private paused = false;
  private pauseMs = FIRST_PAUSE_MS;
  private slowedAt = Number.NEGATIVE_INFINITY;
  private windowStart: number;
  private windowCount = 0;
  private lastSecond = 0;

  /** `agreedTps` 0: no limit. */
  constructor(clock: Clock, agreedTps: number) {
    this.clock = clock;
    this.contractTps = agreedTps > 0 ? agreedTps : Number.POSITIVE_INFINITY;
    this.agreedTps = this.contractTps;
    this.rate = this.agreedTps;
    this.countedAt = clock.monotonic();
    this.windowStart = this.countedAt;
    this.tokens = this.burst();
  }

  /** The agreed rate is this share of the contract's. A rate that the peer has slowed down stays below it. */
  useShare(share: number): void {
    if (this.contractTps === Number.POSITIVE_INFINITY) return;
    this.count();
    const wasFull = this.rate >= this.agreedTps;
    this.agreedTps = this.contractTps * share;
    this.rate = wasFull ? this.agreedTps : Math.min(this.rate, this.agreedTps);
    this.tokens = Math.min(this.tokens, this.burst());
  }

  /** Submits a second that are allowed now; Infinity when there is no limit. */
  get tps(): number {
    if (this.rate !== Number.POSITIVE_INFINITY) this.count();
    return this.rate;
  }

  get pausedMs(): number {
    if (!this.paused) return 0;
    const left = this.pausedUntil - this.clock.monotonic();
    if (left > 0) return left;
    this.paused = false;
    return 0;
  }

  /** Takes `count` tokens and answers 0, or takes none and answers how many milliseconds to wait. */
  take(count: number): number {
    const paused = this.pausedMs;
    if (paused > 0) return paused;
    if (this.rate === Number.POSITIVE_INFINITY) return 0;
    this.count();
    // More than a burst at once waits for a full bucket and leaves a debt behind.
    const needed = Math.min(count, this.burst());
    if (this.tokens < needed) return Math.max(1, Math.ceil(((needed - this.tokens) * SECOND_MS) / this.rate));
    this.tokens -= count;
    return 0;
  }

  giveBack(count: number): void {
    if (this.rate !== Number.POSITIVE_INFINITY) this.tokens = Math.min(this.burst(), this.tokens + count);
  }

  /** Counts what leaves: to know what rate was in use when the peer objects, and how fast promises are kept. */
  sent(at: number): void {
    if (at - this.windowStart >= SECOND_MS) {
      this.lastSecond = at - this.windowStart < 2 * SECOND_MS ? this.windowCount : 0;
      this.windowStart = at;
      this.windowCount = 0;
    }
    this.windowCount += 1;
  }

  /** What left in the last full second that was counted; 0 when that is long over. */
  get lastSecondSent(): number {
    return this.clock.monotonic() - this.windowStart < 2 * SECOND_MS ? this.lastSecond : 0;
  }

  accepted(sentAt: number): void {
    if (sentAt >= this.pausedUntil) this.pauseMs = FIRST_PAUSE_MS;
  }

  /** Answers true when this is a new congestion, which has begun a pause. */
  throttled(sentAt: number): boolean {
    if (sentAt < this.pausedUntil) return false;
    const now = this.clock.monotonic();
    this.slowDown(0.5);
    this.pausedUntil = now + this.pauseMs;
    this.paused = true;
    this.pauseMs = Math.min(LONGEST_PAUSE_MS, this.pauseMs * 2);
    return true;
  }

  /** A 5.0 peer's congestion_state, 0 to 100; heeded once a second. */
  congestion(state: number): void {
    if (state <= CONGESTED_ABOVE || this.clock.monotonic() - this.slowedAt < SECOND_MS) return;
    this.slowDown(state >= FULLY_CONGESTED ? 0.5 : 0.9);
  }

  private slowDown(factor: number): void {
    const now = this.clock.monotonic();
    if (this.rate === Number.POSITIVE_INFINITY) this.tokens = 0;
    else this.count();
    const inUse = Math.min(this.rate, Math.max(SLOWEST_TPS, this.lastSecond, this.windowCount));
    this.rate = Math.min(this.agreedTps, Math.max(SLOWEST_TPS, inUse * factor));
    this.objectedAt = inUse;
    this.growth = Math.max(SLOWEST_TPS, inUse * GROWTH_PER_SECOND);
    this.slowedAt = now;
    this.countedAt = now;
    this.tokens = Math.min(this.tokens, this.burst());
  }

  private count(): void {
    const now = this.clock.monotonic();
    const elapsed = now - this.countedAt;
    if (elapsed <= 0) return;
    this.countedAt = now;
    this.tokens = Math.min(this.burst(), this.tokens + (elapsed * this.rate) / SECOND_MS);
    // A pause is no time in which the peer has shown that it can take more.
    const growing = Math.min(elapsed, Math.max(0, now - this.pausedUntil));
    if (this.rate < this.agreedTps) {
      this.rate = Math.min(this.agreedTps, this.grown(growing / SECOND_MS));
      if (this.rate > MATTERS_BELOW_TPS) this.rate = this.agreedTps;
    }
  }

  /** The rate after so many seconds without an objection. */
  private grown(seconds: number): number {
    const needed = Math.max(0, (this.objectedAt - this.rate) / this.growth);
    if (seconds <= needed) return this.rate + seconds * this.growth;
    return Math.max(this.rate, this.objectedAt) * 2 ** (seconds - needed);
  }

  private burst(): number {
    return Math.max(1, this.rate / 10);
  }
}
