/**
 * Which ids a statement touches.
 *
 * 1. The range leaves out the partitions of other days, and inside one day it is narrow: what is recorded together was
 *    made at about the same time. So the planner may as well read all of it.
 */

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
