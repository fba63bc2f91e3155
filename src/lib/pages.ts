/**
 * Pages of lists: cut to their size, and where the next one begins.
 */

/** One page: as many rows as `limit`, and where the next one begins. `rows` hold one more than `limit` if there is one. */
export function pageOf<Row, Shown>(
  rows: readonly Row[],
  limit: number,
  cursor: (last: Row) => string,
  show: (row: Row) => Shown,
): { readonly items: Shown[]; readonly next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(show), next: rows.length > limit && last !== undefined ? cursor(last) : null };
}

/** Where a page goes on; what is inside concerns nobody else. */
export function cursorOf(place: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** What a cursor holds, as far as it is one; somebody may have written it. */
export function placeIn(cursor: string): readonly unknown[] | null {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(place) ? place : null;
  } catch {
    return null;
  }
}
