/**
 * Imports: files of operators on their way into a set, and how far each is.
 *
 * 1. The row of an import is locked while rows of its file are written: of two that send the same rows one writes them.
 */
import { bucketOf } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable, Transaction } from '../database.ts';
import { bucketOfSet, type DataSetKind } from './data-sets.ts';

export interface NewImport {
  readonly id: string;
  readonly kind: DataSetKind;
  readonly name: string;
  /** `2026-01-31` */
  readonly day: string | null;
  readonly data: readonly string[];
  /** What the file is known by. */
  readonly file: string;
  /** What is in the set and not in this file stays. */
  readonly keepsOthers: boolean;
}

export interface Import extends NewImport {
  /** Rows that have been dealt with. */
  readonly position: number;
  readonly taken: number;
  readonly refused: number;
  readonly removed: number;
  readonly startedAt: number;
  /** When rows came last. */
  readonly changedAt: number;
  readonly finishedAt: number | null;
  /** Nobody goes on with it. */
  readonly stoppedAt: number | null;
}

/** A row that was refused. */
export interface ImportFault {
  /** Its place in the file, from 0. */
  readonly row: number;
  /** As the sender counts; null when the row says none. */
  readonly line: number | null;
  readonly why: string;
}

/** So many of an import are kept: the first ones. */
export const MOST_FAULTS = 100;

const COLUMNS = `i.id, i.kind, i.set_name as "name", i.day, i.data, i.file, i.keeps_others as "keepsOthers", i.position,
  i.taken, i.refused, i.removed, i.started_at as "startedAt", i.changed_at as "changedAt",
  i.finished_at as "finishedAt", i.stopped_at as "stoppedAt"`;

export async function insertImport(db: Queryable, fresh: NewImport, now: number): Promise<void> {
  await db.query(
    `insert into imports (id, bucket, kind, set_name, day, data, file, keeps_others, position, taken, refused, removed,
       started_at, changed_at)
     values ($1::uuid, $2, $3, $4, $5::date, $6::text[], $7, $8, 0, 0, 0, 0, $9::timestamptz, $9::timestamptz)`,
    [
      fresh.id,
      bucketOf(fresh.id),
      fresh.kind,
      fresh.name,
      fresh.day,
      fresh.data,
      fresh.file,
      fresh.keepsOthers,
      iso(now),
    ],
  );
}

/** The imports of a set, newest first. */
export async function importsOfSet(db: Queryable, kind: DataSetKind, name: string, limit: number): Promise<Import[]> {
  const { rows } = await db.query<Import>(
    `select ${COLUMNS} from imports i where i.kind = $1 and i.set_name = $2 and i.bucket = $3 order by i.id desc limit $4`,
    [kind, name, bucketOfSet(kind, name), limit],
  );
  return rows;
}

export async function findImport(db: Queryable, id: string): Promise<Import | null> {
  const { rows } = await db.query<Import>(`select ${COLUMNS} from imports i where i.id = $1::uuid and i.bucket = $2`, [
    id,
    bucketOf(id),
  ]);
  return rows[0] ?? null;
}

/** Rule 1. */
export async function lockImport(tx: Transaction, id: string): Promise<Import | null> {
  const { rows } = await tx.query<Import>(
    `select ${COLUMNS} from imports i where i.id = $1::uuid and i.bucket = $2 for update`,
    [id, bucketOf(id)],
  );
  return rows[0] ?? null;
}

/** Newest first. */
export async function listImports(db: Queryable, before: string | undefined, limit: number): Promise<Import[]> {
  const { rows } = await db.query<Import>(
    `select ${COLUMNS} from imports i where ($1::uuid is null or i.id < $1::uuid) order by i.id desc limit $2`,
    [before ?? null, limit],
  );
  return rows;
}

/** Writes how far it is; the row is locked by this transaction. */
export async function writeImport(tx: Queryable, known: Import): Promise<void> {
  await tx.query(
    `update imports i set position = $3, taken = $4, refused = $5, removed = $6, changed_at = $7::timestamptz,
       finished_at = $8::timestamptz, stopped_at = $9::timestamptz
      where i.id = $1::uuid and i.bucket = $2`,
    [
      known.id,
      bucketOf(known.id),
      known.position,
      known.taken,
      known.refused,
      known.removed,
      iso(known.changedAt),
      known.finishedAt === null ? null : iso(known.finishedAt),
      known.stoppedAt === null ? null : iso(known.stoppedAt),
    ],
  );
}

/** Keeps the first ones; the row is locked by this transaction. */
export async function addFaults(tx: Queryable, id: string, faults: readonly ImportFault[]): Promise<void> {
  if (faults.length === 0) return;
  await tx.query(
    `update imports i set faults = (
       select jsonb_agg(each order by n) from jsonb_array_elements(i.faults || $3::jsonb) with ordinality as f(each, n)
        where n <= ${MOST_FAULTS})
      where i.id = $1::uuid and i.bucket = $2 and jsonb_array_length(i.faults) < ${MOST_FAULTS}`,
    [id, bucketOf(id), JSON.stringify(faults.slice(0, MOST_FAULTS))],
  );
}

export async function faultsOf(db: Queryable, id: string): Promise<readonly ImportFault[]> {
  const { rows } = await db.query<{ faults: ImportFault[] }>(
    'select i.faults from imports i where i.id = $1::uuid and i.bucket = $2',
    [id, bucketOf(id)],
  );
  return rows[0]?.faults ?? [];
}
