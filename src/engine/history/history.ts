/**
 * Which changes of a message are written down for its history: those that seldom happen and leave no other trace.
 *
 * 1. What rows say already is not written: when it was accepted, handed over and ended, each code, each callback. The
 *    history of most messages costs nothing.
 * 2. It goes out in the transaction of the change (store/messages/message-history.ts).
 */
import type { Context } from '../../context.ts';
import { bucketOf } from '../../lib/ids.ts';
import type { HistoryKind, MessageHistory } from '../../store/messages/message-history.ts';
import type { Owner } from '../../store/nodes/owner.ts';
import type { Event, Message } from '../message/message.ts';

/** One message in the hands of a transaction, as far as its history goes. */
interface Work {
  readonly message: Message;
  readonly stored: { readonly owner: Owner | null } | null;
  history: MessageHistory[] | null;
}

interface ChangeOptions {
  readonly context: Pick<Context, 'clock' | 'ids'>;
  readonly owner: Owner;
}

interface Noted {
  readonly kind: HistoryKind;
  readonly n: number | null;
  readonly details: MessageHistory['details'];
}

/** `after`: what the event made of `work.message`. */
export function noteHistory(work: Work, event: Event, after: Message, options: ChangeOptions): void {
  const noted = notedOf(work.message, event, after, options.owner.node);
  if (noted) keep(work, noted, options);
}

/** A node goes on with what another one had. */
export function noteNode(work: Work, options: ChangeOptions): void {
  const from = work.stored?.owner?.node;
  const to = options.owner.node;
  if (from !== undefined && from !== to) keep(work, { kind: 'node_changed', n: null, details: { from, to } }, options);
}

function keep(work: Work, noted: Noted, { context }: ChangeOptions): void {
  const { id: messageId } = work.message;
  const id = context.ids.next(bucketOf(messageId));
  work.history ??= [];
  work.history.push({ ...noted, id, messageId, at: context.clock.now() });
}

function notedOf(before: Message, event: Event, after: Message, node: string): Noted | null {
  switch (event.type) {
    case 'handed_over':
      return event.tryNumber === 1
        ? null
        : { kind: 'handed_over_again', n: event.n, details: { carrier: event.carrier, node, try: event.tryNumber } };
    case 'answered':
      return retryOf(after, event.n);
    case 'report': {
      const isLate = before.attempts[event.n - 1]?.state === 'done' && event.state !== 'read';
      return isLate
        ? { kind: 'late_receipt', n: event.n, details: { state: event.state, reason: event.reason } }
        : null;
    }
    case 'unreachable': {
      const isNews = before.attempts[event.n - 1]?.code !== after.attempts[event.n - 1]?.code;
      return isNews ? { kind: 'unreachable', n: event.n, details: { reason: event.reason } } : null;
    }
    case 'withdrawal':
      return { kind: 'withdrawal', n: event.n, details: { result: event.result } };
    case 'cancel':
      return { kind: 'cancel', n: null, details: null };
    case 'due':
      return dueOf(before, after);
    case 'let_go':
    case 'waiting':
    case 'no_route':
      return null;
  }
}

/** It is to be tried again. */
function retryOf(after: Message, n: number): Noted | null {
  const attempt = after.attempts[n - 1];
  if (attempt?.state !== 'ready') return null;
  const { carrier, reason, retryAt } = attempt;
  return { kind: 'retry', n, details: { carrier, reason, retry_at: retryAt } };
}

function dueOf(before: Message, after: Message): Noted | null {
  const attempt = before.attempts.at(-1);
  if (!attempt) return null;
  const { n, carrier } = attempt;
  if (attempt.state === 'sending') return { kind: 'no_answer', n, details: { carrier } };
  if (attempt.state === 'withdrawing') return { kind: 'withdrawal', n, details: { result: 'unanswered' } };
  const isWithdrawing = after.attempts[n - 1]?.state === 'withdrawing';
  return isWithdrawing ? { kind: 'withdrawing', n, details: { carrier } } : null;
}
