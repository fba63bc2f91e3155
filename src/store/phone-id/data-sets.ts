/**
 * The sets of imported data that are complete, and the removal of their rows: of all when the set is removed, or of
 * those that a later import of the whole set did not have.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Database, Queryable } from '../database.ts';
import { type Lanes, sumOverLanes } from '../sql/lanes.ts';

export const DATA_SET_KINDS = ['breaches', 'contacts', 'deactivations'] as const;
export type DataSetKind = (typeof DATA_SET_KINDS)[number];

export interface DataSet {
  readonly kind: DataSetKind;
  /** Of deactivations: the carrier. */
  readonly name: string;
  /** `2026-01-31`: of the first and the last file. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  /** Of a breach: kinds of data. */
  readonly data: readonly string[];
  readonly importedAt: number;
}

/** Where the rows of a kind lie, and the column beside the set and the bucket that makes their key. */
export const ROWS_OF: Readonly<Record<DataSetKind, { readonly table: string; readonly key: string }>> = {
  breaches: { table: 'breached_numbers', key: 'hash' },
  contacts: { table: 'contact_records', key: 'number' },
  deactivations: { table: 'deactivations', key: 'number' },
};

export function bucketOfSet(kind: DataSetKind, name: string): number {
  return hash12(`${kind} ${name}`);
}

/** All of them, by kind and name: a handful. */
export async function listDataSets(db: Queryable): Promise<DataSet[]> {
  const { rows } = await db.query<DataSet>(
    `select d.kind, d.name, d.first_day as "firstDay", d.last_day as "lastDay", d.data,
            d.imported_at as "importedAt"
       from data_sets d order by d.kind, d.name`,
    [],
    'kept',
  );
  return rows;
}

export interface WholeImport {
  readonly kind: DataSetKind;
  readonly name: string;
  readonly day: string | null;
  readonly data: readonly string[];
}

/** The set has one more file. */
export async function noteWholeImport(
  tx: Queryable,
  { kind, name, day, data }: WholeImport,
  now: number,
): Promise<void> {
  await tx.query(
    `insert into data_sets as d (kind, name, bucket, first_day, last_day, data, imported_at)
     values ($1, $2, $3, $4::date, $4::date, $5::text[], $6::timestamptz)
     on conflict (kind, name, bucket) do update set first_day = least(d.first_day, excluded.first_day),
       last_day = greatest(d.last_day, excluded.last_day), data = excluded.data, imported_at = excluded.imported_at`,
    [kind, name, bucketOfSet(kind, name), day, data, iso(now)],
  );
}

/** False when there was none. What it stood for is not looked into any more; its rows go by `removeRows`. */
export async function dropDataSet(tx: Queryable, kind: DataSetKind, name: string): Promise<boolean> {
  const bucket = bucketOfSet(kind, name);
  const imports = await tx.query('delete from imports i where i.kind = $1 and i.set_name = $2 and i.bucket = $3', [
    kind,
    name,
    bucket,
  ]);
  const sets = await tx.query('delete from data_sets d where d.kind = $1 and d.name = $2 and d.bucket = $3', [
    kind,
    name,
    bucket,
  ]);
  return imports.rowCount + sets.rowCount > 0;
}

const AT_ONCE = 5_000;

interface RowsOfSet {
  readonly kind: DataSetKind;
  readonly name: string;
  /** Of contacts: only rows that no import since then has had. */
  readonly before?: number;
}

/** Whether `removeRows` finds any. */
export async function hasRows(db: Database, lanes: Lanes, { kind, name, before }: RowsOfSet): Promise<boolean> {
  const { older, values } = olderThan(before);
  const found = await sumOverLanes(lanes, async (buckets) => {
    const { rowCount } = await db.query(
      `select 1 from ${ROWS_OF[kind].table} r
        where r.set_name = $1 and ($2::smallint[] is null or r.bucket = any($2::smallint[])) ${older} limit 1`,
      [name, buckets, ...values],
    );
    return rowCount;
  });
  return found > 0;
}

/** Removes some rows of a set; returns how many, 0 when none is left. */
export async function removeRows(db: Database, lanes: Lanes, { kind, name, before }: RowsOfSet): Promise<number> {
  const { table, key } = ROWS_OF[kind];
  const { older, values } = olderThan(before);
  return sumOverLanes(lanes, async (buckets) => {
    const { rowCount } = await db.query(
      `delete from ${table} t where t.set_name = $1 and ($2::smallint[] is null or t.bucket = any($2::smallint[]))
         and (t.${key}, t.bucket) in (
           select r.${key}, r.bucket from ${table} r
            where r.set_name = $1 and ($2::smallint[] is null or r.bucket = any($2::smallint[])) ${older}
            limit ${AT_ONCE})`,
      [name, buckets, ...values],
    );
    return rowCount;
  });
}

function olderThan(before: number | undefined): { readonly older: string; readonly values: readonly string[] } {
  if (before === undefined) return { older: '', values: [] };
  return { older: 'and r.imported_at < $3::timestamptz', values: [iso(before)] };
}
