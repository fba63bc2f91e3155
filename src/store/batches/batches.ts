/**
 * Batches: one message for many recipients, and how far each has come.
 *
 * 1. `due_at` says when a batch is gone on with. Whoever goes on takes it under a lease, which is `due_at` itself. What a
 *    step has done is written where its place still stands and nothing else was ordered meanwhile: so of two nodes one
 *    goes on, and no message is made twice.
 * 2. An order (`lockBatch`) waits for all that hands over a message of the batch (`findHeldBack` locks it for that),
 *    and whatever hands over after it sees the order. The steps of rule 1 keep nobody from handing over.
 */
import type { MessageType } from '../../carriers/carrier.ts';
import { bucketOf } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable, Transaction } from '../database.ts';
import { PRIORITY } from '../messages/message-rows.ts';
import { foundByBoth } from '../sql/id-range.ts';
import type { Buckets } from '../sql/lanes.ts';

/**
 * in_progress: messages are being made. paused: none is made, and none that is made leaves. cancelling: those that are
 * made are taken back. cancelled: they have been. done: every recipient has a message or was refused.
 */
export const BATCH_STATES = ['in_progress', 'paused', 'cancelling', 'cancelled', 'done'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

export interface Batch {
  readonly id: string;
  readonly accountId: string;
  readonly externalId: string | null;
  readonly messageType: MessageType;
  readonly state: BatchState;
  /** As the operations wrote it; null when no message is made of it any more. */
  readonly body: unknown;
  readonly clientAddress: string;
  readonly sendAt: number | null;
  readonly total: number;
  readonly nextPlace: number;
  readonly sweepPlace: number | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
  readonly dueAt: number | null;
  /** Where its recipients lie (recipients.ts). False: the release before has recorded it. */
  readonly isSliced: boolean;
}

const COLUMNS = `b.id, b.account_id as "accountId", b.external_id as "externalId", b.message_type as "messageType", b.state,
  b.client_address as "clientAddress", b.send_at as "sendAt", b.total, b.next_place as "nextPlace",
  b.sweep_place as "sweepPlace", b.created_at as "createdAt", b.ended_at as "endedAt", b.due_at as "dueAt",
  b.slices_over is not null as "isSliced"`;

const instant = (at: number | null) => (at === null ? null : iso(at));

/** How many recipients the batches of an account have that are not over. */
export async function recipientsNotEnded(db: Queryable, accountId: string): Promise<number> {
  const { rows } = await db.query<{ total: number }>(
    `select coalesce(sum(b.total), 0)::int as total from batches b where b.account_id = $1 and b.ended_at is null`,
    [accountId],
  );
  return rows[0]?.total ?? 0;
}

/** False: it stands already. */
export async function insertBatch(tx: Transaction, batch: Batch): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into batches (id, bucket, account_id, external_id, message_type, priority, state, body, client_address,
       send_at, total, next_place, created_at, due_at, slices_over)
     values ($1::uuid, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10::timestamptz, $11, $12, $13::timestamptz,
       $14::timestamptz, $15)
     on conflict do nothing`,
    [
      batch.id,
      bucketOf(batch.id),
      batch.accountId,
      batch.externalId,
      batch.messageType,
      PRIORITY[batch.messageType],
      batch.state,
      JSON.stringify(batch.body),
      batch.clientAddress,
      instant(batch.sendAt),
      batch.total,
      batch.nextPlace,
      iso(batch.createdAt),
      instant(batch.dueAt),
      batch.isSliced ? false : null,
    ],
  );
  return rowCount > 0;
}

/** Without what its messages say. */
export async function findBatch(db: Queryable, id: string): Promise<Batch | null> {
  const { rows } = await db.query<Batch>(
    `select ${COLUMNS}, null as body from batches b where b.id = $1::uuid and b.bucket = $2`,
    [id, bucketOf(id)],
  );
  return rows[0] ?? null;
}

/** Rule 2. */
export async function lockBatch(tx: Transaction, id: string): Promise<Batch | null> {
  const { rows } = await tx.query<Batch>(
    `select ${COLUMNS}, b.body from batches b where b.id = $1::uuid and b.bucket = $2 for update`,
    [id, bucketOf(id)],
  );
  return rows[0] ?? null;
}

/** Takes the one that is the most urgent and has waited longest, for as long as the lease lasts. */
export async function claimBatch(
  db: Queryable,
  now: number,
  leasedUntil: number,
  buckets: Buckets,
): Promise<Batch | null> {
  const { rows } = await db.query<Batch>(
    `with due as (
       select b.id, b.bucket from batches b
        where b.due_at <= $1::timestamptz and ($2::smallint[] is null or b.bucket = any($2::smallint[]))
        order by b.priority, b.due_at limit 1 for no key update skip locked)
     update batches b set due_at = $3::timestamptz from due
      where ${foundByBoth('b.id, b.bucket', 'due.id, due.bucket')} and b.bucket = due.bucket
        and ($2::smallint[] is null or b.bucket = any($2::smallint[]))
     returning ${COLUMNS}, b.body`,
    [iso(now), buckets, iso(leasedUntil)],
    'kept',
  );
  return rows[0] ?? null;
}

/** When the next batch is due; null: there is none. By priority, as the index has them: one row of each is read. */
export async function nextBatchAt(db: Queryable): Promise<number | null> {
  const first = (priority: number) =>
    `(select min(b.due_at) as at from batches b where b.priority = ${priority} and b.due_at is not null)`;
  const { rows } = await db.query<{ at: number | null }>(
    `select least(one.at, two.at, three.at) as at
       from ${first(PRIORITY.OTP)} as one cross join ${first(PRIORITY.ARN)} as two cross join ${first(PRIORITY.MKT)} as three`,
    [],
    'kept',
  );
  return rows[0]?.at ?? null;
}

/** What a step or an order changes. `body` is dropped when `keepsBody` is false. */
export type BatchMove = Pick<Batch, 'state' | 'nextPlace' | 'sweepPlace' | 'endedAt' | 'dueAt'> & {
  readonly keepsBody: boolean;
};

/** Rule 1: false when somebody else has gone on with it meanwhile, or something was ordered. */
export async function moveBatch(tx: Queryable, before: Batch, move: BatchMove): Promise<boolean> {
  const { id, state, nextPlace, sweepPlace, dueAt } = before;
  const { rowCount } = await tx.query(
    `update batches b set state = $7, next_place = $8, sweep_place = $9, ended_at = $10::timestamptz,
        due_at = $11::timestamptz, body = case when $12 then b.body end,
        slices_over = case when b.slices_over is not null then $10::timestamptz is not null end
       from unnest(array[$1::uuid], array[$2::smallint]) as r(id, bucket)
      where ${foundByBoth('b.id, b.bucket', 'r.id, r.bucket')} and b.bucket = $2 and b.state = $3 and b.next_place = $4
        and b.sweep_place is not distinct from $5 and b.due_at is not distinct from $6::timestamptz`,
    [
      id,
      bucketOf(id),
      state,
      nextPlace,
      sweepPlace,
      instant(dueAt),
      move.state,
      move.nextPlace,
      move.sweepPlace,
      instant(move.endedAt),
      instant(move.dueAt),
      move.keepsBody,
    ],
    'kept',
  );
  return rowCount > 0;
}

/**
 * Of these batches, all of one lane, those of which nothing may leave now. All of them stay as they are until the
 * transaction ends (rule 2).
 */
export async function findHeldBack(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ id: string; state: BatchState }>(
    `select b.id, b.state from batches b
      where b.id = any($1::uuid[]) and b.bucket = any($2::smallint[])
      order by b.id for key share`,
    [ids, [...new Set(ids.map(bucketOf))]],
    'kept',
  );
  const held: readonly BatchState[] = ['paused', 'cancelling', 'cancelled'];
  return new Set(rows.filter(({ state }) => held.includes(state)).map(({ id }) => id));
}

export interface BatchFilter {
  readonly accountId?: string | undefined;
  readonly externalId?: string | undefined;
  readonly state?: BatchState | undefined;
  /** When it was taken: from here on, and before that. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Go on below this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Newest first. */
export async function listBatches(db: Queryable, filter: BatchFilter): Promise<Batch[]> {
  const { accountId, externalId, state, from, to, before, limit } = filter;
  const { rows } = await db.query<Batch>(
    `select ${COLUMNS}, null as body from batches b
      where ($1::text is null or b.account_id = $1) and ($2::text is null or b.state = $2)
        and ($3::uuid is null or b.id < $3::uuid) and ($4::text is null or b.external_id = $4)
        and ($5::timestamptz is null or b.created_at >= $5::timestamptz)
        and ($6::timestamptz is null or b.created_at < $6::timestamptz)
      order by b.id desc limit $7`,
    [
      accountId ?? null,
      state ?? null,
      before ?? null,
      externalId ?? null,
      instant(from ?? null),
      instant(to ?? null),
      limit,
    ],
  );
  return rows;
}
