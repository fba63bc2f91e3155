/**
 * Writing accounts and what belongs to them. Reading: accounts.ts, api-keys.ts, senders.ts, account-lists.ts.
 *
 * 1. A change of an account locks its row first, so that two changes go one after the other and none is lost.
 * 2. A revoked key stays, revoked: what it signed can still be explained.
 * 3. Of the senders of an account at most one is the default for a country.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable, Transaction } from '../database.ts';
import type { Account } from './account.ts';
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from './accounts.ts';

export type NewAccount = Pick<Account, 'id' | 'name' | 'kind' | 'products' | 'addons' | 'settings'>;
export type AccountChange = Partial<Pick<Account, 'name' | 'kind' | 'state' | 'products' | 'addons' | 'settings'>>;

/** Null when the id has been given to an account already. */
export async function createAccount(db: Queryable, account: NewAccount, now: number): Promise<Account | null> {
  const { rows } = await db.query<AccountRow>(
    `insert into accounts as a (id, name, kind, products, addons, settings, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7::timestamptz, $7::timestamptz)
     on conflict (id) do nothing returning ${ACCOUNT_COLUMNS}`,
    [
      account.id,
      account.name,
      account.kind,
      account.products,
      account.addons,
      JSON.stringify(account.settings),
      iso(now),
    ],
  );
  return rows[0] ? toAccount(rows[0]) : null;
}

/** The account, locked until the transaction ends; null when there is none. */
export async function lockAccount(tx: Transaction, id: string): Promise<Account | null> {
  const { rows } = await tx.query<AccountRow>(`select ${ACCOUNT_COLUMNS} from accounts a where a.id = $1 for update`, [
    id,
  ]);
  return rows[0] ? toAccount(rows[0]) : null;
}

/** `account` is locked by this transaction. `settings` replace the ones before. */
export async function changeAccount(
  tx: Queryable,
  account: Account,
  change: AccountChange,
  now: number,
): Promise<Account> {
  const next = { ...account, ...change };
  const { rows } = await tx.query<AccountRow>(
    `update accounts a set name = $2, kind = $3, state = $4, products = $5, addons = $6, settings = $7::jsonb,
       version = a.version + 1, updated_at = $8::timestamptz
      where a.id = $1 returning ${ACCOUNT_COLUMNS}`,
    [account.id, next.name, next.kind, next.state, next.products, next.addons, JSON.stringify(next.settings), iso(now)],
  );
  if (!rows[0]) throw new Error(`the account ${account.id} was not locked`);
  return toAccount(rows[0]);
}

export interface NewKey {
  readonly id: string;
  readonly accountId: string;
  /** The key as callers write it, sealed. */
  readonly sealed: Uint8Array;
  readonly hint: string;
}

export async function insertKey(tx: Queryable, key: NewKey, now: number): Promise<void> {
  await tx.query(
    `insert into api_keys (id, bucket, account_id, sealed, hint, created_at)
     values ($1::uuid, $2, $3, $4, $5, $6::timestamptz)`,
    [key.id, hash12(key.accountId), key.accountId, Buffer.from(key.sealed), key.hint, iso(now)],
  );
}

/** False when the account has no such key; a key that is revoked already keeps its time. */
export async function revokeKey(db: Queryable, accountId: string, keyId: string, now: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update api_keys k set revoked_at = coalesce(k.revoked_at, $4::timestamptz)
      where k.account_id = $1 and k.id = $2::uuid and k.bucket = $3`,
    [accountId, keyId, hash12(accountId), iso(now)],
  );
  return rowCount > 0;
}

/** Registers the sender, or changes what it is the default for. The account is locked by this transaction. */
export async function putSender(
  tx: Queryable,
  accountId: string,
  { sender, defaultFor }: { readonly sender: string; readonly defaultFor: readonly string[] },
  now: number,
): Promise<void> {
  const bucket = hash12(accountId);
  await tx.query(
    `update senders s
        set default_for = array(select country from unnest(s.default_for) as country where country <> all($4::text[]))
      where s.account_id = $1 and s.bucket = $2 and s.sender <> $3 and s.default_for && $4::text[]`,
    [accountId, bucket, sender, defaultFor],
  );
  await tx.query(
    `insert into senders (account_id, bucket, sender, default_for, created_at)
     values ($1, $2, $3, $4, $5::timestamptz)
     on conflict (account_id, sender, bucket) do update set default_for = excluded.default_for`,
    [accountId, bucket, sender, defaultFor, iso(now)],
  );
}

/** False when the account has not registered it. */
export async function removeSender(db: Queryable, accountId: string, sender: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from senders s where s.account_id = $1 and s.sender = $2 and s.bucket = $3',
    [accountId, sender, hash12(accountId)],
  );
  return rowCount > 0;
}

/** `number`: digits with country code. */
export async function addVerifiedNumber(db: Queryable, accountId: string, number: string, now: number): Promise<void> {
  await db.query(
    `insert into verified_numbers (account_id, bucket, number, created_at) values ($1, $2, $3, $4::timestamptz)
     on conflict do nothing`,
    [accountId, hash12(accountId), number, iso(now)],
  );
}

/** False when it was not verified. */
export async function removeVerifiedNumber(db: Queryable, accountId: string, number: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from verified_numbers v where v.account_id = $1 and v.number = $2 and v.bucket = $3',
    [accountId, number, hash12(accountId)],
  );
  return rowCount > 0;
}
