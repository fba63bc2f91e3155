/**
 * What arrives on the phone, as far as the form tells: in the words that a handset of the sandbox has for it, so that the
 * same drawing shows both. Pure.
 *
 * 1. What is missing is drawn as missing: somebody is still typing.
 * 2. A test sends each through the gateway's own code, and compares what its simulated phone reads.
 */
import { textOfLanguage } from '../../../src/operations/send-code-text/texts.ts';
import { defaultText } from '../../../src/speech/default-texts.ts';
import type { Schema } from '../../api/client.ts';
import type { Composed } from './request.ts';
import { bodyOf } from './values.ts';

type Button = Schema<'HandsetButton'>;
export type PhoneContent = Pick<Schema<'HandsetMessage'>, 'text' | 'file' | 'card' | 'carousel' | 'suggestions'>;

export type Shown =
  | { readonly by: 'rcs'; readonly content: PhoneContent }
  | { readonly by: 'sms'; readonly text: string }
  | { readonly by: 'voice'; readonly text: string };

export interface Preview {
  readonly to: string;
  /** In the order in which they are tried. */
  readonly shown: readonly Shown[];
}

type Json = Readonly<Record<string, unknown>>;

const DIGITS = '123456';

/** Null: nothing arrives anywhere. */
export function previewOf({ operation, values }: Composed): Preview | null {
  const body = bodyOf(operation.groups(values), values);
  const to = textIn(body, 'phone_number');
  switch (operation.name) {
    case 'omnichannel':
      return { to, shown: messageShown(body) };
    case 'messaging':
      return { to, shown: [{ by: 'sms', text: textIn(body, 'message') }] };
    case 'verify_sms':
      return { to, shown: [{ by: 'sms', text: codeText(body) }] };
    case 'verify_call':
      return { to, shown: [{ by: 'voice', text: spoken(body) }] };
    case 'verification':
      return { to: textIn(objectIn(body, 'recipient'), 'phone_number'), shown: verificationShown(body) };
    case 'session':
    case 'phoneid':
    case 'capability':
      return null;
  }
}

function messageShown(body: Json): readonly Shown[] {
  const contents = objectIn(body, 'message');
  return listIn(body, 'channels').flatMap(({ channel }): readonly Shown[] => {
    const own = objectIn(contents, String(channel));
    const used = Object.keys(own).length > 0 ? own : objectIn(contents, 'default');
    if (channel === 'rcs') return [{ by: 'rcs', content: rcsContent(used) }];
    return [{ by: 'sms', text: textIn(objectIn(used, 'parameters'), 'text') }];
  });
}

/** A template of the account is shown by its name: what it says is kept by the gateway. */
function rcsContent(content: Json): PhoneContent {
  const template = textIn(content, 'template') || 'text';
  const parameters = objectIn(content, 'parameters');
  const beside = listIn(content, 'suggestions').map(buttonOf);
  const made = TEMPLATES[template]?.(parameters) ?? { text: `Template ${template}` };
  const suggestions = [...(made.suggestions ?? []), ...beside];
  return { ...made, ...(suggestions.length === 0 ? {} : { suggestions }) };
}

const TEMPLATES: Readonly<Record<string, (parameters: Json) => PhoneContent>> = {
  text: (parameters) => ({ text: textIn(parameters, 'text') }),
  media: (parameters) => ({ file: { url: textIn(parameters, 'url') } }),
  file: (parameters) => ({ file: { url: textIn(parameters, 'url') } }),
  location: placeOf,
  url_action: (parameters) => ({ text: textIn(parameters, 'text'), suggestions: [linkOf(parameters)] }),
  dial_action: (parameters) => ({
    text: textIn(parameters, 'text'),
    suggestions: [{ type: 'dial', ...dialOf(parameters) }],
  }),
  '2_suggested_replies': (parameters) => answersOf(parameters, 2),
  '3_suggested_replies': (parameters) => answersOf(parameters, 3),
  rc_url_action_vertical: (parameters) => linkCard(parameters, 'VERTICAL'),
  rc_url_action_horizontal: (parameters) => linkCard(parameters, 'HORIZONTAL'),
  rc_dial_action_vertical: (parameters) => dialCard(parameters, 'VERTICAL'),
  rc_dial_action_horizontal: (parameters) => dialCard(parameters, 'HORIZONTAL'),
  rich_card: (parameters) => {
    const orientation = textIn(parameters, 'orientation');
    return { card: { orientation, ...faceOf(parameters, orientation !== 'HORIZONTAL') } };
  },
  carousel: (parameters) => ({
    carousel: {
      width: textIn(parameters, 'width'),
      cards: listIn(parameters, 'cards').map((card) => faceOf(card, true)),
    },
  }),
};

function faceOf(card: Json, hasHeight: boolean) {
  const given = (name: string) => (textIn(card, name) === '' ? {} : { [name]: textIn(card, name) });
  const height = hasHeight && textIn(card, 'media_url') !== '' ? given('media_height') : {};
  const face = { ...given('title'), ...given('description'), ...given('media_url'), ...height };
  return { ...face, buttons: listIn(card, 'suggestions').map(buttonOf) };
}

