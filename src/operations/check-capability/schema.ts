/**
 * The body of POST /capability/{channel}, checked (contract section 9). Pure.
 *
 * 1. What is no list of 1 to 10,000 entries is refused as a whole. An entry that is no phone number is none of these: it is
 *    null, in its place.
 */
import { MOST_NUMBERS } from '../../engine/capability/record-list.ts';
import { Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import { type PhoneNumber, parseHandset } from '../../lib/phone-number.ts';
import type { AccountSettings } from '../../store/accounts/account.ts';
import { fieldOf } from '../json-body.ts';

export interface CheckListRequest {
  /** Digits; null: none that may be asked about. */
  readonly numbers: ReadonlyArray<string | null>;
  /** Null: the account's. */
  readonly agent: string | null;
}

const LONGEST_AGENT = 200;

export function readCheckList(body: JsonObject, settings: AccountSettings): CheckListRequest {
  const listed = readList(fieldOf(body, 'phone_numbers'));
  const agent = readAgent(fieldOf(body, 'agent_id'));
  return { agent, numbers: listed.map((each) => readAskedNumber(each, settings)?.digits ?? null) };
}

/** Null: no number that may be asked about. */
export function readAskedNumber(text: unknown, { strictNumbers }: AccountSettings): PhoneNumber | null {
  const number = typeof text === 'string' ? parseHandset(text) : null;
  return number?.isPossible && (strictNumbers !== true || number.isValid) ? number : null;
}

export function agentRefusal(): Refusal {
  return new Refusal('sender_id_invalid', { name: 'agent_id', allowed: 'an agent of the account' });
}

function readList(value: unknown): readonly unknown[] {
  const name = 'phone_numbers';
  if (value === null) throw new Refusal('parameter_missing', { name });
  if (Array.isArray(value) && value.length > 0 && value.length <= MOST_NUMBERS) return value;
  throw new Refusal('value_invalid', { name, allowed: `a list of 1 to ${MOST_NUMBERS} phone numbers` });
}

function readAgent(value: unknown): string | null {
  if (value === null || (typeof value === 'string' && value !== '' && value.length <= LONGEST_AGENT)) return value;
  throw agentRefusal();
}
