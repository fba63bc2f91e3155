/**
 * Headers that every answer has, whatever made it.
 *
 * 1. No cache keeps an answer but those to the documents: answers hold numbers, and queries hold codes of calls.
 * 2. No browser guesses another type than the header says (nosniff), or shows an answer in a frame.
 * 3. Over the gateway's own TLS a browser is told to stay with TLS (RFC 6797). Behind a proxy the proxy says so.
 * 4. A gateway that stops closes the connection with the answer, and so does one that lets connections go.
 */
import type { FastifyInstance } from 'fastify';
import type { RequestHead } from './guard/client-address.ts';

export interface AnswerHeaders {
  readonly isTls: boolean;
  /** Rule 4; asked once for each answer. */
  readonly mustClose: (request: { readonly raw: Pick<RequestHead, 'socket'> }) => boolean;
}

const STRICT_TRANSPORT = 'max-age=31536000';
export const NO_FRAMES = "default-src 'none'; frame-ancestors 'none'";

export function addAnswerHeaders(app: FastifyInstance, { isTls, mustClose }: AnswerHeaders): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', NO_FRAMES);
    reply.header('x-content-type-options', 'nosniff');
    if (isTls) reply.header('strict-transport-security', STRICT_TRANSPORT);
    if (mustClose(request)) reply.header('connection', 'close');
    done(null, payload);
  });
}
