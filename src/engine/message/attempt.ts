/**
 * One attempt's parts: what a carrier's answers and reports make of them. Pure; advance.ts decides what follows.
 *
 * 1. A try is decided when each of its parts is answered, by what is kept on the parts: neither the order of the answers
 *    nor a carrier's words make a difference. Example: one part cannot be reached, the other finds the carrier busy. The
 *    channel ends with 3055, whichever answer comes first.
 * 2. A part whose try is not answered is in doubt until more is known.
 * 3. A carrier that gave one id to several parts has put them together again: that the message with this id is delivered
 *    is said once, of all of them.
 */
import type { MessageType, Outcome, ReportState } from '../../carriers/carrier.ts';
import { CHANNELS } from '../../carriers/channels.ts';
import { doublingMs } from '../../lib/backoff.ts';
import { CALL_CODE } from './call-codes.ts';
import { CODE } from './codes.ts';
import type { Attempt, Part, PartAnswer, PartState } from './message.ts';

/** After so many passing faults of one carrier the next one of the route is asked. */
const TEMPORARY_FAILURES_PER_CARRIER = 3;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
/** Each may be one more that arrives: a carrier that takes everything and never answers gets no flood of them. */
const LONGEST_DOUBTFUL_RETRY_MS = 600_000;

export type AnswerVerdict =
  | { readonly type: 'nothing' }
  /** Noted; parts of this try are still without an answer. */
  | { readonly type: 'noted' }
  | { readonly type: 'submitted' }
  | { readonly type: 'failed'; readonly code: number; readonly reason: string; readonly mayHaveArrived: boolean }
  | { readonly type: 'again'; readonly retryAt: number | null; readonly mayDeliverTwice: boolean };

interface Situation {
  readonly at: number;
  readonly messageType: MessageType;
  /** How often it was sent again in doubt. */
  readonly possibleDoubles: number;
}

/** Bytes of it have left, or may have. */
export function mayHaveLeft(attempt: Attempt): boolean {
  return attempt.parts.some((part) => part.inDoubt === true || (part.state !== 'unsent' && part.state !== 'refused'));
}

/** The carrier has every part. */
export function isTaken(attempt: Attempt): boolean {
  return attempt.parts.every((part) => part.state === 'accepted' || part.state === 'delivered');
}

/** Answers to a try. Those of an older try still tell what became of their part; they decide nothing. */
export function applyAnswers(
  attempt: Attempt,
  tryNumber: number,
  answers: readonly PartAnswer[],
  situation: Situation,
): AnswerVerdict {
  let changed = false;
  const fresh: Outcome[] = [];
  for (const { part: index, outcome } of answers) {
    const part = attempt.parts[index];
    if (!part) continue;
    const awaited = part.state === 'sending' && tryNumber === attempt.tries;
    if (outcome.kind === 'accepted') changed = noteAcceptance(part, outcome.remoteId) || changed;
    else if (awaited) changed = noteRefusal(part, outcome) || changed;
    if (awaited) fresh.push(outcome);
  }
  if (!changed) return { type: 'nothing' };
  if (attempt.state !== 'sending' || tryNumber !== attempt.tries) return { type: 'noted' };
  remember(attempt, fresh, situation);
  if (hasPart(attempt, 'sending')) return { type: 'noted' };
  return decide(attempt, situation);
}

/** The carrier has it, whichever try it was, unless more is known already. */
function noteAcceptance(part: Part, remoteId: string): boolean {
  const isNews = part.state === 'sending' || part.state === 'unsent' || part.state === 'unknown';
  if (!isNews && part.remoteId !== null) return false;
  part.remoteId = remoteId;
  if (isNews) {
    part.state = 'accepted';
    delete part.inDoubt;
  }
  return true;
}

function noteRefusal(part: Part, outcome: Outcome): boolean {
  if (outcome.kind === 'rejected') {
    part.state = 'refused';
    part.notReachable = outcome.why === 'not_reachable';
  } else if (outcome.kind === 'unknown') {
    part.state = 'unknown';
    part.inDoubt = true;
  } else part.state = 'unsent';
  return true;
}

/**
 * Keeps on the attempt what single answers say about the whole try: its parts may be answered in several events, and
 * the event that completes the try decides from what is kept. A refusal has decided the channel: what other parts met does
 * not overwrite its words, and one that says that the recipient cannot be reached goes before the others.
 */
function remember(attempt: Attempt, outcomes: readonly Outcome[], situation: Situation): void {
  if (outcomes.some((outcome) => outcome.kind === 'retry_later' && outcome.why === 'temporary')) {
    attempt.temporaryFailures += 1;
  }
  const isRefused = hasPart(attempt, 'refused');
  for (const outcome of outcomes) {
    if (outcome.kind === 'rejected') {
      if (outcome.why === 'not_reachable' || !isUnreachable(attempt)) {
        attempt.reason = `${outcome.why}: ${outcome.reason}`;
      }
    } else if (isRefused) {
      // Nothing that the other parts met is of use any more.
    } else if (outcome.kind === 'unknown') {
      attempt.reason = outcome.reason;
    } else if (outcome.kind === 'retry_later') {
      attempt.reason = outcome.reason;
      attempt.code = outcome.why === 'unreachable' ? CODE.unreachable : CODE.busy;
      const wait = outcome.afterMs ?? (outcome.why === 'temporary' ? retryMs(attempt.temporaryFailures) : 0);
      if (wait > 0) attempt.retryAt = Math.max(attempt.retryAt ?? 0, situation.at + wait);
    }
  }
}

