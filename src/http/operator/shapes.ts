/**
 * The form of times, numbers and pages in answers to operators (routes.ts, rule 3).
 */
import { maskNumber } from '../../lib/log.ts';

export { pageOf } from '../../lib/pages.ts';

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
