/**
 * The one function that decides what an event does to a message. Pure; the rules that it keeps are numbered in message.ts.
 *
 * 1. An event is applied to a copy. One that finds nothing to change returns the message that it was given.
 * 2. What answers and reports make of the parts is decided in attempt.ts, and here what that means for the message.
 * 3. An attempt that ends without delivery goes on to the next channel (next-channel.ts).
 * 4. What the end of a channel's time and a cancel ask for is decided in take-back.ts.
 */
import { applyAnswers, applyReport, isTaken, mayHaveLeft } from './attempt.ts';
import { CODE, meansDelivered } from './codes.ts';
import { KINDS } from './kinds.ts';
import {
  type Advanced,
  type Attempt,
  copyOf,
  currentAttempt,
  type Event,
  isCancelled,
  type Message,
  type Moment,
  readyAttempt,
} from './message.ts';
import {
  countDoubleIfNextChannel,
  finish,
  isLast,
  setCode,
  startDeadline,
  stopCode,
  waitsForQuiet,
} from './next-channel.ts';
import {
  codeWithoutReceipt,
  endCancelled,
  holdBack,
  onCancel,
  onDeadline,
  onLetGo,
  onUnansweredWithdrawal,
  onWithdrawal,
  takeBack,
} from './take-back.ts';

export function advance(before: Message, event: Event, moment: Moment): Advanced {
  const message = copyOf(before);
  const applied = apply(message, event, moment);
  if (!applied) return { message: before, applied: false, visible: false };
  const visible = hasVisibleChange(before, message);
  if (visible) message.updatedAt = moment.at;
  return { message, applied: true, visible };
}

function apply(message: Message, event: Event, moment: Moment): boolean {
  if (event.type === 'due') return onDue(message, moment);
  if (event.type === 'cancel') return onCancel(message, moment);
  if (event.type === 'let_go') return onLetGo(message, moment);
  const attempt = message.attempts.find((candidate) => candidate.n === event.n);
  if (!attempt) return false;
  switch (event.type) {
    case 'handed_over':
      return onHandedOver(message, attempt, event, moment);
    case 'answered':
      return onAnswered(message, attempt, event, moment);
    case 'unreachable':
      return onUnreachable(message, attempt, event.reason, moment);
    case 'waiting':
      return onWaiting(message, attempt, event.until, moment);
    case 'no_route':
      return onNoRoute(message, attempt, event.why, moment);
    case 'report':
      return onReport(message, attempt, event, moment);
    case 'withdrawal':
      return onWithdrawal(message, attempt, event.result, moment);
  }
}

function onHandedOver(
  message: Message,
  attempt: Attempt,
  event: Extract<Event, { type: 'handed_over' }>,
  moment: Moment,
): boolean {
  if (readyAttempt(message, moment.at) !== attempt || event.tryNumber !== attempt.tries + 1) return false;
  const stop = attempt.tries === 0 ? stopCode(moment) : null;
  if (stop !== null) return finish(message, attempt, stop, moment);
  if (moment.isHeldBack) return holdBack(message, attempt, moment);
  if (waitsForQuiet(message, attempt, moment)) return true;
  if (!mayHaveLeft(attempt)) {
    attempt.parts = [];
    for (let part = 0; part < event.partCount; part += 1) attempt.parts.push({ state: 'unsent', remoteId: null });
  }
  attempt.tries = event.tryNumber;
  attempt.carrier = event.carrier;
  attempt.state = 'sending';
  attempt.retryAt = null;
  for (const part of attempt.parts) if (part.state === 'unsent') part.state = 'sending';
  startDeadline(message, attempt, moment);
  message.lastChannel = attempt.channel;
  message.dueAt = event.answerBy;
  return true;
}

