/**
 * The claim of an idempotency key, written in the transaction of the work that it stands for.
 */
import type { IdempotencyClaim } from '../../engine/door/accept.ts';
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';
import { recordset } from '../sql/recordset.ts';

/** The bucket in which a key and the message made under it live. */
export function idempotencyBucket(accountId: string, key: string): number {
  return hash12(accountId + key);
}

const CLAIMS = recordset<IdempotencyClaim>([
  { name: 'key', type: 'text', of: ({ key }) => key },
  { name: 'account_id', type: 'text', of: ({ accountId }) => accountId },
  { name: 'path', type: 'text', of: ({ path }) => path },
  { name: 'bucket', type: 'smallint', of: ({ accountId, key }) => idempotencyBucket(accountId, key) },
  { name: 'fingerprint', type: 'bytes', of: ({ fingerprint }) => fingerprint },
  { name: 'status', type: 'smallint', of: ({ answer }) => answer.status },
  { name: 'headers', type: 'json', of: ({ answer }) => answer.headers },
  { name: 'body', type: 'text', of: ({ answer }) => answer.body },
]);

/** Returns for each claim whether it was won. Waits for a transaction that holds the same key. */
export async function claimIdempotencyKeys(
  tx: Queryable,
  claims: readonly IdempotencyClaim[],
  now: number,
): Promise<boolean[]> {
  // In key order, so that two batches with the same keys wait for each other in one direction only.
  const won = await tx.query<{ key: string; account_id: string; path: string; fingerprint: string }>(
    `insert into idempotency_keys (${CLAIMS.names}, created_at)
     select ${CLAIMS.list(2)}, $1::timestamptz from ${CLAIMS.from(2)}
      order by r.key, r.account_id, r.path
     on conflict do nothing
     returning key, account_id, path`,
    [iso(now), ...CLAIMS.values(claims)],
    'kept',
  );
  const left = new Set(won.rows.map((row) => claimName(row.account_id, row.path, row.key)));
  // Two of one batch may share a key: the first takes it.
  return claims.map((claim) => left.delete(claimName(claim.accountId, claim.path, claim.key)));
}

function claimName(accountId: string, path: string, key: string): string {
  return JSON.stringify([accountId, path, key]);
}
