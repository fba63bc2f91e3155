/**
 * Makes the answer out of what an operation returns or throws.
 *
 * 1. Each 401 says how to show who one is (RFC 9110, 15.5.2), also where that is known and a product is not enabled.
 */
import type { Context } from '../context.ts';
import { type ErrorCase, type ErrorValues, errorBody, errorRow, helpOf, type Product, Refusal } from '../errors.ts';
import { OnceAMinute } from '../lib/once-a-minute.ts';
import type { Answer } from '../operations/operation.ts';
import { StoreDown } from '../store/database.ts';

export function refusalAnswer(product: Product, refusal: Refusal, at: number): Answer {
  return withHeaders(caseAnswer(product, refusal.case, refusal.values, at), refusal.headers);
}

/** With a link to what its code means (RFC 8288; `help` is in the IANA's list of relations). */
export function caseAnswer(product: Product, of: ErrorCase, values: ErrorValues, at: number): Answer {
  const row = errorRow(product, of);
  const headers = { link: `<${helpOf(row)}>; rel="help"` };
  const body = JSON.stringify(errorBody(row, values, at));
  if (row.http !== 401) return { status: row.http, body, headers };
  return { status: row.http, body, headers: { 'www-authenticate': challengeOf(product), ...headers } };
}

/** Rule 1. */
export function challengeOf(product: Product): string {
  if (product === 'operator') return 'Bearer realm="Trunkline operators"';
  return product === 'sandbox' ? 'Basic realm="Trunkline sandbox"' : 'Basic realm="Trunkline", TSA';
}

function withHeaders(answer: Answer, headers: Readonly<Record<string, string>>): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** A refusal in the product's style; anything unforeseen is logged and tells the caller nothing but that it failed. */
export function failureAnswer(context: Context, product: Product, error: unknown, at: number): Answer {
  if (error instanceof Refusal) return ofRefusal(context, product, error, at);
  if (error instanceof StoreDown) {
    return withHeaders(caseAnswer(product, 'storage_down', {}, at), { 'retry-after': '1' });
  }
  const known = ofFramework(product, error, at);
  if (known) return known;
  minutesOf(context).happened(kindOf(error), (times) => context.log.error({ err: error, times }, 'a request failed'));
  return caseAnswer(product, 'failed', {}, at);
}

/** A case that the product has no row for is a fault of ours, and is logged as one. */
function ofRefusal(context: Context, product: Product, refusal: Refusal, at: number): Answer {
  try {
    return refusalAnswer(product, refusal, at);
  } catch (error) {
    minutesOf(context).happened(`refusal ${kindOf(error)}`, (times) =>
      context.log.error({ err: error, times }, 'a refusal cannot be said'),
    );
    return caseAnswer(product, 'failed', {}, at);
  }
}

const minutes = new WeakMap<Context, OnceAMinute>();

/** One for each gateway. */
function minutesOf(context: Context): OnceAMinute {
  const known = minutes.get(context) ?? new OnceAMinute(context.clock);
  minutes.set(context, known);
  return known;
}

/** What fails in one place fails in one way: its name and the innermost frame. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return `${error.name} ${error.stack?.split('\n').find((line) => line.startsWith('    at ')) ?? ''}`;
}

/** What Fastify refuses by itself. Its words name limits and lengths, never content. */
function ofFramework(product: Product, error: unknown, at: number): Answer | null {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return null;
  const { statusCode, message } = error;
  if (statusCode < 400 || statusCode > 499) return null;
  if (statusCode === 413) return caseAnswer(product, 'too_large', { limit: bodyLimitOf(error) }, at);
  if (statusCode === 415)
    return caseAnswer(product, 'media_type', { what: 'content type', allowed: 'application/json' }, at);
  return caseAnswer(product, 'body_malformed', { why: message }, at);
}

/** Set on the error by the route that has the limit. */
function bodyLimitOf(error: Error): number {
  return 'limit' in error && typeof error.limit === 'number' ? error.limit : DEFAULT_BODY_LIMIT_BYTES;
}

export const DEFAULT_BODY_LIMIT_BYTES = 64 * 1024;
