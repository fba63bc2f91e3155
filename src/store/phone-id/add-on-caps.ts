/**
 * How often an account has used an add-on in a month, counted by all nodes together and never above its cap. They are
 * forgotten by retention.ts.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';

export interface CappedUse {
  readonly accountId: string;
  readonly addOn: string;
  /** Epoch milliseconds: the first instant of the month in UTC, and of the next one. */
  readonly monthStart: number;
  readonly monthEnd: number;
}

/** Counts one use; false, and nothing is counted, when `cap` uses have been counted. */
export async function reserveUse(db: Queryable, use: CappedUse, cap: number): Promise<boolean> {
  if (cap <= 0) return false;
  const { rowCount } = await db.query(
    `insert into counters as c (account_id, name, window_start, bucket, used, expires_at)
     values ($1, $2, $3::timestamptz, $4, 1, $5::timestamptz)
     on conflict (name, account_id, window_start, bucket) do update set used = c.used + 1 where c.used < $6
     returning used`,
    [use.accountId, nameOf(use.addOn), iso(use.monthStart), hash12(use.accountId), iso(use.monthEnd), cap],
    'kept',
  );
  return rowCount > 0;
}

/** Takes one use back. */
export async function releaseUse(db: Queryable, use: CappedUse): Promise<void> {
  await db.query(
    `update counters c set used = c.used - 1
      where c.name = $1 and c.account_id = $2 and c.window_start = $3::timestamptz and c.bucket = $4 and c.used > 0`,
    [nameOf(use.addOn), use.accountId, iso(use.monthStart), hash12(use.accountId)],
    'kept',
  );
}

/** Begins the month anew; returns how many uses were forgotten. */
export async function resetUses(db: Queryable, use: CappedUse): Promise<number> {
  const { rows } = await db.query<{ used: number }>(
    `delete from counters c
      where c.name = $1 and c.account_id = $2 and c.window_start = $3::timestamptz and c.bucket = $4 returning used`,
    [nameOf(use.addOn), use.accountId, iso(use.monthStart), hash12(use.accountId)],
  );
  return rows[0]?.used ?? 0;
}

export async function countUses(db: Queryable, use: CappedUse): Promise<number> {
  const { rows } = await db.query<{ used: number }>(
    `select c.used from counters c
      where c.name = $1 and c.account_id = $2 and c.window_start = $3::timestamptz and c.bucket = $4`,
    [nameOf(use.addOn), use.accountId, iso(use.monthStart), hash12(use.accountId)],
  );
  return rows[0]?.used ?? 0;
}

function nameOf(addOn: string): string {
  return `add-on ${addOn}`;
}
