/**
 * Removes sessions that were over long ago, with their interactions.
 */
import { iso } from '../../lib/instant.ts';
import type { Database, Queryable } from '../database.ts';
import { type PastOfLane, type Whose, whoseValues } from './which-rows.ts';

const AT_ONCE = 500;

/** Those that were over before then. `signal` ends it between batches. */
export async function forgetSessions(db: Database, whose: Whose, past: PastOfLane, signal: AbortSignal): Promise<void> {
  if (!Number.isFinite(past.before)) return;
  for (;;) {
    signal.throwIfAborted();
    const count = await db.transaction((tx) => forgetSome(tx, whose, past));
    if (count < AT_ONCE) return;
  }
}

async function forgetSome(tx: Queryable, whose: Whose, { before, buckets }: PastOfLane): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    `select s.id from sessions s
      where s.over_at < $1::timestamptz and ($2::text is null or s.account_id = $2)
        and not (s.account_id = any($3::text[])) and ($4::smallint[] is null or s.bucket = any($4::smallint[]))
      limit ${AT_ONCE} for update skip locked`,
    [iso(before), ...whoseValues(whose), buckets],
  );
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  await tx.query(
    `delete from interactions i
      where i.session_id = any($1::uuid[]) and ($2::smallint[] is null or i.bucket = any($2::smallint[]))`,
    [ids, buckets],
  );
  await tx.query(
    `delete from sessions s where s.id = any($1::uuid[]) and ($2::smallint[] is null or s.bucket = any($2::smallint[]))`,
    [ids, buckets],
  );
  return rows.length;
}
