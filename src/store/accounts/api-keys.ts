/**
 * The keys of accounts, sealed. What is sealed is the key as callers write it: plain base64 text.
 */
import { hash12 } from '../../lib/ids.ts';
import type { Queryable } from '../database.ts';
import { SANDBOX_KEY_ID } from './sandbox-account.ts';

export interface SealedKey {
  readonly id: string;
  readonly accountId: string;
  readonly sealed: Buffer;
  readonly createdAt: number;
  /** Only the sandbox's is here although it is: it tells whose account this is. */
  readonly isRevoked: boolean;
}

/** Keys that have not been revoked, newest first, and the one of the sandbox. */
export async function liveKeysOf(db: Queryable, accountIds: readonly string[]): Promise<SealedKey[]> {
  const { rows } = await db.query<{
    id: string;
    account_id: string;
    sealed: Buffer;
    created_at: number;
    is_revoked: boolean;
  }>(
    `select k.id, k.account_id, k.sealed, k.created_at, k.revoked_at is not null as is_revoked from api_keys k
      where k.account_id = any($1::text[]) and k.bucket = any($2::smallint[])
        and (k.revoked_at is null or k.id = $3)
      order by k.created_at desc, k.id desc`,
    [accountIds, accountIds.map(hash12), SANDBOX_KEY_ID],
  );
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    sealed: row.sealed,
    createdAt: row.created_at,
    isRevoked: row.is_revoked,
  }));
}
