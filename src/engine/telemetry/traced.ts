/**
 * The spans of a message's trace: one for recording it, one for each hand-over to a carrier, each receipt and each try of
 * a callback. Their parent is the request that brought the message.
 */
import type { Outcome } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import { toReference } from '../../lib/ids.ts';
import type { Span } from '../../lib/traces.ts';
import type { Accept, NewMessage } from '../door/accept.ts';
import type { Attempt, Message } from '../message/message.ts';

/** A message that is recorded in a traced request belongs to the trace of that request. */
export function tracedAccept({ traces, clock }: Context, accept: Accept): Accept {
  if (!traces) return accept;
  return async (message, claim) => {
    const parent = traces.current()?.traceparent ?? null;
    if (parent === null) {
      traces.remember(message.id, null);
      return accept(message, claim);
    }
    const attributes = {
      'trunkline.reference_id': toReference(message.id),
      'trunkline.message_type': message.messageType,
    };
    const span = traces.begin('record message', { kind: 'internal', at: clock.now(), parent, attributes });
    traces.remember(message.id, parent);
    try {
      const accepted = await accept(withTrace(message, parent), claim);
      if (accepted.kind === 'claimed_before') span?.set({ 'trunkline.claimed_before': true });
      span?.end(clock.now());
      return accepted;
    } catch (error) {
      span?.end(clock.now(), 'not recorded');
      throw error;
    }
  };
}

function withTrace(message: NewMessage, trace: string): NewMessage {
  return { ...message, plan: message.plan.map((channel, index) => (index === 0 ? { ...channel, trace } : channel)) };
}

export function traceOfMessage(message: Message | null): string | null {
  return message?.plan[0]?.trace ?? null;
}

export interface HandOver {
  /** Once for each part. */
  answered(outcome: Outcome): void;
}

export interface TracedHandOver {
  readonly message: Message;
  readonly attempt: Attempt;
  readonly carrier: string;
  /** How many of them leave. */
  readonly parts: number;
}

/** From giving an attempt to its carrier to the answer for the last of its parts. Null: not traced. */
export function traceHandOver(
  { traces, clock }: Context,
  { message, attempt, carrier, parts }: TracedHandOver,
): HandOver | null {
  const parent = traces ? traceOfMessage(message) : null;
  if (!traces || parent === null) return null;
  const attributes = {
    'trunkline.reference_id': toReference(message.id),
    'trunkline.channel': attempt.channel,
    'trunkline.carrier': carrier,
    'trunkline.try': attempt.tries,
    'trunkline.parts': parts,
  };
  const span = traces.begin(`hand over ${attempt.channel}`, { kind: 'client', at: clock.now(), parent, attributes });
  let left = parts;
  let worst: Outcome | null = null;
  return (
    span && {
      answered(outcome) {
        left -= 1;
        if (worst === null || isGood(worst)) worst = outcome;
        if (left > 0) return;
        span.set({ 'trunkline.outcome': worst.kind });
        span.end(clock.now(), isGood(worst) ? undefined : worst.kind);
      },
    }
  );
}

function isGood(outcome: Outcome): boolean {
  return outcome.kind === 'accepted' || (outcome.kind === 'ended' && outcome.state === 'delivered');
}

/** A receipt, from its arrival until it is recorded. */
export async function traceReport(
  { traces, clock }: Context,
  messageId: string,
  { receivedAt, state, carrier }: { readonly receivedAt: number; readonly state: string; readonly carrier: string },
): Promise<void> {
  if (!traces) return;
  const recordedAt = clock.now();
  const parent = await traces.traceOf(messageId);
  if (parent === null) return;
  const attributes = {
    'trunkline.reference_id': toReference(messageId),
    'trunkline.carrier': carrier,
    'trunkline.report': state,
  };
  traces.begin('report', { kind: 'consumer', at: receivedAt, parent, attributes })?.end(recordedAt);
}

/** One try of a callback. Its `traceparent` goes to the receiver. Null: not traced. */
export async function traceCallback(
  { traces, clock }: Context,
  row: { readonly messageId: string; readonly seq: number; readonly tries: number; readonly endpoint: string },
): Promise<Span | null> {
  if (!traces) return null;
  const parent = await traces.traceOf(row.messageId);
  if (parent === null) return null;
  const attributes = {
    'trunkline.reference_id': toReference(row.messageId),
    'trunkline.callback': row.seq,
    'trunkline.try': row.tries + 1,
    'server.address': row.endpoint,
  };
  return traces.begin('callback', { kind: 'client', at: clock.now(), parent, attributes });
}
