/**
 * Runs before each route of the operators: identifies the operator (identify.ts), checks the right (rights.ts) and
 * records the request (written-down.ts).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../errors.ts';
import { identifyWith } from './identify.ts';
import type { OperatorOptions } from './options.ts';
import { rightsFor } from './rights.ts';
import { isWrittenDown, writeDown, writeEnd } from './written-down.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The operator who asks. */
    operatorName: string | null;
    /** What is written down of it. */
    operatorAction: string | null;
  }
}

const PREFIX = '/operator/v1';

export function addGate(app: FastifyInstance, options: OperatorOptions): void {
  const identify = identifyWith(options);
  app.decorateRequest('operatorName', null);
  app.decorateRequest('operatorAction', null);
  app.addHook('onRequest', async (request) => {
    const operator = await identify(request.headers.authorization);
    request.operatorName = operator.name;
    for (const right of rightsFor(routeOf(request), isFull(request))) {
      if (!operator.rights.has(right)) throw new Refusal('right_missing', { right });
    }
  });
  app.addHook('preHandler', async (request) => {
    const route = routeOf(request);
    if (!isWrittenDown(request, route, isFull(request))) return;
    request.operatorAction = await writeDown(options, request, { operator: request.operatorName ?? '', route });
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const id = request.operatorAction;
    request.operatorAction = null;
    if (id !== null) await writeEnd(options, id, reply.statusCode, payload);
    return payload;
  });
}

/** As in the table of rights. What is asked by HEAD is what GET shows. */
function routeOf({ method, routeOptions }: FastifyRequest): string {
  return `${method === 'HEAD' ? 'GET' : method} ${(routeOptions.url ?? '').slice(PREFIX.length)}`;
}

function isFull({ query }: FastifyRequest): boolean {
  const { full } = query as { full?: unknown };
  return full !== undefined && full !== 'false';
}
