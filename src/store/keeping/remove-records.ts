/**
 * Removes the records of accounts that keep them for a shorter time than others: messages with their attempts and
 * callbacks. What people sent: remove-inbound.ts. Days that no account keeps any longer are dropped as partitions (partitions.ts).
 *
 * 1. A message that is not final, or that owes a callback, is left.
 */
import { lowestIdAt } from '../../lib/ids.ts';
import type { Database, Queryable } from '../database.ts';
import { type PastOfLane, type SliceOfLane, type Whose, whoseValues } from './which-rows.ts';

const AT_ONCE = 500;

/** The accounts that have messages in the slice, found by skipping through the index. */
export async function accountsIn(db: Queryable, slice: SliceOfLane): Promise<string[]> {
  const within = `m.id >= $1::uuid and m.id < $2::uuid and ($3::smallint[] is null or m.bucket = any($3::smallint[]))`;
  const { rows } = await db.query<{ account_id: string }>(
    `with recursive present as (
       (select m.account_id from messages m where ${within} order by m.account_id limit 1)
       union all
       select next.account_id from present
        cross join lateral (
          select m.account_id from messages m where m.account_id > present.account_id and ${within}
           order by m.account_id limit 1) next)
     select account_id from present`,
    [lowestIdAt(slice.fromMs), lowestIdAt(slice.toMs), slice.buckets],
  );
  return rows.map((row) => row.account_id);
}

/** Returns how many messages are gone. `signal` ends it between batches. */
export async function removeMessages(
  db: Database,
  accountId: string,
  slice: SliceOfLane,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const count = await db.transaction((tx) => removeBatch(tx, accountId, slice));
    removed += count;
    if (count < AT_ONCE) return removed;
  }
}

async function removeBatch(tx: Queryable, accountId: string, slice: SliceOfLane): Promise<number> {
  const { fromMs, toMs, buckets } = slice;
  const { rows } = await tx.query<{ id: string }>(
    `select m.id from messages m
      where m.account_id = $1 and m.id >= $2::uuid and m.id < $3::uuid and m.final_at is not null
        and ($4::smallint[] is null or m.bucket = any($4::smallint[]))
        and not exists (select 1 from callbacks c
             where c.message_id = m.id and c.bucket = m.bucket and c.state = 'pending'
               and ($4::smallint[] is null or c.bucket = any($4::smallint[])))
      order by m.id limit ${AT_ONCE} for update of m`,
    [accountId, lowestIdAt(fromMs), lowestIdAt(toMs), buckets],
  );
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  for (const [table, key] of [
    ['callback_tries', 'message_id'],
    ['message_history', 'message_id'],
    ['callbacks', 'message_id'],
    ['calls', 'message_id'],
    ['attempts', 'message_id'],
    ['messages', 'id'],
  ] as const) {
    await tx.query(
      `delete from ${table} m where m.${key} = any($1::uuid[]) and m.${key} >= $2::uuid and m.${key} <= $3::uuid
          and ($4::smallint[] is null or m.bucket = any($4::smallint[]))`,
      [ids, ids[0], ids.at(-1), buckets],
    );
  }
  return ids.length;
}

/** Look-ups made before then. Consents stay. */
export async function forgetLookUps(db: Queryable, whose: Whose, { before, buckets }: PastOfLane): Promise<void> {
  for (;;) {
    const { rowCount } = await db.query(
      `delete from look_ups m where (m.id, m.bucket) in (
         select l.id, l.bucket from look_ups l
          where l.id < $1::uuid and ($2::text is null or l.account_id = $2)
            and not (l.account_id = any($3::text[]))
            and ($4::smallint[] is null or l.bucket = any($4::smallint[])) limit ${AT_ONCE})
         and m.id < $1::uuid and ($4::smallint[] is null or m.bucket = any($4::smallint[]))`,
      [lowestIdAt(before), ...whoseValues(whose), buckets],
    );
    if (rowCount < AT_ONCE) return;
  }
}
