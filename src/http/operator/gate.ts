/**
 * Runs before each route of the operators: identifies the operator (identify.ts), checks the right (rights.ts) and
 * records the request (written-down.ts).
 *
 * 1. Whoever comes with the cookie of a session and changes something has to come from a page of ours (origin.ts).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../errors.ts';
import { identifyWith, type Operator } from './identify.ts';
import type { OperatorOptions } from './options.ts';
import { checkOrigin } from './people/origin.ts';
import { neededFor, rightsFor, routeOf } from './rights.ts';
import { isWrittenDown, type WrittenDown, writeDown, writeEnd } from './written-down.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null where nobody has to be known. */
    operator: Operator | null;
    /** Its name, as it is written down. */
    operatorName: string | null;
    /** What is written down of it. */
    operatorAction: WrittenDown | null;
    /** Of an answer that lasts: rejects with Refusal when the operator may not have it any more. */
    admitAgain: () => Promise<void>;
  }
}

export function addGate(app: FastifyInstance, options: OperatorOptions): void {
  app.decorateRequest('operator', null);
  app.decorateRequest('operatorName', null);
  app.decorateRequest('operatorAction', null);
  app.decorateRequest('admitAgain', async () => {});
  const admit = async (request: FastifyRequest, isAskedAgain: boolean) => {
    const route = routeIn(request);
    if (neededFor(route) === 'anybody') return;
    const operator = await identify({ ...options, isAskedAgain }, request);
    request.isKnown = true;
    request.operator = operator;
    request.operatorName = operator.name;
    for (const right of rightsFor(route, isFull(request))) {
      if (operator.lacksFactor) throw new Refusal('second_factor_missing');
      if (!operator.rights.has(right)) throw new Refusal('right_missing', { right });
    }
  };
  app.addHook('onRequest', async (request) => {
    request.admitAgain = () => admit(request, true);
    await admit(request, false);
  });
  app.addHook('preHandler', async (request) => {
    const route = routeIn(request);
    if (!isWrittenDown(request, route, isFull(request))) return;
    request.operatorAction = await writeDown(options, request, route);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const action = request.operatorAction;
    request.operatorAction = null;
    if (action !== null) await writeEnd(options, request, action, { status: reply.statusCode, answer: payload });
    return payload;
  });
  app.addHook('onResponse', async (request, reply) => {
    const { id } = (request.params ?? {}) as { readonly id?: string };
    const isOfAccount = id !== undefined && routeIn(request).includes(' /accounts/:id');
    if (isOfAccount && isChange(request, reply)) options.context.hints.of('accounts', id, id);
  });
}

function isChange({ method }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return method !== 'GET' && method !== 'HEAD' && statusCode < 300;
}

async function identify(
  options: OperatorOptions & { readonly isAskedAgain: boolean },
  request: FastifyRequest,
): Promise<Operator> {
  const { people } = options;
  const { headers } = request.raw;
  const operator = await identifyWith({ ...options, ...people })(headers);
  if (operator.session !== null && !isLook(request)) {
    const { scheme } = people.clientOf(request.raw);
    checkOrigin({ headers, scheme, origins: people.settings.origins, isNeeded: true });
  }
  return operator;
}

function isLook({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function routeIn({ method, routeOptions }: FastifyRequest): string {
  return routeOf(method, routeOptions.url ?? '');
}

function isFull({ query }: FastifyRequest): boolean {
  const { full } = query as { full?: unknown };
  return full !== undefined && full !== 'false';
}
