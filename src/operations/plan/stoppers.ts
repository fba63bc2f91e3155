/**
 * What stands in the way of a request, as a plan lists it: each with the code that the caller would get, and what it does.
 */
import { errorBody, errorRow, type Product, type Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';

/**
 * `refused`: the request is answered with this code and nothing is recorded. `ends`: it is taken, and over with this code
 * before anything leaves. `skips_channel`: the next channel is tried. `waits`: nothing leaves before this has changed.
 */
export type StopperEffect = 'refused' | 'ends' | 'skips_channel' | 'waits';

export interface Stopper extends JsonObject {
  readonly effect: StopperEffect;
  readonly code: number;
  readonly description: string;
}

/** `at`: epoch milliseconds. */
export function refusedBy(product: Product, refusals: readonly Refusal[], at: number): Stopper[] {
  return refusals.map((refusal) => {
    const row = errorRow(product, refusal.case);
    const { status, errors } = errorBody(row, refusal.values, at);
    const [error] = errors ?? [];
    const { rule } = refusal.values;
    const retryAfter = refusal.headers['retry-after'];
    return {
      effect: 'refused',
      http_status: row.http,
      code: status.code,
      ...(error ? { error_code: error.code } : {}),
      description: error?.description ?? status.description,
      ...(rule === undefined ? {} : { rule }),
      ...(retryAfter === undefined ? {} : { retry_after: Number(retryAfter) }),
    };
  });
}
