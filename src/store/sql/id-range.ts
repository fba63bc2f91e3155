/**
 * Which ids a statement touches. An id begins with its time, so a range of ids is a stretch of time.
 *
 * 1. A statement on several ids also names the lowest and the highest of them. The server then opens the partitions of
 *    those days only. What is recorded together was made at about the same time, so the range is narrow.
 * 2. A statement that every message needs names the partition of its day (`messages_20261121`) and not the whole table:
 *    to open and lock the partitions of all days costs more than the work.
 * 3. Neither may be a way to the rows: a planner without values takes a range for a two-hundredth of a day and a day
 *    that is still empty for a row, and reads all of either for a few keys. So where keys are joined, the range is said
 *    in words that no index understands (`daysOf`), and the key in words by which an index is read only for one row of
 *    the other side at a time (`foundBy`). A list of keys needs no join: `m.id = any($1)`.
 * 4. Messages stand in other indexes as well, in which the id comes behind the account or the recipient. To a planner to
 *    which a day is empty they are as good as the primary key. What the key alone has breaks the tie: its order (`order by
 *    m.id`), or that it compares id and bucket at once (`foundByBoth`). The same holds for tables without days that may
 *    grow, and for keys that are names. An index of times has an order, too: what is found by a key is put into the order
 *    of time outside of the statement, or behind the order of its key.
 */
import { DAY_MS } from '../../lib/durations.ts';
import { lowestIdAt, timeOf } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { together } from '../database.ts';

/** The lowest and the highest of the ids, both included. */
export function idRange(ids: Iterable<string>): [string, string] {
  let low = '';
  let high = '';
  for (const id of ids) {
    if (low === '' || id < low) low = id;
    if (id > high) high = id;
  }
  if (low === '') throw new RangeError('there is no range of no ids');
  return [low, high];
}

/** In SQL: that an id is one of this range, its ends included. Partitions are left out by it, and no index is read (rule 3). */
export function daysOf(column: string, low: string, high: string): string {
  return `(${column} > ${low} or ${column} = ${low}) and (${column} < ${high} or ${column} = ${high})`;
}

/** In SQL: `column = value`, by which the index of the column is read, but never all of it (rule 3). */
export function foundBy(column: string, value: string): string {
  return `${column} = any(array[${value}])`;
}

/** The same of two columns with which an index begins: `m.id, m.bucket` and `r.id, r.bucket` (rule 4). */
export function foundByBoth(columns: string, values: string): string {
  return `(${columns}) >= (${values}) and (${columns}) <= (${values})`;
}

/** Ids from the first, which is included, to the last, which is not. */
export type IdSlice = readonly [string, string];

/** Five days in which callbacks are tried, and one for what waits behind others; messages and input need less. */
const RECENT_MS = 6 * DAY_MS;
/** Clocks of other nodes may go before this one's. */
const AHEAD_MS = 3_600_000;

/** Almost everything that is still open at `now`: so only a few partitions are planned, however many are kept. */
export function recentIds(now: number): IdSlice {
  return [lowestIdAt(now - RECENT_MS), lowestIdAt(now + AHEAD_MS)];
}

/** All that is not among those, and what will not be so soon. */
export function olderIds(now: number, soonMs: number): IdSlice {
  return [ALL_IDS[0], lowestIdAt(now + soonMs - RECENT_MS)];
}

/** Rows of one UTC day, and how the names of the tables that hold them end: `_20261121`. */
export interface DayRows<Row> {
  readonly day: string;
  readonly rows: readonly Row[];
}

/** In the order of the rows that come first. */
export function byDay<Row>(rows: readonly Row[], idOf: (row: Row) => string): Array<DayRows<Row>> {
  const day = dayOfAll(rows, idOf);
  if (day !== null) return [{ day, rows }];
  const days = new Map<string, Row[]>();
  for (const row of rows) {
    const day = dayOf(timeOf(idOf(row)));
    const others = days.get(day);
    if (others) others.push(row);
    else days.set(day, [row]);
  }
  return [...days].map(([day, those]) => ({ day, rows: those }));
}

/** The one day of all of them, as it nearly always is; null when there are several. */
function dayOfAll<Row>(rows: readonly Row[], idOf: (row: Row) => string): string | null {
  const [first] = rows;
  if (first === undefined) return null;
  let low = idOf(first);
  let high = low;
  rows.forEach((row) => {
    const id = idOf(row);
    if (id < low) low = id;
    else if (id > high) high = id;
  });
  const day = dayOf(timeOf(low));
  return dayOf(timeOf(high)) === day ? day : null;
}

/** Sends a statement for the rows of each day, without waiting in between; returns how many rows they touched. */
export async function onEachDay<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  send: (day: string, rows: readonly Row[]) => Promise<{ readonly rowCount: number }>,
): Promise<number> {
  const days = byDay(rows, idOf);
  const [only] = days;
  if (!only) return 0;
  if (days.length === 1) return (await send(only.day, only.rows)).rowCount;
  const results = await together(days.map(({ day, rows: those }) => send(day, those)));
  return results.reduce((sum, { rowCount }) => sum + rowCount, 0);
}

const last = { number: Number.NaN, name: '' };

/** How the names of the tables of the UTC day around this instant end. */
export function dayOf(ms: number): string {
  const number = Math.floor(ms / DAY_MS);
  if (number !== last.number) {
    last.number = number;
    last.name = `_${iso(number * DAY_MS)
      .slice(0, 10)
      .replaceAll('-', '')}`;
  }
  return last.name;
}

export const ALL_IDS: IdSlice = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/** All instants, as the bounds of a range. */
export const EVER: readonly [string, string] = ['-infinity', 'infinity'];
