/**
 * Tries a transaction again when it failed for a reason that may be gone the next time: a deadlock, a serialisation
 * failure, a day whose partitions are missing.
 */
import { isMissingPartition } from '../schema/partitions.ts';

const THE_SAME_AGAIN = ['40P01', '40001', '57014', '55P03'];
const TRIES = 5;

export async function tryAgain<T>(
  work: () => Promise<T>,
  makeRoomFor: (at: number) => Promise<void>,
  at: number,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES) throw error;
      if (isMissingPartition(error)) await makeRoomFor(at);
      else if (!THE_SAME_AGAIN.includes(String((error as { code?: unknown } | null)?.code))) throw error;
    }
  }
}
