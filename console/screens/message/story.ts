/**
 * What happened to a message, as a paragraph for who helps its sender. Pure: how a time is said is given.
 *
 * 1. Nothing is said that the message does not show: no number, no text, no words of a carrier.
 * 2. One sentence for each channel in its order, one for what waits, one for what the application was told.
 */
import type { Schema } from '../../api/client.ts';
import { toneOf } from '../../ui/tone.ts';

type Attempt = Schema<'OperatorAttempt'>;
type Callback = Schema<'OperatorMessage'>['callbacks'][number];

export interface Told {
  readonly status: { readonly code: number; readonly description: string };
  readonly final_on: string | null;
  readonly waits_for: string | null;
  readonly send_at?: string | null;
  readonly possible_doubles: number;
  readonly attempts: ReadonlyArray<
    Pick<Attempt, 'channel' | 'carrier' | 'state' | 'status' | 'handed_over_on' | 'retry_on' | 'updated_on'>
  >;
  readonly callbacks: ReadonlyArray<Pick<Callback, 'state' | 'tries'>>;
}

type Say = (at: string) => string;

const AS = { rcs: 'by RCS', sms: 'as SMS', voice: 'by a call' } as const;

export function storyOf(message: Told, say: Say): string {
  const { attempts, waits_for: carrier } = message;
  // It waits for the time that its caller wants, and says so in place of when it is tried next.
  if (message.final_on === null && message.send_at && attempts.at(-1)?.retry_on === message.send_at) {
    return [`It is to be sent at ${say(message.send_at)}.`, ...toldOf(message.callbacks)].join(' ');
  }
  const sentences = attempts.map((attempt, index) => channelOf(attempt, index, say));
  if (attempts.length === 0) sentences.push('It was accepted, and no channel has begun.');
  if (message.final_on === null && carrier !== null) sentences.push(`It waits for room at ${carrier}.`);
  if (message.possible_doubles > 0) sentences.push('It was sent again although it may have arrived.');
  const { code, description } = message.status;
  if (message.final_on !== null && toneOf(code) !== 'good') {
    sentences.push(`It ended at ${say(message.final_on)}: ${description}.`);
  }
  return [...sentences, ...toldOf(message.callbacks)].join(' ');
}

function channelOf(attempt: Told['attempts'][number], index: number, say: Say): string {
  const { channel, carrier, handed_over_on: sentOn, state, status, updated_on: knownOn } = attempt;
  const then = index === 0 ? '' : 'Then ';
  if (sentOn === null) {
    if (state === 'done') return capital(`${then}it was not sent ${AS[channel]}: ${status.description}.`);
    const again = attempt.retry_on === null ? '' : `, and is tried at ${say(attempt.retry_on)}`;
    return capital(`${then}it was to be sent ${AS[channel]}${again}.`);
  }
  const through = carrier === null ? '' : ` through ${carrier}`;
  const sent = capital(`${then}it was sent ${AS[channel]}${through} at ${say(sentOn)}`);
  if (state === 'withdrawing' || state === 'awaiting') return `${sent}; its time is over, and it is being taken back.`;
  if (state !== 'done') return `${sent}; what became of it is not known yet.`;
  if (toneOf(status.code) === 'good') return `${sent}: ${status.description.toLowerCase()}.`;
  return `${sent}, which ended at ${say(knownOn)}: ${status.description}.`;
}

function toldOf(callbacks: Told['callbacks']): string[] {
  const sent = callbacks.filter(({ state }) => state !== 'not_sent');
  const last = sent.at(-1);
  if (last === undefined) return [];
  if (sent.some(({ state }) => state === 'given_up'))
    return ['The application did not take a callback, and it was given up.'];
  if (sent.some(({ state }) => state === 'pending')) return ['The application has not been told everything yet.'];
  return [
    last.tries > 1 ? `The application was told at try ${last.tries}.` : 'The application was told at the first try.',
  ];
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
