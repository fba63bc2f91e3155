/**
 * What the failure of a transaction asks for (lib/tries.ts), where nothing but the failure has to be known; and one
 * transaction that is tried again by it.
 */
import { MOST_AT_ONCE, type Remedy, type TriesBefore } from '../../lib/tries.ts';
import { StoreDown } from '../database.ts';
import { isMissingPartition, isPassing } from './sql-states.ts';

/** When the store is down whoever asked is told so, and may ask again. */
export function usualRemedy(error: unknown, { failures, hasRoom }: Omit<TriesBefore, 'isAgain'>): Remedy {
  if (error instanceof StoreDown) return 'refuse';
  if (isPassing(error)) return failures < MOST_AT_ONCE ? 'at_once' : 'refuse';
  return isMissingPartition(error) && !hasRoom ? 'make_room' : 'apart';
}

/** A transaction with which nothing is wrong is tried again: after a deadlock, or when a day lacks its partitions. */
export async function tryAgain<T>(
  work: () => Promise<T>,
  makeRoomFor: (at: number) => Promise<void>,
  at: number,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      const remedy = usualRemedy(error, { failures, hasRoom: failures >= MOST_AT_ONCE });
      if (remedy === 'make_room') await makeRoomFor(at);
      else if (remedy !== 'at_once') throw error;
    }
  }
}
