/**
 * A source that answers that it cannot answer now, and for how long it asks to be left alone where it says so. Pure.
 */
import type { ExchangeAnswer } from '../lib/http-exchange.ts';
import { retryAfterMs } from '../lib/retry-after.ts';
import type { Finding } from './source.ts';

/** `now`: wall time, which `Retry-After` may count from. */
export function downBy(
  { status, headers }: ExchangeAnswer,
  now: number,
  reason = `it answered ${status}`,
): Extract<Finding, { kind: 'down' }> {
  const waitMs = retryAfterMs(headers['retry-after'], now);
  return { kind: 'down', reason, ...(waitMs === null ? {} : { retryAfterMs: waitMs }) };
}
