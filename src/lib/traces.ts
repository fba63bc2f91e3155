/**
 * Traces, as the parts of the gateway make them. Where none are wanted, `context.traces` is null and nothing is done.
 *
 * 1. A span never holds a number, a text, a code or a key: names, ids of ours, states and durations alone. Names and
 *    attributes are those of OpenTelemetry's semantic conventions, but for what this rule forbids: paths hold numbers.
 * 2. The trace of a message is written down in its plan, as a `traceparent` (W3C Trace Context), so that what happens
 *    to it later, elsewhere or after a restart belongs to the same trace. A message without one is not traced.
 */

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  readonly kind: SpanKind;
  /** Epoch milliseconds. */
  readonly at: number;
  /** A `traceparent`; null begins a trace, if it is one of those to be kept. */
  readonly parent: string | null;
  readonly attributes?: SpanAttributes;
}

export interface Span {
  /** The `traceparent` of what follows from it. */
  readonly traceparent: string;
  /** It has ended. */
  readonly isOver: boolean;
  set(attributes: SpanAttributes): void;
  /** `error`: what went wrong, as one of few words or a status (`error.type` of OpenTelemetry). */
  end(at: number, error?: string): void;
}

/** What a line of the log names its span by. */
export interface SpanIds {
  readonly trace_id: string;
  readonly span_id: string;
}

export interface Traces {
  /** Traces go on from callers and to the receivers of callbacks. */
  readonly propagates: boolean;
  /** Null when the trace is not kept. */
  begin(name: string, start: SpanStart): Span | null;
  /** Runs the work; what is asked for in it belongs to the span. */
  within<T>(span: Span, work: () => T): T;
  /** The span in which this runs, as long as it has not ended: what it left behind, such as a timer, is not its own. */
  current(): Span | null;
  /** The `traceparent` of a message, or null; from memory, else from the store. Never rejects. */
  traceOf(messageId: string): Promise<string | null>;
  remember(messageId: string, traceparent: string | null): void;
  /** How messages are found that are not in memory. */
  findWith(find: (messageId: string) => Promise<string | null>): void;
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

export function idsOf({ traceparent }: Span): SpanIds {
  return { trace_id: traceparent.slice(3, 35), span_id: traceparent.slice(36, 52) };
}

/** W3C Trace Context, 3.2. Null for anything else, as for ids of zeros. Later versions are read as this one. */
export function parseTraceparent(header: string): TraceParent | null {
  const later = /^(?!00|ff)[0-9a-f]{2}(-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2})(-.*)?$/.exec(header)?.[1];
  const parts = TRACEPARENT.exec(later === undefined ? header : `00${later}`);
  const [, traceId = '', spanId = '', flags = ''] = parts ?? [];
  if (!parts || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
