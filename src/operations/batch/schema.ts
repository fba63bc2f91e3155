/**
 * The body of POST /v1/omnichannel/batch, checked (contract section 12). Pure.
 *
 * 1. What is said once is read as the body of a message is, with a stand-in for what each recipient has of its own. What is
 *    wrong there is refused as a whole.
 * 2. An entry of `recipients` is read alone. What is wrong there is refused in its place, and costs the others nothing.
 */
import { Refusal } from '../../errors.ts';
import { asJsonObject, type JsonObject } from '../../lib/json.ts';
import { type PhoneNumber, parseHandset } from '../../lib/phone-number.ts';
import type { AccountSettings } from '../../store/accounts/account.ts';
import { readEndUser } from '../admission/request.ts';
import { refuseForeignNames, refuseForeignNamesIn } from '../foreign-names.ts';
import { fieldOf, objectOf } from '../json-body.ts';
import { readSendMessage, type SendMessageRequest } from '../send-message/schema.ts';
import type { ContentReading } from '../templates/templates.ts';
import { FIELD, LARGEST_RECIPIENT, type Recipients, wrongCount } from './body.ts';
import { type BatchContents, contentsOf, type Values } from './contents.ts';

/** What a batch says once. */
export interface BatchFrame {
  /** With a stand-in for the recipient and for what is said. */
  readonly asked: SendMessageRequest;
  readonly contents: BatchContents;
}

/** What a recipient has of its own. */
export interface ReadRecipient {
  readonly number: PhoneNumber;
  readonly externalId: string | null;
  readonly values: Values;
}

const STAND_IN_NUMBER = '4915112345678';
const STAND_IN_CONTENT = { template: 'text', parameters: { text: '-' } };

/** Rule 1. */
export function readFrame(once: JsonObject, settings: AccountSettings, reading: ContentReading): BatchFrame {
  for (const name of ['phone_number', 'recipient']) {
    if (fieldOf(once, name) !== null) throw invalid(name, `nothing: each entry of ${FIELD} has its own phone_number`);
  }
  refuseForeignNames(once, 'message');
  const message = objectOf(fieldOf(once, 'message'));
  const standIn = message ? { message: standInFor(message) } : {};
  const asked = readSendMessage({ ...once, ...standIn, phone_number: STAND_IN_NUMBER }, settings, reading);
  return { asked, contents: contentsOf(message ?? {}, asked.channels, reading) };
}

function standInFor(message: JsonObject): JsonObject {
  const entries = Object.entries(message).map(([name, value]) => [name, value === null ? null : STAND_IN_CONTENT]);
  return Object.fromEntries(entries);
}

export function checkCount(recipients: Recipients | null, once: JsonObject): Recipients {
  if (!recipients && fieldOf(once, FIELD) === null) throw new Refusal('parameter_missing', { name: FIELD });
  if (recipients && recipients.count > 0) return recipients;
  throw wrongCount();
}

/** Rule 2. `names`: of the values that it has to have. */
export function readRecipient(
  entry: ReturnType<Recipients['at']>,
  place: string,
  { strictNumbers }: AccountSettings,
  names: readonly string[],
): ReadRecipient {
  if (!entry) throw invalid(place, `an object of at most ${LARGEST_RECIPIENT} bytes`);
  const recipient = asJsonObject(entry.value);
  if (!recipient) throw invalid(place, 'an object with phone_number');
  refuseForeignNamesIn(recipient, 'message', `${place}.`);
  const given = fieldOf(recipient, 'phone_number');
  if (given === null || given === '') throw new Refusal('phone_number_missing');
  const number = typeof given === 'string' ? parseHandset(given) : null;
  if (!number?.isPossible || (strictNumbers === true && !number.isValid)) {
    throw new Refusal('number_invalid', { name: `${place}.phone_number` });
  }
  return { number, externalId: readExternalId(recipient, place), values: readValues(recipient, place, names) };
}

function readExternalId(recipient: JsonObject, place: string): string | null {
  const given = fieldOf(recipient, 'external_id');
  if (given === null) return null;
  try {
    return readEndUser({ external_id: given }).externalId;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(error.case, { ...error.values, name: `${place}.external_id` });
  }
}

const LONGEST_VALUE = 4_096;

/** Those that something stands for: the rest is ignored, and kept nowhere. */
function readValues(recipient: JsonObject, place: string, names: readonly string[]): Values {
  const given = fieldOf(recipient, 'parameters');
  if (given === null || names.length === 0) return {};
  const parameters = objectOf(given);
  if (!parameters) throw invalid(`${place}.parameters`, 'an object');
  const values = names.flatMap((name): [string, string][] => {
    const value = fieldOf(parameters, name);
    if (value === null) return [];
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && text.length <= LONGEST_VALUE) return [[name, text]];
    throw invalid(`${place}.parameters.${name}`, `a text of at most ${LONGEST_VALUE} characters, or a number`);
  });
  return Object.fromEntries(values);
}

export function placeOf(index: number): string {
  return `${FIELD}[${index}]`;
}

function invalid(name: string, allowed: string): Refusal {
  return new Refusal('value_invalid', { name, allowed });
}
