/**
 * Senders that accounts have registered.
 */
import { hash12 } from '../../lib/ids.ts';
import type { Queryable } from '../database.ts';

export interface Sender {
  readonly accountId: string;
  /** Digits, a short code, or letters and digits. */
  readonly sender: string;
  /** ISO 3166 alpha-2 codes of the destinations whose default it is; `*` for all others. */
  readonly defaultFor: readonly string[];
  /** Other accounts have it, too (sender-names.ts). */
  readonly isShared: boolean;
}

/** For a diagnosis; the accounts beyond are shown one by one. */
const MOST_LOOKED_AT = 10_000;

/** Oldest first. */
export async function sendersOf(db: Queryable, accountIds: readonly string[]): Promise<Sender[]> {
  const { rows } = await db.query<{ account_id: string; sender: string; default_for: string[]; is_shared: boolean }>(
    `select s.account_id, s.sender, s.default_for, s.is_shared from senders s
      where s.account_id = any($1::text[]) and s.bucket = any($2::smallint[])
      order by s.created_at, s.sender`,
    [accountIds, accountIds.map(hash12)],
  );
  return rows.map((row) => ({
    accountId: row.account_id,
    sender: row.sender,
    defaultFor: row.default_for,
    isShared: row.is_shared,
  }));
}

/** Of these numbers, those that some account has registered as a sender. */
export async function registeredAmong(db: Queryable, numbers: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ sender: string }>(
    'select distinct s.sender from senders s where s.sender = any($1::text[])',
    [numbers],
  );
  return new Set(rows.map(({ sender }) => sender));
}

/** Active accounts that have no sender but an RBM agent at most, in the order of their ids. */
export async function accountsWithoutSender(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select a.id from accounts a where a.state = 'active' order by a.id limit ${MOST_LOOKED_AT}`,
  );
  const ids = rows.map(({ id }) => id);
  const senders = await sendersOf(db, ids);
  const having = new Set(senders.filter(({ sender }) => !sender.includes('@')).map(({ accountId }) => accountId));
  return ids.filter((id) => !having.has(id));
}

export async function hasActiveAccount(db: Queryable): Promise<boolean> {
  const { rows } = await db.query(`select 1 from accounts a where a.state = 'active' limit 1`);
  return rows.length > 0;
}
