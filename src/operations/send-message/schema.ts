/**
 * The body of POST /v1/omnichannel, checked (contract section 3). Pure.
 *
 * 1. The first fault is refused with its own code; the refusal names the field and what is allowed. Order: names of
 *    other services (foreign-names.ts), channels, recipient, message type, the other fields, the content of each channel.
 * 2. `message.<channel>` of a channel that is not listed is ignored. A listed channel without it uses
 *    `message.default`.
 */
import type { Channel, Content, MessageType } from '../../carriers/carrier.ts';
import { CHANNEL_NAMES, CHANNELS } from '../../carriers/channels.ts';
import { Refusal } from '../../errors.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { JsonObject } from '../../lib/json.ts';
import { type PhoneNumber, parseHandset } from '../../lib/phone-number.ts';
import type { AccountSettings } from '../../store/accounts/account.ts';
import { type EndUser, readEndUser } from '../admission/request.ts';
import { refuseForeignNames } from '../foreign-names.ts';
import { allowedUrl, fieldOf, integerOf, isHttpUrl, objectOf } from '../json-body.ts';
import { type ContentReading, readContent } from '../templates/templates.ts';

export interface RequestedChannel {
  readonly channel: Channel;
  readonly fallbackAfterMs: number;
  readonly content: Content;
}

export interface SendMessageRequest {
  readonly recipient: PhoneNumber;
  readonly channels: readonly RequestedChannel[];
  readonly messageType: MessageType;
  readonly endUser: EndUser;
  readonly callbackUrl: string | null;
  readonly senderId: string | null;
}

export const CHANNELS_OF_MESSAGES = CHANNEL_NAMES.filter((name) => CHANNELS[name].isForMessages);
const MESSAGE_TYPES: readonly MessageType[] = ['ARN', 'MKT', 'OTP'];

const DEFAULT_FALLBACK_MS = 300_000;
const DEFAULT_LAST_FALLBACK_MS = DAY_MS;
const LONGEST_FALLBACK_S = 86_400;

const SENDER_ID = /^[ -~]{1,20}$/;

export function readSendMessage(
  body: JsonObject,
  settings: AccountSettings,
  reading: ContentReading,
): SendMessageRequest {
  refuseForeignNames(body, 'message');
  const listed = readChannels(body, settings);
  const recipient = readRecipient(body, settings);
  const message = fieldOf(body, 'message');
  if (message === null) throw new Refusal('message_missing', { name: 'message' });
  const contents = objectOf(message);
  if (!contents)
    throw new Refusal('value_invalid', { name: 'message', allowed: 'an object with one object a channel' });
  const messageType = readMessageType(body);
  const endUser = readEndUser(body);
  return {
    recipient,
    messageType,
    endUser,
    senderId: readSenderId(body),
    callbackUrl: readCallbackUrl(body),
    channels: listed.map(({ channel, fallbackAfterMs }) => {
      return { channel, fallbackAfterMs, content: readContent(contents, channel, reading) };
    }),
  };
}

function readChannels(body: JsonObject, settings: AccountSettings): Omit<RequestedChannel, 'content'>[] {
  const listed = fieldOf(body, 'channels');
  if (listed === null || (Array.isArray(listed) && listed.length === 0)) throw new Refusal('channels_missing');
  if (!Array.isArray(listed)) throw channelInvalid('channels', 'a list of objects');
  return listed.map((each: unknown, index) => {
    const entry = objectOf(each);
    if (!entry) throw channelInvalid(`channels[${index}]`, 'an object');
    const channel = readChannel(entry, index);
    if (isNamedIn(listed, index, channel)) {
      throw channelInvalid(`channels[${index}].channel`, `each channel once, ${channel} is listed twice`);
    }
    const isLast = index === listed.length - 1;
    return { channel, fallbackAfterMs: readFallbackTime(entry, index, isLast, settings) };
  });
}

