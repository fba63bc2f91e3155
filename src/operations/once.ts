/**
 * Work that a request does in one transaction with the claim of its idempotency key: of two requests with one key the
 * work of one alone stands.
 */
import type { StoredAnswer } from '../engine/door/accept.ts';
import type { Database, Transaction } from '../store/database.ts';
import { claimIdempotencyKeys } from '../store/requests/idempotency-claims.ts';
import type { OperationRequest } from './operation.ts';

/** What `work` answers, or `claimed_before`: then nothing of it stands. */
export async function once(
  db: Database,
  { idempotencyKey, at }: Pick<OperationRequest, 'idempotencyKey' | 'at'>,
  work: (tx: Transaction) => Promise<StoredAnswer>,
): Promise<StoredAnswer | 'claimed_before'> {
  return db
    .transaction(async (tx) => {
      const answer = await work(tx);
      if (!idempotencyKey) return answer;
      const [won] = await claimIdempotencyKeys(tx, [idempotencyKey.claim(answer)], at);
      if (!won) throw new ClaimedBefore();
      return answer;
    })
    .catch((error: unknown) => {
      if (error instanceof ClaimedBefore) return 'claimed_before' as const;
      throw error;
    });
}

/** Undoes what a request wrote that came second. */
class ClaimedBefore extends Error {
  override readonly name = 'ClaimedBefore';
}
