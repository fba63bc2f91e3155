/**
 * The routes for monitoring: /healthz, /readyz, /metrics.
 *
 * 1. On the server of callers a probe answers yes or no and nothing more: no names of carriers, no reasons.
 */
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { sharedFigures } from './figures.ts';
import { type OtherProcesses, ofGroup, type ReadinessOptions, type ReadyFor, readiness } from './probes.ts';

export interface WatchedRoutesOptions extends ReadinessOptions {
  readonly isStopping: () => boolean;
  /** Rule 1. */
  readonly isDetailed: boolean;
  /** The other processes of this gateway; absent: there are none. */
  readonly others?: (of: ReadyFor) => Promise<OtherProcesses>;
}

export function addProbes(app: FastifyInstance, options: WatchedRoutesOptions): void {
  app.get('/healthz', { config: { operation: 'healthz' } }, async () => ({ status: 'ok' }));
  for (const [path, of] of [
    ['/readyz', 'all of its work'],
    ['/readyz/requests', 'requests'],
  ] as const) {
    app.get(path, { config: { operation: 'readyz' } }, async (_, reply) => {
      const others = await options.others?.(of);
      const isStopping = options.isStopping();
      const own = readiness(options, isStopping, of);
      const state = others === undefined ? own : ofGroup({ isStopping, state: own }, others);
      return reply.code(state.ready ? 200 : 503).send(options.isDetailed ? state : { ready: state.ready });
    });
  }
}

/** `ofAll`: the text for all processes of the gateway; absent: it is one. */
export function addMetrics(app: FastifyInstance, context: Context, ofAll?: () => Promise<string>): void {
  const figures = ofAll ?? sharedFigures(context.clock, () => context.metrics.metrics());
  app.get('/metrics', { config: { operation: 'metrics' } }, async (_, reply) =>
    reply.header('content-type', context.metrics.contentType).send(await figures()),
  );
}
