/**
 * Which ids a statement touches.
 *
 * 1. The range leaves out the partitions of other days, and inside one day it is narrow: what is recorded together was
 *    made at about the same time. So the planner may as well read all of it.
 */

import { lowestIdAt } from '../lib/ids.ts';

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
export type Span = readonly [string, string];

const DAY_MS = 86_400_000;
/** Five days in which callbacks are tried, and one for what waits behind others; messages and input need less. */
const RECENT_MS = 6 * DAY_MS;
/** Clocks of other nodes may go before this one's. */
const AHEAD_MS = 3_600_000;

/** Almost everything that is still open at `now`: so only a few partitions are planned, however many are kept. */
export function recentIds(now: number): Span {
  return [lowestIdAt(now - RECENT_MS), lowestIdAt(now + AHEAD_MS)];
}

export const ALL_IDS: Span = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
