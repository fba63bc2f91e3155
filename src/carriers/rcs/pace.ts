/**
 * How much may go to one agent, and when: requests a second, answers awaited, and the pause after 429.
 *
 * 1. A token bucket holds this node's requests of a tenth of a second, at least what one message costs. A message waits
 *    for tokens; a withdrawal cannot wait, takes them at once and leaves a debt that the messages after it pay.
 * 2. A slot that is released gives its tokens back; one that was used does not.
 * 3. A 429 pauses the whole agent: as long as the peer says, else 1 s doubling to 60 s, with jitter. Answers to
 *    requests that left before the pause began belong to the same 429 and do not lengthen it. The first success of a
 *    request that left after it begins the doubling anew.
 * 4. Questions take the tokens that messages leave. While messages wait, a tenth of the requests a second is theirs all the
 *    same: those leave a debt, as withdrawals do. A 429 to a question pauses questions alone: messages are told by their own.
 * 5. `changed` is called when there is room again, once for all who were turned away.
 */
import { backoffMs } from '../../lib/backoff.ts';
import type { Clock, Timer } from '../../lib/clock.ts';
import { roomToLeave, type Slot } from '../carrier.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** The engine is not called more often than this for the sake of single tokens. */
const SHORTEST_WAIT_MS = 10;
/** What adding up fractions of tokens may lose. */
const ROUNDING = 1e-6;
/** Rule 4. */
const SHARE_OF_QUESTIONS = 0.1;

export interface PaceLimits {
  readonly requestsPerSecond: number;
  /** Requests that one message takes. */
  readonly requestsPerMessage: number;
  readonly maxInFlight: number;
}

export interface PaceOptions {
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  readonly changed: () => void;
}

export class Pace {
  private readonly limits: PaceLimits;
  private readonly options: PaceOptions;
  private requestsPerSecond: number;
  private capacity: number;
  private tokens: number;
  /** Rule 4. */
  private tokensOfQuestions = 1;
  private questionsPausedUntil = 0;
  private refusedQuestions = 0;
  private filledAt: number;
  /** Parts reserved or awaiting their answer. */
  private taken = 0;
  private pausedUntil = 0;
  private pauseBeganAt = Number.NEGATIVE_INFINITY;
  private refusals = 0;
  /** The tokens wanted by the last one who was turned away; null when nobody waits. */
  private turnedAway: number | null = null;
  private timer: Timer | null = null;

  constructor(limits: PaceLimits, options: PaceOptions) {
    this.limits = limits;
    this.options = options;
    this.requestsPerSecond = limits.requestsPerSecond;
    this.capacity = this.capacityOf(limits.requestsPerSecond);
    this.tokens = this.capacity;
    this.filledAt = options.clock.monotonic();
  }

  get inFlight(): number {
    return this.taken;
  }

  get pausedForMs(): number {
    return Math.max(0, this.pausedUntil - this.options.clock.monotonic());
  }

  /**
   * Room for `parts` messages, or null; a job larger than the window is let in when the window is empty. `leavesRoom`:
   * see carriers/carrier.ts.
   */
  reserve(parts: number, leavesRoom = false): PaceSlot | null {
    this.fill();
    const cost = parts * this.limits.requestsPerMessage;
    const needed = Math.min(cost, this.capacity);
    const { maxInFlight } = this.limits;
    const window = maxInFlight - (leavesRoom ? roomToLeave(maxInFlight) : 0);
    const hasRoom = this.taken === 0 || this.taken + parts <= window;
    if (!hasRoom || this.tokens + ROUNDING < needed || this.pausedForMs > 0) {
      this.turnedAway = needed;
      // Without room in the window the next answer wakes who waits, not the time.
      if (hasRoom) this.arm(needed);
      return null;
    }
    this.tokens -= cost;
    this.taken += parts;
    return new PaceSlot((wasUsed) => this.give(parts, wasUsed ? 0 : cost));
  }

  /** From now on this share of the requests a second is ours. */
  useShare(share: number): void {
    this.fill();
    this.requestsPerSecond = this.limits.requestsPerSecond * share;
    this.capacity = this.capacityOf(this.requestsPerSecond);
    this.tokens = Math.min(this.capacity, this.tokens);
  }

  /** Requests a second that are ours. */
  get rate(): number {
    return this.requestsPerSecond;
  }

  /** For a request that cannot wait. */
  takeAnyway(): void {
    this.fill();
    this.tokens -= 1;
  }