function onAnswered(
  message: Message,
  attempt: Attempt,
  event: Extract<Event, { type: 'answered' }>,
  moment: Moment,
): boolean {
  const { messageType, possibleDoubles } = message;
  const situation = { at: moment.at, messageType, possibleDoubles };
  const verdict = applyAnswers(attempt, event.tryNumber, event.answers, situation);
  if (verdict.type === 'nothing') return false;
  attempt.updatedAt = moment.at;
  // Parts are still without an answer, or the attempt was decided meanwhile (a deadline, a receipt): facts only.
  if (verdict.type === 'noted' || attempt.state !== 'sending') return true;
  if (message.finalAt !== null) {
    if (verdict.type === 'failed') setCode(attempt, verdict.code, moment);
    attempt.state = 'done';
    return true;
  }
  return settle(message, attempt, verdict, moment);
}

/** What a complete set of answers leads to. */
function settle(
  message: Message,
  attempt: Attempt,
  verdict: Exclude<ReturnType<typeof applyAnswers>, { type: 'nothing' | 'noted' }>,
  moment: Moment,
): boolean {
  switch (verdict.type) {
    case 'failed':
      attempt.reason = verdict.reason;
      if (verdict.mayHaveArrived) countDoubleIfNextChannel(message);
      return finish(message, attempt, verdict.code, moment);
    case 'submitted':
      attempt.state = 'submitted';
      attempt.reason = null;
      attempt.retryAt = null;
      setCode(attempt, CODE.inProgress, moment);
      message.dueAt = attempt.deadlineAt;
      return isCancelled(message) ? takeBack(message, attempt, moment) : true;
    case 'again':
      if (isCancelled(message)) return endCancelled(message, attempt, moment);
      attempt.state = 'ready';
      attempt.retryAt = verdict.retryAt;
      if (verdict.mayDeliverTwice) message.possibleDoubles += 1;
      message.dueAt = Math.min(attempt.retryAt ?? moment.at, attempt.deadlineAt ?? Number.POSITIVE_INFINITY);
      return true;
  }
}

function onUnreachable(message: Message, attempt: Attempt, reason: string, moment: Moment): boolean {
  if (currentAttempt(message) !== attempt || attempt.state !== 'ready') return false;
  const stop = attempt.tries === 0 ? stopCode(moment) : null;
  if (stop !== null) return finish(message, attempt, stop, moment);
  if (moment.isHeldBack) return holdBack(message, attempt, moment);
  if (waitsForQuiet(message, attempt, moment)) return true;
  startDeadline(message, attempt, moment);
  attempt.reason = reason;
  setCode(attempt, CODE.unreachable, moment);
  message.dueAt = attempt.deadlineAt;
  return true;
}

function onWaiting(message: Message, attempt: Attempt, until: number, moment: Moment): boolean {
  if (currentAttempt(message) !== attempt || attempt.state !== 'ready') return false;
  message.dueAt = Math.max(moment.at, Math.min(until, attempt.deadlineAt ?? until));
  return true;
}

function onNoRoute(message: Message, attempt: Attempt, why: 'none' | 'exhausted', moment: Moment): boolean {
  if (currentAttempt(message) !== attempt || attempt.state !== 'ready') return false;
  if (why === 'none') {
    attempt.reason = 'no carrier is configured for this recipient';
    return finish(message, attempt, CODE.notSupported, moment);
  }
  return finish(message, attempt, attempt.code === CODE.inProgress ? CODE.busy : attempt.code, moment);
}

function onReport(
  message: Message,
  attempt: Attempt,
  event: Extract<Event, { type: 'report' }>,
  moment: Moment,
): boolean {
  const verdict = applyReport(attempt, event.part, event.state, isLast(message, attempt));
  if (verdict.type === 'nothing') return false;
  attempt.updatedAt = moment.at;
  if (event.reason !== null) attempt.reason = event.reason;
  switch (verdict.type) {
    case 'noted':
      // A receipt for a part that was in doubt answers for its submit.
      if (currentAttempt(message) === attempt && isUnanswered(attempt) && isTaken(attempt)) {
        return settle(message, attempt, { type: 'submitted' }, moment);
      }
      return true;
    case 'delivered':
      return onDelivered(message, attempt, verdict.code, moment);
    case 'failed':
      if (currentAttempt(message) === attempt) {
        if (verdict.mayHaveArrived) countDoubleIfNextChannel(message);
        return finish(message, attempt, verdict.code, moment);
      }
      setCode(attempt, verdict.code, moment);
      attempt.state = 'done';
      return true;
  }
}

