/**
 * Reads the add-ons of a request: each becomes a question, or a code that says what is wrong with it (contract section
 * 2). Pure.
 *
 * 1. Checked in this order: the add-on exists, it is enabled on the account, its parameters are there, they are valid.
 * 2. `breached_data` and `breached_number_check` are one add-on; the answer stands under the key that was asked.
 * 3. Only call_forward_detection needs a consent; with other add-ons a consent is stored when it is complete.
 */
import type { AskedAddOn } from '../../engine/look-ups/answer.ts';
import { ADD_ON_CODE, type AddOnCode } from '../../engine/look-ups/codes.ts';
import { isDay, parseInstant } from '../../lib/instant.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { NumberFacts } from '../../sources/numbering/numbering.ts';
import {
  ADD_ONS,
  type AddOn,
  type ContactFields,
  DEFAULT_AGE,
  NO_INPUT,
  type QuestionInput,
} from '../../sources/source.ts';
import type { Account } from '../../store/accounts/account.ts';
import type { Consent } from '../../store/phone-id/look-ups.ts';
import { fieldOf, integerOf, objectOf } from '../json-body.ts';
import type { LookUpRequest } from './schema.ts';

const MOST_PAST_DAYS = 90;
const LONGEST_METHOD = 100;
const LONGEST_MATCH = 200;
const MATCH_FIELDS = {
  first_name: 'firstName',
  last_name: 'lastName',
  address: 'address',
  city: 'city',
  postal_code: 'postalCode',
  state: 'state',
  country: 'country',
  date_of_birth: 'dateOfBirth',
} as const satisfies Record<string, keyof ContactFields>;

const isAddOn = (name: string): name is AddOn => ADD_ONS.some((each) => each === name);

/** The add-on that a caller's key stands for (rule 2). */
export function addOnOf(key: string): AddOn | null {
  if (key === 'breached_number_check') return 'breached_data';
  return isAddOn(key) ? key : null;
}

export function isEnabled(account: Account, addOn: AddOn): boolean {
  return addOn === 'contact' || account.addons.some((name) => addOnOf(name) === addOn);
}

export function readQuestions(request: LookUpRequest, account: Account, number: NumberFacts): AskedAddOn[] {
  if (request.addOns.size === 0) return [];
  const asker = { request, account, number };
  return [...request.addOns].map(([key, value]) => ({ key, asked: readOne(asker, key, value) }));
}

/** What all add-ons of a request have in common. */
interface Asker {
  readonly request: LookUpRequest;
  readonly account: Account;
  readonly number: NumberFacts;
}

function readOne({ request, account, number }: Asker, key: string, value: unknown): AskedAddOn['asked'] {
  const addOn = addOnOf(key);
  if (addOn === null) return settled(ADD_ON_CODE.unknownAddOn, key);
  if (!isEnabled(account, addOn)) return settled(ADD_ON_CODE.notEnabled, key);
  // An official SDK writes an empty map as a list.
  const fields = value === null ? {} : objectOf(value);
  if (!fields) return settled(ADD_ON_CODE.valueInvalid, key);
  const input = readInput(addOn, fields, request, account);
  if ('code' in input) return settled(input.code, input.name);
  return { kind: 'question', question: { addOn, number, input } };
}

/** Those whose answers say who somebody is, or whether a guess about somebody is right. */
const ABOUT_PEOPLE: ReadonlySet<AddOn> = new Set([
  'age_verify',
  'contact',
  'contact_match',
  'contact_plus',
  'subscriber_status',
]);

/** Whether a source is asked about a person: what is refused before costs nothing and says nothing. */
export function isAboutPerson({ asked }: AskedAddOn): boolean {
  return asked.kind === 'question' && ABOUT_PEOPLE.has(asked.question.addOn);
}

interface Wrong {
  readonly code: AddOnCode;
  readonly name: string;
}

function readInput(addOn: AddOn, fields: JsonObject, request: LookUpRequest, account: Account): QuestionInput | Wrong {
  switch (addOn) {
    case 'call_forward_detection':
      return checkConsent(request.consent) ?? NO_INPUT;
    case 'contact_match':
      return readMatch(fields);
    case 'contact_plus':
      return readPostalCode(fields);
    case 'number_deactivation':
      return readLastVerified(fields);
    case 'porting_history':
      return readPastDays(fields);
    case 'age_verify':
      return readAge(account.settings.ageThreshold ?? DEFAULT_AGE);
    default:
      return NO_INPUT;
  }
}

