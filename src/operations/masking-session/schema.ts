/**
 * The bodies that open or extend a session, checked (service.md "Anonymous SMS session"; contract section 4).
 */
import { largestValidity } from '../../engine/masking/session.ts';
import { Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import { type PhoneNumber, parseHandset } from '../../lib/phone-number.ts';
import type { AccountSettings } from '../../store/accounts/account.ts';
import type { SessionCallback, SessionUnit } from '../../store/masking/sessions.ts';
import { type EndUser, readEndUser } from '../admission/request.ts';
import { allowedUrl, fieldOf, integerOf, isHttpUrl } from '../json-body.ts';

export interface Validity {
  readonly validity: number;
  readonly unit: SessionUnit;
}

export interface OpenSessionRequest extends Validity {
  readonly number1: PhoneNumber;
  readonly number2: PhoneNumber;
  readonly endUser: EndUser;
  readonly callback: SessionCallback | null;
}

export function readOpenSession(fields: JsonObject, settings: AccountSettings): OpenSessionRequest {
  const number1 = readNumber(fields, 'phone_number_1', settings);
  const number2 = readNumber(fields, 'phone_number_2', settings);
  if (number1.digits === number2.digits) throw new Refusal('numbers_same');
  return {
    number1,
    number2,
    ...readValidity(fields, settings),
    endUser: readEndUser(fields),
    callback: readCallback(fields, settings),
  };
}

export function readValidity(fields: JsonObject, { sessionUnit: unit = 'hours' }: AccountSettings): Validity {
  const value = fieldOf(fields, 'validity_period');
  if (value === null) throw new Refusal('parameter_missing', { name: 'validity_period' });
  const validity = integerOf(value);
  const most = largestValidity(unit);
  if (validity === null || validity < 1 || validity > most) throw new Refusal('validity_invalid', { most, unit });
  return { validity, unit };
}

function readNumber(fields: JsonObject, name: string, { strictNumbers }: AccountSettings): PhoneNumber {
  const value = fieldOf(fields, name);
  if (value === null || value === '') throw new Refusal('parameter_missing', { name });
  const number = typeof value === 'string' ? parseHandset(value) : null;
  if (!number?.isPossible || (strictNumbers && !number.isValid)) throw new Refusal('number_invalid', { name });
  return number;
}

function readCallback(fields: JsonObject, settings: AccountSettings): SessionCallback | null {
  const value = fieldOf(fields, 'callback_url') ?? settings.callbackUrl ?? null;
  if (value === null) return null;
  if (typeof value !== 'string' || !isHttpUrl(value)) {
    throw new Refusal('value_invalid', { name: 'callback_url', allowed: allowedUrl(value) });
  }
  return { url: value, method: settings.callbackMethod ?? 'POST', events: settings.sessionEvents ?? false };
}
