/**
 * What seldom happens to a message and leaves no other trace: written in the transaction that changes the message anyway.
 */
import { bucketOf, lowestIdAt } from '../../lib/ids.ts';
import type { Queryable, Transaction } from '../database.ts';
import type { Buckets } from '../sql/lanes.ts';
import { recordset } from '../sql/recordset.ts';

export const HISTORY_KINDS = [
  'retry',
  'handed_over_again',
  'unreachable',
  'no_answer',
  'late_receipt',
  'withdrawing',
  'withdrawal',
  'cancel',
  'node_changed',
] as const;

export type HistoryKind = (typeof HISTORY_KINDS)[number];

export interface MessageHistory {
  readonly id: string;
  readonly messageId: string;
  /** Of the attempt; null: of the message. */
  readonly n: number | null;
  readonly at: number;
  readonly kind: HistoryKind;
  /** Names and short words; null where they have been erased. */
  readonly details: Readonly<Record<string, string | number | null>> | null;
}

const HISTORY = recordset<MessageHistory>([
  { name: 'message_id', type: 'uuid', of: ({ messageId }) => messageId },
  { name: 'bucket', type: 'smallint', of: ({ messageId }) => bucketOf(messageId) },
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'n', type: 'smallint', of: ({ n }) => n },
  { name: 'at', type: 'instant', of: ({ at }) => at },
  { name: 'kind', type: 'text', of: ({ kind }) => kind },
  { name: 'details', type: 'json', of: ({ details }) => details },
]);

/** Of messages of one lane. */
export async function insertHistory(tx: Transaction, rows: readonly MessageHistory[]): Promise<void> {
  await tx.query(
    `insert into message_history (${HISTORY.names}) select ${HISTORY.list(1)} from ${HISTORY.from(1)}`,
    HISTORY.values(rows),
  );
}

/** Oldest first. */
export async function listHistory(db: Queryable, messageId: string, limit: number): Promise<MessageHistory[]> {
  const { rows } = await db.query<MessageHistory>(
    `select h.id, h.message_id as "messageId", h.n, h.at, h.kind, h.details from message_history h
      where h.message_id = $1::uuid and h.bucket = $2 order by h.id limit $3`,
    [messageId, bucketOf(messageId), limit],
  );
  return rows;
}

/** A carrier's words may hold the number. */
export async function eraseHistory(
  tx: Queryable,
  { number, messageIds }: { readonly number: string; readonly messageIds: readonly string[] },
  buckets: Buckets,
): Promise<void> {
  await tx.query(
    `update message_history h set details = null
      where h.message_id = any($1::uuid[]) and position($2 in h.details::text) > 0
        and ($3::smallint[] is null or h.bucket = any($3::smallint[]))`,
    [messageIds, number, buckets],
  );
}

const AT_ONCE = 1_000;

/** Of messages of before then. */
export async function forgetHistory(db: Queryable, before: number, buckets: Buckets): Promise<void> {
  if (!Number.isFinite(before)) return;
  for (;;) {
    const { rowCount } = await db.query(
      `delete from message_history h where (h.message_id, h.id, h.bucket) in (
         select o.message_id, o.id, o.bucket from message_history o
          where o.message_id < $1::uuid and ($2::smallint[] is null or o.bucket = any($2::smallint[])) limit ${AT_ONCE})
         and ($2::smallint[] is null or h.bucket = any($2::smallint[]))`,
      [lowestIdAt(before), buckets],
    );
    if (rowCount < AT_ONCE) return;
  }
}
