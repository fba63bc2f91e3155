/**
 * Which buckets share a shard. On one PostgreSQL all do: one lane, and no statement names its buckets.
 */
import { bucketOf } from '../lib/ids.ts';
import type { Queryable } from './database.ts';

export interface Lanes {
  /** How many there are; lanes are numbered from 0. */
  readonly count: number;
  laneOf(id: string): number;
  /** The buckets of a lane, or null when there is only one. */
  bucketsOf(lane: number): readonly number[] | null;
}

export async function readLanes(db: Queryable): Promise<Lanes> {
  const { rows } = await db.query<{ bucket: number; lane: number | string }>(
    'select b as bucket, lane(b::smallint) as lane from generate_series(0, 4095) as b order by b',
  );
  const names = [...new Set(rows.map((row) => String(row.lane)))].sort();
  const laneOfBucket = rows.map((row) => names.indexOf(String(row.lane)));
  const buckets = names.map((_, lane) => laneOfBucket.flatMap((each, bucket) => (each === lane ? [bucket] : [])));
  return {
    count: names.length,
    laneOf: (id) => laneOfBucket[bucketOf(id)] ?? 0,
    bucketsOf: (lane) => (names.length === 1 ? null : (buckets[lane] ?? [])),
  };
}
