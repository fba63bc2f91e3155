/**
 * Removes what messages and inbound texts say, and the bodies of callbacks, while their records stay.
 *
 * 1. A text is replaced by nothing: each text of a message's plan becomes empty, and so does each list and object, so
 *    that the plan keeps its shape.
 * 2. What is under way is left: a message that is not final, a callback that is still owed.
 * 3. A day is gone through once, a few hundred messages at a time. `text_removals` says how far each account is.
 */
import { hash12, lowestIdAt } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { emptyTries } from '../callbacks/callback-tries.ts';
import type { Database, Queryable } from '../database.ts';
import type { Buckets } from '../sql/lanes.ts';
import { type SliceOfLane, type Whose, whoseValues } from './which-rows.ts';

/** The plan of a message `m`, without what it says. */
export const EMPTIED_PLAN = `(
  select jsonb_agg(jsonb_set(step, '{content}', (
           select jsonb_object_agg(name, case when name in ('type', 'orientation', 'width') then value
                    when jsonb_typeof(value) = 'array' then '[]'::jsonb
                    when jsonb_typeof(value) = 'object' then '{}'::jsonb
                    else '""'::jsonb end)
             from jsonb_each(step -> 'content') as field(name, value))) order by n)
    from jsonb_array_elements(m.plan) with ordinality as steps(step, n))`;

/** Of a callback `c`: not of what people wrote, in a session or to a sender, nor of what happened in a session. */
const IS_STATUS = `(c.body like '{"reference_id":%' and c.body not like '%"sub_resource":"mo\\_%')`;

const AT_ONCE = 500;

/** Returns how many messages and callbacks were left because they are under way. `signal` ends it between batches. */
export async function removeTextsOfMessages(
  db: Database,
  whose: Whose,
  slice: SliceOfLane,
  { now, signal }: { readonly now: number; readonly signal: AbortSignal },
): Promise<number> {
  const to = lowestIdAt(slice.toMs);
  let left = 0;
  let from = lowestIdAt(slice.fromMs);
  for (;;) {
    signal.throwIfAborted();
    const batch = await db.transaction((tx) => removeBatch(tx, whose, { from, to, buckets: slice.buckets }, now));
    left += batch.left;
    if (batch.last === null) return left;
    from = batch.last;
  }
}

async function removeBatch(
  tx: Queryable,
  whose: Whose,
  { from, to, buckets }: { readonly from: string; readonly to: string; readonly buckets: Buckets },
  now: number,
): Promise<{ readonly left: number; readonly last: string | null }> {
  // The last of a batch is the first of the next one, and nothing is left to do with it.
  const { rows } = await tx.query<{ id: string; final: boolean }>(
    `select m.id, m.final_at is not null as final from messages m
      where m.id >= $1::uuid and m.id < $2::uuid and ${WHOSE('m')}
        and ($5::smallint[] is null or m.bucket = any($5::smallint[]))
      order by m.id limit ${AT_ONCE} for update`,
    [from, to, ...whoseValues(whose), buckets],
  );
  const first = rows[0]?.id;
  const last = rows.at(-1)?.id;
  if (first === undefined || last === undefined) return { left: 0, last: null };
  const final = rows.filter((row) => row.final).map((row) => row.id);
  await tx.query(
    `update messages m set texts_removed_at = $4::timestamptz, plan = ${EMPTIED_PLAN}
      where m.id = any($1::uuid[]) and m.id >= $2::uuid and m.id <= $3::uuid and m.texts_removed_at is null
        and ($5::smallint[] is null or m.bucket = any($5::smallint[]))`,
    [final, first, last, iso(now), buckets],
  );
  const pending = await emptyCallbacks(tx, final, buckets);
  const isEnd = rows.length < AT_ONCE;
  return { left: rows.length - final.length + pending, last: isEnd ? null : last };
}

/** Removes the texts of those messages that are final and owe nothing, or are gone; returns their ids. One lane's. */
export async function removeFinalTexts(
  tx: Queryable,
  ids: readonly string[],
  buckets: Buckets,
  now: number,
): Promise<string[]> {
  const sorted = [...ids].sort();
  const range = [sorted[0] ?? null, sorted.at(-1) ?? null, buckets];
  const { rows } = await tx.query<{ id: string }>(
    `select m.id from messages m
      where m.id = any($1::uuid[]) and m.id >= $2::uuid and m.id <= $3::uuid and m.final_at is null
        and ($4::smallint[] is null or m.bucket = any($4::smallint[]))
     union
     select c.message_id from callbacks c
      where c.message_id = any($1::uuid[]) and c.message_id >= $2::uuid and c.message_id <= $3::uuid
        and c.state = 'pending' and ($4::smallint[] is null or c.bucket = any($4::smallint[]))`,
    [sorted, ...range],
  );
  const left = new Set(rows.map((row) => row.id));
  const final = sorted.filter((id) => !left.has(id));
  await tx.query(
    `update messages m set texts_removed_at = $5::timestamptz, plan = ${EMPTIED_PLAN}
      where m.id = any($1::uuid[]) and m.id >= $2::uuid and m.id <= $3::uuid and m.texts_removed_at is null
        and ($4::smallint[] is null or m.bucket = any($4::smallint[]))`,
    [final, ...range, iso(now)],
  );
  await emptyCallbacks(tx, final, buckets);
  return final;
}

/**
 * Empties the bodies of the messages' callbacks that are not owed any more; returns how many are. What only says how a
 * message stands can still be fetched as an event.
 */
export async function emptyCallbacks(tx: Queryable, messageIds: readonly string[], buckets: Buckets): Promise<number> {
  const sorted = [...messageIds].sort();
  const values = [sorted, sorted[0] ?? null, sorted.at(-1) ?? null, buckets];
  const within = `c.message_id = any($1::uuid[]) and c.message_id >= $2::uuid and c.message_id <= $3::uuid
        and ($4::smallint[] is null or c.bucket = any($4::smallint[]))`;
  await tx.query(
    `update callbacks c set body = '', told = case when ${IS_STATUS} then c.body end
      where ${within} and c.state <> 'pending' and c.body <> ''`,
    values,
  );
  await emptyTries(tx, sorted, buckets);
  const { rows } = await tx.query<{ count: number }>(
    `select count(*) as count from callbacks c where ${within} and c.state = 'pending'`,
    values,
  );
  return rows[0]?.count ?? 0;
}

/** As a condition on parameters 3 and 4. */
const WHOSE = (table: string) =>
  `($3::text is null or ${table}.account_id = $3)
        and (${table}.account_id is null or not (${table}.account_id = any($4::text[])))`;

/** For each account, or `*`, the beginning of the first day whose texts may still be there. */
export async function readTextRemovals(db: Queryable): Promise<Map<string, number>> {
  const { rows } = await db.query<{ account_id: string; next_day: string }>(
    'select r.account_id, r.next_day::text as next_day from text_removals r',
  );
  return new Map(rows.map((row) => [row.account_id, Date.parse(`${row.next_day}T00:00:00Z`)]));
}

export async function writeTextRemoval(db: Queryable, accountId: string, nextDayMs: number): Promise<void> {
  await db.query(
    `insert into text_removals as r (account_id, bucket, next_day) values ($1, $2, $3::date)
     on conflict (account_id, bucket) do update set next_day = greatest(r.next_day, excluded.next_day)`,
    [accountId, hash12(accountId), iso(nextDayMs).slice(0, 10)],
  );
}
