/**
 * Requests that came to a receiver, as they are shown. Pure.
 */
import type { Schema } from '../../api/client.ts';
import type { Tone } from '../../ui/tone.ts';

export type Received = Schema<'SandboxReceivedRequest'>;

/** What a receiver may be told to answer, and what becomes of a callback then. */
export const ANSWERS: ReadonlyArray<{ readonly value: string; readonly label: string }> = [
  { value: '200', label: '200: taken' },
  { value: '204', label: '204: taken' },
  { value: '400', label: '400: tried again' },
  { value: '410', label: '410: given up at once' },
  { value: '429', label: '429: tried again' },
  { value: '500', label: '500: tried again' },
  { value: '503', label: '503: tried again' },
];

/** With the one that it answers now, whatever that is. */
export function answersWith(status: number): typeof ANSWERS {
  const value = String(status);
  return ANSWERS.some((each) => each.value === value) ? ANSWERS : [...ANSWERS, { value, label: value }];
}

export function toneOfAnswer(status: number): Tone {
  return status < 300 ? 'good' : 'bad';
}

/** The callback that it was; null: it was none. */
export function callbackOf({ headers }: Pick<Received, 'headers'>): string | null {
  return headers['webhook-id'] ?? null;
}

/** Those that sign or tell of the callback stand first, as written; what every request has stands last. */
export function inOrder(headers: Received['headers']): ReadonlyArray<readonly [string, string]> {
  const rank = (name: string) => (/^(webhook-|authorization$|x-ts-)/i.test(name) ? 0 : 1);
  return Object.entries(headers).toSorted(([one], [other]) => rank(one) - rank(other));
}

/** In a few words what it tells: the status of a message, or what kind of event it is. */
export function gistOf(body: string | null): string {
  if (body === null) return 'its body is for who may see texts';
  if (body === '') return 'no body';
  try {
    const { status, event, reference_id: reference } = JSON.parse(body) as Record<string, unknown>;
    const { code, description } = (status ?? {}) as Record<string, unknown>;
    const words =
      typeof description === 'string' ? `${description} ${code ?? ''}` : typeof event === 'string' ? event : '';
    return words.trim() || (typeof reference === 'string' ? reference : 'JSON');
  } catch {
    return 'text';
  }
}
