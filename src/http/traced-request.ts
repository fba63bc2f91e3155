/**
 * The span of a request, from its head to its answer. It goes on with the trace that the caller names, or begins one.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Traces } from '../lib/traces.ts';
import type { Client } from './guard/client-address.ts';
import { headerOf } from './signed-request.ts';

export interface TracedRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly client: Client;
  /** When its head was there. */
  readonly at: number;
  /** Its credentials are right: only then does the trace that it names count. */
  readonly isKnown: boolean;
}

/** `work` answers the request. */
export async function traceRequest(
  traces: Traces,
  { clock }: Pick<Context, 'clock'>,
  { request, reply, client, at, isKnown }: TracedRequest,
  work: () => Promise<FastifyReply | undefined>,
): Promise<FastifyReply | undefined> {
  const route = request.routeOptions.url;
  const span = traces.begin(route === undefined ? request.method : `${request.method} ${route}`, {
    kind: 'server',
    at,
    parent: isKnown && traces.propagates ? (headerOf(request.headers, 'traceparent') ?? null) : null,
    attributes: {
      'http.request.method': request.method,
      ...(route === undefined ? {} : { 'http.route': route }),
      'url.scheme': client.scheme,
      'client.address': client.address,
      'network.protocol.version': request.raw.httpVersion,
    },
  });
  if (!span) return work();
  try {
    return await traces.within(span, work);
  } finally {
    span.set({ 'http.response.status_code': reply.statusCode });
    span.end(clock.now(), reply.statusCode >= 500 ? String(reply.statusCode) : undefined);
  }
}
