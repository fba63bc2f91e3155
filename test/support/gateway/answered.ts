/**
 * A store that tells whether it still owes answers. Where a test's clock goes on while PostgreSQL works, every bound on
 * its time becomes one on the speed of the machine; so `until` and the like move it only when all is answered.
 */
import type { Database } from '../../../src/store/database.ts';

export interface AwaitedStore {
  /** For what is tested; what the test itself asks need not go by it. */
  readonly db: Database;
  /** Resolves when no statement is under way, but those that the test itself keeps from an answer. */
  answered(): Promise<void>;
}

/** What has had no answer for so long in real time waits for something that the test holds. */
const HELD_AFTER_MS = 2_000;
/** In between an answer wakes who waits; this is for what has become held. */
const LOOK_AGAIN_AFTER_MS = 100;

export function awaited(db: Database): AwaitedStore {
  const askedAt = new Map<Promise<unknown>, number>();
  const waiting = new Set<() => void>();
  const noted = <T>(asked: Promise<T>): Promise<T> => {
    askedAt.set(asked, performance.now());
    const answer = () => {
      askedAt.delete(asked);
      for (const wake of waiting) wake();
    };
    asked.then(answer, answer);
    return asked;
  };
  const isWaiting = () => {
    const heldBefore = performance.now() - HELD_AFTER_MS;
    return [...askedAt.values()].some((at) => at > heldBefore);
  };
  const anotherAnswer = () =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, LOOK_AGAIN_AFTER_MS);
      waiting.add(wake);
    });
  return {
    db: {
      query: (...args) => noted(db.query(...args)),
      transaction: (work) => noted(db.transaction(work)),
      listen: (channel, heard) => db.listen(channel, heard),
      isUp: () => db.isUp(),
      close: () => db.close(),
    },
    async answered() {
      while (isWaiting()) await anotherAnswer();
    },
  };
}
