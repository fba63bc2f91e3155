/**
 * Takes a number out of everything but messages (erase-messages.ts): the list of steps, and those of the smaller tables.
 *
 * 1. Each step erases in one table. A table that grows with traffic is gone through by slices of time, so that no
 *    statement is long; any other is read as a whole.
 * 2. Every table has a step here, or a test names the reason why it holds no number.
 * 3. A step may be repeated: what it has erased it does not find again.
 */
import { hash12, lowestIdAt } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';
import { listPartitions } from '../schema/partitions.ts';
import type { Buckets } from '../sql/lanes.ts';
import { eraseBatchRecipients } from './erase-batches.ts';
import { CAPABILITY_STEPS } from './erase-capability.ts';
import { IMPORTED_STEPS } from './erase-imported.ts';
import { eraseInboundLines, eraseInboundParts, eraseInboundTexts, eraseInputs } from './erase-inputs.ts';
import { ERASED } from './erase-messages.ts';
import { eraseSeats, eraseSessionCallbacks, eraseSessions } from './erase-sessions.ts';
import { eraseVerifications } from './erase-verifications.ts';
import type { ErasedRows, ErasureQuestion, ErasureStep } from './erasure-step.ts';
import type { TimeSlice } from './which-rows.ts';

export const ERASURE_STEPS: readonly ErasureStep[] = [
  { kind: 'inputs', oldest: oldestPartition, run: eraseInputs },
  { kind: 'inbound_texts', oldest: oldestIn('inbound_texts', 'received_at'), run: eraseInboundTexts },
  { kind: 'inbound_parts', run: eraseInboundParts },
  { kind: 'meetings', oldest: oldestIn('meetings', 'seen_at'), run: eraseMeetings },
  { kind: 'idempotency_keys', oldest: oldestIn('idempotency_keys', 'created_at'), run: eraseIdempotencyKeys },
  { kind: 'verified_numbers', run: eraseVerifiedNumbers },
  { kind: 'counters', run: eraseCounters },
  { kind: 'opt_outs', run: renameOptOuts },
  { kind: 'masking_blocks', run: renameMaskingBlocks },
  { kind: 'look_ups', oldest: oldestPartition, run: eraseLookUps },
  { kind: 'consents', oldest: oldestIn('consents', 'asked_at'), run: eraseConsents },
  { kind: 'calls', oldest: oldestPartition, run: eraseCalls },
  { kind: 'sessions', oldest: oldestIn('sessions', 'opened_at'), run: eraseSessions },
  { kind: 'seats', run: eraseSeats },
  { kind: 'callbacks', oldest: oldestPartition, run: eraseSessionCallbacks },
  ...IMPORTED_STEPS,
  // Behind the others: an erasure under way knows its step by its place.
  { kind: 'sender_writers', run: eraseSenderWriters },
  { kind: 'inbound_lines', run: eraseInboundLines },
  ...CAPABILITY_STEPS,
  { kind: 'verifications', oldest: oldestIn('verifications', 'created_at'), run: eraseVerifications },
  { kind: 'batch_recipients', oldest: oldestIn('batches', 'created_at'), run: eraseBatchRecipients },
];

export async function oldestPartition(db: Queryable): Promise<number | null> {
  return (await listPartitions(db))[0]?.fromMs ?? null;
}

function oldestIn(table: string, column: string): (db: Queryable) => Promise<number | null> {
  return async (db) => {
    const { rows } = await db.query<{ at: number | null }>(`select min(o.${column}) as at from ${table} o`);
    return rows[0]?.at ?? null;
  };
}

/** Whose answers the number's texts were. */
async function eraseSenderWriters(
  tx: Queryable,
  { number }: ErasureQuestion,
  _: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const { rowCount } = await tx.query(
    `delete from sender_writers w
      where w.recipient = $1 and w.bucket = $2 and ($3::smallint[] is null or w.bucket = any($3::smallint[]))`,
    [number, hash12(number), buckets],
  );
  return { count: rowCount };
}

/** That a look-up was made stays; about whom, and what was answered, goes. */
async function eraseLookUps(
  tx: Queryable,
  { number }: ErasureQuestion,
  slice: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const { rowCount } = await tx.query(
    `update look_ups l set number = '${ERASED}', answer = '{}', external_id = null
      where l.id >= $1::uuid and l.id < $2::uuid and l.number = $3
        and ($4::smallint[] is null or l.bucket = any($4::smallint[]))`,
    [lowestIdAt(slice.fromMs), lowestIdAt(slice.toMs), number, buckets],
  );
  return { count: rowCount };
}

async function eraseConsents(
  tx: Queryable,
  { number }: ErasureQuestion,
  slice: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const { rowCount } = await tx.query(
    `update consents c set number = '${ERASED}'
      where c.look_up_id >= $1::uuid and c.look_up_id < $2::uuid and c.number = $3
        and ($4::smallint[] is null or c.bucket = any($4::smallint[]))`,
    [lowestIdAt(slice.fromMs), lowestIdAt(slice.toMs), number, buckets],
  );
  return { count: rowCount };
}

