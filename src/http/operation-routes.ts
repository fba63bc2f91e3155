/**
 * The routes of operations and of carriers' webhooks.
 *
 * 1. Bodies of callers and carriers stay bytes until their sender is known: signatures cover the bytes.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Carrier } from '../carriers/carrier.ts';
import type { Context } from '../context.ts';
import type { Operation } from '../operations/operation.ts';
import { addCarrierWebhooks } from './carrier-webhooks.ts';
import { type Edge, handlerOf } from './edge.ts';
import type { Routes } from './guard/before-body.ts';
import { limitLargeBodies } from './guard/large-bodies.ts';
import { namesIds, ROOTS_OF_CALLERS } from './known-paths.ts';

export interface OperationRoutes {
  readonly context: Context;
  readonly routes: Routes;
  readonly edge: Edge;
  readonly operations: readonly Operation[];
  readonly carriers: readonly Carrier[];
}

export function addOperations(app: FastifyInstance, options: OperationRoutes): void {
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    limitLargeBodies(raw);
    // A pattern that takes all of them, and not `*`, for which Fastify looks through everything with each request.
    raw.addContentTypeParser(/^/, { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    addCarrierWebhooks(raw, options.context, options.carriers);
    for (const root of ROOTS_OF_CALLERS) {
      await raw.register(async (scope) => addBelow(scope, root, options), { prefix: root });
    }
  });
}

function addBelow(scope: FastifyInstance, root: string, { edge, routes, operations }: OperationRoutes): void {
  const isBelow = ({ path }: Operation) => path === root || path.startsWith(`${root}/`);
  for (const operation of operations.filter(isBelow)) {
    // Of a path that was found only its ids are left to be judged.
    const mayBeNone = namesIds(operation.path);
    scope.route({
      method: operation.method,
      url: operation.path.slice(root.length),
      bodyLimit: operation.bodyLimitBytes,
      config: { operation: operation.name, judgesReference: operation.judgesReference === true },
      handler: handlerOf(edge, (request) => (mayBeNone ? operationOf(routes, request, operation) : operation)),
    });
  }
  // Who asks for what does not exist is asked for credentials all the same.
  scope.setNotFoundHandler(handlerOf(edge, (request) => operationOf(routes, request, null)));
}

function operationOf(routes: Routes, request: FastifyRequest, found: Operation | null): Operation {
  const refusal = routes.refusalOf(request);
  if (refusal) return routes.nothing(request, refusal);
  if (!found) throw new Error('a path without a route is no refusal');
  return found;
}