function decide(attempt: Attempt, situation: Situation): AnswerVerdict {
  const reason = attempt.reason ?? '';
  if (hasPart(attempt, 'refused')) {
    const code = isUnreachable(attempt) ? CODE.notSupported : CODE.rejected;
    return { type: 'failed', code, reason, mayHaveArrived: false };
  }
  if (hasPart(attempt, 'unknown')) return decideUnknown(attempt, situation, reason);
  if (hasPart(attempt, 'unsent')) return decideRetry(attempt);
  return { type: 'submitted' };
}

function hasPart({ parts }: Attempt, state: PartState): boolean {
  return parts.some((part) => part.state === state);
}

/** A carrier said of a part that this channel does not reach the recipient. */
function isUnreachable({ parts }: Attempt): boolean {
  return parts.some(({ notReachable }) => notReachable === true);
}

function decideUnknown(attempt: Attempt, situation: Situation, reason: string): AnswerVerdict {
  const { afterLostAnswer } = CHANNELS[attempt.channel];
  const mayDeliverTwice = afterLostAnswer === 'may_double';
  if (afterLostAnswer === 'given_up' || (mayDeliverTwice && situation.messageType === 'MKT')) {
    return { type: 'failed', code: CODE.unknown, reason, mayHaveArrived: true };
  }
  for (const part of attempt.parts) if (part.state === 'unknown') part.state = 'unsent';
  const waitMs = mayDeliverTwice
    ? doublingMs(situation.possibleDoubles + 1, FIRST_RETRY_MS, LONGEST_DOUBTFUL_RETRY_MS)
    : retryMs(attempt.tries);
  return { type: 'again', retryAt: situation.at + waitMs, mayDeliverTwice };
}

function decideRetry(attempt: Attempt): AnswerVerdict {
  if (attempt.temporaryFailures >= TEMPORARY_FAILURES_PER_CARRIER && attempt.carrier !== null) {
    attempt.carriersTried = [...attempt.carriersTried, attempt.carrier];
    attempt.temporaryFailures = 0;
    return { type: 'again', retryAt: null, mayDeliverTwice: false };
  }
  return { type: 'again', retryAt: attempt.retryAt, mayDeliverTwice: false };
}

function retryMs(failures: number): number {
  return doublingMs(failures, FIRST_RETRY_MS, LONGEST_RETRY_MS);
}

export type ReportVerdict =
  | { readonly type: 'nothing' }
  | { readonly type: 'noted' }
  | { readonly type: 'delivered'; readonly code: number }
  | { readonly type: 'failed'; readonly code: number; readonly mayHaveArrived: boolean };

/** A report on one part. Delivered when all parts are, failed as soon as one finally fails. */
export function applyReport(
  attempt: Attempt,
  index: number,
  state: ReportState,
  isLastChannel: boolean,
): ReportVerdict {
  const part = attempt.parts[index];
  if (!part) return { type: 'nothing' };
  if (state === 'in_transit') return noteInTransit(part);
  if (state === 'read') return attempt.code === CODE.read ? { type: 'nothing' } : readNow(part);
  if (state === 'delivered') {
    const news = ofItsId(attempt, part).filter((each) => each.state !== 'delivered');
    if (news.length === 0) return { type: 'nothing' };
    for (const each of news) {
      each.state = 'delivered';
      delete each.inDoubt;
    }
    const all = attempt.parts.every((each) => each.state === 'delivered');
    return all ? { type: 'delivered', code: CODE.delivered } : { type: 'noted' };
  }
  if (part.state === 'delivered') return { type: 'nothing' };
  const code = codeAfter(state, isLastChannel);
  if (part.state === 'failed' && attempt.code === code) return { type: 'nothing' };
  part.state = 'failed';
  delete part.inDoubt;
  return { type: 'failed', code, mayHaveArrived: state === 'ttl_revoke_failed' };
}

/** Rule 3. A carrier that gives empty ids has named nothing by them. */
function ofItsId({ parts }: Attempt, part: Part): readonly Part[] {
  const { remoteId } = part;
  return parts.filter((each) => each === part || (each.remoteId === remoteId && remoteId !== null && remoteId !== ''));
}

function noteInTransit(part: Part): ReportVerdict {
  if (part.inDoubt !== true && part.state !== 'sending') return { type: 'nothing' };
  part.state = 'accepted';
  delete part.inDoubt;
  return { type: 'noted' };
}

function readNow(part: Part): ReportVerdict {
  part.state = 'delivered';
  delete part.inDoubt;
  return { type: 'delivered', code: CODE.read };
}

function codeAfter(state: ReportState, isLastChannel: boolean): number {
  switch (state) {
    case 'expired':
      return CODE.expired;
    case 'undeliverable':
      return CODE.undeliverable;
    case 'rejected':
    case 'deleted':
      return CODE.rejected;
    case 'ttl_revoked':
    case 'ttl_revoke_failed':
      return isLastChannel ? CODE.expired : CODE.fallbackTimePassed;
    case 'busy':
      return CALL_CODE.busy;
    case 'not_answered':
      return CALL_CODE.notAnswered;
    case 'call_failed':
      return CALL_CODE.failed;
    case 'cancelled':
      return CALL_CODE.cancelled;
    case 'unwanted':
      return CALL_CODE.blockedByRequest;
    case 'blocked':
      return CALL_CODE.blockedByProvider;
    default:
      return CODE.unknown;
  }
}
