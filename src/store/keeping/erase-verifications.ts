/**
 * Takes a number out of verifications: a step of an erasure (erase-others.ts), and what retention removes.
 *
 * 1. One that is not over is canceled: without the number nothing can be told any more, and no code is kept.
 */
import { lowestIdAt } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Database, Queryable } from '../database.ts';
import type { Buckets } from '../sql/lanes.ts';
import { ERASED } from './erase-messages.ts';
import type { ErasedRows, ErasureQuestion } from './erasure-step.ts';
import { forgetInRounds } from './forget-rounds.ts';
import { type PastOfLane, type TimeSlice, type Whose, whoseValues } from './which-rows.ts';

const AT_ONCE = 500;

export async function eraseVerifications(
  tx: Queryable,
  { number, now }: ErasureQuestion,
  { fromMs, toMs }: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const { rowCount } = await tx.query(
    `update verifications v
        set recipient = '${ERASED}', code_sealed = null,
            external_id = case when position($3 in v.external_id) > 0 then null else v.external_id end,
            callback = case when position($3 in v.callback ->> 'url') > 0 then null else v.callback end,
            state = case when v.final_at is null then 'CANCELED' else v.state end,
            final_at = coalesce(v.final_at, $5::timestamptz),
            due_at = case when v.final_at is null then $5::timestamptz else v.due_at end
      where v.id >= $1::uuid and v.id < $2::uuid and v.recipient = $3
        and ($4::smallint[] is null or v.bucket = any($4::smallint[]))`,
    [lowestIdAt(fromMs), lowestIdAt(toMs), number, buckets, iso(now)],
  );
  return { count: rowCount };
}

/** Those that were begun before then, with what they are owed. `signal` ends it between batches. */
export async function forgetVerifications(
  db: Database,
  whose: Whose,
  past: PastOfLane,
  signal: AbortSignal,
): Promise<void> {
  await forgetInRounds(db, { past, atOnce: AT_ONCE, signal }, (tx) => forgetSome(tx, whose, past));
}

async function forgetSome(tx: Queryable, whose: Whose, { before, buckets }: PastOfLane): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    `select v.id from verifications v
      where v.id < $1::uuid and v.due_at is null and ($2::text is null or v.account_id = $2)
        and not (v.account_id = any($3::text[])) and ($4::smallint[] is null or v.bucket = any($4::smallint[]))
      limit ${AT_ONCE} for update skip locked`,
    [lowestIdAt(before), ...whoseValues(whose), buckets],
  );
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  await tx.query(
    `delete from verifications v where v.id = any($1::uuid[])
        and ($2::smallint[] is null or v.bucket = any($2::smallint[]))`,
    [ids, buckets],
  );
  return rows.length;
}
