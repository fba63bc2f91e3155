/**
 * The rows of imported sets: written many at a time, found one at a time by their key, forgotten when their time is over.
 *
 * 1. A row that is there already is written again: an import may be repeated. Rows of one call have different keys.
 * 2. Rows are written in the order of their keys, so two imports of the same rows cannot block each other.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Database, Queryable } from '../database.ts';
import { type Buckets, byLaneOfBucket, type Lanes } from '../sql/lanes.ts';
import { recordset } from '../sql/recordset.ts';
import { ROWS_OF } from './data-sets.ts';

interface NumberRow {
  readonly number: string;
  readonly bucket: number;
}

const NUMBERS = recordset<NumberRow>([
  { name: 'number', type: 'text', of: ({ number }) => number },
  { name: 'bucket', type: 'smallint', of: ({ bucket }) => bucket },
]);

/** `day`: `2026-01-31`. An earlier one than is known changes nothing. */
export async function writeDeactivations(
  tx: Queryable,
  lanes: Lanes,
  { name, day }: { readonly name: string; readonly day: string },
  numbers: readonly string[],
): Promise<void> {
  const all = [...numbers].sort().map((number) => ({ number, bucket: hash12(number) }));
  for (const { rows } of inLanes(lanes, all)) {
    await tx.query(
      `insert into deactivations as d (set_name, deactivated_on, ${NUMBERS.names})
       select $1, $2::date, ${NUMBERS.list(3)} from ${NUMBERS.from(3)}
       on conflict (set_name, number, bucket) do update set deactivated_on = excluded.deactivated_on
         where d.deactivated_on < excluded.deactivated_on`,
      [name, day, ...NUMBERS.values(rows)],
    );
  }
}

export interface FoundDeactivation {
  readonly set: string;
  /** Epoch milliseconds: the beginning of the day. */
  readonly at: number;
}

/** In any of these sets, newest first. */
export async function findDeactivations(
  db: Queryable,
  sets: readonly string[],
  number: string,
): Promise<FoundDeactivation[]> {
  const { rows } = await db.query<{ set: string; day: string }>(
    `select d.set_name as set, d.deactivated_on as day from deactivations d
      where d.set_name = any($1::text[]) and d.number = $2 and d.bucket = $3
      order by d.set_name`,
    [sets, number, hash12(number)],
    'kept',
  );
  // Not in SQL: in the order of the days an index gives them as well, and all that it holds is read.
  return rows
    .map(({ set, day }) => ({ set, at: Date.parse(`${day}T00:00:00Z`) }))
    .sort((one, other) => other.at - one.at);
}

interface HashRow {
  readonly hash: Buffer;
  readonly bucket: number;
}

const HASHES = recordset<HashRow>([
  { name: 'hash', type: 'bytes', of: ({ hash }) => hash },
  { name: 'bucket', type: 'smallint', of: ({ bucket }) => bucket },
]);

/** `hashes`: SHA-1, 20 bytes each. */
export async function writeBreachedNumbers(
  tx: Queryable,
  lanes: Lanes,
  name: string,
  hashes: readonly Buffer[],
): Promise<void> {
  const all = [...hashes].sort(Buffer.compare).map((hash) => ({ hash, bucket: bucketOfHash(hash) }));
  for (const { rows } of inLanes(lanes, all)) {
    await tx.query(
      `insert into breached_numbers (set_name, ${HASHES.names}) select $1, ${HASHES.list(2)} from ${HASHES.from(2)}
       on conflict (set_name, hash, bucket) do nothing`,
      [name, ...HASHES.values(rows)],
    );
  }
}

/** The names of those sets that have the hash. */
export async function findBreachedNumber(db: Queryable, sets: readonly string[], hash: Buffer): Promise<string[]> {
  const { rows } = await db.query<{ set: string }>(
    `select b.set_name as set from breached_numbers b
      where b.set_name = any($1::text[]) and b.hash = $2 and b.bucket = $3`,
    [sets, hash, bucketOfHash(hash)],
    'kept',
  );
  return rows.map(({ set }) => set);
}

