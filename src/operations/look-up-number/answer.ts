/**
 * The body of a Phone ID answer, as in the public service. Pure.
 *
 * 1. It is put together as text: as an object of eleven objects it takes three times as long. What many numbers share
 *    (a country, a time zone) is written once and remembered. Whatever is not made of digits is quoted by JSON.stringify.
 * 2. Add-ons are laid over it under the callers' keys, which may be any but those of its own fields (schema.ts).
 */
import { toReference } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { NumberFacts } from '../../sources/numbering/numbering.ts';
import type { NumberBlock } from '../../store/accounts/number-blocks.ts';

export interface AnsweredLookUp {
  readonly id: string;
  readonly externalId: string | null;
  /** 300, or 301. */
  readonly status: LookUpStatus;
  readonly at: number;
  readonly facts: NumberFacts;
  /** Undefined when the account does not ask for it. */
  readonly block: NumberBlock | null | undefined;
  /** By the key that the caller used. */
  readonly addOns: ReadonlyMap<string, JsonObject>;
}

export type LookUpStatus = 300 | 301;

/** Every status that a look-up can have, with its text. */
export const LOOK_UP_STATUS: Readonly<Record<LookUpStatus, string>> = {
  300: 'Transaction successfully completed',
  301: 'Transaction partially completed',
};

/** What every answer has, or may have, besides add-ons. */
export const OWN_FIELDS: ReadonlySet<string> = new Set([
  'reference_id',
  'external_id',
  'status',
  'numbering',
  'phone_type',
  'location',
  'carrier',
  'blocklisting',
]);

const BLOCKS = {
  none: { blocked: false, block_code: 0, block_description: 'Not blocked' },
  provider: { blocked: true, block_code: 1, block_description: 'Blocked by the provider' },
  account: { blocked: true, block_code: 2, block_description: 'Blocked by your organisation' },
} as const;

/** JSON. */
export function lookUpText(answered: AnsweredLookUp): string {
  const { addOns } = answered;
  const text = plainText(answered);
  // Rule 2.
  return addOns.size === 0 ? text : JSON.stringify({ ...JSON.parse(text), ...Object.fromEntries(addOns) });
}

function plainText({ id, externalId, status, at, facts, block }: AnsweredLookUp): string {
  const blocklisting = block === undefined ? '' : `,"blocklisting":${JSON.stringify(BLOCKS[block ?? 'none'])}`;
  return (
    `{"reference_id":"${toReference(id)}","external_id":${textOf(externalId)},` +
    `"status":{"code":${status},"description":"${LOOK_UP_STATUS[status]}","updated_on":"${iso(at)}"},` +
    `"numbering":${numberingText(facts)},"phone_type":${sharedText(facts.type)},` +
    `"location":${locationText(facts)},"carrier":{"name":${textOf(facts.carrier)}}${blocklisting}}`
  );
}

function numberingText(facts: NumberFacts): string {
  const { original, countryCode, national, cleansedCode, minLength, maxLength } = facts;
  const cleansed =
    `{"country_code":"${countryCode}","phone_number":"${national}","cleansed_code":${cleansedCode},` +
    `"min_length":${minLength},"max_length":${maxLength}}`;
  return (
    `{"original":{"complete_phone_number":"${original.digits}","country_code":"${countryCode}",` +
    `"phone_number":"${original.national}"},"cleansing":{"call":${cleansed},"sms":${cleansed}}}`
  );
}

function locationText({ place, country, timeZone }: NumberFacts): string {
  const { city, state, latitude, longitude } = place;
  return (
    `{"city":${textOf(city)},"state":${textOf(state)},"zip":null,"metro_code":null,"county":null,` +
    `"country":${country ? sharedText(country) : NO_COUNTRY},` +
    `"coordinates":{"latitude":${latitude},"longitude":${longitude}},"time_zone":${sharedText(timeZone)}}`
  );
}

const NO_COUNTRY = '{"name":null,"iso2":null,"iso3":null}';

function textOf(value: string | null): string {
  return value === null ? 'null' : JSON.stringify(value);
}

const texts = new WeakMap<object, string>();

/** Of what is the same object for all numbers that share it. */
function sharedText(value: object): string {
  let text = texts.get(value);
  if (text === undefined) {
    text = JSON.stringify(value);
    texts.set(value, text);
  }
  return text;
}
