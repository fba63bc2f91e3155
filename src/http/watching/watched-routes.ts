/**
 * The routes for monitoring: /healthz, /readyz, /metrics.
 *
 * 1. On the server of callers a probe answers yes or no and nothing more: no names of carriers, no reasons.
 */
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { sharedFigures } from './figures.ts';
import { type ReadinessOptions, readiness } from './probes.ts';

export interface WatchedRoutesOptions extends ReadinessOptions {
  readonly isStopping: () => boolean;
  /** Rule 1. */
  readonly isDetailed: boolean;
}

export function addProbes(app: FastifyInstance, options: WatchedRoutesOptions): void {
  app.get('/healthz', { config: { operation: 'healthz' } }, async () => ({ status: 'ok' }));
  for (const [path, of] of [
    ['/readyz', 'all of its work'],
    ['/readyz/requests', 'requests'],
  ] as const) {
    app.get(path, { config: { operation: 'readyz' } }, async (_, reply) => {
      const state = readiness(options, options.isStopping(), of);
      return reply.code(state.ready ? 200 : 503).send(options.isDetailed ? state : { ready: state.ready });
    });
  }
}

export function addMetrics(app: FastifyInstance, context: Context): void {
  const figures = sharedFigures(context);
  app.get('/metrics', { config: { operation: 'metrics' } }, async (_, reply) =>
    reply.header('content-type', context.metrics.contentType).send(await figures()),
  );
}
