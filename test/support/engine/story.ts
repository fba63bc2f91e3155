/** One message by itself: what happens to it, and what comes of that. */
import assert from 'node:assert/strict';
import type { Outcome } from '../../../src/carriers/carrier.ts';
import { advance } from '../../../src/engine/message/advance.ts';
import { begin } from '../../../src/engine/message/begin.ts';
import {
  type Attempt,
  currentAttempt,
  type Event,
  type Message,
  type Moment,
} from '../../../src/engine/message/message.ts';
import { newMessage } from './messages.ts';

const ID = '0196f0c0-0000-7000-8000-000000000abc';
export const START = Date.UTC(2026, 0, 1);

export const ACCEPTED: Outcome = { kind: 'accepted', remoteId: 'r1', keys: ['r1'] };
export const UNKNOWN: Outcome = { kind: 'unknown', reason: 'the connection was cut' };
export const REFUSED: Outcome = { kind: 'rejected', why: 'refused', reason: 'status 0x45' };
export const NOT_REACHABLE: Outcome = { kind: 'rejected', why: 'not_reachable', reason: '404' };

/** A message with its own clock: says what happened and what came of it. */
export class Story {
  message: Message;
  at = START;
  optedOut = false;
  isSuspended = false;
  isHeldBack = false;
  quietUntil: number | null = null;
  callbacks = 0;

  constructor(changes: Parameters<typeof newMessage>[1] = {}, optedOut = false, quietUntil: number | null = null) {
    this.optedOut = optedOut;
    this.quietUntil = quietUntil;
    const begun = begin(newMessage(ID, changes), this.moment());
    this.message = begun.message;
    if (begun.visible) this.callbacks += 1;
  }

  moment(): Moment {
    const { at, optedOut, isSuspended, isHeldBack, quietUntil } = this;
    return { at, optedOut, isSuspended, isHeldBack, quietUntil, canWithdraw: (carrier) => carrier === 'rcs-1' };
  }

  /** Lets an event happen; says whether it changed anything. */
  happens(event: Event): boolean {
    const { message, applied, visible } = advance(this.message, event, this.moment());
    this.message = message;
    if (visible) this.callbacks += 1;
    return applied;
  }

  handOver(carrier = this.current().channel === 'rcs' ? 'rcs-1' : 'sms-1', partCount = 1): boolean {
    const { n, tries } = this.current();
    return this.happens({
      type: 'handed_over',
      n,
      tryNumber: tries + 1,
      carrier,
      partCount,
      answerBy: this.at + 20_000,
    });
  }

  answer(...outcomes: Outcome[]): boolean {
    const { n, tries } = this.current();
    const answers = outcomes.map((outcome, part) => ({ part, outcome }));
    return this.happens({ type: 'answered', n, tryNumber: tries, answers });
  }

  send(outcome: Outcome = ACCEPTED): void {
    assert.ok(this.handOver());
    assert.ok(this.answer(outcome));
  }

  report(n: number, state: Extract<Event, { type: 'report' }>['state'], part = 0): boolean {
    return this.happens({ type: 'report', n, part, state, reason: null });
  }

  waits(ms: number): boolean {
    this.at += ms;
    return this.happens({ type: 'due' });
  }

  current(): Attempt {
    const attempt = currentAttempt(this.message);
    assert.ok(attempt, 'a channel is under way');
    return attempt;
  }

  codes(): Array<[string, number]> {
    return this.message.attempts.map(({ channel, code }) => [channel, code]);
  }
}
