/**
 * How a carrier stands, out of what the gateway says of it; what went wrong at it. Pure.
 */
import type { Schema } from '../../api/client.ts';
import type { Tone } from '../../ui/tone.ts';

type Carrier = Schema<'OperatorCarrier'>;
type Traffic = Schema<'OperatorCarrierTraffic'>;

export interface Standing {
  readonly word: string;
  readonly tone: Tone;
}

/** Up is what some node can send by, also where the one that answers cannot. */
export function standingOf({ state, up_on: upOn }: Pick<Carrier, 'state' | 'up_on'>): Standing {
  if (state === 'draining') return { word: 'Drained', tone: 'warn' };
  const isUp = state === 'up' || (upOn !== null && upOn.length > 0);
  return isUp ? { word: 'Up', tone: 'good' } : { word: 'Down', tone: 'bad' };
}

/** `2 of 3` binds are held; null where it has none. */
export function seatsText({ seats }: Pick<Carrier, 'seats'>): string | null {
  if (seats === null || seats.length === 0) return null;
  return `${seats.filter(({ node }) => node !== null).length} of ${seats.length}`;
}

export interface Trouble {
  readonly id: string;
  readonly what: string;
  /** Of an end: the code, by which its messages are found. */
  readonly code: number | null;
  readonly reason: string | null;
  readonly count: number;
  /** Of how many. */
  readonly of: number;
}

const ANSWERS: Readonly<Record<Traffic['answers'][number]['answer'], string>> = {
  accepted: 'Taken',
  not_reachable: 'Not reachable on this channel',
  refused: 'Refused',
  busy: 'Busy: tried again',
  temporary: 'Passing fault: tried again',
  unreachable: 'No connection: tried again',
  unknown: 'No answer',
  not_sent: 'Never left',
};

/** What the carrier did not take, the most frequent first; of parts. */
export function refusalsOf({ answers }: Pick<Traffic, 'answers'>): Trouble[] {
  const of = answers.reduce((sum, { count }) => sum + count, 0);
  return answers
    .filter(({ answer }) => answer !== 'accepted')
    .map(({ answer, reason, count }) => ({
      id: `${answer} ${reason}`,
      what: ANSWERS[answer],
      code: null,
      reason,
      count,
      of,
    }));
}

const DELIVERED: readonly number[] = [3000, 3005];

/** What ended there without delivery, the most frequent first; of messages. */
export function failuresOf({ ends, ended }: Pick<Traffic, 'ends' | 'ended'>): Trouble[] {
  return ends
    .filter(({ code }) => !DELIVERED.includes(code))
    .map(({ code, description, reason, count }) => ({
      id: `${code} ${reason}`,
      what: description,
      code,
      reason,
      count,
      of: ended,
    }));
}

const ABBREVIATIONS = /\b(?:smsc|tls|tps|rbm|sip|rtp|url)\b/g;

/** `tps_allowed` as words. */
export function detailName(name: string): string {
  const words = name.replaceAll('_', ' ').replaceAll(ABBREVIATIONS, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function detailText(value: string | number | boolean | null): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
