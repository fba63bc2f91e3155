/**
 * Taking a message back: when the time of a channel is over, so that the next one does not double it, and for good when it
 * is cancelled. And holding one back whose batch is paused. Pure; the rules that it keeps are numbered in message.ts.
 *
 * 1. When its time is over, what may have left is withdrawn where the carrier can do that, and the next channel begins.
 * 2. A cancelled message ends at once with 3007 if nothing of it may have left. Otherwise what a carrier has is withdrawn
 *    where it can be, and 3007 comes with that. Where it cannot be, the attempt stays as it is: what the carrier says of
 *    it counts, and its deadline, and the message ends as it does.
 * 3. What is being handed over when it is cancelled is withdrawn once it is answered: before that the carrier may not
 *    have it. A call is under way as long as it lasts, and is hung up at once (`withdrawnWhile` in channels.ts); it stays
 *    `sending` until it is over.
 * 4. A withdrawal that failed, or whose node died, is asked for again: each time after as long as the attempt has been out by
 *    then, until its receipt or its deadline comes.
 * 5. Where one of these was never answered, a later "too late" may mean that it had been carried out. So the message is
 *    taken back when no receipt comes within the time in which it is awaited, and at once when the answer comes late.
 * 6. What is in doubt when it is cancelled is not sent again. If it cannot be withdrawn, nobody knows what became of it.
 * 7. What is held back stays ready, with the deadline that it has, if it has one. It is looked at again when it is let go
 *    on, and now and then by itself: whoever was to let it go on may have died.
 */
import type { Withdrawal } from '../../carriers/carrier.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import { isTaken, mayHaveLeft } from './attempt.ts';
import { CODE } from './codes.ts';
import { type Attempt, currentAttempt, isCancelled, type Message, type Moment, sendAtOf } from './message.ts';
import { codeAtDeadline, countDoubleIfNextChannel, end, finish, isOnLastChannel, setCode } from './next-channel.ts';

export const WITHDRAW_WITHIN_MS = 5_000;
export const AWAIT_RECEIPT_MS = 30_000;
export const LEAST_AGAIN_MS = 10_000;
/** Rule 7. */
const LOOK_AGAIN_MS = HOUR_MS;
/** By this it is known again (`onLetGo`). */
const HELD_BACK = 'its batch is paused';

/** Rule 1. */
export function onDeadline(message: Message, attempt: Attempt, moment: Moment): boolean {
  const code = codeAtDeadline(message);
  if (!mayHaveLeft(attempt)) {
    const isKept = !isOnLastChannel(message) && attempt.code !== CODE.inProgress;
    return finish(message, attempt, isKept ? attempt.code : code, moment);
  }
  if (canWithdraw(attempt, moment)) {
    setCode(attempt, code, moment);
    return askToWithdraw(message, attempt, moment);
  }
  countDoubleIfNextChannel(message);
  return finish(message, attempt, code, moment);
}

/** Rules 2, 3 and 6. */
export function onCancel(message: Message, moment: Moment): boolean {
  const attempt = currentAttempt(message);
  if (!attempt || isCancelled(message)) return false;
  for (const part of attempt.parts) part.cancelled = true;
  if (attempt.state === 'ready') return endCancelled(message, attempt, moment);
  if (attempt.state === 'submitted') return takeBack(message, attempt, moment);
  return true;
}

/** Of a cancelled message that its carrier has, every part of it. */
export function takeBack(message: Message, attempt: Attempt, moment: Moment): boolean {
  if (canWithdraw(attempt, moment)) return askToWithdraw(message, attempt, moment);
  message.dueAt = attempt.deadlineAt;
  return true;
}

/** Of a cancelled message whose attempt would be tried again. */
export function endCancelled(message: Message, attempt: Attempt, moment: Moment): boolean {
  const hasLeft = mayHaveLeft(attempt);
  if (hasLeft && canWithdraw(attempt, moment)) return askToWithdraw(message, attempt, moment);
  setCode(attempt, hasLeft ? CODE.unknown : CODE.cancelled, moment);
  attempt.state = 'done';
  end(message, moment);
  return true;
}

