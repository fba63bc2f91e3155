/**
 * Look-ups become durable before they are answered.
 *
 * 1. Those that wait together are written together, by one statement; one queue for each lane (batch-writer.ts).
 * 2. An idempotency key or a consent is written in the same transaction as its look-up.
 * 3. When the store is down all are refused: what was not answered may be asked again.
 */

import type { Context } from '../../context.ts';
import { createBatchWriter } from '../../lib/batch-writer.ts';
import { timeOf, toReference } from '../../lib/ids.ts';
import { usualRemedy } from '../../store/connection/store-tries.ts';
import { type Database, type Queryable, StoreDown, together } from '../../store/database.ts';
import { insertConsents, insertLookUps, type LookUp } from '../../store/phone-id/look-ups.ts';
import { claimIdempotencyKeys } from '../../store/requests/idempotency-claims.ts';
import type { Lanes } from '../../store/sql/lanes.ts';
import type { IdempotencyClaim } from '../door/accept.ts';

/** `claimed_before`: another request won the idempotency key; nothing was recorded. Rejects with StoreDown. */
export type RecordLookUp = (lookUp: LookUp, claim?: IdempotencyClaim) => Promise<'recorded' | 'claimed_before'>;

export interface LookUpRecorderOptions {
  readonly context: Pick<Context, 'clock' | 'hints'>;
  readonly db: Database;
  readonly lanes: Lanes;
  /** Makes room in the store for look-ups of this time (partitions). */
  readonly makeRoomFor: (at: number) => Promise<void>;
}

interface Entry {
  readonly lookUp: LookUp;
  readonly claim: IdempotencyClaim | undefined;
  done(outcome: 'recorded' | 'claimed_before'): void;
  fail(error: unknown): void;
}

export function createLookUpRecorder({ context, db, lanes, makeRoomFor }: LookUpRecorderOptions): RecordLookUp {
  const writer = createBatchWriter<Entry>({
    clock: context.clock,
    async write(batch) {
      const outcomes = await write(db, batch);
      return () =>
        batch.forEach((entry, index) => {
          const { id, accountId } = entry.lookUp;
          if (context.hints.isWatched) context.hints.of('look_ups', toReference(id), accountId);
          entry.done(outcomes[index] ?? 'recorded');
        });
    },
    remedyOf: (error, _, tries) => usualRemedy(error, tries),
    async makeRoomFor(batch) {
      for (const at of new Set(batch.map(({ lookUp }) => timeOf(lookUp.id)))) await makeRoomFor(at);
    },
    fail: (entry, error) => entry.fail(error),
  });
  return (lookUp, claim) => {
    if (!db.isUp()) return Promise.reject(new StoreDown('the store cannot be reached'));
    return new Promise((done, fail) => writer.add(lanes.laneOf(lookUp.id), { lookUp, claim, done, fail }));
  };
}

async function write(db: Database, batch: readonly Entry[]): Promise<Array<'recorded' | 'claimed_before'>> {
  const lookUps = batch.map(({ lookUp }) => lookUp);
  const claiming = batch.filter(({ claim }) => claim !== undefined);
  if (claiming.length === 0 && lookUps.every(({ consent }) => consent === null)) {
    await insertLookUps(db, lookUps);
    return batch.map(() => 'recorded');
  }
  return db.transaction(async (tx) => {
    const lost = claiming.length === 0 ? NONE : await loseClaims(tx, claiming);
    const kept = batch.filter((entry) => !lost.has(entry)).map(({ lookUp }) => lookUp);
    if (kept.length > 0) await together([insertLookUps(tx, kept), insertConsents(tx, kept)]);
    return batch.map((entry) => (lost.has(entry) ? 'claimed_before' : 'recorded'));
  });
}

const NONE: ReadonlySet<Entry> = new Set();

/** Those whose key another request has won. */
async function loseClaims(tx: Queryable, claiming: readonly Entry[]): Promise<ReadonlySet<Entry>> {
  const claims = claiming.flatMap(({ claim }) => claim ?? []);
  const won = await claimIdempotencyKeys(tx, claims, Math.max(...claiming.map(({ lookUp }) => lookUp.createdAt)));
  return new Set(claiming.filter((_, index) => won[index] !== true));
}
