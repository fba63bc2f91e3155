/**
 * What a change of a message counts as traffic (traffic-names.ts). It runs after each commit, for every change.
 *
 * 1. A message is finished once, and delivered once: one that failed and turns out to have arrived counts as both.
 * 2. An attempt ends once for its carrier, and once more when it turns out to have arrived.
 * 3. The time until a receipt goes from the first hand-over to the receipt that says delivered. An end that was assumed
 *    for want of one is none, and a call has none. Answer and receipt may be one change, when they came together.
 */
import { CHANNELS } from '../../carriers/channels.ts';
import { type Traffic, WHOLE } from '../../lib/traffic.ts';
import { meansDelivered } from '../message/codes.ts';
import { KINDS } from '../message/kinds.ts';
import type { Attempt, Message } from '../message/message.ts';
import { NAME, nameOfCode, nameOfEnd, nameOfReceipt, stepOf } from './traffic-names.ts';

/** `before` is null for a new message. */
export function countTraffic(traffic: Traffic, before: Message | null, after: Message): void {
  if (before === null) traffic.count(WHOLE, NAME.taken);
  if (after.finalAt !== null) countEnd(traffic, before, after);
  for (const attempt of after.attempts) countAttempt(traffic, before?.attempts[attempt.n - 1], attempt);
}

/** Rule 1. */
function countEnd(traffic: Traffic, before: Message | null, after: Message): void {
  if ((before?.finalAt ?? null) === null) {
    traffic.count(WHOLE, NAME.finished);
    traffic.count(WHOLE, nameOfCode(KINDS[after.kind].codeOf(after)));
  }
  if (meansDelivered(after.status) && !meansDelivered(before?.status ?? 0)) traffic.count(WHOLE, NAME.delivered);
}

function countAttempt(traffic: Traffic, before: Attempt | undefined, after: Attempt): void {
  const { carrier, code } = after;
  if (carrier === null) return;
  const handedOver = after.tries - (before?.tries ?? 0);
  if (handedOver > 0) traffic.count(carrier, NAME.handedOver, handedOver);
  if (after.state !== 'done') return;
  const isDelivered = meansDelivered(code);
  // Rule 2.
  if (before?.state === 'done' && (!isDelivered || meansDelivered(before.code))) return;
  traffic.countWithReason(carrier, nameOfEnd(code), isDelivered ? null : after.reason);
  // Rule 3.
  const isAssumed = before?.state === 'awaiting' || before?.state === 'done';
  const isCall = CHANNELS[after.channel].withdrawnWhile === 'sending';
  if (!isDelivered || isAssumed || isCall || after.handedOverAt === null) return;
  traffic.count(carrier, nameOfReceipt(stepOf(after.updatedAt - after.handedOverAt)));
}
