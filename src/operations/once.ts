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
  request: Claiming,
  work: (tx: Transaction) => Promise<StoredAnswer>,
): Promise<StoredAnswer | 'claimed_before'> {
  return unlessClaimed(db.transaction(async (tx) => claimed(tx, request, await work(tx))));
}

type Claiming = Pick<OperationRequest, 'idempotencyKey' | 'at'>;

/** For work whose transaction is begun elsewhere: the answer, unless `unlessClaimed` has to say that another one won. */
export async function claimed(
  tx: Transaction,
  { idempotencyKey, at }: Claiming,
  answer: StoredAnswer,
): Promise<StoredAnswer> {
  if (!idempotencyKey) return answer;
  const [won] = await claimIdempotencyKeys(tx, [idempotencyKey.claim(answer)], at);
  if (!won) throw new ClaimedBefore();
  return answer;
}

export async function unlessClaimed<Result>(work: Promise<Result>): Promise<Result | 'claimed_before'> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ClaimedBefore) return 'claimed_before';
    throw error;
  }
}

/** Undoes what a request wrote that came second. */
class ClaimedBefore extends Error {
  override readonly name = 'ClaimedBefore';
}
