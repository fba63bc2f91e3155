/**
 * Limits how many large bodies of callers are in memory at a time: a batch has up to 16 MB, and who sends one is only known
 * when it has been read, since a signature covers it.
 *
 * 1. A body of at most `LARGE_BYTES`, by what its head says, is never held up. One that does not say its length counts as
 *    large where a large one may come.
 * 2. Beyond `MOST_AT_ONCE` a request is refused before a byte of its body is read, with the time after which to try again.
 * 3. What is larger than its route takes is refused at once, and the rest of it is still taken off the wire, up to
 *    `MOST_UNWANTED_BYTES`: many clients look for an answer when they have sent all, and to those a connection that is
 *    closed before is all that they learn.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tooSoon } from '../../errors.ts';

export const LARGE_BYTES = 1024 * 1024;
export const MOST_AT_ONCE = 8;
/** Four times what the largest route takes. */
export const MOST_UNWANTED_BYTES = 64 * LARGE_BYTES;
const RETRY_MS = 5_000;

export function limitLargeBodies(app: FastifyInstance): void {
  let underWay = 0;
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!mayBeLarge(request)) return done(null, payload);
    if (underWay >= MOST_AT_ONCE) {
      return done(tooSoon(RETRY_MS));
    }
    underWay += 1;
    // Answered, or given up by the client.
    reply.raw.once('close', () => {
      underWay -= 1;
    });
    done(null, payload);
  });
}

/** Rule 3. The framework would close the connection; that it goes on has Node read what is left of the body, and drop it. */
export function letBodyCome({ raw, routeOptions }: FastifyRequest, reply: FastifyReply): void {
  const length = Number(raw.headers['content-length']);
  const isTooLarge = length > (routeOptions.bodyLimit ?? Number.POSITIVE_INFINITY);
  if (isTooLarge && length <= MOST_UNWANTED_BYTES) reply.removeHeader('connection');
}

function mayBeLarge(request: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = request.raw.headers;
  const saysSo = length === undefined ? coding !== undefined : Number(length) > LARGE_BYTES;
  return saysSo && (request.routeOptions.bodyLimit ?? 0) > LARGE_BYTES;
}
