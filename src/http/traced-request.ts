/**
 * The span of a request, from its head to its answer. It goes on with the trace that the caller names, or begins one.
 */
import type { Context } from '../context.ts';
import type { Traces } from '../lib/traces.ts';
import type { Answer } from '../operations/operation.ts';
import type { Client, RequestHead } from './guard/client-address.ts';
import { headerOf } from './signed-request.ts';

export interface TracedRequest {
  readonly request: { readonly raw: RequestHead; readonly routeOptions: { readonly url?: string | undefined } };
  readonly client: Client;
  /** When its head was there. */
  readonly at: number;
  /** Its credentials are right: only then does the trace that it names count. */
  readonly isKnown: boolean;
}

/** `work` makes its answer. */
export async function traceRequest<Made extends { readonly answer: Answer }>(
  traces: Traces,
  { clock }: Pick<Context, 'clock'>,
  { request, client, at, isKnown }: TracedRequest,
  work: () => Promise<Made>,
): Promise<Made> {
  const { method = '', headers, httpVersion } = request.raw;
  const route = request.routeOptions.url;
  const span = traces.begin(route === undefined ? method : `${method} ${route}`, {
    kind: 'server',
    at,
    parent: isKnown && traces.propagates ? (headerOf(headers, 'traceparent') ?? null) : null,
    attributes: {
      'http.request.method': method,
      ...(route === undefined ? {} : { 'http.route': route }),
      'url.scheme': client.scheme,
      'client.address': client.address,
      'network.protocol.version': httpVersion,
    },
  });
  if (!span) return work();
  let status = 500;
  try {
    const made = await traces.within(span, work);
    status = made.answer.status;
    return made;
  } finally {
    span.set({ 'http.response.status_code': status });
    span.end(clock.now(), status >= 500 ? String(status) : undefined);
  }
}
