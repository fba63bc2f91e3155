/**
 * Reads idempotency keys. They are claimed by idempotency-claims.ts and forgotten by retention.ts.
 */
import type { StoredAnswer } from '../../engine/door/accept.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';
import { idempotencyBucket } from './idempotency-claims.ts';

export interface IdempotencyKey {
  readonly accountId: string;
  readonly key: string;
  readonly path: string;
}

export interface KnownKey {
  readonly fingerprint: Buffer;
  readonly answer: StoredAnswer;
  readonly createdAt: number;
}

export async function findIdempotencyKey(db: Queryable, of: IdempotencyKey): Promise<KnownKey | null> {
  const { rows } = await db.query<{
    fingerprint: Buffer;
    status: number;
    headers: Record<string, string>;
    body: string;
    created_at: number;
  }>(
    `select i.fingerprint, i.status, i.headers, i.body, i.created_at from idempotency_keys i
      where i.key = $1 and i.account_id = $2 and i.path = $3 and i.bucket = $4`,
    [of.key, of.accountId, of.path, idempotencyBucket(of.accountId, of.key)],
    'kept',
  );
  const row = rows[0];
  if (!row) return null;
  return {
    fingerprint: row.fingerprint,
    answer: { status: row.status, headers: row.headers, body: row.body },
    createdAt: row.created_at,
  };
}

/** Makes room for a new use of a key that is past its time. */
export async function forgetIdempotencyKey(db: Queryable, of: IdempotencyKey, madeBefore: number): Promise<void> {
  await db.query(
    `delete from idempotency_keys i
      where i.key = $1 and i.account_id = $2 and i.path = $3 and i.bucket = $4 and i.created_at < $5::timestamptz`,
    [of.key, of.accountId, of.path, idempotencyBucket(of.accountId, of.key), iso(madeBefore)],
  );
}
