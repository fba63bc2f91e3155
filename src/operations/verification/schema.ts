/**
 * The bodies of POST /verification and of PATCH, checked (contract section 11). Pure.
 *
 * 1. The first fault is refused with its own code; the refusal names the field and what is allowed.
 * 2. Every method of the public service may stand in a policy. Those that there are not here are skipped when the
 *    verification begins.
 */
import { CHANNEL_NAMES } from '../../carriers/channels.ts';
import { LASTS_MS, LEAST_FALLBACK_MS, MOST_METHODS } from '../../engine/verification/verification.ts';
import { Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import { type PhoneNumber, parseHandset } from '../../lib/phone-number.ts';
import type { Speech } from '../../speech/speech.ts';
import type { AccountSettings } from '../../store/accounts/account.ts';
import { type EndUser, readEndUser } from '../admission/request.ts';
import { refuseForeignNames } from '../foreign-names.ts';
import { allowedUrl, fieldOf, integerOf, isHttpUrl, objectOf } from '../json-body.ts';

export interface RequestedMethod {
  readonly method: string;
  readonly fallbackMs: number;
}

export interface BeginVerificationRequest {
  readonly recipient: PhoneNumber;
  readonly methods: readonly RequestedMethod[];
  /** Null: one is made. */
  readonly code: string | null;
  readonly template: string | null;
  /** As the caller gave it; null when it gave none. */
  readonly voiceLanguage: string | null;
  /** As speech resolved it. */
  readonly language: string;
  readonly endUser: EndUser;
  readonly callbackUrl: string | null;
}

export type Languages = Pick<Speech, 'resolveLanguage'>;

const METHODS = [...CHANNEL_NAMES, 'silent', 'push', 'whatsapp', 'email', 'viber'];
/** Each asks the device itself: it comes first or not at all. */
const FIRST_ONLY = ['silent', 'push'];
const DEFAULT_POLICY: readonly RequestedMethod[] = [{ method: 'sms', fallbackMs: 60_000 }];
const DEFAULT_FALLBACK_MS: Readonly<Record<string, number>> = { email: 120_000 };
const USUAL_FALLBACK_MS = 60_000;
const RECIPIENT_KEYS = ['phone_number', 'email', 'push_app_token'];
const DEFAULT_LANGUAGE = 'en-US';
const CODE = /^[0-9]{3,10}$/;
const TEMPLATE_NAME = /^[a-z_]{1,512}$/;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

export function readBeginVerification(
  body: JsonObject,
  settings: AccountSettings,
  languages: Languages,
): BeginVerificationRequest {
  refuseForeignNames(body, 'verification');
  const methods = readPolicy(body);
  const recipient = readRecipient(body, methods, settings);
  const voiceLanguage = readVoiceLanguage(body);
  const language = languages.resolveLanguage(voiceLanguage ?? DEFAULT_LANGUAGE);
  if (language === null) throw voiceLanguageInvalid();
  checkDeviceRegistration(body);
  return {
    recipient,
    methods,
    voiceLanguage,
    language,
    code: readCode(body),
    template: readTemplate(body),
    endUser: readEndUser(body),
    callbackUrl: readCallbackUrl(body),
  };
}

function readPolicy(body: JsonObject): readonly RequestedMethod[] {
  const name = 'verification_policy';
  const listed = fieldOf(body, name);
  if (listed === null) return DEFAULT_POLICY;
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > MOST_METHODS) {
    throw new Refusal('value_invalid', { name, allowed: `a list of 1 to ${MOST_METHODS} objects with method` });
  }
  const methods = listed.map((each: unknown, index) => readMethod(each, `${name}[${index}]`));
  for (const [index, { method }] of methods.entries()) {
    const at = `${name}[${index}].method`;
    if (methods.findIndex((each) => each.method === method) !== index) {
      throw new Refusal('value_invalid', { name: at, allowed: `each method once, ${method} is listed twice` });
    }
    if (index > 0 && FIRST_ONLY.includes(method)) {
      throw new Refusal('value_invalid', { name: at, allowed: `${method} as the first method only` });
    }
  }
  return methods;
}

function readMethod(value: unknown, place: string): RequestedMethod {
  const entry = objectOf(value);
  if (!entry) throw new Refusal('value_invalid', { name: place, allowed: 'an object with method' });
  const method = METHODS.find((each) => each === fieldOf(entry, 'method'));
  if (!method) throw new Refusal('value_invalid', { name: `${place}.method`, allowed: METHODS.join(', ') });
  return { method, fallbackMs: readFallbackTime(entry, `${place}.fallback_time`, method) };
}