function linkCard(parameters: Json, orientation: string): PhoneContent {
  const card = { media_url: textIn(parameters, 'media_url'), ...heightOf(orientation) };
  return { card: { orientation, ...card, buttons: [linkOf(parameters)] } };
}

function dialCard(parameters: Json, orientation: string): PhoneContent {
  return { card: { orientation, media_url: textIn(parameters, 'media_url'), button: dialOf(parameters) } };
}

/** As an agent is set by default. */
function heightOf(orientation: string) {
  return orientation === 'VERTICAL' ? { media_height: 'MEDIUM' } : {};
}

function linkOf(parameters: Json): Button {
  return {
    type: 'url',
    text: textIn(parameters, 'url_text'),
    payload: textIn(parameters, 'url_payload'),
    url: textIn(parameters, 'url'),
  };
}

function dialOf(parameters: Json) {
  return {
    text: textIn(parameters, 'dial_text'),
    payload: textIn(parameters, 'dial_payload'),
    phone_number: digitsIn(parameters, 'phone_number_to_dial'),
  };
}

function answersOf(parameters: Json, count: number): PhoneContent {
  const suggestions = Array.from({ length: count }, (_, index): Button => {
    const [text, payload] = ['text', 'payload'].map((name) => textIn(parameters, `button_${name}_${index + 1}`));
    return { type: 'reply', text: text ?? '', payload: payload ?? '' };
  });
  return { text: textIn(parameters, 'text'), suggestions };
}

function placeOf(parameters: Json): PhoneContent {
  const [latitude, longitude] = [Number(parameters.latitude ?? 0), Number(parameters.longitude ?? 0)];
  const label = textIn(parameters, 'label');
  const degrees = `${latitude}, ${longitude}`;
  const button: Button = {
    type: 'location',
    text: textIn(parameters, 'button_text') || '📍',
    payload: degrees,
    latitude,
    longitude,
    ...(label === '' ? {} : { label }),
  };
  return { text: label || degrees, suggestions: [button] };
}

/** A button as it is sent is a button as it is shown. */
function buttonOf(suggestion: Json): Button {
  const { phone_number: number, ...rest } = suggestion;
  const dialled = number === undefined ? {} : { phone_number: digitsIn(suggestion, 'phone_number') };
  return { ...rest, ...dialled, text: textIn(suggestion, 'text'), payload: textIn(suggestion, 'payload') } as Button;
}

/** A code that nobody chose is shown as one that is made up. */
function codeText(body: Json): string {
  const isPayment = textIn(body, 'transaction_amount') !== '';
  const template = textIn(body, 'template') || (textOfLanguage(textIn(body, 'language') || 'en', isPayment) ?? '');
  return withCode(template, textIn(body, 'verify_code'))
    .replaceAll('$$AMOUNT$$', textIn(body, 'transaction_amount'))
    .replaceAll('$$PAYEE$$', textIn(body, 'transaction_payee'));
}

function spoken(body: Json): string {
  const message = textIn(body, 'tts_message') || (defaultText(textIn(body, 'language') || 'en-US', 'any') ?? '');
  return withCode(message, textIn(body, 'verify_code'));
}

/** Without a place for it a code of the caller's comes after the text; one that nobody gave is not said. */
function withCode(text: string, code: string): string {
  if (text.includes('$$CODE$$')) return text.replaceAll('$$CODE$$', code || DIGITS.slice(0, 5));
  return code === '' ? text : `${text} ${code}`;
}

function verificationShown(body: Json): readonly Shown[] {
  const code = textIn(body, 'security_factor') || DIGITS;
  const language = textIn(body, 'voice_lang') || 'en-US';
  const name = textIn(objectIn(body, 'message_template'), 'name');
  const written = name === '' ? (textOfLanguage(language, false) ?? '') : `Template ${name}: $$CODE$$`;
  const policy = listIn(body, 'verification_policy');
  const methods = policy.length === 0 ? ['sms'] : policy.map(({ method }) => method);
  return methods.flatMap((method): readonly Shown[] => {
    if (method === 'rcs') return [{ by: 'rcs', content: { text: withCode(written, code) } }];
    if (method === 'sms') return [{ by: 'sms', text: withCode(written, code) }];
    return method === 'voice' ? [{ by: 'voice', text: withCode(defaultText(language, 'any') ?? '', code) }] : [];
  });
}

function textIn(values: Json, name: string): string {
  const value = values[name];
  return value === undefined || value === null ? '' : String(value);
}

function digitsIn(values: Json, name: string): string {
  return textIn(values, name).replace(/^\+/, '');
}

function objectIn(values: Json, name: string): Json {
  const value = values[name];
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function listIn(values: Json, name: string): readonly Json[] {
  const value = values[name];
  return Array.isArray(value) ? (value as Json[]) : [];
}
