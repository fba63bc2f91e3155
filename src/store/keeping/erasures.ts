/**
 * Erasures of numbers: what was asked for, how far each is, and what it has erased so far.
 *
 * 1. A row keeps the number until the erasure is done, then only its alias.
 * 2. A step and its counts are written in one transaction, which locks the row of the erasure: of two nodes one goes on,
 *    and nothing is counted twice.
 */
import { bucketOf } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable, Transaction } from '../database.ts';
import type { Buckets } from '../sql/lanes.ts';

/** Kinds of rows, as the receipt names them. */
export const ERASED_KINDS = [
  'messages',
  'callbacks',
  'inputs',
  'inbound_texts',
  'inbound_parts',
  'inbound_lines',
  'meetings',
  'idempotency_keys',
  'verified_numbers',
  'counters',
  'opt_outs',
  'sender_writers',
  'masking_blocks',
  'look_ups',
  'consents',
  'calls',
  'sessions',
  'seats',
  'deactivations',
  'breached_numbers',
  'contact_records',
  'observations',
  'capabilities',
  'listed_numbers',
  'verifications',
  'batch_recipients',
] as const;
export type ErasedKind = (typeof ERASED_KINDS)[number];
export type Erased = Readonly<Partial<Record<ErasedKind, number>>>;

/** Where the search goes on. */
export interface ErasurePlace {
  /** 0: messages. 1: what was under way is awaited. From 2 on the steps of erase-others.ts. */
  readonly step: number;
  /** The time from which on it looks; null at the beginning of a step. */
  readonly at: number | null;
  /** The last message of the slice that has been dealt with, when there are many. */
  readonly after: string | null;
}

export interface Erasure {
  readonly id: string;
  /** Null when it is done. */
  readonly number: string | null;
  readonly alias: string;
  readonly askedAt: number;
  readonly doneAt: number | null;
  readonly dueAt: number | null;
  /** Null when everything has been looked through. */
  readonly place: ErasurePlace | null;
  /** Ids of messages that are under way or owe a callback. */
  readonly openMessages: readonly string[];
  /** Ids of pieces of input that have not been dealt with. */
  readonly openInputs: readonly string[];
  readonly erased: Erased;
}

const COLUMNS = `e.id, e.number, e.alias, e.asked_at as "askedAt", e.done_at as "doneAt", e.due_at as "dueAt", e.place,
  e.open_messages as "openMessages", e.open_inputs as "openInputs", e.erased`;

export interface NewErasure {
  readonly id: string;
  readonly number: string;
  readonly alias: string;
}

/** `first`: where the search begins. */
export async function insertErasure(db: Queryable, fresh: NewErasure, first: ErasurePlace, now: number): Promise<void> {
  await db.query(
    `insert into erasures (id, bucket, number, alias, asked_at, due_at, place)
     values ($1::uuid, $2, $3, $4, $5::timestamptz, $5::timestamptz, $6::jsonb)`,
    [fresh.id, bucketOf(fresh.id), fresh.number, fresh.alias, iso(now), JSON.stringify(first)],
  );
}

export async function findErasure(db: Queryable, id: string): Promise<Erasure | null> {
  const { rows } = await db.query<Erasure>(
    `select ${COLUMNS} from erasures e where e.id = $1::uuid and e.bucket = $2`,
    [id, bucketOf(id)],
  );
  return rows[0] ?? null;
}

export interface ErasureFilter {
  readonly alias?: string | undefined;
  readonly isOpen?: boolean | undefined;
  /** Go on below this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Newest first. */
export async function listErasures(db: Queryable, filter: ErasureFilter): Promise<Erasure[]> {
  const { rows } = await db.query<Erasure>(
    `select ${COLUMNS} from erasures e
      where ($1::text is null or e.alias = $1) and ($2::boolean is null or (e.done_at is null) = $2)
        and ($3::uuid is null or e.id < $3::uuid)
      order by e.id desc limit $4`,
    [filter.alias ?? null, filter.isOpen ?? null, filter.before ?? null, filter.limit],
  );
  return rows;
}

/** Takes one that is due, for as long as the lease lasts. */
export async function claimErasure(
  db: Queryable,
  now: number,
  leasedUntil: number,
  buckets: Buckets,
): Promise<Erasure | null> {
  const { rows } = await db.query<Erasure>(
    `with due as (
       select e.id, e.bucket from erasures e
        where e.due_at <= $1::timestamptz and ($2::smallint[] is null or e.bucket = any($2::smallint[]))
        order by e.due_at limit 1 for update skip locked)
     update erasures e set due_at = $3::timestamptz from due
      where e.id = due.id and e.bucket = due.bucket and ($2::smallint[] is null or e.bucket = any($2::smallint[]))
     returning ${COLUMNS}`,
    [iso(now), buckets, iso(leasedUntil)],
  );
  return rows[0] ?? null;
}

/** When the next one is due; null when none is open. */
export async function nextErasureAt(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ at: number | null }>('select min(e.due_at) as at from erasures e', [], 'kept');
  return rows[0]?.at ?? null;
}

/** Locks it as it is; null when somebody else has gone on with it meanwhile. */
export async function lockErasure(tx: Transaction, known: Erasure): Promise<Erasure | null> {
  const { rows } = await tx.query<Erasure>(
    `select ${COLUMNS} from erasures e
      where e.id = $1::uuid and e.bucket = $2 and e.due_at = $3::timestamptz and e.place is not distinct from $4::jsonb
        for update`,
    [known.id, bucketOf(known.id), known.dueAt === null ? null : iso(known.dueAt), placeText(known)],
  );
  return rows[0] ?? null;
}

/** Writes how it stands; a `doneAt` takes the number away. The row is locked by this transaction. */
export async function writeErasure(tx: Queryable, erasure: Erasure): Promise<void> {
  await tx.query(
    `update erasures e set number = $3, done_at = $4::timestamptz, due_at = $5::timestamptz, place = $6::jsonb,
       open_messages = $7::uuid[], open_inputs = $8::uuid[], erased = $9::jsonb
      where e.id = $1::uuid and e.bucket = $2`,
    [
      erasure.id,
      bucketOf(erasure.id),
      erasure.doneAt === null ? erasure.number : null,
      erasure.doneAt === null ? null : iso(erasure.doneAt),
      erasure.doneAt === null && erasure.dueAt !== null ? iso(erasure.dueAt) : null,
      placeText(erasure),
      erasure.openMessages,
      erasure.openInputs,
      JSON.stringify(erasure.erased),
    ],
  );
}

function placeText({ place }: Erasure): string | null {
  return place === null ? null : JSON.stringify(place);
}
