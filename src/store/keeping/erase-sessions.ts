/**
 * Takes a number out of masked sessions: steps of an erasure (erase-others.ts).
 *
 * 1. A session of the number that is not over is closed: without the number nothing can be relayed in it.
 * 2. The seats of the number go, so that a late text from it finds nobody; in those of its counterparts it is replaced.
 * 3. What the number wrote stands in the messages that relayed it. Their ids are returned, and their texts removed.
 * 4. A callback that is still owed loses the number; any other loses its body.
 */
import { lowestIdAt } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';
import type { Buckets } from '../sql/lanes.ts';
import { ERASED } from './erase-messages.ts';
import type { ErasedRows, ErasureQuestion } from './erasure-step.ts';
import type { TimeSlice } from './which-rows.ts';

export async function eraseSessions(
  tx: Queryable,
  { number, now }: ErasureQuestion,
  slice: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const { rows } = await tx.query<{ id: string }>(
    `select i.id from sessions s
       join interactions i on i.session_id = s.id and i.bucket = s.bucket
      where s.id >= $1::uuid and s.id < $2::uuid and i.fate = 'relayed'
        and ((s.number_1 = $3 and i.party = 1) or (s.number_2 = $3 and i.party = 2))
        and ($4::smallint[] is null or s.bucket = any($4::smallint[]))
        and ($4::smallint[] is null or i.bucket = any($4::smallint[]))`,
    [lowestIdAt(slice.fromMs), lowestIdAt(slice.toMs), number, buckets],
  );
  const { rowCount } = await tx.query(
    `update sessions s
        set number_1 = case when s.number_1 = $3 then '${ERASED}' else s.number_1 end,
            number_2 = case when s.number_2 = $3 then '${ERASED}' else s.number_2 end,
            external_id = case when position($3 in s.external_id) > 0 then null else s.external_id end,
            callback = case when position($3 in s.callback ->> 'url') > 0 then null else s.callback end,
            state = case when s.over_at is null then 'closed' else s.state end,
            ends_at = case when s.over_at is null then least(s.ends_at, $5::timestamptz) else s.ends_at end,
            over_at = coalesce(s.over_at, $5::timestamptz), due_at = null
      where s.id >= $1::uuid and s.id < $2::uuid and (s.number_1 = $3 or s.number_2 = $3)
        and ($4::smallint[] is null or s.bucket = any($4::smallint[]))`,
    [lowestIdAt(slice.fromMs), lowestIdAt(slice.toMs), number, buckets, iso(now)],
  );
  return { count: rowCount, relayed: rows.map((row) => row.id) };
}

export async function eraseSeats(
  tx: Queryable,
  { number }: ErasureQuestion,
  _: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const { rowCount: own } = await tx.query(
    'delete from seats s where s.party = $1 and ($2::smallint[] is null or s.bucket = any($2::smallint[]))',
    [number, buckets],
  );
  const { rowCount: others } = await tx.query(
    `update seats s set other = '${ERASED}'
      where s.other = $1 and ($2::smallint[] is null or s.bucket = any($2::smallint[]))`,
    [number, buckets],
  );
  return { count: own + others };
}

export async function eraseSessionCallbacks(
  tx: Queryable,
  { number }: ErasureQuestion,
  slice: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const { rowCount } = await tx.query(
    `update callbacks c
        set body = case when c.state = 'pending' then replace(c.body, $3, '${ERASED}') else '' end,
            told = case when position($3 in c.told) > 0 then null else c.told end
      where c.message_id >= $1::uuid and c.message_id < $2::uuid
        and (position($3 in c.body) > 0 or position($3 in c.told) > 0)
        and ($4::smallint[] is null or c.bucket = any($4::smallint[]))`,
    [lowestIdAt(slice.fromMs), lowestIdAt(slice.toMs), number, buckets],
  );
  // What a receiver answered may repeat what it was told.
  await tx.query(
    `update callback_tries t set answer = ''
      where t.message_id >= $1::uuid and t.message_id < $2::uuid and position($3 in t.answer) > 0
        and ($4::smallint[] is null or t.bucket = any($4::smallint[]))`,
    [lowestIdAt(slice.fromMs), lowestIdAt(slice.toMs), number, buckets],
  );
  return { count: rowCount };
}
