/**
 * Which rows lie on one database server. Every row has a bucket, 0 to 4095; the buckets of one server are a lane.
 *
 * 1. On one PostgreSQL there is one lane, and statements get null for its buckets.
 * 2. On a distributed one a statement that writes names the buckets of one lane, so that one server does the work.
 */
import { bucketOf } from '../../lib/ids.ts';
import type { Queryable } from '../database.ts';

/** The buckets of a lane; null where there is only one lane: all of them. */
export type Buckets = readonly number[] | null;

export interface Lanes {
  /** How many there are; lanes are numbered from 0. */
  readonly count: number;
  laneOf(id: string): number;
  bucketsOf(lane: number): Buckets;
}

/**
 * For a loop that ends early, or hands something on from lane to lane. Every other is an `eachLane`. `turn`: of a loop that
 * ends with the first lane where there is something. It begins with another lane each time, so that none waits for the end
 * of all that lies in those before it.
 */
export function bucketsOfEach(lanes: Lanes, turn = 0): Buckets[] {
  return Array.from({ length: lanes.count }, (_, place) => lanes.bucketsOf((turn + place) % lanes.count));
}

/**
 * Does the work for one lane after the other, never for two at once, and ends with the first that fails.
 * Resolves with what the work returned, in the order of the lanes.
 */
export async function eachLane<Result>(
  lanes: Lanes,
  work: (buckets: Buckets, lane: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let lane = 0; lane < lanes.count; lane += 1) results.push(await work(lanes.bucketsOf(lane), lane));
  return results;
}

/** The same for work that returns a number; resolves with the sum. */
export async function sumOverLanes(
  lanes: Lanes,
  count: (buckets: Buckets, lane: number) => Promise<number>,
): Promise<number> {
  const counts = await eachLane(lanes, count);
  return counts.reduce((sum, each) => sum + each, 0);
}

export interface OfLane<Row> {
  readonly rows: readonly Row[];
  readonly buckets: Buckets;
}

/** Rows by the lane in which they lie, lanes in their order, rows in the order in which they came. */
export function byLane<Row>(rows: readonly Row[], lanes: Lanes, idOf: (row: Row) => string): OfLane<Row>[] {
  if (lanes.count === 1) return rows.length > 0 ? [{ rows, buckets: null }] : [];
  const groups: Row[][] = [];
  for (const row of rows) {
    const lane = lanes.laneOf(idOf(row));
    const group = groups[lane];
    if (group) group.push(row);
    else groups[lane] = [row];
  }
  return groups.flatMap((group, lane) => (group ? [{ rows: group, buckets: lanes.bucketsOf(lane) }] : []));
}

/** The same for rows whose bucket is that of a natural key. */
export function byLaneOfBucket<Row>(
  rows: readonly Row[],
  lanes: Lanes,
  bucketOfRow: (row: Row) => number,
): OfLane<Row>[] {
  // The end of an id (bucketOf).
  return byLane(rows, lanes, (row) => bucketOfRow(row).toString(16).padStart(3, '0'));
}

export async function readLanes(db: Queryable): Promise<Lanes> {
  const { rows } = await db.query<{ bucket: number; lane: number | string }>(
    'select b as bucket, lane(b::smallint) as lane from generate_series(0, 4095) as b order by b',
  );
  const names = [...new Set(rows.map((row) => String(row.lane)))].sort();
  const laneOfBucket = rows.map((row) => names.indexOf(String(row.lane)));
  const buckets = names.map((_, lane) => laneOfBucket.flatMap((each, bucket) => (each === lane ? [bucket] : [])));
  if (names.length === 1) return { count: 1, laneOf: () => 0, bucketsOf: () => null };
  return {
    count: names.length,
    laneOf: (id) => laneOfBucket[bucketOf(id)] ?? 0,
    bucketsOf: (lane) => buckets[lane] ?? [],
  };
}
