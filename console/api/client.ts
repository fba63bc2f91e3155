/**
 * Asks the gateway: the operators' API with the types of openapi.yaml (schema.ts).
 *
 *   const page = await take(api.GET('/operator/v1/messages', { params: { query: { limit: 50 } } }));
 */
import createClient from 'openapi-fetch';
import { ApiFailure, failureOf, NO_ANSWER } from './failure.ts';
import { consolePathOf, gatewayUrlOf } from './place.ts';
import type { components, paths } from './schema.ts';

export { ApiFailure } from './failure.ts';

/** A type of the API, by its name in openapi.yaml. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export const CONSOLE_PATH = consolePathOf(import.meta.url);
export const GATEWAY_URL = gatewayUrlOf(import.meta.url);

export const api = createClient<paths>({ baseUrl: GATEWAY_URL, credentials: 'same-origin' });

type Taken<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response };

/** What it answers; rejects with ApiFailure for anything else. */
export async function take<T>(call: Promise<Taken<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call.catch((cause) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiFailure(0, null, NO_ANSWER);
  });
  if (data === undefined || data === null || !response.ok) throw failureOf(response.status, error);
  return data;
}
