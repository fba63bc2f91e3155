/**
 * Takes a number out of what carriers said of its device, and out of the lists in which callers asked about it. A list
 * shows fewer numbers than were sent in afterwards.
 */
import { hash12, lowestIdAt } from '../../lib/ids.ts';
import type { Queryable } from '../database.ts';
import type { Buckets } from '../sql/lanes.ts';
import type { ErasedRows, ErasureQuestion, ErasureStep } from './erasure-step.ts';
import type { TimeSlice } from './which-rows.ts';

export const CAPABILITY_STEPS: readonly ErasureStep[] = [
  { kind: 'capabilities', run: eraseCapabilities },
  { kind: 'listed_numbers', oldest: oldestList, run: eraseListedNumbers },
];

async function oldestList(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ at: number | null }>('select min(l.asked_at) as at from number_lists l');
  return rows[0]?.at ?? null;
}

async function eraseCapabilities(
  tx: Queryable,
  { number }: ErasureQuestion,
  _: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const { rowCount } = await tx.query(
    `delete from capabilities c
      where c.number = $1 and c.bucket = $2 and ($3::smallint[] is null or c.bucket = any($3::smallint[]))`,
    [number, hash12(number), buckets],
  );
  return { count: rowCount };
}

async function eraseListedNumbers(
  tx: Queryable,
  { number }: ErasureQuestion,
  slice: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const { rowCount } = await tx.query(
    `delete from listed_numbers n
      where n.list_id >= $1::uuid and n.list_id < $2::uuid and n.number = $3
        and ($4::smallint[] is null or n.bucket = any($4::smallint[]))`,
    [lowestIdAt(slice.fromMs), lowestIdAt(slice.toMs), number, buckets],
  );
  return { count: rowCount };
}
