/**
 * What the failure of a transaction asks for (lib/tries.ts), where nothing but the failure has to be known; and one
 * transaction that is tried again by it.
 */
import type { Remedy, TriesBefore } from '../../lib/tries.ts';
import { StoreDown } from '../database.ts';
import { isMissingPartition, isPassing } from './sql-states.ts';

const TRIES = 5;

/** Whoever asked is told that the store is down, and may ask again. */
export function usualRemedy(error: unknown, { hasRoom }: Pick<TriesBefore, 'hasRoom'> = { hasRoom: false }): Remedy {
  if (error instanceof StoreDown) return 'refuse';
  if (isPassing(error)) return 'at_once';
  return isMissingPartition(error) && !hasRoom ? 'make_room' : 'apart';
}

/** A transaction with which nothing is wrong is tried again: after a deadlock, or when a day lacks its partitions. */
export async function tryAgain<T>(
  work: () => Promise<T>,
  makeRoomFor: (at: number) => Promise<void>,
  at: number,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const remedy = usualRemedy(error);
      if (tries === TRIES || (remedy !== 'at_once' && remedy !== 'make_room')) throw error;
      if (remedy === 'make_room') await makeRoomFor(at);
    }
  }
}
