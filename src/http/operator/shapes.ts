/**
 * The form of times, numbers and pages in answers to operators (routes.ts, rule 3).
 */
import { maskNumber } from '../../lib/log.ts';

export function timeOf(at: number): string {
  return new Date(at).toISOString();
}

export function timeOrNull(at: number | null): string | null {
  return at === null ? null : timeOf(at);
}

/**
 * A number in full or masked, also one as it came in, of which none could be made (`?0151…`); a sender that is no number
 * is shown as it is.
 */
export function numberOf(number: string, full: boolean | undefined): string {
  return full === true || !/^[?+]?\d+$/.test(number) ? number : maskNumber(number);
}

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
