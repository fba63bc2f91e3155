/**
 * Imports of what operators know about numbers: a file comes in rows, some thousand at a time, and is whole at the end.
 *
 * 1. Rows are numbered. Those that have been dealt with are not looked at again, so that whoever lost an answer, or was
 *    interrupted, sends them again or asks how far it is.
 * 2. The same file for the same set goes on where it was left. When it is the newest whole import of its set, there is
 *    nothing to do.
 * 3. A new set is looked into when its first import is whole. At the end of an import of contacts those that it did not
 *    have are removed, unless it says that they stay: the file is the set as it is now. An import that took nothing
 *    removes nothing and makes no set.
 * 4. One that was stopped takes no rows and is never whole; what it took stays until its set is removed. The same file
 *    begins anew.
 */
import type { Context } from '../../context.ts';
import type { Database, Queryable } from '../../store/database.ts';
import {
  bucketOfSet,
  type DataSetKind,
  dropDataSet,
  hasRows,
  noteWholeImport,
  removeRows,
} from '../../store/phone-id/data-sets.ts';
import {
  type ContactRecord,
  writeBreachedNumbers,
  writeContactRecords,
  writeDeactivations,
} from '../../store/phone-id/imported-rows.ts';
import {
  addFaults,
  findImport,
  type Import,
  type ImportFault,
  importsOfSet,
  insertImport,
  lockImport,
  type NewImport,
  writeImport,
} from '../../store/phone-id/imports.ts';
import type { Lanes } from '../../store/sql/lanes.ts';

export interface ImportOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
}

export type StartedImport = { readonly import: Import; readonly state: 'new' | 'goes_on' | 'whole' };

/** Rows as they have been understood, those that were refused left out. */
export type TakenRows =
  | { readonly kind: 'breaches'; readonly hashes: readonly Buffer[] }
  | { readonly kind: 'contacts'; readonly records: readonly ContactRecord[] }
  | { readonly kind: 'deactivations'; readonly numbers: readonly string[] };

export interface Rows {
  /** The number of the first one, from 0. */
  readonly from: number;
  readonly taken: TakenRows;
  /** How many there were, and those of them that were refused. */
  readonly count: number;
  readonly refused: readonly ImportFault[];
}

const IMPORTS_LOOKED_AT = 50;
/** An answer over HTTP must not take longer. */
const REMOVES_FOR_MS = 5_000;

/** Rule 2. */
export async function startImport(
  { context, db }: ImportOptions,
  wanted: Omit<NewImport, 'id'>,
): Promise<StartedImport> {
  const { kind, name } = wanted;
  const known = await importsOfSet(db, kind, name, IMPORTS_LOOKED_AT);
  const same = known.find((each) => isGoingOn(each, wanted));
  const newestWhole = known.find(({ finishedAt }) => finishedAt !== null);
  if (same && same.finishedAt === null) return { import: same, state: 'goes_on' };
  if (same && same.id === newestWhole?.id) return { import: same, state: 'whole' };
  const fresh = { ...wanted, id: context.ids.next(bucketOfSet(kind, name)) };
  const now = context.clock.now();
  await insertImport(db, fresh, now);
  const begun = { position: 0, taken: 0, refused: 0, removed: 0, startedAt: now, changedAt: now };
  return { import: { ...fresh, ...begun, finishedAt: null, stoppedAt: null }, state: 'new' };
}

/** Rule 4. */
function isGoingOn(known: Import, { file, day, keepsOthers }: Omit<NewImport, 'id'>): boolean {
  return known.file === file && known.day === day && known.keepsOthers === keepsOthers && known.stoppedAt === null;
}

/** Rule 1. `gap`: rows before these are missing. Null: there is no such import that is open. */
export function addRows(options: ImportOptions, id: string, rows: Rows): Promise<Import | 'gap' | null> {
  const { context, db } = options;
  return db.transaction(async (tx) => {
    const known = await lockImport(tx, id);
    if (!known || isOver(known) || known.kind !== rows.taken.kind) return null;
    if (rows.from + rows.count <= known.position) return known;
    if (rows.from !== known.position) return 'gap';
    await writeRows(tx, options.lanes, known, rows.taken);
    const next = {
      ...known,
      position: known.position + rows.count,
      taken: known.taken + rows.count - rows.refused.length,
      refused: known.refused + rows.refused.length,
      changedAt: context.clock.now(),
    };
    await writeImport(tx, next);
    await addFaults(tx, id, rows.refused);
    return next;
  });
}

function writeRows(tx: Queryable, lanes: Lanes, { name, day, startedAt }: Import, taken: TakenRows): Promise<void> {
  switch (taken.kind) {
    case 'breaches':
      return writeBreachedNumbers(tx, lanes, name, taken.hashes);
    case 'contacts':
      return writeContactRecords(tx, lanes, { name, importedAt: startedAt }, taken.records);
    case 'deactivations':
      return writeDeactivations(tx, lanes, { name, day: day ?? '' }, taken.numbers);
  }
}

/** Rule 3. Where much has to be removed it is not whole yet after a while, and asked again. Null: there is no such import. */
export async function finishImport(options: ImportOptions, id: string): Promise<Import | null> {
  const { context, db } = options;
  const known = await findImport(db, id);
  if (!known || isOver(known)) return known;
  const { kind, name, startedAt } = known;
  const isReplacing = kind === 'contacts' && !known.keepsOthers && known.taken > 0;
  const gone = isReplacing ? await removeSome(options, { kind, name, before: startedAt }) : { removed: 0, isAll: true };
  return db.transaction(async (tx) => {
    const locked = await lockImport(tx, id);
    if (!locked || isOver(locked)) return locked;
    const now = context.clock.now();
    if (gone.isAll && known.taken > 0) await noteWholeImport(tx, known, now);
    const next = { ...locked, removed: locked.removed + gone.removed, changedAt: now };
    const ended = { ...next, finishedAt: gone.isAll ? now : null };
    await writeImport(tx, ended);
    return ended;
  });
}

/** Rule 4. One that is over stays as it is. Null: there is no such import. */
export function stopImport({ context, db }: ImportOptions, id: string): Promise<Import | null> {
  return db.transaction(async (tx) => {
    const known = await lockImport(tx, id);
    if (!known || isOver(known)) return known;
    const now = context.clock.now();
    const stopped = { ...known, changedAt: now, stoppedAt: now };
    await writeImport(tx, stopped);
    return stopped;
  });
}

function isOver({ finishedAt, stoppedAt }: Import): boolean {
  return finishedAt !== null || stoppedAt !== null;
}

export interface Removed {
  readonly removed: number;
  /** Nothing is left. */
  readonly isAll: boolean;
}

/** Takes a set away: from now on it is not looked into, and its rows go. Null when there was nothing of it. */
export async function removeDataSet(options: ImportOptions, kind: DataSetKind, name: string): Promise<Removed | null> {
  const was = await options.db.transaction((tx) => dropDataSet(tx, kind, name));
  const gone = await removeSome(options, { kind, name });
  return was || gone.removed > 0 ? gone : null;
}

async function removeSome(
  { context, db, lanes }: ImportOptions,
  what: { readonly kind: DataSetKind; readonly name: string; readonly before?: number },
): Promise<Removed> {
  const until = context.clock.monotonic() + REMOVES_FOR_MS;
  let removed = 0;
  while (context.clock.monotonic() < until) {
    const count = await removeRows(db, lanes, what);
    if (count === 0) return { removed, isAll: true };
    removed += count;
  }
  // The last of them may just have gone: whoever goes on would be told that there is no such set.
  return { removed, isAll: !(await hasRows(db, lanes, what)) };
}