/** Of calls that are over; their messages are awaited before this step. */
async function eraseCalls(
  tx: Queryable,
  { number }: ErasureQuestion,
  slice: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const { rowCount } = await tx.query(
    `update calls c set number = '${ERASED}', facts = '{}', trace = '[]'
      where c.message_id >= $1::uuid and c.message_id < $2::uuid and c.number = $3
        and ($4::smallint[] is null or c.bucket = any($4::smallint[]))`,
    [lowestIdAt(slice.fromMs), lowestIdAt(slice.toMs), number, buckets],
  );
  return { count: rowCount };
}

/** Who a carrier's id was given for. A receipt that still comes finds its message without it. */
async function eraseMeetings(
  tx: Queryable,
  { number }: ErasureQuestion,
  { fromMs, toMs }: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const without = (column: string, nothing: string) => `(
    select coalesce(jsonb_agg(case when each ->> 'to' = $3 then jsonb_set(each, '{to}', '${nothing}') else each end
                              order by n), '[]')
      from jsonb_array_elements(m.${column}) with ordinality as all_of(each, n))`;
  const { rowCount } = await tx.query(
    `update meetings m set attempts = ${without('attempts', '""')}, receipts = ${without('receipts', 'null')}
      where m.seen_at >= $1::timestamptz and m.seen_at < $2::timestamptz
        and (m.attempts @> $4::jsonb or m.receipts @> $4::jsonb)
        and ($5::smallint[] is null or m.bucket = any($5::smallint[]))`,
    [iso(fromMs), iso(toMs), number, JSON.stringify([{ to: number }]), buckets],
  );
  return { count: rowCount };
}

/**
 * A caller that repeats such a request within the day is not recognised any more. The path of a look-up holds the number
 * as the caller wrote it, and stands there also when the answer says nothing of it.
 */
async function eraseIdempotencyKeys(
  tx: Queryable,
  { number }: ErasureQuestion,
  { fromMs, toMs }: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const { rowCount } = await tx.query(
    `delete from idempotency_keys k
      where k.created_at >= $1::timestamptz and k.created_at < $2::timestamptz
        and (position($3 in k.body) > 0 or position($3 in k.key) > 0
             or position($3 in regexp_replace(k.path, '%[0-9A-Fa-f]{2}|[^0-9]', '', 'g')) > 0)
        and ($4::smallint[] is null or k.bucket = any($4::smallint[]))`,
    [iso(fromMs), iso(toMs), number, buckets],
  );
  return { count: rowCount };
}

async function eraseVerifiedNumbers(
  tx: Queryable,
  { number }: ErasureQuestion,
  _: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const { rowCount } = await tx.query(
    `delete from verified_numbers v where v.number = $1 and ($2::smallint[] is null or v.bucket = any($2::smallint[]))`,
    [number, buckets],
  );
  return { count: rowCount };
}

async function eraseCounters(
  tx: Queryable,
  { number }: ErasureQuestion,
  _: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const { rowCount } = await tx.query(
    `delete from counters c where c.name like $1 and ($2::smallint[] is null or c.bucket = any($2::smallint[]))`,
    [`% to ${number}`, buckets],
  );
  const bucket = hash12(number);
  if (buckets !== null && !buckets.includes(bucket)) return { count: rowCount };
  const pauses = await tx.query('delete from code_pauses p where p.number = $1 and p.bucket = $2', [number, bucket]);
  return { count: rowCount + pauses.rowCount };
}

/** A block goes on under the alias of the number, by which it is found when somebody sends to it. */
async function renameOptOuts(
  tx: Queryable,
  { number, alias }: ErasureQuestion,
  _: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const bucket = hash12(number);
  if (buckets !== null && !buckets.includes(bucket)) return { count: 0 };
  const { rows } = await tx.query<{ account_id: string; sender: string; source: string; created_at: number }>(
    `delete from opt_outs o where o.recipient = $1 and o.bucket = $2
     returning o.account_id, o.sender, o.source, o.created_at`,
    [number, bucket],
  );
  for (const row of rows) {
    await tx.query(
      `insert into opt_outs (account_id, sender, recipient, source, bucket, created_at)
       values ($1, $2, $3, $4, $5, $6::timestamptz) on conflict do nothing`,
      [row.account_id, row.sender, alias, row.source, hash12(alias), iso(row.created_at)],
    );
  }
  return { count: rows.length };
}

/** They go on under the number's alias: whoever is kept out stays out. */
async function renameMaskingBlocks(
  tx: Queryable,
  { number, alias }: ErasureQuestion,
  _: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const bucket = hash12(number);
  if (buckets !== null && !buckets.includes(bucket)) return { count: 0 };
  const { rows } = await tx.query<{ account_id: string; created_at: number }>(
    'delete from masking_blocks b where b.number = $1 and b.bucket = $2 returning b.account_id, b.created_at',
    [number, bucket],
  );
  for (const row of rows) {
    await tx.query(
      `insert into masking_blocks (account_id, number, bucket, created_at) values ($1, $2, $3, $4::timestamptz)
       on conflict do nothing`,
      [row.account_id, alias, hash12(alias), iso(row.created_at)],
    );
  }
  return { count: rows.length };
}
