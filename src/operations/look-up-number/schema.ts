/**
 * The body of POST /v1/phoneid, checked (contract section 2). Pure.
 *
 * 1. The fields of one add-on are checked in questions.ts; a fault in them never fails the request.
 * 2. A form is read as a request without add-ons: an official SDK sends forms from which it has lost them.
 * 3. An unknown add-on is answered under its key (2801). One that is called like a field of the answer itself would stand
 *    in that field's place, so the request is refused.
 */
import { Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import { type EndUser, readEndUser } from '../admission/request.ts';
import { fieldOf, objectOf, readJsonObject } from '../json-body.ts';
import { isDryRun } from '../plan/dry-run.ts';
import { isFormType, readForm, startsAsObject, typeOf } from '../request-body.ts';
import { OWN_FIELDS } from './answer.ts';

export interface LookUpRequest {
  /** As the body says it; for the path without a number. */
  readonly phoneNumber: string | null;
  readonly endUser: EndUser;
  /** By the key that the caller used; empty when only the numbering is asked for. */
  readonly addOns: ReadonlyMap<string, unknown>;
  readonly consent: JsonObject | null;
  readonly isDryRun: boolean;
}

/** More than there are add-ons: an unknown one is answered as such, and the answer must stay bearable. */
const MOST_ADD_ONS = 50;
const LONGEST_ADD_ON = 100;
const NO_ADD_ONS: ReadonlyMap<string, unknown> = new Map();

export function readLookUp(contentType: string, bytes: Buffer): LookUpRequest {
  const isForm = isFormType(typeOf(contentType)) && !startsAsObject(bytes);
  const body = isForm ? readForm(bytes) : bytes.length === 0 ? {} : readJsonObject(bytes);
  const endUser = readEndUser(body);
  return {
    phoneNumber: readPhoneNumber(body),
    endUser,
    addOns: isForm ? NO_ADD_ONS : readAddOns(body),
    consent: isForm ? null : readConsent(body),
    isDryRun: isDryRun(body),
  };
}

function readPhoneNumber(body: JsonObject): string | null {
  const value = fieldOf(body, 'phone_number');
  if (value === null || value === '') return null;
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string') throw new Refusal('number_invalid', { name: 'phone_number' });
  return text;
}

function readAddOns(body: JsonObject): ReadonlyMap<string, unknown> {
  const value = fieldOf(body, 'addons');
  if (value === null) return NO_ADD_ONS;
  const addOns = objectOf(value);
  if (!addOns) throw invalid('addons', 'an object with one object an add-on');
  const asked = Object.entries(addOns);
  if (asked.length > MOST_ADD_ONS || asked.some(([key]) => key.length > LONGEST_ADD_ON)) {
    throw invalid('addons', `at most ${MOST_ADD_ONS} add-ons by their keys`);
  }
  const own = asked.find(([key]) => OWN_FIELDS.has(key));
  if (own) throw invalid(`addons.${own[0]}`, 'no name of a field of the answer'); // Rule 3.
  return new Map(asked);
}

function readConsent(body: JsonObject): JsonObject | null {
  const value = fieldOf(body, 'consent');
  if (value === null) return null;
  const consent = objectOf(value);
  if (!consent) throw invalid('consent', 'an object with method and timestamp');
  return consent;
}

function invalid(name: string, allowed: string): Refusal {
  return new Refusal('value_invalid', { name, allowed });
}