export function onWithdrawal(message: Message, attempt: Attempt, result: Withdrawal, moment: Moment): boolean {
  if (currentAttempt(message) !== attempt) return false;
  if (attempt.state !== 'withdrawing') return result === 'withdrawn' && onLateWithdrawal(message, attempt, moment);
  if (result === 'too_late' && isTaken(attempt)) {
    attempt.state = 'awaiting';
    message.dueAt = moment.at + AWAIT_RECEIPT_MS;
    return true;
  }
  if (isCancelled(message)) return onCancelledWithdrawal(message, attempt, result, moment);
  // Not taken back for certain: it may arrive on this channel, too.
  if (result !== 'withdrawn') countDoubleIfNextChannel(message);
  return finish(message, attempt, codeAtDeadline(message), moment);
}

/** One of a cancelled message that was counted as unanswered (rule 5). */
function onLateWithdrawal(message: Message, attempt: Attempt, moment: Moment): boolean {
  const isOut = attempt.state === 'submitted' || attempt.state === 'awaiting';
  return isOut && isCancelled(message) && finish(message, attempt, CODE.cancelled, moment);
}

/** Its time is over: no answer came (rule 5). */
export function onUnansweredWithdrawal(message: Message, attempt: Attempt, moment: Moment): boolean {
  if (isCancelled(message)) for (const part of attempt.parts) part.maybeWithdrawn = true;
  return onWithdrawal(message, attempt, 'failed', moment);
}

/** Rule 5; null: it counts as delivered. */
export function codeWithoutReceipt({ parts }: Attempt): number | null {
  return parts.some(({ maybeWithdrawn }) => maybeWithdrawn === true) ? CODE.cancelled : null;
}

function onCancelledWithdrawal(message: Message, attempt: Attempt, result: Withdrawal, moment: Moment): boolean {
  if (result === 'withdrawn') return finish(message, attempt, CODE.cancelled, moment);
  if (attempt.deadlineAt === null || attempt.deadlineAt <= moment.at) {
    return finish(message, attempt, codeAtDeadline(message), moment);
  }
  if (!isTaken(attempt)) return finish(message, attempt, CODE.unknown, moment);
  attempt.state = 'submitted';
  const outMs = moment.at - (attempt.handedOverAt ?? moment.at);
  message.dueAt = Math.min(attempt.deadlineAt, moment.at + Math.max(LEAST_AGAIN_MS, outMs));
  return true;
}

function canWithdraw({ carrier }: Attempt, moment: Moment): boolean {
  return carrier !== null && moment.canWithdraw(carrier);
}

function askToWithdraw(message: Message, attempt: Attempt, moment: Moment): boolean {
  attempt.state = 'withdrawing';
  message.dueAt = moment.at + WITHDRAW_WITHIN_MS;
  return true;
}

/** Rule 7. */
export function holdBack(message: Message, attempt: Attempt, { at }: Moment): boolean {
  attempt.reason = HELD_BACK;
  attempt.retryAt = Math.max(at + LOOK_AGAIN_MS, attempt.retryAt ?? 0);
  message.dueAt = Math.min(attempt.retryAt, attempt.deadlineAt ?? attempt.retryAt);
  return true;
}

/** False for what waits for something else: its own time, or a carrier. */
export function onLetGo(message: Message, { at }: Moment): boolean {
  const attempt = currentAttempt(message);
  if (attempt?.state !== 'ready' || attempt.reason !== HELD_BACK) return false;
  attempt.reason = null;
  const sendAt = sendAtOf(message) ?? 0;
  attempt.retryAt = sendAt > at ? sendAt : null;
  message.dueAt = Math.min(attempt.retryAt ?? at, attempt.deadlineAt ?? Number.POSITIVE_INFINITY);
  return true;
}
