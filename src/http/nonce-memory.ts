/**
 * Remembers the nonces of signed requests in the store, many in one statement.
 *
 * 1. Resolves only after the nonce is durable: of two requests with one nonce, on whatever nodes, one is told that it
 *    is new.
 */

import type { Clock } from '../lib/clock.ts';
import { createGroupCommit } from '../lib/group-commit.ts';
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
  const commits = createGroupCommit<Entry>(async (batch) => {
    try {
      const fresh = await rememberNonces(db, batch, clock.now());
      batch.forEach((entry, index) => {
        entry.settle(fresh[index] === true);
      });
    } catch (error) {
      for (const entry of batch) entry.fail(error);
    }
  });
  return {
    remember: (accountId, nonce) => new Promise((settle, fail) => commits.add(0, { accountId, nonce, settle, fail })),
  };
}
