/**
 * Takes a number out of what operators have imported, and out of the journal. To import a file that still holds the
 * number brings it back: whoever erases a number takes it out of the file, too.
 */
import { createHash } from 'node:crypto';
import { hash12 } from '../../lib/ids.ts';
import type { Queryable } from '../database.ts';
import { type DataSetKind, ROWS_OF } from '../phone-id/data-sets.ts';
import { bucketOfHash } from '../phone-id/imported-rows.ts';
import { eraseObservations } from '../phone-id/observations.ts';
import type { Buckets } from '../sql/lanes.ts';
import type { ErasedRows, ErasureQuestion, ErasureStep } from './erasure-step.ts';
import type { TimeSlice } from './which-rows.ts';

export const IMPORTED_STEPS: readonly ErasureStep[] = [
  { kind: 'deactivations', run: (tx, question, _, lane) => eraseFrom(tx, 'deactivations', question, lane) },
  { kind: 'breached_numbers', run: eraseHash },
  { kind: 'contact_records', run: (tx, question, _, lane) => eraseFrom(tx, 'contacts', question, lane) },
  { kind: 'observations', run: eraseSeen },
];

async function eraseFrom(
  tx: Queryable,
  kind: 'contacts' | 'deactivations',
  { number }: ErasureQuestion,
  buckets: Buckets,
): Promise<ErasedRows> {
  const bucket = hash12(number);
  if (buckets !== null && !buckets.includes(bucket)) return { count: 0 };
  const { rowCount } = await tx.query(
    `delete from ${ROWS_OF[kind].table} r where r.set_name = any($1::text[]) and r.number = $2 and r.bucket = $3`,
    [await setsOf(tx, kind), number, bucket],
  );
  return { count: rowCount };
}

async function eraseSeen(
  tx: Queryable,
  { number }: ErasureQuestion,
  _: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  if (buckets !== null && !buckets.includes(hash12(number))) return { count: 0 };
  return { count: await eraseObservations(tx, number) };
}

/** Whoever tries all numbers of a country finds the one behind a hash: a hash is personal, too. */
async function eraseHash(
  tx: Queryable,
  { number }: ErasureQuestion,
  _: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const hash = createHash('sha1').update(number).digest();
  const bucket = bucketOfHash(hash);
  if (buckets !== null && !buckets.includes(bucket)) return { count: 0 };
  const { rowCount } = await tx.query(
    `delete from breached_numbers r where r.set_name = any($1::text[]) and r.hash = $2 and r.bucket = $3`,
    [await setsOf(tx, 'breaches'), hash, bucket],
  );
  return { count: rowCount };
}

/** Those that are on their way in, too. */
export async function setsOf(tx: Queryable, kind: DataSetKind): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `select d.name from data_sets d where d.kind = $1 union select i.set_name from imports i where i.kind = $1`,
    [kind],
  );
  return rows.map(({ name }) => name);
}