  /** Rule 4. Takes a token for a question and returns 0, or says in how many milliseconds there may be one. */
  takeForQuestion(): number {
    this.fill();
    const pausedForMs = Math.max(this.pausedForMs, this.questionsPausedForMs);
    if (pausedForMs > 0) return Math.ceil(pausedForMs);
    const kept = Math.min(this.limits.requestsPerMessage + 1, this.capacity);
    if (this.turnedAway !== null || this.tokens + ROUNDING < kept) {
      const missing = 1 - this.tokensOfQuestions;
      if (missing > ROUNDING) return Math.ceil((missing / (this.requestsPerSecond * SHARE_OF_QUESTIONS)) * 1000);
      this.tokensOfQuestions -= 1;
    }
    this.tokens -= 1;
    return 0;
  }

  get questionsPausedForMs(): number {
    return Math.max(0, this.questionsPausedUntil - this.options.clock.monotonic());
  }

  /** Rule 4. Returns for how long no question is asked. */
  refusedQuestion(retryAfterMs: number | null): number {
    this.refusedQuestions += 1;
    const { clock, randomBytes } = this.options;
    const pauseMs = retryAfterMs ?? backoffMs(this.refusedQuestions, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, randomBytes);
    this.questionsPausedUntil = Math.max(this.questionsPausedUntil, clock.monotonic() + pauseMs);
    return this.questionsPausedForMs;
  }

  answeredQuestion(): void {
    this.refusedQuestions = 0;
  }

  /** The peer answered 429 to a request that left at `leftAt` (monotonic). Returns how long the agent now pauses. */
  refused(leftAt: number, retryAfterMs: number | null): number {
    if (leftAt >= this.pauseBeganAt) {
      this.refusals += 1;
      const at = this.options.clock.monotonic();
      const pauseMs =
        retryAfterMs ?? backoffMs(this.refusals, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, this.options.randomBytes);
      this.pauseBeganAt = at;
      this.pausedUntil = Math.max(this.pausedUntil, at + pauseMs);
    }
    return this.pausedForMs;
  }

  /** The peer took a request that left at `leftAt`. */
  accepted(leftAt: number): void {
    if (leftAt > this.pauseBeganAt) this.refusals = 0;
  }

  stop(): void {
    if (this.timer !== null) this.options.clock.clearTimer(this.timer);
    this.timer = null;
    this.turnedAway = null;
  }

  private give(parts: number, tokens: number): void {
    this.taken -= parts;
    this.fill();
    this.tokens = Math.min(this.capacity, this.tokens + tokens);
    if (this.turnedAway !== null) this.arm(this.turnedAway);
  }

  private capacityOf(requestsPerSecond: number): number {
    return Math.max(this.limits.requestsPerMessage, requestsPerSecond / 10);
  }

  private fill(): void {
    const at = this.options.clock.monotonic();
    const gained = ((at - this.filledAt) / 1000) * this.requestsPerSecond;
    this.tokens = Math.min(this.capacity, this.tokens + gained);
    const most = Math.max(1, this.requestsPerSecond * SHARE_OF_QUESTIONS);
    this.tokensOfQuestions = Math.min(most, this.tokensOfQuestions + gained * SHARE_OF_QUESTIONS);
    this.filledAt = at;
  }

  /** One timer for all who were turned away. */
  private arm(needed: number): void {
    if (this.timer !== null) return;
    const tokensInMs = (Math.max(0, needed - this.tokens) / this.requestsPerSecond) * 1000;
    const waitMs = Math.max(this.pausedForMs, tokensInMs > 0 ? Math.max(tokensInMs, SHORTEST_WAIT_MS) : 0);
    this.timer = this.options.clock.setTimer(() => {
      this.timer = null;
      this.turnedAway = null;
      this.options.changed();
    }, Math.ceil(waitMs));
  }
}

/** Ends once: by `release` (nothing was sent), or by `use` and then `finish`. */
export class PaceSlot implements Slot {
  private state: 'reserved' | 'used' | 'ended' = 'reserved';
  private readonly end: (wasUsed: boolean) => void;

  constructor(end: (wasUsed: boolean) => void) {
    this.end = end;
  }

  release(): void {
    if (this.state !== 'reserved') return;
    this.state = 'ended';
    this.end(false);
  }

  /** False when it was used or released before. */
  use(): boolean {
    if (this.state !== 'reserved') return false;
    this.state = 'used';
    return true;
  }

  finish(): void {
    if (this.state !== 'used') return;
    this.state = 'ended';
    this.end(true);
  }
}
