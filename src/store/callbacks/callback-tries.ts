/**
 * What became of tries of callbacks: of each that failed, and of the one that came after such.
 *
 * 1. What the receiver answered may be anything. It is bounded, it is text, and it goes with the body of the callback.
 */
import { bucketOf, lowestIdAt } from '../../lib/ids.ts';
import type { Queryable } from '../database.ts';
import type { Buckets } from '../sql/lanes.ts';
import { recordset } from '../sql/recordset.ts';

export interface CallbackTry {
  readonly messageId: string;
  readonly seq: number;
  readonly triedAt: number;
  readonly status: number | null;
  readonly tookMs: number;
  /** Null: it was delivered. */
  readonly error: string | null;
  readonly answer: string;
}

const TRIES = recordset<CallbackTry>([
  { name: 'message_id', type: 'uuid', of: ({ messageId }) => messageId },
  { name: 'seq', type: 'smallint', of: ({ seq }) => seq },
  { name: 'bucket', type: 'smallint', of: ({ messageId }) => bucketOf(messageId) },
  { name: 'tried_at', type: 'instant', of: ({ triedAt }) => triedAt },
  { name: 'status', type: 'smallint', of: ({ status }) => status },
  { name: 'took_ms', type: 'integer', of: ({ tookMs }) => tookMs },
  { name: 'error', type: 'text', of: ({ error }) => error },
  { name: 'answer', type: 'text', of: ({ answer }) => answer },
]);

/** Of callbacks of one lane. */
export async function insertTries(tx: Queryable, tries: readonly CallbackTry[]): Promise<void> {
  await tx.query(
    `insert into callback_tries (${TRIES.names}) select ${TRIES.list(1)} from ${TRIES.from(1)} on conflict do nothing`,
    TRIES.values(tries),
  );
}

/** Of a message's callbacks, oldest first: of all, or of one. Of more than `limit` the newest. */
export async function listTries(
  db: Queryable,
  messageId: string,
  { seq, limit }: { readonly seq?: number; readonly limit: number },
): Promise<CallbackTry[]> {
  const { rows } = await db.query<CallbackTry>(
    `select t.message_id as "messageId", t.seq, t.tried_at as "triedAt", t.status, t.took_ms as "tookMs", t.error, t.answer
       from callback_tries t
      where t.message_id = $1::uuid and t.bucket = $2 and ($3::smallint is null or t.seq = $3)
      order by t.tried_at desc, t.seq desc limit $4`,
    [messageId, bucketOf(messageId), seq ?? null, limit],
  );
  return rows.reverse();
}

/** What was answered about these messages: it may repeat what it was told. */
export async function emptyTries(tx: Queryable, messageIds: readonly string[], buckets: Buckets): Promise<void> {
  await tx.query(
    `update callback_tries t set answer = '' where t.message_id = any($1::uuid[]) and t.answer <> ''
        and ($2::smallint[] is null or t.bucket = any($2::smallint[]))`,
    [messageIds, buckets],
  );
}

const AT_ONCE = 1_000;

/** Of messages of before then. */
export async function forgetTries(db: Queryable, before: number, buckets: Buckets): Promise<void> {
  if (!Number.isFinite(before)) return;
  for (;;) {
    const { rowCount } = await db.query(
      `delete from callback_tries t where (t.message_id, t.seq, t.tried_at, t.bucket) in (
         select o.message_id, o.seq, o.tried_at, o.bucket from callback_tries o
          where o.message_id < $1::uuid and ($2::smallint[] is null or o.bucket = any($2::smallint[])) limit ${AT_ONCE})
         and ($2::smallint[] is null or t.bucket = any($2::smallint[]))`,
      [lowestIdAt(before), buckets],
    );
    if (rowCount < AT_ONCE) return;
  }
}
