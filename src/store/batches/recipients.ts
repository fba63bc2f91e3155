/**
 * The recipients of batches, each in its place, and what became of it: a message, or a refusal. They lie in slices
 * (slices.ts); those of a batch that the release before has recorded have a row each, in `batch_recipients`.
 *
 * 1. All of a batch have its bucket, and so have their messages: a step is a transaction of one lane.
 * 2. A message is looked up from its recipient, one by one: whatever else was sent that day is not looked through.
 * 3. Where one index is right whatever the values are, the plan is kept. Not for `writeMade`: a plan that is made while few
 *    recipients stand there reads all of a batch for each of a step.
 */
import { bucketOf, lowestIdAt } from '../../lib/ids.ts';
import type { Queryable, Transaction } from '../database.ts';
import { codeOfStored, READ, storedCode, storedStatus } from '../messages/stored-codes.ts';
import { recordset } from '../sql/recordset.ts';
import type { Batch } from './batches.ts';
import {
  type BatchRecipient,
  dropParametersInSlices,
  openInSlices,
  placesInSlices,
  type RecipientMade,
  writeInSlices,
} from './slices.ts';

type BatchKey = Pick<Batch, 'id' | 'isSliced'>;

const MADE = recordset<RecipientMade & { readonly batchId: string }>([
  { name: 'batch_id', type: 'uuid', of: ({ batchId }) => batchId },
  { name: 'bucket', type: 'smallint', of: ({ batchId }) => bucketOf(batchId) },
  { name: 'place', type: 'integer', of: ({ place }) => place },
  { name: 'message_id', type: 'uuid', shared: true, of: ({ messageId }) => messageId },
  { name: 'code', type: 'smallint', shared: true, of: ({ code }) => code },
  { name: 'reason', type: 'text', shared: true, of: ({ reason }) => reason },
]);

const COLUMNS = `p.place, p.number, p.external_id as "externalId", p.parameters, p.message_id as "messageId", p.code,
  p.reason`;

/** From a place on, of which no message was made and which was not refused. What was erased is absent. */
export async function recipientsToMake(
  db: Queryable,
  { id, isSliced, nextPlace }: BatchKey & Pick<Batch, 'nextPlace'>,
  limit: number,
): Promise<BatchRecipient[]> {
  if (isSliced) return openInSlices(db, id, nextPlace, limit);
  const { rows } = await db.query<BatchRecipient>(
    `select ${COLUMNS} from batch_recipients p
      where p.batch_id = $1::uuid and p.bucket = $2 and p.place >= $3 and p.message_id is null and p.code is null
      order by p.place limit $4`,
    [id, bucketOf(id), nextPlace, limit],
    'kept',
  );
  return rows;
}

/**
 * What has become of some of a batch (rule 3); their parameters go. Resolves with the places that are still there: of what was
 * erased meanwhile nothing may be made.
 */
export async function writeMade(
  tx: Transaction,
  { id: batchId, isSliced }: BatchKey,
  made: readonly RecipientMade[],
): Promise<ReadonlySet<number>> {
  if (isSliced) return writeInSlices(tx, batchId, made);
  const { form, values } = MADE.fitted(made.map((each) => ({ ...each, batchId })));
  const { rows } = await tx.query<{ place: number }>(
    `update batch_recipients p set ${form.set(['message_id', 'code', 'reason'], 2)}, parameters = null
       from ${form.from(2)}
      where p.batch_id = r.batch_id and p.place = r.place and p.bucket = r.bucket and p.bucket = $1
     returning p.place`,
    [bucketOf(batchId), ...values],
  );
  return new Set(rows.map(({ place }) => place));
}

/** Of these places the messages that were made; a place whose message is not known here is absent. */
export async function messagesMade(
  db: Queryable,
  { id, isSliced }: BatchKey,
  places: readonly number[],
): Promise<Map<number, string>> {
  const [least, most] = [Math.min(...places), Math.max(...places)];
  const { rows } = await db.query<{ place: number; id: string }>(
    `select p.place, p.message_id as id from ${placesOf(isSliced, '$4::int', '$5::int + 1')} p
      where p.place = any($3::int[]) and p.message_id is not null`,
    [id, bucketOf(id), places, least, most],
  );
  return new Map(rows.map(({ place, id }) => [place, id]));
}

/** No message will be made of them any more: their values go. */
export async function dropParameters(tx: Transaction, { id, isSliced }: BatchKey): Promise<void> {
  if (isSliced) return dropParametersInSlices(tx, id);
  await tx.query(
    `update batch_recipients p set parameters = null
      where p.batch_id = $1::uuid and p.bucket = $2 and p.parameters is not null`,
    [id, bucketOf(id)],
  );
}

