/**
 * Accounts and what belongs to them, as operators see them.
 */
import { hash12 } from '../../lib/ids.ts';
import type { Queryable } from '../database.ts';
import type { Account } from './account.ts';
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from './accounts.ts';

export interface AccountFilter {
  readonly state?: Account['state'] | undefined;
  readonly kind?: Account['kind'] | undefined;
  /** Part of the name or of the Customer ID, in any case. */
  readonly search?: string | undefined;
  /** Go on after this id. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** In the order of their ids. */
export async function listAccounts(db: Queryable, filter: AccountFilter): Promise<Account[]> {
  const { rows } = await db.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from accounts a
      where ($1::text is null or a.state = $1) and ($2::text is null or a.kind = $2)
        and ($3::text is null or a.id > $3)
        and ($5::text is null or strpos(lower(a.name), lower($5)) > 0 or strpos(lower(a.id), lower($5)) > 0)
      order by a.id limit $4`,
    [filter.state ?? null, filter.kind ?? null, filter.after ?? null, filter.limit, filter.search ?? null],
  );
  return rows.map(toAccount);
}

/** Accounts that have a hard cap of an add-on, in the order of their ids. */
export async function listCappedAccounts(
  db: Queryable,
  { after, limit }: Pick<AccountFilter, 'after' | 'limit'>,
): Promise<Account[]> {
  const { rows } = await db.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from accounts a
      where a.settings -> 'addonCaps' <> '{}'::jsonb and ($1::text is null or a.id > $1)
      order by a.id limit $2`,
    [after ?? null, limit],
  );
  return rows.map(toAccount);
}

/** A key without the key. */
export interface ListedKey {
  readonly id: string;
  readonly hint: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/** Newest first, revoked ones included. */
export async function listKeys(db: Queryable, accountId: string): Promise<ListedKey[]> {
  const { rows } = await db.query<ListedKey>(
    `select k.id, k.hint, k.created_at as "createdAt", k.revoked_at as "revokedAt" from api_keys k
      where k.account_id = $1 and k.bucket = $2 order by k.created_at desc, k.id desc`,
    [accountId, hash12(accountId)],
  );
  return rows;
}

/** A page of them, by their ids, which are made in the order of time; `after`: the id of the last one of the page before. */
export async function listKeysAfter(
  db: Queryable,
  accountId: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<ListedKey[]> {
  const { rows } = await db.query<ListedKey>(
    `select k.id, k.hint, k.created_at as "createdAt", k.revoked_at as "revokedAt" from api_keys k
      where k.account_id = $1 and k.bucket = $2 and ($3::uuid is null or k.id < $3)
      order by k.id desc limit $4`,
    [accountId, hash12(accountId), after ?? null, limit],
  );
  return rows;
}

/** Oldest first. */
export async function listVerifiedNumbers(db: Queryable, accountId: string): Promise<string[]> {
  const { rows } = await db.query<{ number: string }>(
    `select v.number from verified_numbers v where v.account_id = $1 and v.bucket = $2
      order by v.created_at, v.number`,
    [accountId, hash12(accountId)],
  );
  return rows.map((row) => row.number);
}
