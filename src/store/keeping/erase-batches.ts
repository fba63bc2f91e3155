/**
 * Takes a number out of batches: a step of an erasure (erase-others.ts), and what retention removes. A batch shows fewer
 * recipients than were sent in afterwards; of one whose message was not made yet none is made any more.
 */
import { lowestIdAt } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { eraseInSlices } from '../batches/slices.ts';
import type { Database, Queryable, Transaction } from '../database.ts';
import type { Buckets } from '../sql/lanes.ts';
import type { ErasedRows, ErasureQuestion } from './erasure-step.ts';
import { forgetInRounds } from './forget-rounds.ts';
import { type PastOfLane, type TimeSlice, type Whose, whoseValues } from './which-rows.ts';

/** Each with up to 10,000 recipients. */
const AT_ONCE = 5;

export async function eraseBatchRecipients(
  tx: Transaction,
  { number }: ErasureQuestion,
  slice: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const ids = [lowestIdAt(slice.fromMs), lowestIdAt(slice.toMs)] as const;
  const inSlices = await eraseInSlices(tx, number, ids, buckets);
  const { rowCount } = await tx.query(
    `delete from batch_recipients p
      where p.batch_id >= $1::uuid and p.batch_id < $2::uuid and p.number = $3
        and ($4::smallint[] is null or p.bucket = any($4::smallint[]))`,
    [...ids, number, buckets],
  );
  return { count: inSlices + rowCount };
}

/** The batch itself last. */
const OF_A_BATCH = [
  ['batch_slices', 'batch_id'],
  ['batch_recipients', 'batch_id'],
  ['batches', 'id'],
] as const;

/**
 * Those that were taken before then and are over; of one for a later time that time counts, so that it can be taken back
 * as long as its messages wait. `signal` ends it between some of them and the next.
 */
export async function forgetBatches(db: Database, whose: Whose, past: PastOfLane, signal: AbortSignal): Promise<void> {
  await forgetInRounds(db, { past, atOnce: AT_ONCE, signal }, (tx) => forgetSome(tx, whose, past));
}

async function forgetSome(tx: Queryable, whose: Whose, { before, buckets }: PastOfLane): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    `select b.id from batches b
      where b.id < $1::uuid and b.due_at is null and ($2::text is null or b.account_id = $2)
        and not (b.account_id = any($3::text[])) and ($4::smallint[] is null or b.bucket = any($4::smallint[]))
        and (b.send_at is null or b.send_at <= $5::timestamptz)
      limit ${AT_ONCE} for update skip locked`,
    [lowestIdAt(before), ...whoseValues(whose), buckets, iso(before)],
  );
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  for (const [table, id] of OF_A_BATCH) {
    await tx.query(
      `delete from ${table} p
        where p.${id} = any($1::uuid[]) and ($2::smallint[] is null or p.bucket = any($2::smallint[]))`,
      [ids, buckets],
    );
  }
  return rows.length;
}
