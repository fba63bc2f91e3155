/**
 * Provisional responses that are sent until we say that we have them (RFC 3262). Pure.
 *
 * 1. In a dialog they are taken in order: after the first one each has the number that follows. One that runs ahead is
 *    left for its sender to send again, one that came before is not acknowledged a second time: its PRACK is still
 *    being sent by its own transaction (4).
 */
import type { HeaderField } from './fields.ts';
import { headerOf, listOf, type ReceivedResponse } from './message.ts';

export const EXTENSION = '100rel';

/** How a provisional response is to be taken, and what its PRACK says. */
export type Turn =
  | { readonly kind: 'unreliable' }
  | { readonly kind: 'next'; readonly number: number; readonly rack: HeaderField }
  | { readonly kind: 'repeated' }
  | { readonly kind: 'ahead' };

const LARGEST_RSEQ = 2 ** 32 - 1;

/** `last`: the number of the last one in its dialog; null before the first. */
export function turnOf(response: ReceivedResponse, last: number | null): Turn {
  const number = numberOf(response);
  if (number === null) return { kind: 'unreliable' };
  if (last !== null && number <= last) return { kind: 'repeated' };
  if (last !== null && number > last + 1) return { kind: 'ahead' };
  const { cseq } = response;
  return { kind: 'next', number, rack: { name: 'rack', value: `${number} ${cseq.number} ${cseq.method}` } };
}

function numberOf(response: ReceivedResponse): number | null {
  const { status } = response;
  if (status <= 100 || status >= 200 || !response.to.params.has('tag')) return null;
  if (!listOf(response, 'require').some((each) => each.toLowerCase() === EXTENSION)) return null;
  const text = headerOf(response, 'rseq')?.trim() ?? '';
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= LARGEST_RSEQ ? number : null;
}
