/**
 * The words for kinds, channels and contents of messages. Pure.
 */
import type { Schema } from '../../api/client.ts';

type Message = Schema<'OperatorMessageSummary'>;
type Content = Schema<'OperatorMessageContents'>['contents'][number];

const KINDS: Readonly<Record<Message['kind'], string>> = {
  omnichannel: 'Message',
  relay: 'Relayed text',
  reply: 'Answer to a keyword',
  call: 'Call',
  text: 'Text',
  code_text: 'Code as text',
  verification: 'Text of a verification',
};

const TYPES: Readonly<Record<Message['message_type'], string>> = {
  OTP: 'one-time password',
  ARN: 'alert or notification',
  MKT: 'marketing',
};

const CHANNELS: Readonly<Record<Message['last_channel'], string>> = { rcs: 'RCS', sms: 'SMS', voice: 'Voice' };

const CONTENTS: Readonly<Record<Content['type'], string>> = {
  sms_text: 'Text',
  rcs_text: 'Text',
  rcs_file: 'Picture or file',
  rcs_dial_card: 'Card with a button that dials',
  rcs_card: 'Card',
  rcs_carousel: 'Row of cards',
  voice_prompt: 'Spoken code',
};

/** Of a release that knows more than this page: its own name. */
export function kindName(kind: string): string {
  return KINDS[kind as Message['kind']] ?? kind;
}

export function typeName(type: Message['message_type']): string {
  return TYPES[type] ?? type;
}

export function channelName(channel: string): string {
  return CHANNELS[channel as Message['last_channel']] ?? channel;
}

export function contentName(type: string): string {
  return CONTENTS[type as Content['type']] ?? type;
}

/** `27 characters, 2 buttons`. */
export function lengthOf({ characters, buttons }: Pick<Content, 'characters' | 'buttons'>): string {
  const words = [characters === null || characters === 0 ? null : count(characters, 'character')];
  return [...words, buttons === 0 ? null : count(buttons, 'button')].filter((each) => each !== null).join(', ');
}

export function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}
