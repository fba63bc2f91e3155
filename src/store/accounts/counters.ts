/**
 * Counters of things in a window of time, shared by all nodes. They are forgotten by retention.ts.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';

export interface Counter {
  readonly accountId: string;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly windowStart: number;
  readonly windowMs: number;
}

/** Adds `count` and returns the new total of the window over all nodes. */
export async function addToCounter(db: Queryable, counter: Counter, count: number): Promise<number> {
  const { accountId, name, windowStart, windowMs } = counter;
  const { rows } = await db.query<{ used: number }>(
    `insert into counters as c (account_id, name, window_start, bucket, used, expires_at)
     values ($1, $2, $3::timestamptz, $4, $5, $6::timestamptz)
     on conflict (name, account_id, window_start, bucket) do update set used = c.used + excluded.used
     returning used`,
    [accountId, name, iso(windowStart), hash12(accountId), count, iso(windowStart + windowMs)],
    'kept',
  );
  return rows[0]?.used ?? count;
}

/** What is counted in the window so far, over all nodes. */
export async function usedOfCounter(db: Queryable, { accountId, name, windowStart }: Counter): Promise<number> {
  const { rows } = await db.query<{ used: number }>(
    `select c.used from counters c
      where c.name = $1 and c.account_id = $2 and c.window_start = $3::timestamptz and c.bucket = $4`,
    [name, accountId, iso(windowStart), hash12(accountId)],
    'kept',
  );
  return rows[0]?.used ?? 0;
}

export interface Loan {
  /** What all nodes together may use in the window. */
  readonly limit: number;
  /** Used already, without having been borrowed: counted whatever is left. */
  readonly covering: number;
  /** At least so much, where there is so much; at most `most`. */
  readonly least: number;
  readonly most: number;
}

export interface Lent {
  readonly granted: number;
  /** Used and lent in the window over all nodes, with this loan. */
  readonly used: number;
}

/**
 * Borrows from what is left of a limit. No two loans of a window together exceed it. When less than four times as much
 * is left, a quarter of that is lent: near its end little lies unused at one node while another one has none.
 */
export async function borrowFromCounter(db: Queryable, counter: Counter, loan: Loan): Promise<Lent> {
  const { accountId, name, windowStart, windowMs } = counter;
  const { limit, covering, least, most } = loan;
  const left = '$7::bigint - c.used - $6::bigint';
  const lent = `greatest(0, least($9::bigint, greatest($8::bigint, (${left}) / 4), ${left}))`;
  const first = Math.max(0, Math.min(most, Math.max(least, Math.floor((limit - covering) / 4)), limit - covering));
  const { rows } = await db.query<{ used: number; granted: number }>(
    `insert into counters as c (account_id, name, window_start, bucket, used, granted, expires_at)
     values ($1, $2, $3::timestamptz, $4, $6::bigint + $10::bigint, $10::bigint, $5::timestamptz)
     on conflict (name, account_id, window_start, bucket) do update
       set used = c.used + $6::bigint + ${lent}, granted = ${lent}
     returning used, granted`,
    [
      accountId,
      name,
      iso(windowStart),
      hash12(accountId),
      iso(windowStart + windowMs),
      covering,
      limit,
      least,
      most,
      first,
    ],
    'kept',
  );
  return rows[0] ?? { granted: 0, used: limit };
}

/** Takes back what was counted and not used. */
export async function giveBackToCounter(db: Queryable, counter: Counter, count: number): Promise<void> {
  await db.query(
    `update counters c set used = greatest(0, c.used - $5::bigint)
      where c.name = $1 and c.account_id = $2 and c.window_start = $3::timestamptz and c.bucket = $4`,
    [counter.name, counter.accountId, iso(counter.windowStart), hash12(counter.accountId), count],
    'kept',
  );
}
