/**
 * The secrets that sign an account's callbacks after Standard Webhooks, sealed. What is sealed is the secret as callers
 * see it: `whsec_` and base64.
 *
 * 1. One secret is the newest and has no end; at most one older one signs beside it until its end.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Database, Queryable, Transaction } from '../database.ts';

export interface SealedSecret {
  readonly id: string;
  readonly sealed: Buffer;
  readonly createdAt: number;
  /** Null on the newest. */
  readonly expiresAt: number | null;
}

export interface NewSecret {
  readonly id: string;
  readonly accountId: string;
  readonly sealed: Buffer;
}

/** Those that sign at `now`, newest first. */
export async function liveSecretsOf(db: Queryable, accountId: string, now: number): Promise<SealedSecret[]> {
  const { rows } = await db.query<{ id: string; sealed: Buffer; created_at: number; expires_at: number | null }>(
    `select s.id, s.sealed, s.created_at, s.expires_at from callback_secrets s
      where s.account_id = $1 and s.bucket = $2 and (s.expires_at is null or s.expires_at > $3::timestamptz)
      order by s.expires_at is null desc, s.created_at desc`,
    [accountId, hash12(accountId), iso(now)],
  );
  return rows.map((row) => ({
    id: row.id,
    sealed: row.sealed,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }));
}

/** Makes the first secret of an account unless it has one. */
export function addFirstSecret(db: Database, secret: NewSecret, now: number): Promise<void> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, secret.accountId);
    if ((await liveSecretsOf(tx, secret.accountId, now)).length === 0) await insertSecret(tx, secret, now);
  });
}

/** Makes the newest secret; the one before it signs until `oldUntil`, and those before that no more. In a transaction. */
export async function replaceSecret(tx: Transaction, secret: NewSecret, oldUntil: number, now: number): Promise<void> {
  await lockAccount(tx, secret.accountId);
  const place = [secret.accountId, hash12(secret.accountId)];
  await tx.query(
    `update callback_secrets s set expires_at = $3::timestamptz
      where s.account_id = $1 and s.bucket = $2 and s.expires_at > $3::timestamptz`,
    [...place, iso(now)],
  );
  await tx.query(
    `update callback_secrets s set expires_at = $3::timestamptz
      where s.account_id = $1 and s.bucket = $2 and s.expires_at is null`,
    [...place, iso(oldUntil)],
  );
  await insertSecret(tx, secret, now);
}

async function insertSecret(tx: Transaction, secret: NewSecret, now: number): Promise<void> {
  await tx.query(
    `insert into callback_secrets (id, bucket, account_id, sealed, created_at)
     values ($1, $2, $3, $4, $5::timestamptz)`,
    [secret.id, hash12(secret.accountId), secret.accountId, secret.sealed, iso(now)],
  );
}

/** Two changes of one account's secrets go one after the other. */
async function lockAccount(tx: Transaction, accountId: string): Promise<void> {
  await tx.query('select 1 from accounts a where a.id = $1 for update', [accountId]);
}
