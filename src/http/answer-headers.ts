/**
 * Headers that every answer has, whatever made it.
 *
 * 1. Nothing is kept by whoever it passes but the documents: answers hold numbers, and codes of calls in their query.
 * 2. Nothing is taken for another type than it says (nosniff), nor shown in the frame of a page.
 * 3. Over our own TLS a browser is told to stay with it (RFC 6797). Behind a proxy that is the proxy's to say.
 * 4. A gateway that stops closes the connection with the answer.
 */
import type { FastifyInstance } from 'fastify';

export interface AnswerHeaders {
  readonly isTls: boolean;
  readonly isStopping: () => boolean;
}

const STRICT_TRANSPORT = 'max-age=31536000';
const NO_FRAMES = "default-src 'none'; frame-ancestors 'none'";

export function addAnswerHeaders(app: FastifyInstance, { isTls, isStopping }: AnswerHeaders): void {
  app.addHook('onSend', (_, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', NO_FRAMES);
    reply.header('x-content-type-options', 'nosniff');
    if (isTls) reply.header('strict-transport-security', STRICT_TRANSPORT);
    if (isStopping()) reply.header('connection', 'close');
    done(null, payload);
  });
}
