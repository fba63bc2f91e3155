/**
 * What happened to a message, as a paragraph for who helps its sender. Pure: how a time is said is given.
 *
 * 1. Nothing is said that the message does not show: no number, no text, no words of a carrier.
 * 2. One sentence for each channel in its order, one for what waits, one for how all of it ended, one for what the
 *    application was told.
 * 3. What is told further is a sentence of its own (`whatToTell`), without the name of a carrier.
 */
import type { Schema } from '../../api/client.ts';
import { toneOf } from '../../ui/tone.ts';
import { type Ended, whyOf } from './why.ts';

type Message = Schema<'OperatorMessage'>;
type Attempt = Schema<'OperatorAttempt'>;
type Callback = Message['callbacks'][number];

export interface Told extends Pick<Message, 'kind' | 'status' | 'final_on' | 'waits_for' | 'possible_doubles'> {
  readonly send_at?: string | null;
  readonly attempts: ReadonlyArray<
    Ended & Pick<Attempt, 'carrier' | 'state' | 'handed_over_on' | 'retry_on' | 'updated_on'>
  >;
  readonly callbacks: ReadonlyArray<Pick<Callback, 'state' | 'tries'>>;
}

type Say = (at: string) => string;

export interface Telling {
  readonly say: Say;
  /** Whether the names of carriers mean something to who reads it. */
  readonly namesCarriers: boolean;
}

const AS = { rcs: 'by RCS', sms: 'as SMS', voice: 'by a call' } as const;

/** What it is, at the beginning of a sentence. */
const WHAT: Readonly<Partial<Record<Message['kind'], string>>> = {
  call: 'the phone',
  code_text: 'the code',
  verification: 'the code of a verification',
  relay: 'the text',
  reply: 'the answer',
};

export function storyOf(message: Told, telling: Telling): string {
  const { attempts, waits_for: carrier, final_on: finalOn } = message;
  const { say, namesCarriers } = telling;
  if (isPutOff(message)) return [`It is to be sent at ${say(message.send_at ?? '')}.`, ...toldOf(message)].join(' ');
  const sentences = attempts.map((_, index) => channelOf(message, index, telling));
  if (attempts.length === 0) sentences.push('It was accepted, and no channel has begun.');
  if (finalOn === null && carrier !== null) {
    sentences.push(namesCarriers ? `It waits for room at ${carrier}.` : 'It waits until the network has room for it.');
  }
  return [...sentences, ...endOf(message, say), ...toldOf(message)].join(' ');
}

/** Rule 3. */
export function whatToTell(message: Told, say: Say): string {
  const { attempts, final_on: finalOn, status, send_at: sendAt } = message;
  if (isPutOff(message)) return `It is to be sent at ${say(sendAt ?? '')}. Nothing has to be done.`;
  const last = attempts.at(-1);
  if (finalOn === null || last === undefined) {
    return last?.handed_over_on == null
      ? 'It has not left yet. It goes out by itself; nothing has to be done.'
      : 'It is on its way. The phone may be off or without network; it is told to the application as soon as it is known.';
  }
  const arrived = attempts.find((each) => isGood(each.status.code));
  // Of the whole, where that ended otherwise than its last channel: somebody took it back.
  const ended = arrived ?? { ...last, status: isEndOfLast(message) ? last.status : status, reason: last.reason };
  return whyOf(ended).tell;
}

/** It waits for the time that its caller wants, and says so in place of when it is tried next. */
function isPutOff({ final_on: finalOn, send_at: sendAt, attempts }: Told): boolean {
  return finalOn === null && !!sendAt && attempts.at(-1)?.retry_on === sendAt;
}

function channelOf(message: Told, index: number, { say, namesCarriers }: Telling): string {
  const attempt = message.attempts[index] as Told['attempts'][number];
  const { channel, carrier, handed_over_on: sentOn, state, updated_on: knownOn } = attempt;
  const isCall = channel === 'voice';
  const subject = index === 0 ? (isCall ? 'the phone' : (WHAT[message.kind] ?? 'it')) : isCall ? 'the phone' : 'it';
  const then = index === 0 ? '' : 'then ';
  const how = isCall ? 'called' : `sent ${AS[channel]}`;
  if (sentOn === null) {
    if (state === 'done') return capital(`${then}${subject} was not ${how}${whyOf(attempt).said}.`);
    const again = attempt.retry_on === null ? '' : `, and is tried at ${say(attempt.retry_on)}`;
    return capital(`${then}${subject} was to be ${how}${again}.`);
  }
  const through = carrier === null || !namesCarriers ? '' : ` through ${carrier}`;
  const sent = capital(`${then}${subject} was ${how}${through} at ${say(sentOn)}`);
  if (state === 'withdrawing' || state === 'awaiting') return `${sent}; its time is over, and it is being taken back.`;
  if (state !== 'done') return `${sent}; what became of it is not known yet.`;
  const isTimed = isGood(attempt.status.code) && !isCall && say(knownOn) !== say(sentOn);
  return `${sent}${whyOf(attempt).said}${isTimed ? ` at ${say(knownOn)}` : ''}.`;
}

function endOf(message: Told, say: Say): string[] {
  const { attempts, final_on: finalOn, status, possible_doubles: doubles } = message;
  const arrived = attempts.filter(({ status: { code } }) => isGood(code)).length;
  if (arrived > 1) return ['So it arrived more than once.'];
  const twice = doubles > 0 ? ['It may have arrived twice.'] : [];
  if (finalOn === null || toneOf(status.code) === 'good') return twice;
  if (!isEndOfLast(message)) return [...twice, `It ended at ${say(finalOn)}: ${status.description}.`];
  return attempts.length > 1 && status.code !== 3039 ? [...twice, 'So it did not arrive.'] : twice;
}

/** What its last channel says is all that there is to say. */
function isEndOfLast({ attempts, status }: Told): boolean {
  return attempts.at(-1)?.status.code === status.code;
}

function isGood(code: number): boolean {
  return toneOf(code) === 'good';
}

function toldOf({ callbacks }: Told): string[] {
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

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
