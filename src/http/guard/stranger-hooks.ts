/**
 * Applies the limits of strangers.ts: an address that has to wait is answered 429 before anything is read, and every
 * answer is counted for its address.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { tooSoon } from '../../errors.ts';
import { sessionIn, sessionValue } from '../operator/people/cookies.ts';
import { headerOf } from '../signed-request.ts';
import type { ClientOf } from './client-address.ts';
import { logRefusedClients } from './refused-clients.ts';
import { Strangers, type StrangersRequest } from './strangers.ts';

/** Probes: of whoever hands out requests, and cheap. */
const FREE: ReadonlySet<string> = new Set(['healthz', 'readyz']);
const WEBHOOK = 'carrier_webhook';

export function watchStrangers(app: FastifyInstance, context: Context, clientOf: ClientOf): void {
  const strangers = new Strangers(context.clock);
  const refused = logRefusedClients(context);
  app.addHook('onRequest', (request, _, done) => {
    // Whoever shows something is let in where the address does not pause, whatever is asked for.
    if (credentialsIn(request) && !strangers.hasPaused(clientOf(request.raw).address)) return done();
    const waitMs = strangers.waitOf(shapeOf(request, clientOf));
    return waitMs === 0 ? done() : done(tooSoon(waitMs));
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    if (statusCode !== 429) strangers.answered(shapeOf(request, clientOf), isRefused(request, reply));
    if (statusCode === 401) refused.refused(clientOf(request.raw), request.routeOptions.url ?? null);
    done();
  });
}

function shapeOf(request: FastifyRequest, clientOf: ClientOf): StrangersRequest {
  const operation = operationOf(request);
  const { address } = clientOf(request.raw);
  // A webhook is signed in its own way, which its answer tells.
  const credentials = operation === WEBHOOK ? WEBHOOK : credentialsIn(request) || sessionOf(request);
  return { address, credentials, isFree: FREE.has(operation) };
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
function isRefused(request: FastifyRequest, reply: FastifyReply): boolean {
  const { statusCode } = reply;
  if (statusCode < 400) return false;
  if (operationOf(request) === WEBHOOK) return statusCode < 500;
  return statusCode === 401 && reply.hasHeader('www-authenticate');
}

/** The name of the operation of a request; `other` where no route has it. The framework makes `routeOptions` anew each time. */
export function operationOf(request: FastifyRequest): string {
  return operationIn(request.routeOptions.config);
}

export function operationIn(config: object): string {
  return 'operation' in config && typeof config.operation === 'string' ? config.operation : 'other';
}
