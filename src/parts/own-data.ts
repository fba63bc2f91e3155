/**
 * What lies in the gateway's own database and answers about numbers: the sets that operators import.
 */
import type { DataSets } from '../engine/data-sets.ts';
import type { ContactRow } from '../sources/imported/contacts.ts';
import type { DeactivationRow } from '../sources/imported/deactivations.ts';
import type { ImportedSets } from '../sources/imported/sets.ts';
import type { Database } from '../store/database.ts';
import { findBreachedNumber, findContactRecords, findDeactivations } from '../store/imported-rows.ts';

export interface OwnData {
  readonly breaches: ImportedSets<string>;
  readonly contacts: ImportedSets<ContactRow>;
  readonly deactivations: ImportedSets<DeactivationRow>;
}

export function createOwnData(db: Database, dataSets: DataSets): OwnData {
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
  };
}
