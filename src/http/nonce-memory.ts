/**
 * Remembers the nonces of signed requests in the store, many in one statement.
 *
 * 1. It resolves only after the nonce is durable: of two requests with one nonce, on any nodes, exactly one is new.
 */
import { createBatchWriter } from '../lib/batch-writer.ts';
import type { Clock } from '../lib/clock.ts';
import { usualRemedy } from '../store/connection/store-tries.ts';
import type { Database } from '../store/database.ts';
import { type Nonce, rememberNonces } from '../store/requests/nonces.ts';

export interface NonceMemory {
  /** True when it is new. Rejects with StoreDown. */
  remember(accountId: string, nonce: string): Promise<boolean>;
}

interface Entry extends Nonce {
  settle(isNew: boolean): void;
  fail(error: unknown): void;
}

export function createNonceMemory(clock: Clock, db: Database): NonceMemory {
  const writer = createBatchWriter<Entry>({
    clock,
    async write(batch) {
      const fresh = await rememberNonces(db, batch, clock.now());
      return () =>
        batch.forEach((entry, index) => {
          entry.settle(fresh[index] === true);
        });
    },
    remedyOf: (error, _, tries) => usualRemedy(error, tries),
    fail: (entry, error) => entry.fail(error),
  });
  return {
    remember: (accountId, nonce) => new Promise((settle, fail) => writer.add(0, { accountId, nonce, settle, fail })),
  };
}
