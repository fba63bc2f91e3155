/**
 * How a channel ends, and how the next one begins. Pure; the rules that it keeps are numbered in message.ts.
 *
 * 1. An attempt that ends without delivery makes the next channel of the plan begin. After the last channel the message is
 *    final, with that channel's code. So it is when it was cancelled, whatever its plan has.
 * 2. A channel that the plan says to skip ends where it would begin, with 3055, and is never ready. A block comes before,
 *    and an account that was suspended.
 * 3. Where a next channel follows although this one may still deliver, that counts as a possible double.
 * 4. A channel that may not begin yet is ready for when it may: its `retryAt`.
 */
import { attemptIdOf } from '../../lib/ids.ts';
import { mayHaveLeft } from './attempt.ts';
import { CODE, meansDelivered } from './codes.ts';
import { type Attempt, type ChannelPlan, isCancelled, type Message, type Moment, planOf, sendAtOf } from './message.ts';

/** Ends an attempt without delivery and goes on to the next channel, or ends the message. */
export function finish(message: Message, attempt: Attempt, code: number, moment: Moment): boolean {
  setCode(attempt, code, moment);
  attempt.state = 'done';
  startNextChannel(message, moment);
  return true;
}

export function startNextChannel(message: Message, moment: Moment): void {
  for (;;) {
    const plan = message.plan[message.step + 1];
    if (!plan || isCancelled(message)) return end(message, moment);
    message.step += 1;
    message.lastChannel = plan.channel;
    const attempt = newAttempt(message, plan, moment);
    message.attempts.push(attempt);
    message.dueAt = attempt.retryAt ?? moment.at;
    const stop = stopCode(moment);
    if (stop === null && plan.skip === undefined) return;
    attempt.code = stop ?? CODE.notSupported;
    if (stop === null) attempt.reason = 'it was known that the recipient cannot be sent this here';
    attempt.state = 'done';
  }
}

/** With the code of its newest channel. */
export function end(message: Message, moment: Moment): void {
  message.status = message.attempts.at(-1)?.code ?? CODE.unknown;
  message.finalAt = moment.at;
  message.dueAt = null;
}

/** One list for all: a batch of rows that share it is written without a look into it. */
const NO_CARRIERS: readonly string[] = [];

function newAttempt(message: Message, plan: ChannelPlan, moment: Moment): Attempt {
  const n = message.step + 1;
  return {
    n,
    id: attemptIdOf(message.id, n),
    channel: plan.channel,
    sender: plan.sender,
    carrier: null,
    carriersTried: NO_CARRIERS,
    state: 'ready',
    code: CODE.inProgress,
    tries: 0,
    temporaryFailures: 0,
    parts: [],
    handedOverAt: null,
    deadlineAt: null,
    retryAt: beginsAt(message, n, moment),
    reason: null,
    updatedAt: moment.at,
  };
}

/** Rule 4. Of quiet hours that lie at a later `sendAt` is thought then. */
function beginsAt(message: Message, n: number, { at, quietUntil = null }: Moment): number | null {
  const sendAt = sendAtOf(message);
  if (sendAt !== null && sendAt > at) return sendAt;
  return quietUntil ?? (n === 1 ? sendAt : null);
}

/** The code with which a channel ends that may not begin; null: it may. */
export function stopCode({ optedOut, isSuspended }: Moment): number | null {
  if (optedOut) return CODE.optedOut;
  return isSuspended ? CODE.suspended : null;
}

/** While the recipient is to have quiet, nothing leaves of which nothing has left; whether it waits. */
export function waitsForQuiet(message: Message, attempt: Attempt, { quietUntil = null }: Moment): boolean {
  if (quietUntil === null || mayHaveLeft(attempt)) return false;
  attempt.retryAt = Math.max(quietUntil, attempt.retryAt ?? 0);
  attempt.reason = 'the recipient is to have quiet';
  message.dueAt = Math.min(attempt.retryAt, attempt.deadlineAt ?? Number.POSITIVE_INFINITY);
  return true;
}

export function startDeadline(message: Message, attempt: Attempt, moment: Moment): void {
  if (attempt.handedOverAt !== null) return;
  attempt.handedOverAt = moment.at;
  attempt.deadlineAt = moment.at + planOf(message, attempt).fallbackAfterMs;
}

export function setCode(attempt: Attempt, code: number, moment: Moment): void {
  if (meansDelivered(attempt.code) && code !== CODE.read) return;
  if (attempt.code !== code) attempt.updatedAt = moment.at;
  attempt.code = code;
}

export function countDoubleIfNextChannel(message: Message): void {
  if (!isOnLastChannel(message)) message.possibleDoubles += 1;
}

/** The last channel's time is that of the message: it is given up, taken back all the same where that can be done. */
export function codeAtDeadline(message: Message): number {
  return isOnLastChannel(message) ? CODE.expired : CODE.fallbackTimePassed;
}

export function isOnLastChannel(message: Message): boolean {
  return message.step === message.plan.length - 1 || isCancelled(message);
}

/** No channel follows this one, which need not be the one under way. */
export function isLast(message: Message, attempt: Attempt): boolean {
  return attempt.n === message.plan.length || (attempt === message.attempts.at(-1) && isCancelled(message));
}
