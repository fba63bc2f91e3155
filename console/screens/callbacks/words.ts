/**
 * Callbacks and their tries in words. Pure.
 */
import type { Schema } from '../../api/client.ts';
import { lengthText } from '../../ui/time-text.ts';
import type { Tone } from '../../ui/tone.ts';
import { STATES } from './fields.ts';

type Callback = Schema<'OperatorCallback'>;
type Try = Schema<'OperatorCallbackShown'>['history'][number];

const TONES: Readonly<Record<Callback['state'], Tone>> = {
  pending: 'accent',
  delivered: 'good',
  given_up: 'bad',
  not_sent: 'calm',
};

export function stateOf(state: Callback['state']): { readonly words: string; readonly tone: Tone } {
  return { words: STATES.find(({ value }) => value === state)?.label ?? state, tone: TONES[state] };
}

/** What the receiver said last: `500`, `connection refused`, nothing yet. */
export function lastOf({
  last_status: status,
  last_error: error,
}: Pick<Callback, 'last_status' | 'last_error'>): string {
  if (status !== null) return String(status);
  return error ?? '–';
}

/** `Answered 500 after 31 ms`, `No answer after 10 s: timed out`. */
export function tryText({ status, took_ms: ms, error }: Pick<Try, 'status' | 'took_ms' | 'error'>): string {
  const after = ms === null ? '' : ` after ${lengthText(ms)}`;
  if (error === null) return `Taken with ${status ?? 'an answer'}${after}`;
  const said = status === null ? `No answer${after}` : `Answered ${status}${after}`;
  return error === `answered ${status}` ? said : `${said}: ${error}`;
}

/** Scheme, host and port, as a range of callbacks takes it; null where the URL is none. */
export function endpointOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).origin : null;
}

/** `acme.example/callback`, to be read in a list. */
export function shortUrl(url: string | null): string {
  return url === null ? 'no address' : url.replace(/^https?:\/\//, '');
}

/** JSON is set out to be read; anything else as it is. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
