/**
 * The statements that remove what one-time passwords said: from their messages, and from receipts, which quote the
 * beginning of a text.
 *
 * 1. Messages are locked in the order of their ids. What a batch does with them is written in one transaction.
 * 2. Bodies of callbacks stay: they say how a message stands and not what it said.
 */
import { bucketOf, hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable, Transaction } from '../database.ts';
import { type IdSlice, idRange } from '../sql/id-range.ts';
import type { Buckets } from '../sql/lanes.ts';
import { recordset } from '../sql/recordset.ts';
import { EMPTIED_PLAN } from './remove-texts.ts';

export interface CodeMessage {
  readonly id: string;
  /** Epoch milliseconds; null while it is under way. */
  readonly finalAt: number | null;
}

export interface WaitingText {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly lookAt: number;
}

const WAITING = recordset<WaitingText>([
  { name: 'message_id', type: 'uuid', of: ({ id }) => id },
  { name: 'bucket', type: 'smallint', of: ({ id }) => bucketOf(id) },
  { name: 'look_at', type: 'instant', of: ({ lookAt }) => lookAt },
]);

const COLUMNS = 'm.id, m.final_at as "finalAt"';

/** Those of a slice whose texts are still there, in one lane. */
export async function lockCodes(
  tx: Transaction,
  slice: IdSlice,
  buckets: Buckets,
  limit: number,
): Promise<CodeMessage[]> {
  const { rows } = await tx.query<CodeMessage>(
    `select ${COLUMNS} from messages m
      where m.id >= $1::uuid and m.id < $2::uuid and m.message_type = 'OTP' and m.texts_removed_at is null
        and ($3::smallint[] is null or m.bucket = any($3::smallint[]))
      order by m.id limit $4 for update`,
    [...slice, buckets, limit],
  );
  return rows;
}

/** Those that are to be looked at again, in one lane; a message that is gone is not among the second ones. */
export async function lockWaiting(
  tx: Transaction,
  now: number,
  buckets: Buckets,
  limit: number,
): Promise<{ readonly ids: readonly string[]; readonly messages: readonly CodeMessage[] }> {
  const { rows: due } = await tx.query<{ id: string }>(
    `select c.message_id as id from code_texts c
      where c.look_at <= $1::timestamptz and ($2::smallint[] is null or c.bucket = any($2::smallint[]))
      order by c.look_at limit $3 for update`,
    [iso(now), buckets, limit],
  );
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return { ids, messages: [] };
  const { rows: messages } = await tx.query<CodeMessage>(
    `select ${COLUMNS} from messages m
      where m.id = any($1::uuid[]) and m.id >= $2::uuid and m.id <= $3::uuid
        and ($4::smallint[] is null or m.bucket = any($4::smallint[]))
      order by m.id for update`,
    [ids, ...idRange(ids), buckets],
  );
  return { ids, messages };
}

/** The messages are locked by this transaction. */
export async function emptyCodes(
  tx: Transaction,
  ids: readonly string[],
  buckets: Buckets,
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `update messages m set texts_removed_at = $4::timestamptz, plan = ${EMPTIED_PLAN}
      where m.id = any($1::uuid[]) and m.id >= $2::uuid and m.id <= $3::uuid and m.texts_removed_at is null
        and ($5::smallint[] is null or m.bucket = any($5::smallint[]))`,
    [ids, ...idRange(ids), iso(now), buckets],
  );
}

/** All are of one lane. What waits already waits as before. */
export async function waitForCodes(tx: Transaction, waiting: readonly WaitingText[]): Promise<void> {
  if (waiting.length === 0) return;
  await tx.query(
    `insert into code_texts (${WAITING.names}) select ${WAITING.list(1)} from ${WAITING.from(1)} on conflict do nothing`,
    WAITING.values(waiting),
  );
}

export async function putOffCodes(tx: Transaction, waiting: readonly WaitingText[], buckets: Buckets): Promise<void> {
  if (waiting.length === 0) return;
  await tx.query(
    `update code_texts c set look_at = r.look_at from ${WAITING.from(2)}
      where c.message_id = r.message_id and c.bucket = r.bucket
        and ($1::smallint[] is null or c.bucket = any($1::smallint[]))`,
    [buckets, ...WAITING.values(waiting)],
  );
}

export async function forgetWaiting(tx: Transaction, ids: readonly string[], buckets: Buckets): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `delete from code_texts c where c.message_id = any($1::uuid[])
        and ($2::smallint[] is null or c.bucket = any($2::smallint[]))`,
    [ids, buckets],
  );
}

/** Of receipts that came in this slice and have been dealt with; what people wrote stays. */
export async function emptyReceipts(
  db: Queryable,
  slice: IdSlice,
  results: readonly string[],
  buckets: Buckets,
): Promise<void> {
  await db.query(
    `update inbox i set body = ''::bytea
      where i.id >= $1::uuid and i.id < $2::uuid and i.due_at is null and i.result = any($3::text[])
        and i.body <> ''::bytea and ($4::smallint[] is null or i.bucket = any($4::smallint[]))`,
    [...slice, results, buckets],
  );
}

/** Null when nothing has been gone through. */
export async function textsReached(db: Queryable, name: string): Promise<number | null> {
  const { rows } = await db.query<{ reached_at: number }>(
    'select t.reached_at from texts_reached t where t.name = $1 and t.bucket = $2',
    [name, hash12(name)],
  );
  return rows[0]?.reached_at ?? null;
}

export async function writeTextsReached(db: Queryable, name: string, reachedAt: number): Promise<void> {
  await db.query(
    `insert into texts_reached as t (name, bucket, reached_at) values ($1, $2, $3::timestamptz)
     on conflict (name, bucket) do update set reached_at = greatest(t.reached_at, excluded.reached_at)`,
    [name, hash12(name), iso(reachedAt)],
  );
}
