/**
 * Requests that came to a receiver, as they are shown. Pure.
 */
import type { Schema } from '../../api/client.ts';
import type { Tone } from '../../ui/tone.ts';

export type Received = Schema<'OperatorReceivedRequest'>;

/** As many as a receiver keeps. */
const MOST_REQUESTS = 100;

/**
 * What is known and what came since: `fresh` begins with the last one that is known. Null when it does not: the receiver
 * has begun anew, or keeps that one no more.
 */
export function joined(known: readonly Received[], fresh: readonly Received[]): readonly Received[] | null {
  const [first] = fresh;
  const last = known.at(-1);
  if (first === undefined || first.n !== last?.n || first.received_on !== last.received_on) return null;
  return [...known.slice(0, -1), ...fresh].slice(-MOST_REQUESTS);
}

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

/** What the gateway finds of its signatures; null: nothing to be said of it. */
export const SIGNED: Readonly<Record<Received['signature'], { readonly words: string; readonly tone: Tone } | null>> = {
  right: { words: 'Signature right', tone: 'good' },
  wrong: { words: 'Signature wrong', tone: 'bad' },
  absent: { words: 'Not signed', tone: 'calm' },
  unknown: null,
};

/** The callback of a message that it was; null: it was none. What people send has no page of its own. */
export function callbackOf({ headers, body }: Pick<Received, 'headers' | 'body'>): string | null {
  const id = headers['webhook-id'] ?? null;
  return id !== null && inboundIn(parsed(body)) !== null ? null : id;
}

/** Those that sign or tell of the callback stand first, as written; what every request has stands last. */
export function inOrder(headers: Received['headers']): ReadonlyArray<readonly [string, string]> {
  const rank = (name: string) => (/^(webhook-|authorization$|x-ts-)/i.test(name) ? 0 : 1);
  return Object.entries(headers).toSorted(([one], [other]) => rank(one) - rank(other));
}

/** In a few words what it tells: what somebody sent, how a message or a verification stands, or what kind of event it is. */
export function gistOf(body: string | null): string {
  if (body === null) return 'its body is for who may see texts';
  if (body === '') return 'no body';
  const json = parsed(body);
  if (json === null) return 'text';
  const inbound = inboundIn(json);
  if (inbound !== null) return inbound;
  const { status, event, reference_id: reference, mo_message: relayed, state, inner_methods: methods } = json;
  if (typeof relayed === 'string') return `A relayed text: ${relayed}`;
  if (Array.isArray(methods)) return `A verification: ${state}`;
  const { code, description } = objectOf(status);
  const words =
    typeof description === 'string' ? `${description} ${code ?? ''}` : typeof event === 'string' ? event : '';
  return words.trim() || (typeof reference === 'string' ? reference : 'JSON');
}

type Json = Readonly<Record<string, unknown>>;

/** What somebody sent (docs/inbound.md), or null. */
function inboundIn(json: Json | null): string | null {
  if (json?.sub_resource === 'mo_sms') return `A text: ${objectOf(json.user_response).mo_message}`;
  if (json?.sub_resource !== 'mo_rcs') return null;
  const { end_user_action: action, file, location } = objectOf(json.content);
  if (file) return `A file: ${objectOf(objectOf(file).payload).name ?? 'without a name'}`;
  if (location) return `A place: ${objectOf(location).latitude}, ${objectOf(location).longitude}`;
  const { text, postback_data: payload } = objectOf(action);
  return payload === undefined ? `A text: ${text}` : `A button: ${text}`;
}

/** Null: it is no JSON. */
function parsed(body: string | null): Json | null {
  try {
    return objectOf(JSON.parse(body ?? ''));
  } catch {
    return null;
  }
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}
