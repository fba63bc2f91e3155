/**
 * The body of POST /v1/messaging, checked (contract section 10). Pure.
 *
 * 1. The first fault is refused with its own code; the refusal names the field and what is allowed.
 * 2. A form says the same as JSON. Fields of the public service that mean nothing here (is_primary, dlt_template_id …)
 *    are ignored, like unknown ones but those of other services (foreign-names.ts).
 */
import type { MessageType } from '../../carriers/carrier.ts';
import { Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import { type PhoneNumber, parseHandset } from '../../lib/phone-number.ts';
import type { AccountSettings } from '../../store/accounts/account.ts';
import { type EndUser, readEndUser } from '../admission/request.ts';
import { refuseForeignNames } from '../foreign-names.ts';
import { allowedUrl, fieldOf, isHttpUrl, lengthOf } from '../json-body.ts';
import { SENDERS_ALLOWED } from '../outgoing.ts';

export interface SendTextRequest {
  readonly recipient: PhoneNumber;
  readonly text: string;
  readonly messageType: MessageType;
  readonly endUser: EndUser;
  readonly callbackUrl: string | null;
  readonly senderId: string | null;
}

/** Characters (code points). */
const LONGEST_MESSAGE = 1_600;
const MESSAGE_TYPES: readonly MessageType[] = ['ARN', 'MKT', 'OTP'];
const SENDER_ID = /^[ -~]{1,20}$/;

export function readSendText(body: JsonObject, settings: AccountSettings): SendTextRequest {
  refuseForeignNames(body, 'text');
  return {
    recipient: readRecipient(body, settings),
    text: readMessage(body),
    messageType: readMessageType(body),
    endUser: readEndUser(body),
    senderId: readSenderId(body),
    callbackUrl: readCallbackUrl(body),
  };
}

function readRecipient(body: JsonObject, { strictNumbers }: AccountSettings): PhoneNumber {
  const name = 'phone_number';
  const value = fieldOf(body, name);
  if (value === null || value === '') throw new Refusal('phone_number_missing', { name });
  const number = typeof value === 'string' ? parseHandset(value) : null;
  if (!number?.isPossible || (strictNumbers === true && !number.isValid)) throw new Refusal('number_invalid', { name });
  return number;
}

function readMessage(body: JsonObject): string {
  const name = 'message';
  const value = fieldOf(body, name);
  if (value === null || value === '') throw new Refusal('message_missing', { name });
  if (typeof value !== 'string') throw new Refusal('message_invalid', { name, allowed: 'a text' });
  if (value.length > LONGEST_MESSAGE && lengthOf(value) > LONGEST_MESSAGE) {
    throw new Refusal('message_invalid', { name, allowed: `at most ${LONGEST_MESSAGE} characters` });
  }
  return value;
}

function readMessageType(body: JsonObject): MessageType {
  const name = 'message_type';
  const value = fieldOf(body, name);
  if (value === null || value === '') throw new Refusal('message_type_missing', { name });
  const messageType = MESSAGE_TYPES.find((each) => each === value);
  if (!messageType) throw new Refusal('message_type_invalid', { name, allowed: 'ARN, MKT or OTP' });
  return messageType;
}

/** Whether it is the account's is asked where the account is known. */
function readSenderId(body: JsonObject): string | null {
  const name = 'sender_id';
  const value = fieldOf(body, name);
  if (value === null || value === '') return null;
  if (typeof value === 'string' && SENDER_ID.test(value)) return value;
  throw new Refusal('sender_id_invalid', { name, allowed: SENDERS_ALLOWED });
}

function readCallbackUrl(body: JsonObject): string | null {
  const name = 'callback_url';
  const value = fieldOf(body, name);
  if (value === null || value === '') return null;
  if (typeof value === 'string' && isHttpUrl(value)) return value;
  throw new Refusal('callback_url_invalid', { name, allowed: allowedUrl(value) });
}
