/**
 * What became of a message, step by step, in the words of its paragraph: no carrier is named. Pure.
 */
import type { Schema } from '../../api/client.ts';
import { type Tone, toneOf } from '../../ui/tone.ts';
import type { Told } from '../message/story.ts';
import { whyOf } from '../message/why.ts';

type Callback = Schema<'OperatorMessage'>['callbacks'][number];

export interface Step {
  readonly id: string;
  readonly at: string;
  readonly title: string;
  readonly tone: Tone;
}

export type Stepped = Pick<Told, 'attempts'> & {
  readonly created_on: string;
  readonly callbacks: ReadonlyArray<Pick<Callback, 'seq' | 'delivered_on'>>;
};

const SENT = { rcs: 'Sent by RCS', sms: 'Sent as SMS', voice: 'The phone was called' } as const;

/** Oldest first; what has one instant stays in the order in which it follows from each other. */
export function stepsOf({ created_on: createdOn, attempts, callbacks }: Stepped): readonly Step[] {
  const steps: Step[] = [
    { id: 'accepted', at: createdOn, title: 'Accepted', tone: 'accent' },
    ...attempts.flatMap((attempt, n) => ofAttempt(attempt, n)),
    ...callbacks.flatMap(({ seq, delivered_on: at }): Step[] =>
      at === null ? [] : [{ id: `told ${seq}`, at, title: 'The application was told', tone: 'calm' }],
    ),
  ];
  return steps.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function ofAttempt(attempt: Told['attempts'][number], n: number): Step[] {
  const { channel, handed_over_on: sentOn, updated_on: knownOn, state, status } = attempt;
  const sent: Step[] = sentOn === null ? [] : [{ id: `sent ${n}`, at: sentOn, title: SENT[channel], tone: 'accent' }];
  if (state !== 'done') return sent;
  return [...sent, { id: `ended ${n}`, at: knownOn, title: sentence(whyOf(attempt).said), tone: toneOf(status.code) }];
}

/** `, but the line was busy` by itself. */
function sentence(said: string): string {
  const words = said.replace(/^, (but |and |which )?/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
