/**
 * Where a list of what happened goes on, for whoever fetches it again and again. Its rows are in the order of ids that
 * were made in the transactions that wrote them.
 *
 * 1. No row is missed by whoever goes on from `next`. An id is made before its transaction ends, and of two transactions
 *    that with the later id may end first. So `next` never stands behind a row that is younger than `SETTLED_AFTER_MS`:
 *    at the end of the list it goes back to the last one that is older, and the younger ones are listed again.
 * 2. While pages are full the cursor says both: from where the next page goes on, and to where it then goes back.
 */
import { fromReference, timeOf, toReference } from '../lib/ids.ts';
import { badCursor } from './listing.ts';

/** A transaction has ended by half of it: a statement that takes long loses its connection. Clocks differ by less. */
export const SETTLED_AFTER_MS = 120_000;
const BEGINNING = '00000000-0000-0000-0000-000000000000';

/** Rule 2. */
export interface SettledCursor {
  readonly settled: string;
  /** What is behind it is listed. */
  readonly read: string;
}

export function readSettledCursor(query: URLSearchParams): SettledCursor {
  const text = query.get('after');
  if (text === null) return { settled: BEGINNING, read: BEGINNING };
  const [first = '', second = first, ...others] = text.split('-');
  const [settled, read] = [fromReference(first), fromReference(second)];
  if (settled !== null && read !== null && others.length === 0) return { settled, read };
  throw badCursor();
}

export interface SettledPage<Row> {
  readonly page: readonly Row[];
  readonly next: string;
  /** Others stand behind it. */
  readonly more: boolean;
}

/** `found`: the rows behind the cursor, one more than a page takes. `placeOf`: the id that they are in the order of. */
export function settledPage<Row>(
  cursor: SettledCursor,
  found: readonly Row[],
  placeOf: (row: Row) => string,
  { limit, now }: { readonly limit: number; readonly now: number },
): SettledPage<Row> {
  const page = found.slice(0, limit);
  const more = found.length > limit;
  return { page, next: cursorAfter(cursor, page.map(placeOf), { more, now }), more };
}

/** Rule 1. `places`: the ids of the page; `more`: others stand behind it. */
function cursorAfter(
  { settled, read }: SettledCursor,
  places: readonly string[],
  { more, now }: { readonly more: boolean; readonly now: number },
): string {
  const last = places.findLast((place) => timeOf(place) < now - SETTLED_AFTER_MS);
  const after = last !== undefined && last > settled ? last : settled;
  const next = more ? (places.at(-1) ?? read) : after;
  return after === next ? toReference(after) : `${toReference(after)}-${toReference(next)}`;
}
