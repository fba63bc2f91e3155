/**
 * The body of POST /v1/verify/call, checked (contract section 5). Pure.
 *
 * 1. The first fault is refused; the refusal names the field and what is allowed.
 * 2. Fields of the public service that mean nothing here (ucid, redial, prompt_message …) are ignored, like unknown
 *    ones but those of other services (foreign-names.ts).
 */
import { Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import { type PhoneNumber, parsePhoneNumber } from '../../lib/phone-number.ts';
import type { Speech } from '../../speech/speech.ts';
import type { AccountSettings } from '../../store/accounts/account.ts';
import { type EndUser, readEndUser } from '../admission/request.ts';
import { refuseForeignNames } from '../foreign-names.ts';
import { allowedUrl, fieldOf, integerOf, isHttpUrl } from '../json-body.ts';
import { PRESS_FIRST_LANGUAGES, pressFirstText } from './press-first.ts';

export interface VerificationRequest {
  readonly recipient: PhoneNumber;
  /** Null: the caller gave none. */
  readonly code: string | null;
  /** As speech resolved it. */
  readonly language: string;
  /** Null: the default text of the language. */
  readonly text: string | null;
  readonly extensionKeys: string;
  readonly callerId: string | null;
  readonly pressFirst: boolean;
  readonly endUser: EndUser;
  readonly callbackUrl: string | null;
}

export type Languages = Pick<Speech, 'resolveLanguage' | 'checkText'>;

const DEFAULT_LANGUAGE = 'en-US';
const CODE = /^[0-9]{3,10}$/;
const EXTENSION = /^[0-9*#A-Da-d,]{1,28}$/;

export function readVerification(
  body: JsonObject,
  settings: AccountSettings,
  languages: Languages,
): VerificationRequest {
  refuseForeignNames(body, 'call');
  const recipient = readNumber(body, settings);
  const code = readCode(body);
  const language = readLanguage(body, languages);
  const text = readMessage(body, language, languages);
  const endUser = readEndUser(body);
  return {
    recipient,
    code,
    language,
    text,
    extensionKeys: readExtension(body),
    callerId: readCallerId(body),
    pressFirst: readPressFirst(body, language),
    endUser,
    callbackUrl: readText(body, 'callback_url', isHttpUrl, allowedUrl(fieldOf(body, 'callback_url'))),
  };
}

function readNumber(body: JsonObject, { strictNumbers }: AccountSettings): PhoneNumber {
  const name = 'phone_number';
  const value = fieldOf(body, name);
  if (value === null || value === '') throw new Refusal('parameter_missing', { name });
  const number = typeof value === 'string' ? parsePhoneNumber(value) : null;
  if (!number?.isPossible || (strictNumbers === true && !number.isValid)) throw new Refusal('number_invalid', { name });
  return number;
}

/** A number of JSON counts as its digits. */
function readCode(body: JsonObject): string | null {
  const value = fieldOf(body, 'verify_code');
  if (value === null || value === '') return null;
  const code = typeof value === 'number' ? String(value) : value;
  if (typeof code === 'string' && CODE.test(code)) return code;
  throw new Refusal('value_invalid', { name: 'verify_code', allowed: '3 to 10 digits' });
}

function readLanguage(body: JsonObject, languages: Languages): string {
  const value = fieldOf(body, 'language');
  const tag = value === null || value === '' ? DEFAULT_LANGUAGE : value;
  const language = typeof tag === 'string' ? languages.resolveLanguage(tag) : null;
  if (language !== null) return language;
  throw new Refusal('value_invalid', {
    name: 'language',
    allowed: 'a tag of a language that can be spoken, such as en-US, de-DE or ja',
  });
}

function readMessage(body: JsonObject, language: string, languages: Languages): string | null {
  const name = present(body, 'tts_message') || !present(body, 'template') ? 'tts_message' : 'template';
  const value = present(body, name) ? fieldOf(body, name) : null;
  if (value !== null && typeof value !== 'string') throw new Refusal('value_invalid', { name, allowed: 'a text' });
  const problem = languages.checkText(language, value);
  if (problem) throw new Refusal('body_malformed', { why: `${name} ${problem.text}` });
  return value;
}

function present(body: JsonObject, name: string): boolean {
  const value = fieldOf(body, name);
  return value !== null && value !== '';
}

function readExtension(body: JsonObject): string {
  if (!present(body, 'extension_type')) return '';
  if (integerOf(fieldOf(body, 'extension_type')) !== 1) {
    throw new Refusal('value_invalid', { name: 'extension_type', allowed: '1 (keys)' });
  }
  const name = 'extension_template';
  const value = fieldOf(body, name);
  if (value === null || value === '') throw new Refusal('parameter_missing', { name });
  const keys = typeof value === 'number' ? String(value) : value;
  if (typeof keys === 'string' && EXTENSION.test(keys)) return keys.toUpperCase();
  throw new Refusal('value_invalid', { name, allowed: '1 to 28 of 0-9, *, #, A-D and commas, each a pause of 1 s' });
}

/** Whether it is registered is asked where the account is known. */
function readCallerId(body: JsonObject): string | null {
  const name = 'caller_id';
  const value = fieldOf(body, name);
  if (value === null || value === '') return null;
  const number = typeof value === 'string' ? parsePhoneNumber(value) : null;
  if (!number) throw new Refusal('number_invalid', { name });
  return number.digits;
}

function readPressFirst(body: JsonObject, language: string): boolean {
  const value = fieldOf(body, 'pressx');
  if (value === null || value === '' || isOneOf(value, ['0', 'false'])) return false;
  if (!isOneOf(value, ['1', 'true'])) throw new Refusal('value_invalid', { name: 'pressx', allowed: '0 or 1' });
  if (pressFirstText(language) !== null) return true;
  throw new Refusal('value_invalid', {
    name: 'pressx',
    allowed: `0 in this language; a key can be asked for in ${PRESS_FIRST_LANGUAGES.join(', ')}`,
  });
}

function isOneOf(value: unknown, allowed: readonly string[]): boolean {
  return typeof value !== 'object' && allowed.includes(String(value).toLowerCase());
}

function readText(
  body: JsonObject,
  name: string,
  isAllowed: (value: string) => boolean,
  allowed: string,
): string | null {
  const value = fieldOf(body, name);
  if (value === null || value === '') return null;
  if (typeof value === 'string' && isAllowed(value)) return value;
  throw new Refusal('value_invalid', { name, allowed });
}
