/**
 * Counters of things in a window of time, shared by all nodes. They are forgotten by retention.ts.
 */
import { hash12 } from '../lib/ids.ts';
import type { Queryable } from './database.ts';

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
    [
      accountId,
      name,
      new Date(windowStart).toISOString(),
      hash12(accountId),
      count,
      new Date(windowStart + windowMs).toISOString(),
    ],
    'kept',
  );
  return rows[0]?.used ?? count;
}
