/**
 * The claim of an idempotency key, written in the transaction of the work that it stands for.
 */
import type { IdempotencyClaim } from '../engine/accept.ts';
import { hash12 } from '../lib/ids.ts';
import type { Queryable } from './database.ts';

/** The bucket in which a key and the message made under it live. */
export function idempotencyBucket(accountId: string, key: string): number {
  return hash12(accountId + key);
}

/** Returns for each claim whether it was won. Waits for a transaction that holds the same key. */
export async function claimIdempotencyKeys(
  tx: Queryable,
  claims: readonly IdempotencyClaim[],
  now: number,
): Promise<boolean[]> {
  const rows = claims.map((claim) => ({
    key: claim.key,
    account_id: claim.accountId,
    path: claim.path,
    bucket: idempotencyBucket(claim.accountId, claim.key),
    fingerprint: Buffer.from(claim.fingerprint).toString('hex'),
    status: claim.answer.status,
    headers: claim.answer.headers,
    body: claim.answer.body,
    created_at: new Date(now).toISOString(),
  }));
  // In key order, so that two batches with the same keys wait for each other in one direction only.
  const won = await tx.query<{ key: string; account_id: string; path: string; fingerprint: string }>(
    `insert into idempotency_keys (key, account_id, path, bucket, fingerprint, status, headers, body, created_at)
     select r.key, r.account_id, r.path, r.bucket, decode(r.fingerprint, 'hex'), r.status, r.headers, r.body, r.created_at
       from json_to_recordset($1::text::json) as r(key text, account_id text, path text, bucket smallint,
         fingerprint text, status smallint, headers jsonb, body text, created_at timestamptz)
      order by r.key, r.account_id, r.path
     on conflict do nothing
     returning key, account_id, path`,
    [JSON.stringify(rows)],
  );
  const left = new Set(won.rows.map((row) => claimName(row.account_id, row.path, row.key)));
  // Two of one batch may share a key: the first takes it.
  return claims.map((claim) => left.delete(claimName(claim.accountId, claim.path, claim.key)));
}

function claimName(accountId: string, path: string, key: string): string {
  return JSON.stringify([accountId, path, key]);
}