function readFallbackTime(entry: JsonObject, name: string, method: string): number {
  const value = fieldOf(entry, 'fallback_time');
  if (value === null) return DEFAULT_FALLBACK_MS[method] ?? USUAL_FALLBACK_MS;
  const [least, most] = [LEAST_FALLBACK_MS / 1_000, LASTS_MS / 1_000];
  const time = integerOf(value);
  if (time !== null && time >= least && time <= most) return time * 1_000;
  throw new Refusal('value_invalid', { name, allowed: `an integer from ${least} to ${most} (seconds)` });
}

/** Everything that there is here goes to a telephone number. */
function readRecipient(
  body: JsonObject,
  methods: readonly RequestedMethod[],
  { strictNumbers }: AccountSettings,
): PhoneNumber {
  const holder = fieldOf(body, 'recipient');
  const recipient = holder === null ? {} : objectOf(holder);
  const other = recipient && Object.keys(recipient).find((key) => !RECIPIENT_KEYS.includes(key));
  if (!recipient || other !== undefined) {
    throw new Refusal('value_invalid', { name: 'recipient', allowed: `an object with ${RECIPIENT_KEYS.join(', ')}` });
  }
  checkEmail(recipient, methods);
  const value = fieldOf(recipient, 'phone_number');
  if (value === null || value === '') throw new Refusal('phone_number_missing', { name: 'recipient.phone_number' });
  const number = typeof value === 'string' ? parseHandset(value) : null;
  if (number?.isPossible && (strictNumbers !== true || number.isValid)) return number;
  throw new Refusal('number_invalid', { name: 'recipient.phone_number' });
}

function checkEmail(recipient: JsonObject, methods: readonly RequestedMethod[]): void {
  const name = 'recipient.email';
  const email = fieldOf(recipient, 'email');
  if (email !== null && !(typeof email === 'string' && EMAIL.test(email))) {
    throw new Refusal('email_invalid', { name, allowed: 'an email address' });
  }
  const isNeeded = methods.some(({ method }) => method === 'email');
  if (isNeeded && email === null) throw new Refusal('email_missing', { name });
}

/** A number of JSON counts as its digits. */
function readCode(body: JsonObject): string | null {
  const value = fieldOf(body, 'security_factor');
  return value === null || value === '' ? null : codeOf(value);
}

function codeOf(value: unknown): string {
  const code = typeof value === 'number' ? String(value) : value;
  if (typeof code === 'string' && CODE.test(code)) return code;
  throw new Refusal('value_invalid', { name: 'security_factor', allowed: '3 to 10 digits' });
}

function readTemplate(body: JsonObject): string | null {
  const value = fieldOf(body, 'message_template');
  if (value === null) return null;
  const template = objectOf(value);
  const name = template ? fieldOf(template, 'name') : null;
  if (typeof name === 'string' && TEMPLATE_NAME.test(name)) return name;
  throw new Refusal('value_invalid', {
    name: 'message_template',
    allowed: 'an object with name, of lower-case letters and underscores',
  });
}

function readVoiceLanguage(body: JsonObject): string | null {
  const value = fieldOf(body, 'voice_lang');
  if (value === null || value === '') return null;
  if (typeof value === 'string') return value;
  throw voiceLanguageInvalid();
}

function voiceLanguageInvalid(): Refusal {
  const allowed = 'a tag of a language that can be spoken, such as en-US, de-DE or ja';
  return new Refusal('value_invalid', { name: 'voice_lang', allowed });
}

/** Of a method that there is not here; it is checked and has no effect. */
function checkDeviceRegistration(body: JsonObject): void {
  const value = fieldOf(body, 'device_registration');
  if (value === null || value === 'stamp') return;
  throw new Refusal('value_invalid', { name: 'device_registration', allowed: 'stamp' });
}

function readCallbackUrl(body: JsonObject): string | null {
  const value = fieldOf(body, 'callback_url');
  if (value === null || value === '') return null;
  if (typeof value === 'string' && isHttpUrl(value)) return value;
  throw new Refusal('callback_url_invalid', { name: 'callback_url', allowed: allowedUrl(value) });
}

export type ChangeVerificationRequest =
  | { readonly action: 'finalize'; readonly code: string }
  | { readonly action: 'cancel' };

export function readChangeVerification(body: JsonObject): ChangeVerificationRequest {
  const action = fieldOf(body, 'action');
  if (action === 'cancel') return { action };
  if (action !== 'finalize') {
    if (action === null || action === '') throw new Refusal('parameter_missing', { name: 'action' });
    throw new Refusal('value_invalid', { name: 'action', allowed: 'finalize or cancel' });
  }
  const value = fieldOf(body, 'security_factor');
  if (value === null || value === '') throw new Refusal('parameter_missing', { name: 'security_factor' });
  return { action, code: codeOf(value) };
}
