/**
 * Changing accounts and what belongs to them. Reading: accounts.ts, api-keys.ts, senders.ts, verified-numbers.ts.
 */
import { hash12 } from '../lib/ids.ts';
import type { Account, AccountSettings, Product } from './account.ts';
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from './accounts.ts';
import type { Queryable } from './database.ts';

export interface AccountFields {
  readonly name: string;
  readonly kind: Account['kind'];
  readonly state: Account['state'];
  readonly products: readonly Product[];
  readonly addons: readonly string[];
  readonly settings: AccountSettings;
}

/** Null when the id is taken. */
export async function createAccount(
  db: Queryable,
  id: string,
  fields: AccountFields,
  now: number,
): Promise<Account | null> {
  const { rows } = await db.query<AccountRow>(
    `insert into accounts as a (id, name, kind, state, products, addons, settings, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::timestamptz, $8::timestamptz)
     on conflict (id) do nothing returning ${ACCOUNT_COLUMNS}`,
    [
      id,
      fields.name,
      fields.kind,
      fields.state,
      fields.products,
      fields.addons,
      JSON.stringify(fields.settings),
      iso(now),
    ],
  );
  return rows[0] ? toAccount(rows[0]) : null;
}

/** Null when there is none. */
export async function changeAccount(
  db: Queryable,
  id: string,
  fields: AccountFields,
  now: number,
): Promise<Account | null> {
  const { rows } = await db.query<AccountRow>(
    `update accounts a set name = $2, kind = $3, state = $4, products = $5, addons = $6, settings = $7::jsonb,
            version = a.version + 1, updated_at = $8::timestamptz
      where a.id = $1 returning ${ACCOUNT_COLUMNS}`,
    [
      id,
      fields.name,
      fields.kind,
      fields.state,
      fields.products,
      fields.addons,
      JSON.stringify(fields.settings),
      iso(now),
    ],
  );
  return rows[0] ? toAccount(rows[0]) : null;
}

/** In the order of their ids. */
export async function listAccounts(
  db: Queryable,
  filter: { readonly state: string | null; readonly after: string | null; readonly limit: number },
): Promise<Account[]> {
  const { rows } = await db.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from accounts a
      where ($1::text is null or a.state = $1) and ($2::text is null or a.id > $2) order by a.id limit $3`,
    [filter.state, filter.after, filter.limit],
  );
  return rows.map(toAccount);
}

export interface NewKey {
  readonly id: string;
  readonly accountId: string;
  readonly sealed: Buffer;
  readonly hint: string;
}

export async function createKey(db: Queryable, key: NewKey, now: number): Promise<void> {
  await db.query(
    `insert into api_keys (id, bucket, account_id, sealed, hint, created_at) values ($1, $2, $3, $4, $5, $6::timestamptz)`,
    [key.id, hash12(key.accountId), key.accountId, key.sealed, key.hint, iso(now)],
  );
}

export interface ListedKey {
  readonly id: string;
  readonly hint: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/** Newest first, the revoked ones, too. */
export async function listKeys(db: Queryable, accountId: string): Promise<ListedKey[]> {
  const { rows } = await db.query<ListedKey>(
    `select k.id, k.hint, k.created_at as "createdAt", k.revoked_at as "revokedAt" from api_keys k
      where k.account_id = $1 and k.bucket = $2 order by k.created_at desc, k.id desc`,
    [accountId, hash12(accountId)],
  );
  return rows;
}

/** False when there is no such live key. */
export async function revokeKey(db: Queryable, accountId: string, id: string, now: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update api_keys k set revoked_at = $4::timestamptz
      where k.account_id = $1 and k.id = $2::uuid and k.bucket = $3 and k.revoked_at is null`,
    [accountId, id, hash12(accountId), iso(now)],
  );
  return rowCount > 0;
}

/** Replaces the account's senders. In a transaction. */
export async function setSenders(
  tx: Queryable,
  accountId: string,
  senders: ReadonlyArray<{ readonly sender: string; readonly defaultFor: readonly string[] }>,
  now: number,
): Promise<void> {
  await tx.query('delete from senders s where s.account_id = $1 and s.bucket = $2', [accountId, hash12(accountId)]);
  for (const { sender, defaultFor } of senders) {
    await tx.query(
      `insert into senders (account_id, bucket, sender, default_for, created_at) values ($1, $2, $3, $4, $5::timestamptz)`,
      [accountId, hash12(accountId), sender, defaultFor, iso(now)],
    );
  }
}

/** Replaces the numbers that a trial account may send to. In a transaction. */
export async function setVerifiedNumbers(
  tx: Queryable,
  accountId: string,
  numbers: readonly string[],
  now: number,
): Promise<void> {
  const bucket = hash12(accountId);
  await tx.query('delete from verified_numbers v where v.account_id = $1 and v.bucket = $2', [accountId, bucket]);
  for (const number of numbers) {
    await tx.query(
      `insert into verified_numbers (account_id, bucket, number, created_at) values ($1, $2, $3, $4::timestamptz)
       on conflict do nothing`,
      [accountId, bucket, number, iso(now)],
    );
  }
}

export async function verifiedNumbersOf(db: Queryable, accountId: string): Promise<string[]> {
  const { rows } = await db.query<{ number: string }>(
    'select v.number from verified_numbers v where v.account_id = $1 and v.bucket = $2 order by v.number',
    [accountId, hash12(accountId)],
  );
  return rows.map((row) => row.number);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
