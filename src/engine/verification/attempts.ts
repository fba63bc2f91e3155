/**
 * The attempts of a verification: messages like all others, of one channel each.
 *
 * 1. The id of an attempt is worked out of that of its verification: however often a method is begun, after a crash or on
 *    another node, there is one message for it. The numbers lie far enough apart that the attempts of these messages, whose
 *    ids are worked out in the same way (lib/ids.ts), never meet.
 * 2. An attempt is wanted as long as the verification lasts, which takes it back when its time is over. Its own deadline
 *    comes somewhat later, for when nobody was there to do that.
 * 3. A call whose gateway died is final when another one gives it up, and hung up within 5 s by the process that speaks.
 *    Until then it is not at rest: nobody is texted while the telephone rings.
 */
import { CHANNELS } from '../../carriers/channels.ts';
import { attemptIdOf } from '../../lib/ids.ts';
import type { Verification } from '../../store/verifications/verification.ts';
import type { CodeSecret, NewMessage } from '../door/accept.ts';
import { callCode } from '../message/call-codes.ts';
import { CODE, meansDelivered } from '../message/codes.ts';
import { KINDS } from '../message/kinds.ts';
import { type Attempt, type ChannelPlan, isCancelled, type Message } from '../message/message.ts';
import type { AttemptView } from './verification.ts';
import { methodCodeOfCall } from './verification-codes.ts';

const FIRST_NUMBER = 208;
const NUMBERS_APART = 8;
/** Rule 2. */
const GIVEN_UP_LATER_MS = 10_000;
/** Rule 3. */
const HUNG_UP_WITHIN_MS = 5_000;

/** Where an attempt goes and what it says, `$$CODE$$` in place of the code. */
export type AttemptPlan = Pick<ChannelPlan, 'channel' | 'sender' | 'content' | 'skip'>;

export function attemptOfMethod(verificationId: string, index: number): string {
  return attemptIdOf(verificationId, FIRST_NUMBER + index * NUMBERS_APART);
}

export interface NewAttempt {
  readonly index: number;
  readonly plan: AttemptPlan;
  readonly at: number;
  /** Absent: nothing of it is recorded. */
  readonly code?: CodeSecret;
}

export function newAttempt(verification: Verification, { index, plan, at, code }: NewAttempt): NewMessage {
  const { id, accountId, recipient, optOutApplies, endsAt } = verification;
  return {
    id: attemptOfMethod(id, index),
    accountId,
    kind: isCall(plan) ? 'call' : 'verification',
    recipient,
    messageType: 'OTP',
    externalId: null,
    callback: null,
    optOutApplies,
    plan: [{ ...plan, fallbackAfterMs: Math.max(0, endsAt - at) + GIVEN_UP_LATER_MS, verification: id }],
    ...(code ? { code } : {}),
  };
}

/** With the number of digits of the code that is put into it. */
export function forDigits(plan: AttemptPlan, codeDigits: number): AttemptPlan {
  const { content } = plan;
  if (content.type !== 'sms_text' && content.type !== 'rcs_text') return plan;
  return { ...plan, content: { ...content, codeDigits } };
}

function isCall({ content }: AttemptPlan): boolean {
  return content.type === 'voice_prompt';
}

export interface Viewing {
  readonly at: number;
  /** Whether a carrier can take something back. */
  readonly canWithdraw: (carrier: string) => boolean;
}

export function viewOf(message: Message, viewing: Viewing): AttemptView {
  const attempt = message.attempts.at(-1);
  const isFinal = message.finalAt !== null;
  const isDelivered = meansDelivered(message.status);
  return {
    code: isFinal ? codeOf(message) : null,
    isFinal,
    isDelivered,
    isAtRest:
      attempt === undefined ||
      (isFinal ? hasEnded(message, attempt, viewing) : staysAtCarrier(message, attempt, viewing)),
    mayArrive: !isFinal || isDelivered || (attempt !== undefined && isAtCarrier(message, attempt)),
    isBlocked: message.status === CODE.optedOut,
  };
}

/** Rule 3. */
function hasEnded({ finalAt }: Message, { channel, parts }: Attempt, { at }: Viewing): boolean {
  const isInDoubt = parts.some(({ inDoubt }) => inDoubt === true);
  if (!isInDoubt || CHANNELS[channel].withdrawnWhile !== 'sending') return true;
  return at >= (finalAt ?? at) + HUNG_UP_WITHIN_MS;
}

function codeOf(message: Message): number {
  return KINDS[message.kind].countsAs === 'calls' ? methodCodeOfCall(callCode(message)) : message.status;
}

/** Whatever is asked of the carrier from now on, it has it. */
function staysAtCarrier(message: Message, { state, carrier }: Attempt, { canWithdraw }: Viewing): boolean {
  if (state === 'awaiting') return true;
  return state === 'submitted' && (isCancelled(message) || carrier === null || !canWithdraw(carrier));
}

/** It has something of it, or may have, and has not said that this failed. What was taken back does not arrive. */
function isAtCarrier({ status }: Message, { parts }: Attempt): boolean {
  if (status === CODE.cancelled) return false;
  return parts.some(({ state, inDoubt }) => inDoubt === true || state === 'accepted' || state === 'unknown');
}
