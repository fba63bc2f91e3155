/**
 * The rows of a list that is read page by page while it grows at its front. Pure.
 *
 * 1. Rows that are shown are made fresh where they stand. Rows that are new wait until the reader asks for them, unless the
 *    reader is at the top of the first page: then the page is the fresh one.
 * 2. Where the fresh page has no row that is shown, more is new than was fetched.
 */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

export interface Merged<Row> {
  readonly pages: readonly RowPage<Row>[];
  /** How many rows wait. */
  readonly waiting: number;
  /** Rule 2. */
  readonly isMore: boolean;
}

export interface MergeOptions<Row> {
  readonly idOf: (row: Row) => string;
  /** Rule 1. */
  readonly isAtTop: boolean;
}

export function mergeFirst<Row>(
  pages: readonly RowPage<Row>[],
  fresh: RowPage<Row>,
  { idOf, isAtTop }: MergeOptions<Row>,
): Merged<Row> {
  if (pages.length === 0 || (isAtTop && pages.length === 1)) return { pages: [fresh], waiting: 0, isMore: false };
  const byId = new Map(fresh.rows.map((row) => [idOf(row), row]));
  const shown = new Set<string>();
  const merged = pages.map(({ rows, next }) => ({
    next,
    rows: rows.map((row) => {
      const id = idOf(row);
      shown.add(id);
      return byId.get(id) ?? row;
    }),
  }));
  const waiting = fresh.rows.filter((row) => !shown.has(idOf(row))).length;
  return { pages: merged, waiting, isMore: waiting > 0 && waiting === fresh.rows.length && fresh.next !== null };
}

/** `12 new`, `50+ new`. */
export function waitingText({ waiting, isMore }: Pick<Merged<unknown>, 'waiting' | 'isMore'>): string {
  return `${waiting}${isMore ? '+' : ''} new`;
}
