/**
 * The master key and what is sealed under it: is it the right one, and how everything comes under a new one.
 *
 * 1. A gateway whose master key opens none of the keys in its database does not start: callers would all be refused.
 * 2. Sealing again happens page by page while the gateways work. It is refused while a running node seals under
 *    another key: what that node makes would be left behind.
 * 3. What no key opens is left as it is, and counted.
 */
import type { Context } from '../../context.ts';
import { type MasterKey, masterKeyId, open, SealBroken, seal, sealHead } from '../../lib/sealed.ts';
import type { Queryable } from '../../store/database.ts';
import {
  newestSealedKeys,
  SEALED_TABLES,
  type SealedChange,
  type SealedInRow,
  type SealedValue,
} from '../../store/secrets/sealed-values.ts';
import { readLanes } from '../../store/sql/lanes.ts';

const SAMPLE = 50;
const PAGE = 500;

/** Rejects with an Error for the operator when the master key is not that of this database (rule 1). */
export async function checkMasterKey(context: Context, db: Queryable, masterKey: MasterKey): Promise<void> {
  const { broken, of } = await countBrokenKeys(db, masterKey);
  if (broken === 0) return;
  if (broken === of) {
    throw new Error(
      `the master key (${masterKeyId(masterKey)}) opens none of the API keys in this database: give the gateway the ` +
        'key under which they were sealed (TRUNKLINE_MASTER_KEY or the file master-key in the data directory), and ' +
        'while it is being replaced the other one, too (TRUNKLINE_OTHER_MASTER_KEY or other-master-key)',
    );
  }
  context.log.error(
    { broken, of, masterKey: masterKeyId(masterKey) },
    'some API keys were sealed under a master key that this gateway does not have',
  );
}

/** How many of the newest API keys the master key does not open. */
export async function countBrokenKeys(
  db: Queryable,
  masterKey: MasterKey,
): Promise<{ readonly broken: number; readonly of: number }> {
  const sealed = await newestSealedKeys(db, SAMPLE);
  return { broken: sealed.filter((each) => openOrNull(masterKey, each) === null).length, of: sealed.length };
}

/** Where a page ended: table, lane, place. */
export interface ResealPlace {
  readonly table: number;
  readonly lane: number;
  readonly after: SealedValue['place'] | null;
}

export interface Resealed {
  readonly resealed: number;
  /** Opened by no key. */
  readonly unreadable: number;
  /** Null when that was all. */
  readonly next: ResealPlace | null;
}

const FIRST: ResealPlace = { table: 0, lane: 0, after: null };

/** Seals one page under the key that seals now. Begin without a place, go on with `next`. */
export async function resealPage(
  context: Context,
  db: Queryable,
  masterKey: MasterKey,
  place: ResealPlace = FIRST,
): Promise<Resealed> {
  const lanes = await readLanes(db);
  const table = SEALED_TABLES[place.table];
  if (!table) return { resealed: 0, unreadable: 0, next: null };
  const buckets = lanes.bucketsOf(place.lane);
  const found = await table.find(db, { head: sealHead(masterKey), buckets, after: place.after, limit: PAGE });
  const changes = found.flatMap((value) => changeOf(context, masterKey, value));
  const resealed = changes.length === 0 ? 0 : await table.replace(db, changes, buckets);
  return { resealed, unreadable: found.length - changes.length, next: nextOf(place, found, lanes.count) };
}

function changeOf(context: Context, masterKey: MasterKey, value: SealedValue): SealedChange[] {
  const plain = openOrNull(masterKey, value);
  return plain === null ? [] : [{ ...value, fresh: seal(masterKey, value.row, plain, context.randomBytes) }];
}

function nextOf({ table, lane }: ResealPlace, found: readonly SealedValue[], lanes: number): ResealPlace | null {
  const last = found.at(-1);
  if (found.length === PAGE && last) return { table, lane, after: last.place };
  if (lane + 1 < lanes) return { table, lane: lane + 1, after: null };
  return table + 1 < SEALED_TABLES.length ? { table: table + 1, lane: 0, after: null } : null;
}

function openOrNull(masterKey: MasterKey, { row, sealed }: SealedInRow): Buffer | null {
  try {
    return open(masterKey, row, sealed);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}
