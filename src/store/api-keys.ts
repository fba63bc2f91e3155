/**
 * The keys of accounts, sealed. What is sealed is the key as callers write it: plain base64 text.
 */
import { hash12 } from '../lib/ids.ts';
import type { Queryable } from './database.ts';

export interface SealedKey {
  readonly id: string;
  readonly accountId: string;
  readonly sealed: Buffer;
  readonly createdAt: number;
}

/** Keys that have not been revoked, newest first. */
export async function liveKeysOf(db: Queryable, accountIds: readonly string[]): Promise<SealedKey[]> {
  const { rows } = await db.query<{ id: string; account_id: string; sealed: Buffer; created_at: number }>(
    `select k.id, k.account_id, k.sealed, k.created_at from api_keys k
      where k.account_id = any($1::text[]) and k.bucket = any($2::smallint[]) and k.revoked_at is null
      order by k.created_at desc, k.id desc`,
    [accountIds, accountIds.map(hash12)],
  );
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    sealed: row.sealed,
    createdAt: row.created_at,
  }));
}
