/**
 * Pages of what is listed newest first, by ids. A page ends soon, however few rows fit what was asked.
 *
 * 1. Rows that fit are looked for among so many of the newest at a time, first few and then more, until the page is full
 *    or `MOST_LOOKED_AT` have been gone through. What is left then is the business of the next page: one that is not full
 *    goes on all the same, until there is no next.
 * 2. An id holds its time, so what is recorded while somebody goes through the pages stands before them: no row that was
 *    there is passed over, and none comes twice.
 */
import { lowestIdAt } from '../../lib/ids.ts';
import { ALL_IDS, type IdSlice } from './id-range.ts';

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

export interface Looking<Row> {
  /** Of all rows below the second id and not below the first: the id of that with this number, newest first, from 1. */
  readonly nth: (slice: IdSlice, n: number) => Promise<string | null>;
  /** The newest ones that fit in the slice, `limit` at most. */
  readonly fitting: (slice: IdSlice, limit: number) => Promise<readonly Row[]>;
}

/** Rule 1. */
const STEPS = [1_000, 9_000, 20_000];
export const MOST_LOOKED_AT = STEPS.reduce((sum, each) => sum + each, 0);

export async function pageThrough<Row extends { readonly id: string }>(
  [from, below]: IdSlice,
  limit: number,
  { nth, fitting }: Looking<Row>,
): Promise<IdPage<Row>> {
  const rows: Row[] = [];
  let end = below;
  for (const step of STEPS) {
    const last = await nth([from, end], step);
    rows.push(...(await fitting([last ?? from, end], limit + 1 - rows.length)));
    if (rows.length > limit) return cut(rows, limit);
    if (last === null) return { rows, next: null };
    end = last;
  }
  return { rows, next: end };
}

/** An id holds its time: a span of time is a range of ids, and lies in the partitions of its days. */
export function sliceOf({ from, to, before }: ListSpan): IdSlice {
  const [first, end] = ALL_IDS;
  const ends = [end, ...(to === undefined ? [] : [lowestIdAt(to)]), ...(before === undefined ? [] : [before])];
  return [from === undefined ? first : lowestIdAt(from), ends.sort()[0] ?? end];
}

/** `rows` hold one more than `limit` if there is one. */
export function cut<Row extends { readonly id: string }>(rows: readonly Row[], limit: number): IdPage<Row> {
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}