/** In SQL: the recipients of the batch `$1`, in the bucket `$2`, with places from `from` up to `to` and maybe some more. */
function placesOf(isSliced: boolean, from: string, to?: string): string {
  if (isSliced) return placesInSlices(from, to);
  const before = to === undefined ? '' : `and b.place < ${to}`;
  return `(select b.place, b.number, b.external_id, b.message_id, b.code, b.reason from batch_recipients b
            where b.batch_id = $1::uuid and b.bucket = $2 and b.place >= ${from} ${before})`;
}

export interface Sweep {
  readonly batch: Batch;
  /** Places from here on, so many of them. */
  readonly places: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Rule 2. The message of a recipient, in the bucket `$2` of the batch: `$3` and `$4` are the ids between which all of the batch lie. */
const ITS_MESSAGE = `lateral (
  select m.final_at, case when m.status = ${storedStatus(READ)} and exists (
           select 1 from attempts a
            where a.message_id = m.id and a.bucket = $2 and a.message_id >= $3::uuid and a.message_id < $4::uuid
              and a.code = ${storedCode(READ)}) then ${storedCode(READ)} else m.status end as status
    from messages m
   where m.id = p.message_id and m.bucket = $2 and m.id >= $3::uuid and m.id < $4::uuid limit 1) m`;

/** Messages are made after their batch, and none in time to come. */
function idsOf({ createdAt, endedAt }: Batch, now: number): [string, string] {
  return [lowestIdAt(createdAt), lowestIdAt((endedAt ?? now) + LATER_MS)];
}

/** Clocks of nodes differ, and the last message is made just before its batch has ended. */
const LATER_MS = 600_000;

/** Ids of the messages in a stretch of places that are not final. */
export async function unfinishedMessages(db: Queryable, { batch, places, now }: Sweep): Promise<string[]> {
  const from = batch.sweepPlace ?? 0;
  const { rows } = await db.query<{ id: string }>(
    `select p.message_id as id from ${placesOf(batch.isSliced, '$5::int', '$6::int')} p, ${ITS_MESSAGE}
      where p.place >= $5 and p.place < $6 and m.final_at is null
      order by p.place`,
    [batch.id, bucketOf(batch.id), ...idsOf(batch, now), from, from + places],
  );
  return rows.map(({ id }) => id);
}

/** A recipient with its message as far as there is one: its code is that of the message. */
export interface ShownRecipient extends Omit<BatchRecipient, 'parameters'> {
  /** Of the message; null: there is none, or it is no longer kept. */
  readonly status: number | null;
}

/** waiting: no message yet. refused: there will be none. made: its message may be shown. */
export const RECIPIENT_STATES = ['waiting', 'refused', 'made'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

const ITS_STATE = `case when p.message_id is not null then 'made' when p.code is null then 'waiting' else 'refused' end`;

export interface RecipientPage {
  /** Behind this place. */
  readonly after: number;
  readonly limit: number;
  readonly now: number;
  readonly state?: RecipientState | undefined;
  /** Of its message, or why there is none. */
  readonly code?: number | undefined;
}

/** In the order of their places. */
export async function listRecipients(
  db: Queryable,
  batch: Batch,
  { after, limit, now, state, code }: RecipientPage,
): Promise<ShownRecipient[]> {
  const codes = code === undefined ? [null, null] : [code, storedCode(code)];
  const { rows } = await db.query<ShownRecipient>(
    `select p.place, p.number, p.external_id as "externalId", p.message_id as "messageId", p.code, p.reason, m.status
       from ${placesOf(batch.isSliced, '$5::int + 1')} p left join ${ITS_MESSAGE} on true
      where p.place > $5 and ($7::text is null or ${ITS_STATE} = $7)
        and ($8::int is null or case when p.message_id is null then p.code = $8 else m.status = $9::int end)
      order by p.place limit $6`,
    [batch.id, bucketOf(batch.id), ...idsOf(batch, now), after, limit, state ?? null, ...codes],
  );
  return rows.map((row) => ({ ...row, status: row.status === null ? null : codeOfStored(row.status) }));
}

export interface RecipientCount {
  /** made: `code` is the status of the message. */
  readonly state: RecipientState;
  /** Of a message that is no longer kept: null. */
  readonly code: number | null;
  readonly count: number;
}

export async function countRecipients(db: Queryable, batch: Batch, now: number): Promise<RecipientCount[]> {
  const { rows } = await db.query<RecipientCount>(
    `select ${ITS_STATE} as state,
            coalesce(p.code, m.status) as code, count(*)::int as count
       from ${placesOf(batch.isSliced, '0')} p left join ${ITS_MESSAGE} on true
      group by 1, 2 order by 1, 2`,
    [batch.id, bucketOf(batch.id), ...idsOf(batch, now)],
  );
  return rows.map((row) =>
    row.state === 'made' ? { ...row, code: row.code === null ? null : codeOfStored(row.code) } : row,
  );
}
