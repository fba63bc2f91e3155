/**
 * The histogram of how long requests take, by operation and status. Every HTTP server of a gateway fills it.
 */
import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';
import type { Context } from '../../context.ts';
import { operationIn } from '../guard/stranger-hooks.ts';

export interface RequestTimes {
  took(operation: string, status: number, ms: number): void;
}

/** What comes by the framework is measured by it. */
export function measureRequests(app: FastifyInstance, context: Context): RequestTimes {
  const options = {
    name: 'trunkline_http_request_seconds',
    help: 'From the head of a request to the end of its answer, by operation and HTTP status.',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [context.metrics],
  };
  // Another server of this gateway may have made it.
  const known = context.metrics.getSingleMetric(options.name);
  const seconds = known instanceof Histogram ? known : new Histogram(options);
  /** By operation and status. */
  const children = new Map<string, Map<number, { observe(value: number): void }>>();
  const took = (operation: string, status: number, ms: number): void => {
    let statuses = children.get(operation);
    if (!statuses) {
      statuses = new Map();
      children.set(operation, statuses);
    }
    let child = statuses.get(status);
    if (!child) {
      child = seconds.labels(operation, String(status));
      statuses.set(status, child);
    }
    child.observe(ms / 1000);
  };
  app.addHook('onResponse', (request, reply, done) => {
    const { config } = request.routeOptions;
    // What goes on for as long as its reader wants took no time.
    if (!('lasts' in config)) took(operationIn(config), reply.statusCode, reply.elapsedTime);
    done();
  });
  return { took };
}
