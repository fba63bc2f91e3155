/**
 * What an operation is: one kind of request that a caller can make, without its HTTP. Before `handle` runs, the edge
 * (http/edge.ts) has authenticated the caller, applied the rate limit and read the bytes of the body; afterwards it
 * turns what `handle` throws into the refusal of the product.
 */
import type { Caller } from '../engine/accounts/caller.ts';
import type { IdempotencyClaim, StoredAnswer } from '../engine/door/accept.ts';
import type { Product } from '../errors.ts';

/** An `Idempotency-Key` that came with the request. */
export interface ClaimableKey {
  /** Where what is made under the key has to live (lib/ids.ts, rule 2). */
  readonly bucket: number;
  /** What has to be written in the transaction of the work, together with the answer to it. */
  claim(answer: StoredAnswer): IdempotencyClaim;
}

export interface OperationRequest {
  readonly caller: Caller;
  /** As sent, without the query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** As sent, without the question mark; empty when there is none. */
  readonly query: string;
  /** Of the body, as sent; empty when none was. */
  readonly contentType: string;
  /** As sent; empty when none was. */
  readonly body: Buffer;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The IP address of the client, as far as proxies are trusted. */
  readonly clientAddress: string;
  readonly idempotencyKey: ClaimableKey | null;
}

export interface Answer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Operation {
  /** In the metrics. */
  readonly name: string;
  readonly product: Product;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** In find-my-way's form: `/v1/omnichannel/:reference_id`. */
  readonly path: string;
  readonly bodyLimitBytes: number;
  /** A form is read like JSON. */
  readonly takesForms?: true;
  /** It refuses by itself what stands on the place of a reference and is none: to all others that is another path. */
  readonly judgesReference?: true;
  /** Whether a plan is asked for (operations/plan), which has no part in an idempotency key. Absent: there are none. */
  readonly asksForPlan?: (request: Pick<OperationRequest, 'contentType' | 'body'>) => boolean | Promise<boolean>;
  /** What is kept of an answer for its idempotency key is sealed. */
  readonly hasSecretAnswer?: true;
  /** Rejects with Refusal or StoreDown. `claimed_before`: another request won the idempotency key; nothing was done. */
  handle(request: OperationRequest): Promise<Answer | 'claimed_before'>;
}
