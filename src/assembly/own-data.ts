/**
 * Makes the sources of Phone ID that read the gateway's own database: the sets that operators import, and what earlier
 * look-ups saw.
 */
import type { DataSets } from '../engine/data/data-sets.ts';
import type { Clock } from '../lib/clock.ts';
import type { ContactRow } from '../sources/imported/contacts.ts';
import type { DeactivationRow } from '../sources/imported/deactivations.ts';
import type { ImportedSets } from '../sources/imported/sets.ts';
import type { Observations } from '../sources/journal/journal.ts';
import type { SimMemory } from '../sources/sim-memory.ts';
import type { Database } from '../store/database.ts';
import { findBreachedNumber, findContactRecords, findDeactivations } from '../store/phone-id/imported-rows.ts';
import { findPorts, findSwap, noteSim } from '../store/phone-id/observations.ts';
import type { AliasOf } from '../store/secrets/number-aliases.ts';

export interface OwnData {
  readonly breaches: ImportedSets<string>;
  readonly contacts: ImportedSets<ContactRow>;
  readonly deactivations: ImportedSets<DeactivationRow>;
  readonly observations: Observations;
  readonly sims: SimMemory;
}

const MOST_PORTS = 100;

/** `aliasOf`: the keyed hash that stands for a SIM. */
export function createOwnData(clock: Clock, db: Database, dataSets: DataSets, aliasOf: AliasOf): OwnData {
  return {
    breaches: {
      sets: () => dataSets.of('breaches'),
      find: (sets, hash) => findBreachedNumber(db, sets, Buffer.from(hash, 'hex')),
    },
    contacts: {
      sets: () => dataSets.of('contacts'),
      find: (sets, number) => findContactRecords(db, sets, number),
    },
    deactivations: {
      sets: () => dataSets.of('deactivations'),
      find: (sets, number) => findDeactivations(db, sets, number),
    },
    observations: {
      ports: async (number) =>
        (await findPorts(db, number, MOST_PORTS)).map(({ seenAt, from, to }) => ({ portedAt: seenAt, from, to })),
      swappedAt: (number) => findSwap(db, number),
    },
    sims: { seen: (number, imsi) => noteSim(db, number, aliasOf(`sim ${imsi}`), clock.now()) },
  };
}
