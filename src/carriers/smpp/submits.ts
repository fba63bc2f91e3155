/**
 * The submits of a session that have no answer yet, and the time-out that they share.
 *
 * 1. Each is answered exactly once, and is removed from here before its `answered` is called.
 * 2. One timer watches all of them: they have the same time-out, so the oldest is always the first.
 * 3. `silent` is called after several in a row without an answer: such a peer takes nothing any more.
 * 4. What has come already is read before time is called: where the process stood still, answers wait behind the timer,
 *    and a submit that is taken for unanswered may be sent again.
 */
import type { Clock, Timer } from '../../lib/clock.ts';

export type SubmitAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly messageId: string;
      readonly congestion: number | undefined;
    }
  | { readonly kind: 'timed_out' }
  /** The session ended first; bytes may have left. */
  | { readonly kind: 'lost'; readonly why: string }
  /** No byte left: the session ended first, or the process stood still before. */
  | { readonly kind: 'unsent'; readonly why: string };

export type SubmitAnswered = (answer: SubmitAnswer, sentAt: number) => void;

export interface Submit {
  readonly sentAt: number;
  /** The flush that it leaves with. */
  readonly turn: number;
  readonly answered: SubmitAnswered;
  /** Asked once more when the process may have stood still before its bytes left. */
  readonly mayLeave: (() => boolean) | undefined;
}

const SILENT_SUBMITS = 3;

export class Submits {
  private readonly clock: Clock;
  private readonly answerWithinMs: number;
  private readonly silent: (inARow: number) => void;
  private readonly waiting = new Map<number, Submit>();
  private sweep: Timer | undefined;
  private unanswered = 0;
  private isOver = false;

  constructor(clock: Clock, answerWithinMs: number, silent: (inARow: number) => void) {
    this.clock = clock;
    this.answerWithinMs = answerWithinMs;
    this.silent = silent;
  }

  get size(): number {
    return this.waiting.size;
  }

  has(sequence: number): boolean {
    return this.waiting.has(sequence);
  }

  add(sequence: number, submit: Submit): void {
    this.waiting.set(sequence, submit);
    if (!this.sweep) this.arm(this.answerWithinMs);
  }

  /** The peer's answer; false when no submit waits under this number. */
  answer(sequence: number, answer: Extract<SubmitAnswer, { kind: 'answered' }>): boolean {
    const submit = this.waiting.get(sequence);
    if (!submit) return false;
    this.unanswered = 0;
    this.settle(sequence, submit, answer);
    return true;
  }

  /** Those that have not left and will not; returns their numbers. */
  takeBack(isMeant: (submit: Submit) => boolean, why: string): number[] {
    const back = [...this.waiting].filter(([, submit]) => isMeant(submit));
    for (const [sequence] of back) this.waiting.delete(sequence);
    for (const [, { answered, sentAt }] of back) answered({ kind: 'unsent', why }, sentAt);
    return back.map(([sequence]) => sequence);
  }

  /** The session is over: those of an earlier turn than this one may have left. */
  end(turn: number, why: string): void {
    this.isOver = true;
    if (this.sweep) this.clock.clearTimer(this.sweep);
    const left = [...this.waiting.values()];
    this.waiting.clear();
    for (const submit of left) submit.answered({ kind: submit.turn < turn ? 'lost' : 'unsent', why }, submit.sentAt);
  }

  private settle(sequence: number, submit: Submit, answer: SubmitAnswer): void {
    this.waiting.delete(sequence);
    submit.answered(answer, submit.sentAt);
  }

  private arm(delayMs: number): void {
    // Rule 4: between a timer and an immediate all input is read.
    this.sweep = this.clock.setTimer(() => setImmediate(() => this.sweepOut()), delayMs);
  }

  /** Rule 2. */
  private sweepOut(): void {
    if (this.isOver) return;
    this.sweep = undefined;
    const now = this.clock.monotonic();
    for (const [sequence, submit] of this.waiting) {
      const left = submit.sentAt + this.answerWithinMs - now;
      if (left > 0) {
        this.arm(left);
        return;
      }
      this.unanswered += 1;
      this.settle(sequence, submit, { kind: 'timed_out' });
      if (!this.isOver && this.unanswered >= SILENT_SUBMITS) this.silent(this.unanswered);
      if (this.isOver) return;
    }
  }
}
