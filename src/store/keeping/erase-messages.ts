/**
 * Takes a number out of the messages that were sent to it, and out of those that relayed what it wrote.
 *
 * 1. The recipient becomes `erased`; what the message says, and whatever holds the number in passing (the caller's own
 *    id, a callback's address, a carrier's words), goes. Ids, codes, times, account and country stay: for bills.
 *    What relayed a text of the number to somebody else loses what it says, and nothing else.
 * 2. A message that is under way needs its number: it is left, and its id is returned. A callback that is owed is left,
 *    and the id of its message is returned.
 */
import { lowestIdAt } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { emptyTries } from '../callbacks/callback-tries.ts';
import type { Queryable } from '../database.ts';
import { eraseHistory } from '../messages/message-history.ts';
import type { Buckets } from '../sql/lanes.ts';
import { EMPTIED_PLAN } from './remove-texts.ts';
import type { SliceOfLane } from './which-rows.ts';

/** What stands in place of a number. */
export const ERASED = 'erased';

export interface ErasedNumber {
  /** Digits. */
  readonly number: string;
  /** ISO 3166 alpha-2; '' where it has none. */
  readonly country: string;
}

/** Ids of messages to the number, in order: the first `limit`, or the first after `after`. */
export async function messagesTo(
  db: Queryable,
  number: string,
  slice: SliceOfLane,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select m.id from messages m
      where m.id >= $1::uuid and m.id < $2::uuid and ($5::uuid is null or m.id > $5::uuid) and m.recipient = $3
        and ($4::smallint[] is null or m.bucket = any($4::smallint[]))
      order by m.id limit $6`,
    [lowestIdAt(slice.fromMs), lowestIdAt(slice.toMs), number, slice.buckets, after, limit],
  );
  return rows.map((row) => row.id);
}

export interface ErasedMessages {
  readonly messages: number;
  readonly callbacks: number;
  /** Not final: nothing of them has been erased. */
  readonly underWay: readonly string[];
  /** Erased themselves, with callbacks that are still owed. */
  readonly owing: readonly string[];
}

export async function eraseMessages(
  tx: Queryable,
  { number, country }: ErasedNumber,
  { ids, buckets }: { readonly ids: readonly string[]; readonly buckets: Buckets },
  now: number,
): Promise<ErasedMessages> {
  const sorted = [...ids].sort();
  const range = [sorted, sorted[0], sorted.at(-1)];
  const { rows } = await tx.query<{ id: string; final: boolean }>(
    `select m.id, m.final_at is not null as final from messages m
      where m.id = any($1::uuid[]) and m.id >= $2::uuid and m.id <= $3::uuid
        and ($4::smallint[] is null or m.bucket = any($4::smallint[]))
      order by m.id for update`,
    [...range, buckets],
  );
  const final = rows.filter((row) => row.final).map((row) => row.id);
  const { rowCount: messages } = await tx.query(
    `update messages m
        set recipient = case when m.recipient = $7 then '${ERASED}' else m.recipient end,
            country = case when m.recipient = $7 then coalesce(m.country, $5) else m.country end, plan = ${EMPTIED_PLAN},
            texts_removed_at = coalesce(m.texts_removed_at, $6::timestamptz),
            external_id = case when position($7 in m.external_id) > 0 then null else m.external_id end,
            callback = case when position($7 in m.callback ->> 'url') > 0 then null else m.callback end
      where m.id = any($1::uuid[]) and m.id >= $2::uuid and m.id <= $3::uuid
        and (m.recipient = $7 or m.texts_removed_at is null)
        and ($4::smallint[] is null or m.bucket = any($4::smallint[]))`,
    [final, ...range.slice(1), buckets, country, iso(now), number],
  );
  await tx.query(
    `update attempts a set reason = null
      where a.message_id = any($1::uuid[]) and a.message_id >= $2::uuid and a.message_id <= $3::uuid
        and position($5 in a.reason) > 0 and ($4::smallint[] is null or a.bucket = any($4::smallint[]))`,
    [final, ...range.slice(1), buckets, number],
  );
  await eraseHistory(tx, { number, messageIds: final }, buckets);
  const underWay = rows.filter((row) => !row.final).map((row) => row.id);
  // Also of what is no message: a line of callbacks.
  const others = sorted.filter((id) => !underWay.includes(id));
  const callbacks = await eraseCallbacks(tx, number, [others, ...range.slice(1)], buckets);
  return { messages, ...callbacks, underWay };
}

async function eraseCallbacks(
  tx: Queryable,
  number: string,
  range: readonly unknown[],
  buckets: Buckets,
): Promise<{ readonly callbacks: number; readonly owing: string[] }> {
  const within = `c.message_id = any($1::uuid[]) and c.message_id >= $2::uuid and c.message_id <= $3::uuid
        and ($4::smallint[] is null or c.bucket = any($4::smallint[]))`;
  // Asked first: one that is settled in between is erased by what follows, and looked at once more for nothing.
  const { rows } = await tx.query<{ message_id: string }>(
    `select distinct c.message_id from callbacks c where ${within} and c.state = 'pending'`,
    [...range, buckets],
  );
  const { rowCount: callbacks } = await tx.query(
    `update callbacks c
        set body = '', told = null, url = case when position($5 in c.url) > 0 then c.endpoint else c.url end
      where ${within} and c.state <> 'pending' and (c.body <> '' or c.told is not null)`,
    [...range, buckets, number],
  );
  await emptyTries(tx, range[0] as readonly string[], buckets);
  return { callbacks, owing: rows.map((row) => row.message_id) };
}
