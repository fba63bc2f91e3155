/**
 * Senders that accounts have registered.
 */
import { hash12 } from '../lib/ids.ts';
import type { Queryable } from './database.ts';

export interface Sender {
  readonly accountId: string;
  /** Digits, a short code, or letters and digits. */
  readonly sender: string;
  /** ISO 3166 alpha-2 codes of the destinations whose default it is; `*` for all others. */
  readonly defaultFor: readonly string[];
}

/** Oldest first. */
export async function sendersOf(db: Queryable, accountIds: readonly string[]): Promise<Sender[]> {
  const { rows } = await db.query<{ account_id: string; sender: string; default_for: string[] }>(
    `select s.account_id, s.sender, s.default_for from senders s
      where s.account_id = any($1::text[]) and s.bucket = any($2::smallint[])
      order by s.created_at, s.sender`,
    [accountIds, accountIds.map(hash12)],
  );
  return rows.map((row) => ({ accountId: row.account_id, sender: row.sender, defaultFor: row.default_for }));
}

/** Of these numbers, those that some account has registered as a sender. */
export async function registeredAmong(db: Queryable, numbers: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ sender: string }>(
    'select distinct s.sender from senders s where s.sender = any($1::text[])',
    [numbers],
  );
  return new Set(rows.map(({ sender }) => sender));
}