function readChannel(entry: JsonObject, index: number): Channel {
  const value = fieldOf(entry, 'channel');
  const channel = CHANNELS_OF_MESSAGES.find((each) => each === value);
  if (channel) return channel;
  const name = `channels[${index}].channel`;
  if (value === null || value === '') throw new Refusal('channel_missing', { name });
  throw channelInvalid(name, CHANNELS_OF_MESSAGES.join(' or '));
}

/** Whether one of the first `count` entries has this channel. All of these are objects. */
function isNamedIn(listed: readonly unknown[], count: number, channel: Channel): boolean {
  for (let index = 0; index < count; index += 1) {
    if (objectOf(listed[index])?.channel === channel) return true;
  }
  return false;
}

function channelInvalid(name: string, allowed: string): Refusal {
  return new Refusal('channel_invalid', { name, allowed });
}

function readFallbackTime(entry: JsonObject, index: number, isLast: boolean, settings: AccountSettings): number {
  const value = fieldOf(entry, 'fallback_time');
  if (value === null) return isLast ? DEFAULT_LAST_FALLBACK_MS : DEFAULT_FALLBACK_MS;
  const unit = settings.fallbackTimeUnit ?? 'seconds';
  const unitMs = unit === 'milliseconds' ? 1 : 1_000;
  const most = (LONGEST_FALLBACK_S * 1_000) / unitMs;
  const time = integerOf(value);
  if (time === null || time < 1 || time > most) {
    const name = `channels[${index}].fallback_time`;
    throw new Refusal('value_invalid', { name, allowed: `an integer from 1 to ${most} (${unit})` });
  }
  return time * unitMs;
}

/** At the top (service.md) or in `recipient` (the official SDKs); when both say something they say the same. */
function readRecipient(body: JsonObject, settings: AccountSettings): PhoneNumber {
  const top = fieldOf(body, 'phone_number');
  const holder = fieldOf(body, 'recipient');
  const recipient = holder === null ? null : objectOf(holder);
  if (holder !== null && !recipient) {
    throw new Refusal('value_invalid', { name: 'recipient', allowed: 'an object with phone_number' });
  }
  const inner = recipient ? fieldOf(recipient, 'phone_number') : null;
  const isInner = top === null || top === '';
  const value = isInner ? inner : top;
  if (value === null || value === '') throw new Refusal('phone_number_missing');
  const name = isInner ? 'recipient.phone_number' : 'phone_number';
  const number = readNumber(value, name, settings.strictNumbers === true);
  if (!isInner && inner !== null && inner !== '') checkSame(number, inner);
  return number;
}

function checkSame(number: PhoneNumber, inner: unknown): void {
  const other = typeof inner === 'string' ? parseHandset(inner) : null;
  if (other?.digits === number.digits) return;
  const allowed = 'the same number as in phone_number, or only one of the two';
  throw new Refusal('value_invalid', { name: 'recipient.phone_number', allowed });
}

function readNumber(value: unknown, name: string, isStrict: boolean): PhoneNumber {
  const number = typeof value === 'string' ? parseHandset(value) : null;
  if (!number?.isPossible || (isStrict && !number.isValid)) throw new Refusal('number_invalid', { name });
  return number;
}

function readMessageType(body: JsonObject): MessageType {
  const value = fieldOf(body, 'message_type');
  if (value === null || value === '') throw new Refusal('message_type_missing');
  const messageType = MESSAGE_TYPES.find((each) => each === value);
  if (!messageType) throw new Refusal('message_type_invalid', { name: 'message_type', allowed: 'ARN, MKT or OTP' });
  return messageType;
}

function readSenderId(body: JsonObject): string | null {
  const value = fieldOf(body, 'sender_id');
  if (value === null || (typeof value === 'string' && SENDER_ID.test(value))) return value;
  throw new Refusal('sender_id_invalid', { name: 'sender_id', allowed: 'a sender registered on the account' });
}

function readCallbackUrl(body: JsonObject): string | null {
  const value = fieldOf(body, 'callback_url');
  if (value === null) return null;
  if (typeof value === 'string' && isHttpUrl(value)) return value;
  throw new Refusal('callback_url_invalid', { name: 'callback_url', allowed: allowedUrl(value) });
}
