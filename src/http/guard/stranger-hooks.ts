/**
 * Applies the limits of strangers.ts: an address that has to wait is answered 429 before anything is read, and every
 * answer is counted for its address.
 *
 * 1. Credentials count where somebody looks at them (`looksAt`), and are right when an account or an operator was found by
 *    them: whoever finds one says so (`isKnown`). Then a 401 is about what the account may do. An answer that is no 401 does
 *    not say that they are right: of what is malformed, or anybody's to read, nobody asked who sent it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { tooSoon } from '../../errors.ts';
import { pathOf } from '../edge.ts';
import { isOfCallers } from '../known-paths.ts';
import { sessionIn, sessionValue } from '../operator/people/cookies.ts';
import { neededFor, PREFIX, routeOf } from '../operator/rights.ts';
import { headerOf } from '../signed-request.ts';
import type { ClientOf, RequestHead } from './client-address.ts';
import { logRefusedClients } from './refused-clients.ts';
import { type Found, Strangers, type StrangersRequest } from './strangers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** An account or an operator was found by its credentials. */
    isKnown: boolean;
  }
}

/** Probes: of whoever hands out requests, and cheap. */
const FREE: ReadonlySet<string> = new Set(['healthz', 'readyz']);
const WEBHOOK = 'carrier_webhook';

/** The same for a request to an operation that does not come by the framework. */
export interface StrangerWatch {
  /** It shows something, and nothing from there has to wait: no guard has a question. */
  isFree(request: RequestHead): boolean;
  answered(request: RequestHead, by: AnsweredBy): void;
}

/** What is told of an answer to a caller who showed something. */
export interface AnsweredBy {
  readonly status: number;
  /** An account was found by its credentials. */
  readonly isKnown: boolean;
  readonly route: string | null;
}

export function watchStrangers(app: FastifyInstance, context: Context, clientOf: ClientOf): StrangerWatch {
  const strangers = new Strangers(context.clock);
  const refused = logRefusedClients(context);
  app.decorateRequest('isKnown', false);
  // Whoever shows something to somebody who looks at it is let in where the address does not pause.
  const isFree = (request: RequestHead) =>
    Boolean(credentialsIn(request)) && !strangers.hasPaused(clientOf(request).address);
  app.addHook('onRequest', (request, _, done) => {
    if (looksAt(request) && isFree(request.raw)) return done();
    const waitMs = strangers.waitOf(shapeOf(request, clientOf));
    return waitMs === 0 ? done() : done(tooSoon(waitMs));
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    if (statusCode !== 429) strangers.answered(shapeOf(request, clientOf), foundIn(request, reply));
    if (statusCode === 401) refused.refused(clientOf(request.raw), request.routeOptions.url ?? null);
    done();
  });
  return {
    isFree,
    answered(request, by) {
      const client = clientOf(request);
      const shown = { address: client.address, credentials: credentialsIn(request) ?? null, isFree: false };
      if (by.status !== 429) strangers.answered(shown, foundBy(by));
      if (by.status === 401) refused.refused(client, by.route);
    },
  };
}

function shapeOf(request: FastifyRequest, clientOf: ClientOf): StrangersRequest {
  const operation = operationOf(request);
  const { address } = clientOf(request.raw);
  // A webhook is signed in its own way, which its answer tells.
  const shown = operation === WEBHOOK ? WEBHOOK : credentialsIn(request.raw) || sessionOf(request);
  const isFree = FREE.has(operation) || takesAnybody(request);
  return { address, credentials: operation === WEBHOOK || looksAt(request) ? shown : null, isFree };
}

/** Rule 1. */
function looksAt(request: FastifyRequest): boolean {
  const { method, routeOptions } = request;
  if (isOfCallers(pathOf(request.raw.url ?? '/'))) return true;
  const { url = '' } = routeOptions;
  if (url.startsWith('/sandbox/')) return !takesAnybody(request);
  return url.startsWith(`${PREFIX}/`) && neededFor(routeOf(method, url)) !== 'anybody';
}

/** What is posted to a receiver of the sandbox comes from the gateway itself. */
function takesAnybody({ routeOptions: { config } }: FastifyRequest): boolean {
  return 'takesAnybody' in config && config.takesAnybody === true;
}

function credentialsIn({ headers }: Pick<RequestHead, 'headers'>): string | undefined {
  return headerOf(headers, 'authorization');
}

/** A browser that has signed in is no stranger, and one that guesses at sessions guesses. */
function sessionOf(request: FastifyRequest): string | null {
  const session = sessionIn(request.raw.headers.cookie);
  return session && sessionValue(session);
}

function foundIn(request: FastifyRequest, reply: FastifyReply): Found {
  const { statusCode: status } = reply;
  if (operationOf(request) === WEBHOOK) return status >= 400 && status < 500 ? 'wrong' : 'right';
  return foundBy({ status, isKnown: request.isKnown });
}

function foundBy({ status, isKnown }: Omit<AnsweredBy, 'route'>): Found {
  if (isKnown) return 'right';
  if (status === 401) return 'wrong';
  return status === 503 ? 'nobody_could_look' : 'not_looked_at';
}

/** The name of the operation of a request; `other` where no route has it. The framework makes `routeOptions` anew each time. */
export function operationOf(request: FastifyRequest): string {
  return operationIn(request.routeOptions.config);
}

export function operationIn(config: object): string {
  return 'operation' in config && typeof config.operation === 'string' ? config.operation : 'other';
}
