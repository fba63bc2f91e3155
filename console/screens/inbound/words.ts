/**
 * What somebody sent, in words. Pure: how a time is said is given.
 */
import type { Schema } from '../../api/client.ts';

type Shown = Schema<'OperatorTextShown'>;

export type Told = Pick<Shown, 'kind' | 'meaning' | 'channel' | 'carrier' | 'customer_id' | 'received_on' | 'reply'> & {
  readonly details: Pick<NonNullable<Shown['details']>, 'pressed'> | null;
  readonly callbacks: ReadonlyArray<Pick<Shown['callbacks'][number], 'state'>>;
};

const KINDS: Readonly<Record<Shown['kind'], string>> = {
  text: 'Text',
  tap: 'Button pressed',
  file: 'File',
  location: 'Place',
};

const WHAT: Readonly<Record<Shown['kind'], string>> = {
  text: 'A text',
  tap: 'Somebody pressed a button, which',
  file: 'A picture or file',
  location: 'Somebody sent a place, which',
};

/** In a word. */
export const MEANING_NAMES: Readonly<Record<Shown['meaning'], string>> = {
  stop: 'STOP',
  start: 'START',
  help: 'HELP',
  other: 'Anything else',
  incomplete: 'Incomplete',
};

const MEANINGS: Readonly<Record<Shown['meaning'], string | null>> = {
  stop: 'It was read as STOP: nothing more is sent to the number from there.',
  start: 'It was read as START: the number may be sent to again.',
  help: 'It was read as a question for help.',
  other: null,
  incomplete: 'Parts of it never came; what is there is what came.',
};

const CHANNELS: Readonly<Record<string, string>> = { sms: 'as SMS', rcs: 'by RCS', voice: 'by a call' };

/** Of a release that knows more than this page: its own word. */
export function kindName(kind: Shown['kind']): string {
  return KINDS[kind] ?? kind;
}

export function storyOf(came: Told, say: (at: string) => string): string {
  const { kind, meaning, channel, carrier, received_on: at, details } = came;
  const how = `came in ${CHANNELS[channel] ?? `by ${channel}`} through ${carrier} at ${say(at)}`;
  const sentences = [
    `${WHAT[kind] ?? 'Something'} ${how}.`,
    kind === 'tap' && !details?.pressed ? 'It is not known of which message the button was.' : null,
    MEANINGS[meaning] ?? null,
    replyOf(came),
    toldOf(came),
  ];
  return sentences.filter((each) => each !== null).join(' ');
}

function replyOf({ reply, meaning }: Told): string | null {
  if (reply !== null) return `Something was said back: ${reply.status.description.toLowerCase()}.`;
  return meaning === 'stop' || meaning === 'start' || meaning === 'help' ? 'Nothing was said back.' : null;
}

function toldOf({ customer_id: account, callbacks }: Told): string {
  if (account === null) return 'It was sent to a number or sender that belongs to no account, so nobody was told.';
  const states = callbacks.map(({ state }) => state);
  if (states.includes('given_up')) return 'The application did not take the callback that told of it.';
  if (states.includes('pending')) return 'The application has not been told yet.';
  if (states.includes('delivered')) return 'The application was told.';
  return 'The application was told by no callback; it can list what came.';
}
