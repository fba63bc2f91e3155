/**
 * The spans of a message's trace: one for recording it, one for each hand-over to a carrier, each receipt and each try of
 * a callback. Their parent is the request that brought the message.
 *
 * 1. A hand-over is a client's send in OpenTelemetry's words for messaging, a report is a message that is processed, and
 *    a callback is a request of an HTTP client. Its URL is the receiver's secret, so that host and port are told alone.
 */
import type { Channel, Outcome } from '../../carriers/carrier.ts';
import { CHANNELS } from '../../carriers/channels.ts';
import type { Context } from '../../context.ts';
import { toReference } from '../../lib/ids.ts';
import type { Span, SpanAttributes } from '../../lib/traces.ts';
import { partsOf } from '../../lib/url-parts.ts';
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
      span?.end(clock.now(), 'not_recorded');
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
  /** Runs what belongs to it. */
  within(work: () => void): void;
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
    ...messaging('send', attempt.channel, carrier),
  };
  const name = `${CHANNELS[attempt.channel].messagingSystem === null ? 'call' : 'send'} ${carrier}`;
  const span = traces.begin(name, { kind: 'client', at: clock.now(), parent, attributes });
  let left = parts;
  let worst: Outcome | null = null;
  return (
    span && {
      within: (work) => traces.within(span, work),
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

/** Rule 1. Nothing where the channel sends no messages. */
function messaging(operation: 'send' | 'process', channel: Channel | null, carrier: string): SpanAttributes {
  const system = channel && CHANNELS[channel].messagingSystem;
  if (system === null) return {};
  return {
    'messaging.system': system,
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
    'messaging.destination.name': carrier,
  };
}

function isGood(outcome: Outcome): boolean {
  return outcome.kind === 'accepted' || (outcome.kind === 'ended' && outcome.state === 'delivered');
}

export interface TracedReport {
  readonly receivedAt: number;
  readonly state: string;
  readonly carrier: string;
  /** Null: the carrier is no longer there. */
  readonly channel: Channel | null;
}

/** A receipt, from its arrival until it is recorded. */
export async function traceReport(
  { traces, clock }: Context,
  messageId: string,
  { receivedAt, state, carrier, channel }: TracedReport,
): Promise<void> {
  if (!traces) return;
  const recordedAt = clock.now();
  const parent = await traces.traceOf(messageId);
  if (parent === null) return;
  const attributes = {
    'trunkline.reference_id': toReference(messageId),
    'trunkline.carrier': carrier,
    'trunkline.report': state,
    ...messaging('process', channel, carrier),
  };
  traces.begin(`process ${carrier}`, { kind: 'consumer', at: receivedAt, parent, attributes })?.end(recordedAt);
}

export interface TracedCallback {
  readonly messageId: string;
  readonly seq: number;
  readonly tries: number;
  readonly method: string;
  readonly endpoint: string;
}

/** One try of a callback. Its `traceparent` goes to the receiver. Null: not traced. */
export async function traceCallback({ traces, clock }: Context, row: TracedCallback): Promise<Span | null> {
  if (!traces) return null;
  const parent = await traces.traceOf(row.messageId);
  if (parent === null) return null;
  const attributes = {
    'trunkline.reference_id': toReference(row.messageId),
    'trunkline.callback': row.seq,
    'trunkline.try': row.tries + 1,
    'http.request.method': row.method,
    ...(row.tries > 0 ? { 'http.request.resend_count': row.tries } : {}),
    ...serverOf(row.endpoint),
  };
  return traces.begin(row.method, { kind: 'client', at: clock.now(), parent, attributes });
}

/** Rule 1. */
function serverOf(endpoint: string): SpanAttributes {
  try {
    const { hostname, port, origin } = partsOf(endpoint);
    return { 'server.address': hostname, 'server.port': port, 'url.scheme': origin.slice(0, origin.indexOf(':')) };
  } catch {
    return {};
  }
}
