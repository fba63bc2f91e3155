/**
 * What became of a verification, as a paragraph for who helps its caller: one sentence for each method in its order, then
 * how the whole stands. Pure: how a time is said is given.
 */
import type { Schema } from '../../api/client.ts';
import type { Tone } from '../../ui/tone.ts';

type Verification = Schema<'OperatorVerificationShown'>;
type Method = Verification['methods'][number];

type ToldMethod = Pick<Method, 'method' | 'state' | 'code' | 'description' | 'tried_on'>;

export type Told = Pick<Verification, 'state' | 'wrong_codes' | 'ends_on' | 'final_on' | 'send_at'> & {
  readonly methods: readonly ToldMethod[];
};

type Say = (at: string) => string;

/** With it the receipt said that the code is there. */
const ARRIVED = 3000;
/** So many wrong codes end it. */
const MOST_WRONG = 3;

const AS: Readonly<Record<string, string>> = { sms: 'as SMS', rcs: 'by RCS', voice: 'by a call' };

const STATES: Readonly<Record<string, readonly [words: string, tone: Tone]>> = {
  CREATED: ['Not begun', 'calm'],
  ONGOING: ['Waits for its code', 'accent'],
  VERIFIED: ['Verified', 'good'],
  FAILED: ['Failed', 'bad'],
  REJECTED: ['Refused', 'bad'],
  CANCELED: ['Taken back', 'calm'],
  SKIPPED: ['Skipped', 'calm'],
};

/** Of a release that knows more than this page: its own word. */
export function stateOf(state: string): readonly [words: string, tone: Tone] {
  return STATES[state] ?? [state, 'calm'];
}

/** Of a method: one that was not tried yet does not wait for a code. */
export function methodStateOf({ state, code }: Pick<Method, 'state' | 'code'>): readonly [words: string, tone: Tone] {
  if (state === 'ONGOING') return code === ARRIVED ? ['Arrived', 'good'] : ['Under way', 'accent'];
  return state === 'CREATED' ? ['Not tried', 'calm'] : stateOf(state);
}

export function methodName(method: string): string {
  return { sms: 'SMS', rcs: 'RCS', voice: 'Call' }[method] ?? method;
}

export function storyOf(verification: Told, say: Say): string {
  const { methods, state, send_at: sendAt } = verification;
  const begun = methods.filter((each) => each.state !== 'CREATED');
  if (begun.length === 0 && sendAt) return `Its code is to be sent at ${say(sendAt)}.`;
  const next = methods.find((each) => each.state === 'CREATED');
  return [
    ...begun.map((each, index) => methodOf(each, index, say)),
    ...(state === 'ONGOING' && next ? [`If need be it goes out ${as(next.method)} next.`] : []),
    ...endOf(verification, say),
  ].join(' ');
}

function methodOf(
  { method, state, code, description, tried_on: triedOn }: ToldMethod,
  index: number,
  say: Say,
): string {
  const then = index === 0 ? 'The' : 'Then the';
  const why = description === null ? '' : `: ${description}`;
  if (state === 'SKIPPED') return `It cannot be sent ${as(method)} here${why}.`;
  if (triedOn === null || state === 'REJECTED') return `${then} code was not sent ${as(method)}${why}.`;
  const sent = `${then} code was sent ${as(method)} at ${say(triedOn)}`;
  switch (state) {
    case 'VERIFIED':
      return `${sent}.`;
    case 'ONGOING':
      return code === ARRIVED ? `${sent}, and arrived.` : `${sent}; whether it arrived is not known yet.`;
    case 'CANCELED':
      return `${sent}, and was under way when it was taken back.`;
    default:
      return `${sent}, which came to nothing${why}.`;
  }
}

function endOf({ state, wrong_codes: wrong, ends_on: endsOn, final_on: finalOn }: Told, say: Say): string[] {
  const at = finalOn === null ? '' : ` at ${say(finalOn)}`;
  const tries = wrong === 0 ? '' : ` ${wrong === 1 ? 'One wrong code was' : `${wrong} wrong codes were`} tried.`;
  switch (state) {
    case 'VERIFIED':
      return [`The right code came back${at}.${tries}`];
    case 'FAILED':
      if (wrong >= MOST_WRONG) return [`It ended${at} with the third wrong code.`];
      return [`No right code came back, and it ended${at}.${tries}`];
    case 'REJECTED':
      return [`Nothing was sent, and it ended${at}.`];
    case 'CANCELED':
      return [`Its caller took it back${at}.`];
    default:
      return [`The code is valid until ${say(endsOn)}.${tries}`];
  }
}

function as(method: string): string {
  return AS[method] ?? `by ${method}`;
}
