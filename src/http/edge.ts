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
import type { ClientOf, RequestHead } from './guard/client-address.ts';
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

/** What the edge reads of a request, whoever brings it. */
export interface EdgeRequest {
  readonly raw: RequestHead;
  readonly params: unknown;
  /** Bytes, or there is none. */
  readonly body: unknown;
  /** The pattern of its path. */
  readonly routeOptions: { readonly url?: string | undefined };
  /** An account was found by its credentials. */
  isKnown: boolean;
}

export interface Answered {
  readonly answer: Answer;
  /** Headers that come before those of the answer. */
  readonly rate: RateHeaders | null;
}

/** What an operation refuses is an answer, too. */
export type Edge = (request: EdgeRequest, operation: Operation) => Promise<Answered>;

/** Resolves with nothing once the answer has left: the framework waits for a reply that it is given by two promises more. */
export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

const NO_BODY = Buffer.alloc(0);

export function createEdge(options: EdgeOptions): Edge {
  const { context, clientOf } = options;
  const { traces } = context;
  if (!traces) return (request, operation) => answerTo(options, operation, request, { at: context.clock.now() });
  return async (request, operation) => {
    const at = context.clock.now();
    const who = identify(options, request);
    // A stranger does not choose what is traced.
    const isKnown = await isFound(who);
    const client = clientOf(request.raw);
    return traceRequest(traces, context, { request, client, at, isKnown }, () =>
      answerTo(options, operation, request, { at, asked: who }),
    );
  };
}

export function handlerOf(edge: Edge, operationOf: (request: FastifyRequest) => Operation): RouteHandler {
  return async (request, reply) => {
    const { answer, rate } = await edge(request, operationOf(request));
    sendAnswer(reply, answer, rate);
    return reply.sent ? undefined : reply;
  };
}

type Who = Authenticated | Promise<Authenticated>;

function identify({ authenticator }: EdgeOptions, request: EdgeRequest): Who {
  const { headers, method = '', url = '/' } = request.raw;
  return authenticator.authenticate({ method, path: pathOf(url), headers, body: bodyOf(request) });
}

async function isFound(who: Who): Promise<boolean> {
  try {
    await who;
    return true;
  } catch {
    return false;
  }
}

function bodyOf({ body }: EdgeRequest): Buffer {
  return Buffer.isBuffer(body) ? body : NO_BODY;
}

interface Begun {
  readonly at: number;
  /** Who it is, where that has been asked before. */
  readonly asked?: Who;
}

async function answerTo(
  options: EdgeOptions,
  operation: Operation,
  request: EdgeRequest,
  { at, asked }: Begun,
): Promise<Answered> {
  let rate: RateHeaders | null = null;
  try {
    const who = asked ?? identify(options, request);
    const authenticated = who instanceof Promise ? await who : who;
    // A nonce that was used before is shown by whoever heard it.
    request.isKnown = authenticated.nonce === null;
    const taken = options.rateLimiter.take(authenticated.known.account, operation.product);
    rate = taken instanceof Promise ? await taken : taken;
    if (authenticated.nonce !== null) {
      await options.authenticator.remember(authenticated);
      request.isKnown = true;
    }
    const body = bodyOf(request);
    if (operation.method === 'POST' || operation.method === 'PUT' || operation.method === 'PATCH') {
      checkBodyKind({ headers: request.raw.headers, body, takesForms: operation.takesForms === true });
    }
    const answer = await perform(options, operation, request, { caller: authenticated.known, body, at });
    if (answer === 'claimed_before') throw new Error(`${operation.name} lost a key that it did not have`);
    return { answer, rate };
  } catch (error) {
    return { answer: refuse(options, operation, error, at), rate };
  }
}

type Known = Pick<OperationRequest, 'caller' | 'body' | 'at'>;

/** Without a promise of its own where there is no key, as with most requests. */
function perform(
  options: EdgeOptions,
  operation: Operation,
  request: EdgeRequest,
  known: Known,
): Promise<Answer | 'claimed_before'> {
  const header = operation.method === 'POST' ? headerOf(request.raw.headers, 'idempotency-key') : undefined;
  if (header !== undefined) return performOnce(options, operation, request, { ...known, header });
  return operation.handle(requestOf(options, request, known, null));
}

async function performOnce(
  options: EdgeOptions,
  operation: Operation,
  request: EdgeRequest,
  { header, ...known }: Known & { readonly header: string },
): Promise<Answer | 'claimed_before'> {
  const { caller, body, at } = known;
  const unclaimed = requestOf(options, request, known, null);
  const isDryRun = (await operation.asksForPlan?.(unclaimed)) === true;
  const key = readIdempotencyKey(header);
  if (isDryRun) return operation.handle(unclaimed);
  const hasSecretAnswer = operation.hasSecretAnswer === true;
  return options.idempotency.run(
    { accountId: caller.account.id, method: operation.method, path: unclaimed.path, body, key, hasSecretAnswer },
    (claimable) => operation.handle(requestOf(options, request, known, claimable)),
    (error) => refuse(options, operation, error, at),
  );
}

function requestOf(
  { clientOf }: EdgeOptions,
  { raw, params }: EdgeRequest,
  { caller, body, at }: Known,
  idempotencyKey: ClaimableKey | null,
): OperationRequest {
  const { headers, url = '/' } = raw;
  return {
    caller,
    path: pathOf(url),
    params: params as Readonly<Record<string, string>>,
    query: queryOf(url),
    contentType: headerOf(headers, 'content-type') ?? '',
    body,
    at,
    clientAddress: clientOf(raw).address,
    idempotencyKey,
  };
}

function refuse({ context, refusals }: EdgeOptions, { product }: Operation, error: unknown, at: number): Answer {
  refusals.refused(product, error);
  return failureAnswer(context, product, error, at);
}

/** What an answer begins with. */
export const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' } as const;

export function sendAnswer(reply: FastifyReply, answer: Answer, more: RateHeaders | null = null): FastifyReply {
  reply.code(answer.status);
  reply.headers(JSON_HEADERS);
  if (more) reply.headers(more);
  for (const name in answer.headers) reply.header(name, answer.headers[name]);
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
