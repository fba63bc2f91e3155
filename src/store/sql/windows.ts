/**
 * Pages of what is listed newest first, by ids. A page ends soon, however few rows fit what was asked.
 *
 * 1. Rows that fit are looked for among so many of the newest at a time, first few and then more, until the page is full
 *    or about ten thousand have been gone through. What is left then is the business of the next page: one that is
 *    not full goes on all the same, until there is no next.
 * 2. An id holds its time, so what is recorded while somebody goes through the pages stands before them: no row that was
 *    there is passed over, and none comes twice.
 * 3. A table with days is asked day by day, each under its own name: to plan a statement over all days that are kept
 *    costs more than the work.
 */
import { DAY_MS } from '../../lib/durations.ts';
import { lowestIdAt } from '../../lib/ids.ts';
import { isMissingPartition } from '../connection/sql-states.ts';
import type { Queryable } from '../database.ts';
import { ALL_IDS, dayOf, type IdSlice } from './id-range.ts';

/** What is listed, and how much of it. */
export interface ListSpan {
  /** Epoch milliseconds: `from` included, `to` not. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Go on below this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export interface IdPage<Row> {
  readonly rows: readonly Row[];
  /** The next page goes on below this id; null: there is none. */
  readonly next: string | null;
}

/** A table, or a day of one. */
export interface Piece {
  /** How its name ends: `_20261121`; empty where there are no days. */
  readonly day: string;
  readonly slice: IdSlice;
  /** About how many rows it has; null where that is not known. */
  readonly size: number | null;
}

export interface Looking<Row> {
  /** Of all rows of the slice the id of that with this number, newest first, from 1. Absent: all of them fit. */
  readonly nth?: (piece: Piece, n: number) => Promise<string | null>;
  /** The newest ones of the slice that fit, `limit` at most. */
  readonly fitting: (piece: Piece, limit: number) => Promise<readonly Row[]>;
  /** What is looked among lies here and there: it is the rows of one number, not of one account. */
  readonly isScattered?: boolean;
}

/** Rule 1: first and then, up to so many in all. */
const STEPS = [1_000, 9_000];
/** Rows that are found one by one all over a day: each may lie on a page of its own. */
const SCATTERED_STEPS = [500, 1_500];

/** An id holds its time: a span of time is a range of ids. */
export function sliceOf({ from, to, before }: ListSpan): IdSlice {
  const [first, end] = ALL_IDS;
  const ends = [end, ...(to === undefined ? [] : [lowestIdAt(to)]), ...(before === undefined ? [] : [before])];
  return [from === undefined ? first : lowestIdAt(from), ends.sort()[0] ?? end];
}

/** `pieces`: newest first. */
export async function pageThrough<Row extends { readonly id: string }>(
  pieces: readonly Piece[],
  limit: number,
  looking: Looking<Row>,
): Promise<IdPage<Row>> {
  const rows: Row[] = [];
  let looked = 0;
  for (const piece of pieces) {
    let below: string | null = piece.slice[1];
    while (below !== null) {
      const atATime = stepAt(looked, looking.isScattered ? SCATTERED_STEPS : STEPS);
      if (atATime === null) return { rows, next: below };
      const part: Window<Row> = await look({ ...piece, slice: [piece.slice[0], below] }, atATime, {
        ...looking,
        limit: limit + 1 - rows.length,
      });
      rows.push(...part.rows);
      if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]?.id ?? null };
      looked += part.looked;
      below = part.below;
    }
  }
  return { rows, next: null };
}

interface Window<Row> {
  readonly rows: readonly Row[];
  readonly looked: number;
  /** What is left of the piece; null: nothing. */
  readonly below: string | null;
}

/** Null: enough. */
function stepAt(looked: number, [first = 0, then = 0]: readonly number[]): number | null {
  if (looked < first) return first;
  return looked < first + then ? then : null;
}

/** How many of a piece of unknown size count as looked at, when there were fewer than were asked for. */
const FEW = 100;

async function look<Row>(
  piece: Piece,
  atATime: number,
  { nth, fitting, limit }: Looking<Row> & { readonly limit: number },
): Promise<Window<Row>> {
  const { slice, size } = piece;
  try {
    if (nth === undefined) return { rows: await fitting(piece, limit), looked: 0, below: null };
    if (size !== null && size <= atATime) return { rows: await fitting(piece, limit), looked: size, below: null };
    const last = await nth(piece, atATime);
    const rows = await fitting({ ...piece, slice: [last ?? slice[0], slice[1]] }, limit);
    return { rows, looked: last === null ? FEW : atATime, below: last };
  } catch (error) {
    // Its time was over, and it was dropped in between.
    if (isMissingPartition(error)) return { rows: [], looked: 0, below: null };
    throw error;
  }
}

/** The days of a table that have ids of the slice, newest first (rule 3). Of a cluster nobody here knows how large they are. */
export async function daysOf(db: Queryable, table: string, [from, below]: IdSlice): Promise<Piece[]> {
  const { rows } = await db.query<{ name: string; size: number }>(
    `select c.relname as name,
            case when c.reltuples > 0 then c.reltuples
                 when pg_relation_size(c.oid) > 0 or exists (select 1 from pg_extension e where e.extname = 'citus') then -1
                 else 0 end::float8 as size
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::regclass order by c.relname desc`,
    [table],
  );
  return rows.flatMap(({ name, size }) => {
    const day = startOfDay(name);
    if (day === null || size === 0) return [];
    const [first, end] = [lowestIdAt(day), lowestIdAt(day + DAY_MS)];
    const slice: IdSlice = [from > first ? from : first, below < end ? below : end];
    return slice[0] < slice[1] ? [{ day: dayOf(day), slice, size: size > 0 ? size : null }] : [];
  });
}

function startOfDay(name: string): number | null {
  const [, year, month, day] = (/_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? []).map(Number);
  return year === undefined || month === undefined || day === undefined ? null : Date.UTC(year, month - 1, day);
}

/** A table that has no days. */
export function whole(slice: IdSlice): Piece[] {
  return [{ day: '', slice, size: null }];
}