/**
 * Delivered or read: the best that can happen, whenever it comes. A read that overtakes its receipt says both at once, so
 * the order in which they come makes no difference to where the message ends.
 */
function onDelivered(message: Message, attempt: Attempt, code: number, moment: Moment): boolean {
  setCode(attempt, code, moment);
  attempt.state = 'done';
  if (meansDelivered(message.status)) {
    if (attempt.code === CODE.read) {
      message.status = CODE.read;
      message.lastChannel = attempt.channel;
    }
    return true;
  }
  const current = currentAttempt(message);
  // The channel after it has not been sent yet: it never will be.
  if (current && current.tries === 0) current.state = 'done';
  message.status = attempt.code;
  message.lastChannel = attempt.channel;
  message.finalAt = moment.at;
  message.dueAt = null;
  return true;
}

function onDue(message: Message, moment: Moment): boolean {
  const attempt = currentAttempt(message);
  if (!attempt || message.dueAt === null) return false;
  // It was taken out of a queue, where it need not be due.
  if (message.dueAt > moment.at) return attempt.state === 'ready' && waitsForQuiet(message, attempt, moment);
  const deadlinePassed = attempt.deadlineAt !== null && attempt.deadlineAt <= moment.at;
  switch (attempt.state) {
    case 'ready':
      if (deadlinePassed) return onDeadline(message, attempt, moment);
      return isTooEarly(message, attempt, moment) || waitsForQuiet(message, attempt, moment);
    case 'sending': {
      // Its owner is gone or never heard: every part without an answer is in doubt.
      const answers = attempt.parts.flatMap((part, index) =>
        part.state === 'sending'
          ? [{ part: index, outcome: { kind: 'unknown' as const, reason: 'no answer recorded' } }]
          : [],
      );
      return onAnswered(
        message,
        attempt,
        { type: 'answered', n: attempt.n, tryNumber: attempt.tries, answers },
        moment,
      );
    }
    case 'submitted':
      if (deadlinePassed) return onDeadline(message, attempt, moment);
      if (isCancelled(message)) return takeBack(message, attempt, moment);
      message.dueAt = attempt.deadlineAt;
      return true;
    case 'withdrawing':
      return onUnansweredWithdrawal(message, attempt, moment);
    case 'awaiting': {
      const code = codeWithoutReceipt(attempt);
      if (code !== null) return finish(message, attempt, code, moment);
      return onDelivered(message, attempt, CODE.delivered, moment);
    }
    case 'done':
      return false;
  }
}

/** It was looked at before it may be tried: it is due when it may. */
function isTooEarly(message: Message, attempt: Attempt, moment: Moment): boolean {
  if (attempt.retryAt === null || attempt.retryAt <= moment.at) return false;
  message.dueAt = Math.min(attempt.retryAt, attempt.deadlineAt ?? Number.POSITIVE_INFINITY);
  return true;
}

function isUnanswered(attempt: Attempt): boolean {
  return attempt.state === 'sending' || attempt.state === 'ready';
}

/** A channel that merely begins is not a change: nobody is told of a first 3001. */
function hasVisibleChange(before: Message, after: Message): boolean {
  const { showsChannels, codeOf } = KINDS[after.kind];
  if (!showsChannels) return codeOf(before) !== codeOf(after);
  if (before.status !== after.status) return true;
  return after.attempts.some((attempt, index) => attempt.code !== (before.attempts[index]?.code ?? CODE.inProgress));
}
