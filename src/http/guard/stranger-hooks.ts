/**
 * Applies the limits of strangers.ts: an address that has to wait is answered 429 before anything is read, and every
 * answer is counted for its address.
 *
 * 1. Credentials count where somebody looks at them (`looksAt`), and are right when an account or an operator was found by
 *    them: whoever finds one says so (`isKnown`). An answer that is no 401 does not say it: of what is malformed, or anybody's
 *    to read, nobody asked who sent it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { tooSoon } from '../../errors.ts';
import { pathOf } from '../edge.ts';
import { isOfCallers } from '../known-paths.ts';
import { sessionIn, sessionValue } from '../operator/people/cookies.ts';
import { neededFor, PREFIX, routeOf } from '../operator/rights.ts';
import { headerOf } from '../signed-request.ts';
import type { ClientOf } from './client-address.ts';
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

export function watchStrangers(app: FastifyInstance, context: Context, clientOf: ClientOf): void {
  const strangers = new Strangers(context.clock);
  const refused = logRefusedClients(context);
  app.decorateRequest('isKnown', false);
  app.addHook('onRequest', (request, _, done) => {
    // Whoever shows something to somebody who looks at it is let in where the address does not pause.
    const isShown = credentialsIn(request) && looksAt(request);
    if (isShown && !strangers.hasPaused(clientOf(request.raw).address)) return done();
    const waitMs = strangers.waitOf(shapeOf(request, clientOf));
    return waitMs === 0 ? done() : done(tooSoon(waitMs));
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    if (statusCode !== 429) strangers.answered(shapeOf(request, clientOf), foundIn(request, reply));
    if (statusCode === 401) refused.refused(clientOf(request.raw), request.routeOptions.url ?? null);
    done();
  });
}

function shapeOf(request: FastifyRequest, clientOf: ClientOf): StrangersRequest {
  const operation = operationOf(request);
  const { address } = clientOf(request.raw);
  // A webhook is signed in its own way, which its answer tells.
  const shown = operation === WEBHOOK ? WEBHOOK : credentialsIn(request) || sessionOf(request);
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

function credentialsIn(request: FastifyRequest): string | undefined {
  return headerOf(request.raw.headers, 'authorization');
}

/** A browser that has signed in is no stranger, and one that guesses at sessions guesses. */
function sessionOf(request: FastifyRequest): string | null {
  const session = sessionIn(request.raw.headers.cookie);
  return session && sessionValue(session);
}

/** Some products say 401 for what is not enabled, too: where who it is was in question, there is a challenge. */
function foundIn(request: FastifyRequest, reply: FastifyReply): Found {
  const { statusCode } = reply;
  if (operationOf(request) === WEBHOOK) return statusCode >= 400 && statusCode < 500 ? 'wrong' : 'right';
  if (statusCode === 401 && reply.hasHeader('www-authenticate')) return 'wrong';
  return request.isKnown ? 'right' : 'not_looked_at';
}

/** The name of the operation of a request; `other` where no route has it. The framework makes `routeOptions` anew each time. */
export function operationOf(request: FastifyRequest): string {
  return operationIn(request.routeOptions.config);
}

export function operationIn(config: object): string {
  return 'operation' in config && typeof config.operation === 'string' ? config.operation : 'other';
}
