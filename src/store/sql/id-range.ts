/**
 * Which ids a statement touches.
 *
 * 1. The range leaves out the partitions of other days, and inside one day it is narrow: what is recorded together was
 *    made at about the same time. So the planner may as well read all of it.
 * 2. What every message does is said to the tables of its day: a statement on the whole opens and locks the partitions
 *    of all days that are kept, which costs more than what it does there.
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

/** A stretch of ids, the first included and the last not. */
export type IdSlice = readonly [string, string];

/** Five days in which callbacks are tried, and one for what waits behind others; messages and input need less. */
const RECENT_MS = 6 * DAY_MS;
/** Clocks of other nodes may go before this one's. */
const AHEAD_MS = 3_600_000;

/** Almost everything that is still open at `now`: so only a few partitions are planned, however many are kept. */
export function recentIds(now: number): IdSlice {
  return [lowestIdAt(now - RECENT_MS), lowestIdAt(now + AHEAD_MS)];
}

/** Rows of one UTC day, and how the names of the tables that hold them end: `_20261121`. */
export interface DayRows<Row> {
  readonly day: string;
  readonly rows: Row[];
}

/** In the order of the rows that come first. */
export function byDay<Row>(rows: readonly Row[], idOf: (row: Row) => string): Array<DayRows<Row>> {
  const days = new Map<string, Row[]>();
  for (const row of rows) {
    const day = dayOf(timeOf(idOf(row)));
    const others = days.get(day);
    if (others) others.push(row);
    else days.set(day, [row]);
  }
  return [...days].map(([day, those]) => ({ day, rows: those }));
}

/** Sends a statement for the rows of each day, without waiting in between; returns how many rows they touched. */
export async function onEachDay<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  send: (day: string, rows: readonly Row[]) => Promise<{ readonly rowCount: number }>,
): Promise<number> {
  const results = await together(byDay(rows, idOf).map(({ day, rows: those }) => send(day, those)));
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
