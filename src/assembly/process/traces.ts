/**
 * Traces by OpenTelemetry, sent over OTLP to a collector. The library is large, so it is loaded only when traces are
 * on.
 *
 * 1. The gateway never waits for the collector. Spans that the collector does not take in time are dropped and counted.
 * 2. Of the traces that begin here a share is kept. A trace that a caller began is kept when the caller keeps it, unless
 *    the settings say otherwise.
 * 3. What src/config/tracing.ts does not read the library reads itself: limits of spans, compression, certificates
 *    (OTEL_BSP_…, OTEL_SPAN_…, OTEL_EXPORTER_OTLP_COMPRESSION, …_CERTIFICATE).
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Span as OtelSpan,
  SpanKind as OtelSpanKind,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { Counter } from 'prom-client';
import type { TracingConfig } from '../../config/tracing.ts';
import type { Context } from '../../context.ts';
import {
  parseTraceparent,
  type Span,
  type SpanAttributes,
  type SpanKind,
  type SpanStart,
  type Traces,
} from '../../lib/traces.ts';

export interface TraceSettings extends Partial<TracingConfig> {
  readonly endpoint: string;
  readonly sampleRatio: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The longest that a span waits for others to leave with; default five seconds, or OTEL_BSP_SCHEDULE_DELAY. */
  readonly gatherMs?: number;
}

export interface RunningTraces extends Traces {
  /** Sends what is left, within two seconds. */
  stop(): Promise<void>;
}

const KINDS = {
  server: OtelSpanKind.SERVER,
  client: OtelSpanKind.CLIENT,
  consumer: OtelSpanKind.CONSUMER,
  internal: OtelSpanKind.INTERNAL,
} as const satisfies Record<SpanKind, OtelSpanKind>;

const EXPORT_WITHIN_MS = 10_000;
const STOP_WITHIN_MS = 2_000;
const MOST_REMEMBERED = 100_000;
const LOG_EVERY_MS = 60_000;

/** `version`: of this program. */
export function createTraces(context: Context, settings: TraceSettings, version: string): RunningTraces {
  return new OtelTraces(context, settings, version);
}

class OtelTraces implements RunningTraces {
  readonly propagates: boolean;
  private readonly context: Context;
  private readonly provider: BasicTracerProvider;
  private readonly tracer: Tracer;
  private readonly spans = new AsyncLocalStorage<Span>();
  private readonly remembered = new Map<string, string | null>();
  private find: (messageId: string) => Promise<string | null> = async () => null;

  constructor(context: Context, settings: TraceSettings, version: string) {
    const { sampleRatio, asksParent = true, resource = {}, propagates = true, gatherMs } = settings;
    this.context = context;
    this.propagates = propagates;
    const share = new TraceIdRatioBasedSampler(sampleRatio);
    const batches = gatherMs === undefined ? {} : { scheduledDelayMillis: gatherMs };
    this.provider = new BasicTracerProvider({
      resource: resourceFromAttributes({ 'service.name': 'trunkline', 'service.version': version, ...resource }),
      sampler: asksParent ? new ParentBasedSampler({ root: share }) : share,
      spanProcessors: [new BatchSpanProcessor(counted(context, exporterTo(settings)), batches)],
    });
    this.tracer = this.provider.getTracer('trunkline', version);
  }

  begin(name: string, { kind, at, parent, attributes }: SpanStart): Span | null {
    const known = parent === null ? null : parseTraceparent(parent);
    const traceFlags = known?.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
    const above = known
      ? trace.setSpanContext(ROOT_CONTEXT, { traceId: known.traceId, spanId: known.spanId, traceFlags, isRemote: true })
      : ROOT_CONTEXT;
    const options = { kind: KINDS[kind], startTime: at, ...(attributes ? { attributes } : {}) };
    const span = this.tracer.startSpan(name, options, above);
    return span.isRecording() ? spanOf(span) : null;
  }

  within<T>(span: Span, work: () => T): T {
    return this.spans.run(span, work);
  }

  current(): Span | null {
    const span = this.spans.getStore();
    return span && !span.isOver ? span : null;
  }

  remember(messageId: string, traceparent: string | null): void {
    if (this.remembered.size >= MOST_REMEMBERED) {
      const oldest = this.remembered.keys().next();
      if (!oldest.done) this.remembered.delete(oldest.value);
    }
    this.remembered.set(messageId, traceparent);
  }

  async traceOf(messageId: string): Promise<string | null> {
    const known = this.remembered.get(messageId);
    if (known !== undefined) return known;
    try {
      const found = await this.find(messageId);
      this.remember(messageId, found);
      return found;
    } catch {
      return null;
    }
  }

  findWith(find: (messageId: string) => Promise<string | null>): void {
    this.find = find;
  }

  async stop(): Promise<void> {
    const { clock } = this.context;
    await new Promise<void>((resolve) => {
      const limit = clock.setTimer(resolve, STOP_WITHIN_MS);
      const end = () => {
        clock.clearTimer(limit);
        resolve();
      };
      this.provider.shutdown().then(end, end);
    });
  }
}

function exporterTo({ endpoint, headers, timeoutMs }: TraceSettings): OTLPTraceExporter {
  return new OTLPTraceExporter({
    url: endpoint,
    headers: { ...headers },
    timeoutMillis: timeoutMs ?? EXPORT_WITHIN_MS,
  });
}

function spanOf(span: OtelSpan): Span {
  const { traceId, spanId } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    get isOver() {
      return !span.isRecording();
    },
    set: (attributes: SpanAttributes) => void span.setAttributes({ ...attributes }),
    end: (at, error) => {
      if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
      span.end(at);
    },
  };
}

/** Tells of what the collector does not take: in a metric, and in the log once a minute. */
function counted({ metrics, log, clock }: Context, exporter: SpanExporter): SpanExporter {
  const lost = new Counter({
    name: 'trunkline_trace_spans_lost_total',
    help: 'Spans that the collector of traces did not take.',
    registers: [metrics],
  });
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        if (result.error) {
          lost.inc(spans.length);
          if (clock.monotonic() - loggedAt > LOG_EVERY_MS) {
            loggedAt = clock.monotonic();
            log.warn(
              { reason: result.error.message, spans: spans.length },
              'the collector of traces does not take them',
            );
          }
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
