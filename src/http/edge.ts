/**
 * The way of a request to an operation and back. The edge decides nothing itself: each step below is a file of its own,
 * and the answer has the style of the product.
 *
 *   bytes -> authenticate -> rate -> nonce -> kind of body -> idempotency -> operation -> answer
 *               401          429     401         415           409 422       4xx 503
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Answer, ClaimableKey, Operation, OperationRequest } from '../operations/operation.ts';
import type { Authenticated, Authenticator } from './authenticate.ts';
import type { ClientOf } from './guard/client-address.ts';
import { type Idempotency, readIdempotencyKey } from './idempotency.ts';
import { checkBodyKind } from './media-type.ts';
import type { RateHeaders, RateLimiter } from './rate-limit.ts';
import type { RefusalMetrics } from './refusal-metrics.ts';
import { failureAnswer } from './reply.ts';
import { headerOf } from './signed-request.ts';
import { traceRequest } from './traced-request.ts';

export interface EdgeOptions {
  readonly context: Context;
  readonly authenticator: Authenticator;
  readonly rateLimiter: RateLimiter;
  readonly idempotency: Idempotency;
  readonly refusals: RefusalMetrics;
  readonly clientOf: ClientOf;
}

export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const NO_BODY = Buffer.alloc(0);

export function handlerOf(options: EdgeOptions, operationOf: (request: FastifyRequest) => Operation): RouteHandler {
  const { context, clientOf } = options;
  const answerTo = answering(options, operationOf);
  const { traces } = context;
  if (!traces) return (request, reply) => answerTo(request, reply, context.clock.now(), identify(options, request));
  return async (request, reply) => {
    const at = context.clock.now();
    const who = identify(options, request);
    // A stranger does not choose what is traced.
    const isKnown = await who.then(
      () => true,
      () => false,
    );
    const client = clientOf(request.raw);
    return traceRequest(traces, context, { request, reply, client, at, isKnown }, () =>
      answerTo(request, reply, at, who),
    );
  };
}

function identify({ authenticator }: EdgeOptions, request: FastifyRequest): Promise<Authenticated> {
  const { headers, method = '', url = '/' } = request.raw;
  const who = authenticator.authenticate({ method, path: pathOf(url), headers, body: bodyOf(request) });
  // Whoever awaits it is told; nobody does where the request fails before.
  who.catch(() => undefined);
  return who;
}

function bodyOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : NO_BODY;
}

type AnswerTo = (
  request: FastifyRequest,
  reply: FastifyReply,
  at: number,
  who: Promise<Authenticated>,
) => Promise<FastifyReply>;

function answering(options: EdgeOptions, operationOf: (request: FastifyRequest) => Operation): AnswerTo {
  return async (request, reply, at, who) => {
    const operation = operationOf(request);
    let rate: RateHeaders | null = null;
    let answer: Answer;
    try {
      const path = pathOf(request.raw.url ?? '/');
      const body = bodyOf(request);
      const authenticated = await who;
      const taken = options.rateLimiter.take(authenticated.known.account, operation.product);
      rate = taken instanceof Promise ? await taken : taken;
      if (authenticated.nonce !== null) await options.authenticator.remember(authenticated);
      if (operation.method === 'POST' || operation.method === 'PUT' || operation.method === 'PATCH') {
        checkBodyKind({ headers: request.raw.headers, body, takesForms: operation.takesForms === true });
      }
      answer = await perform(options, operation, request, { authenticated, path, body, at });
    } catch (error) {
      answer = refuse(options, operation, error, at);
    }
    return sendAnswer(reply, answer, rate);
  };
}

interface Known {
  readonly authenticated: Authenticated;
  readonly path: string;
  readonly body: Buffer;
  readonly at: number;
}

async function perform(
  options: EdgeOptions,
  operation: Operation,
  request: FastifyRequest,
  { authenticated, path, body, at }: Known,
): Promise<Answer> {
  const { account } = authenticated.known;
  const params = request.params as Readonly<Record<string, string>>;
  const operationRequest = (idempotencyKey: ClaimableKey | null): OperationRequest => ({
    caller: authenticated.known,
    path,
    params,
    query: queryOf(request.raw.url ?? '/'),
    contentType: headerOf(request.raw.headers, 'content-type') ?? '',
    body,
    at,
    clientAddress: options.clientOf(request.raw).address,
    idempotencyKey,
  });
  const header = operation.method === 'POST' ? headerOf(request.raw.headers, 'idempotency-key') : undefined;
  const isDryRun = header !== undefined && (await operation.asksForPlan?.(operationRequest(null))) === true;
  const key = header === undefined ? null : readIdempotencyKey(header);
  if (key === null || isDryRun) {
    const answer = await operation.handle(operationRequest(null));
    if (answer === 'claimed_before') throw new Error(`${operation.name} lost a key that it did not have`);
    return answer;
  }
  const hasSecretAnswer = operation.hasSecretAnswer === true;
  return options.idempotency.run(
    { accountId: account.id, method: operation.method, path, body, key, hasSecretAnswer },
    (claimable) => operation.handle(operationRequest(claimable)),
    (error) => refuse(options, operation, error, at),
  );
}

function refuse({ context, refusals }: EdgeOptions, { product }: Operation, error: unknown, at: number): Answer {
  refusals.refused(product, error);
  return failureAnswer(context, product, error, at);
}

export function sendAnswer(reply: FastifyReply, answer: Answer, more: RateHeaders | null = null): FastifyReply {
  reply.code(answer.status);
  reply.header('content-type', 'application/json; charset=utf-8');
  reply.header('cache-control', 'no-store');
  if (more) reply.headers(more);
  if (answer.headers) reply.headers(answer.headers);
  return reply.send(answer.body);
}

function queryOf(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? '' : url.slice(query + 1);
}

export function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}