function readAge(ageThreshold: number): QuestionInput {
  return ageThreshold === NO_INPUT.ageThreshold ? NO_INPUT : { ...NO_INPUT, ageThreshold };
}

function readMatch(fields: JsonObject): QuestionInput | Wrong {
  const match: Record<string, string | null> = {};
  for (const [name, field] of Object.entries(MATCH_FIELDS)) {
    const value = fieldOf(fields, name) ?? '';
    if (typeof value !== 'string' || value.length > LONGEST_MATCH) return wrong(ADD_ON_CODE.valueInvalid, name);
    match[field] = value.trim() === '' ? null : value.trim();
  }
  const { country, dateOfBirth } = match;
  if (country && !/^[A-Za-z]{2}$/.test(country)) return wrong(ADD_ON_CODE.valueInvalid, 'country');
  if (dateOfBirth && !isDay(dateOfBirth)) return wrong(ADD_ON_CODE.valueInvalid, 'date_of_birth');
  const { country: _, dateOfBirth: __, ...compared } = match;
  if (Object.values(compared).every((value) => value === null)) return wrong(ADD_ON_CODE.valueMissing, 'first_name');
  return { ...NO_INPUT, match: { ...match, country: country?.toUpperCase() ?? null } as unknown as ContactFields };
}

function readPostalCode(fields: JsonObject): QuestionInput | Wrong {
  const value = fieldOf(fields, 'billing_postal_code') ?? '';
  if (typeof value !== 'string' || value.length > 20) return wrong(ADD_ON_CODE.valueInvalid, 'billing_postal_code');
  if (value.trim() === '') return wrong(ADD_ON_CODE.valueMissing, 'billing_postal_code');
  return { ...NO_INPUT, match: { ...NO_MATCH, postalCode: value.trim() } };
}

const NO_MATCH: ContactFields = {
  firstName: null,
  lastName: null,
  address: null,
  city: null,
  postalCode: null,
  state: null,
  country: null,
  dateOfBirth: null,
};

function readLastVerified(fields: JsonObject): QuestionInput | Wrong {
  const value = fieldOf(fields, 'last_verified');
  if (value === null || value === '') return NO_INPUT;
  const at = parseInstant(value, 'is_utc');
  return at === null ? wrong(ADD_ON_CODE.valueInvalid, 'last_verified') : { ...NO_INPUT, lastVerifiedAt: at };
}

function readPastDays(fields: JsonObject): QuestionInput | Wrong {
  const value = fieldOf(fields, 'past_x_days');
  if (value === null) return NO_INPUT;
  const days = integerOf(value);
  if (days === null || days < 1 || days > MOST_PAST_DAYS) return wrong(ADD_ON_CODE.valueInvalid, 'past_x_days');
  return { ...NO_INPUT, pastDays: days };
}

function checkConsent(consent: JsonObject | null): Wrong | null {
  if (!consent) return wrong(ADD_ON_CODE.valueMissing, 'consent');
  const method = fieldOf(consent, 'method');
  if (method === null || method === '') return wrong(ADD_ON_CODE.valueMissing, 'consent.method');
  if (readMethod(method) === null) return wrong(ADD_ON_CODE.valueInvalid, 'consent.method');
  const timestamp = fieldOf(consent, 'timestamp');
  if (timestamp === null || timestamp === '') return wrong(ADD_ON_CODE.valueMissing, 'consent.timestamp');
  return parseInstant(timestamp, 'is_utc') === null ? wrong(ADD_ON_CODE.valueInvalid, 'consent.timestamp') : null;
}

/** The consent for the ledger; null when none came, or none that says how it was given. */
export function readConsent(request: LookUpRequest): Consent | null {
  if (!request.consent) return null;
  const method = readMethod(fieldOf(request.consent, 'method'));
  if (method === null) return null;
  const timestamp = fieldOf(request.consent, 'timestamp');
  return { method, consentedAt: parseInstant(timestamp, 'is_utc'), addOns: [...request.addOns.keys()] };
}

/** A number of the public service's list, or words. */
function readMethod(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  return typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_METHOD ? value.trim() : null;
}

function wrong(code: AddOnCode, name: string): Wrong {
  return { code, name };
}

function settled(code: AddOnCode, name: string): AskedAddOn['asked'] {
  return { kind: 'settled', code, name };
}