/** Its first twelve bits: a sorted file is written in the order of the index. */
export function bucketOfHash(hash: Buffer): number {
  return hash.readUInt16BE(0) >> 4;
}

/** One subscriber; what the file did not say is absent. */
export interface ContactDetails {
  readonly firstName?: string;
  readonly lastName?: string;
  /** Up to four lines. */
  readonly address?: readonly string[];
  readonly city?: string;
  readonly state?: string;
  readonly postalCode?: string;
  /** ISO 3166-1 alpha-2. */
  readonly country?: string;
  readonly email?: string;
  /** `1985-03-27` */
  readonly dateOfBirth?: string;
  readonly accountType?: 'individual' | 'business' | 'government' | 'other';
  readonly contract?: 'prepaid' | 'postpaid';
  readonly accountState?: 'active' | 'suspended' | 'deactivated';
  readonly isPrimaryHolder?: boolean;
  /** `2019-06-01` */
  readonly activatedOn?: string;
}

export interface ContactRecord {
  readonly number: string;
  readonly details: ContactDetails;
}

const CONTACTS = recordset<ContactRecord & { readonly bucket: number }>([
  { name: 'number', type: 'text', of: ({ number }) => number },
  { name: 'bucket', type: 'smallint', of: ({ bucket }) => bucket },
  { name: 'details', type: 'json', of: ({ details }) => details },
]);

/** `importedAt`: when the import began, the same for all its rows. */
export async function writeContactRecords(
  tx: Queryable,
  lanes: Lanes,
  { name, importedAt }: { readonly name: string; readonly importedAt: number },
  records: readonly ContactRecord[],
): Promise<void> {
  const all = records
    .map((record) => ({ ...record, bucket: hash12(record.number) }))
    .sort((a, b) => (a.number < b.number ? -1 : 1));
  for (const { rows } of inLanes(lanes, all)) {
    await tx.query(
      `insert into contact_records (set_name, imported_at, ${CONTACTS.names})
       select $1, $2::timestamptz, ${CONTACTS.list(3)} from ${CONTACTS.from(3)}
       on conflict (set_name, number, bucket) do update set details = excluded.details, imported_at = excluded.imported_at`,
      [name, iso(importedAt), ...CONTACTS.values(rows)],
    );
  }
}

/** In any of these sets, the one that was imported last first. */
export async function findContactRecords(
  db: Queryable,
  sets: readonly string[],
  number: string,
): Promise<ContactDetails[]> {
  const { rows } = await db.query<{ details: ContactDetails; at: number }>(
    `select c.details, c.imported_at as at from contact_records c
      where c.set_name = any($1::text[]) and c.number = $2 and c.bucket = $3
      order by c.set_name`,
    [sets, number, hash12(number)],
    'kept',
  );
  // As above.
  return rows.sort((one, other) => other.at - one.at).map(({ details }) => details);
}

const AT_ONCE = 5_000;

/** Rows from before that instant or its day, in one lane; returns how many. `signal` ends it between batches. */
export async function forgetImported(
  db: Database,
  kind: 'contacts' | 'deactivations',
  { before, buckets }: { readonly before: number; readonly buckets: Buckets },
  signal: AbortSignal,
): Promise<number> {
  const { table, key } = ROWS_OF[kind];
  const [column, value] =
    kind === 'contacts' ? ['imported_at', iso(before)] : ['deactivated_on', iso(before).slice(0, 10)];
  let forgotten = 0;
  for (;;) {
    signal.throwIfAborted();
    const { rowCount } = await db.query(
      `delete from ${table} t where ($2::smallint[] is null or t.bucket = any($2::smallint[]))
         and (t.set_name, t.${key}, t.bucket) in (
           select r.set_name, r.${key}, r.bucket from ${table} r
            where r.${column} < $1 and ($2::smallint[] is null or r.bucket = any($2::smallint[])) limit ${AT_ONCE})`,
      [value, buckets],
    );
    forgotten += rowCount;
    if (rowCount < AT_ONCE) return forgotten;
  }
}

function inLanes<Row extends { readonly bucket: number }>(lanes: Lanes, rows: readonly Row[]) {
  return byLaneOfBucket(rows, lanes, ({ bucket }) => bucket);
}
