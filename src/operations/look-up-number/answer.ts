/**
 * The body of a Phone ID answer, as in the public service. Pure.
 */
import { toReference } from '../../lib/ids.ts';
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

const BLOCKS = {
  none: { blocked: false, block_code: 0, block_description: 'Not blocked' },
  provider: { blocked: true, block_code: 1, block_description: 'Blocked by the provider' },
  account: { blocked: true, block_code: 2, block_description: 'Blocked by your organisation' },
} as const;

export function lookUpBody(answered: AnsweredLookUp): JsonObject {
  const { id, externalId, status, at, facts, block, addOns } = answered;
  return {
    reference_id: toReference(id),
    external_id: externalId,
    status: { code: status, description: LOOK_UP_STATUS[status], updated_on: new Date(at).toISOString() },
    numbering: numberingOf(facts),
    phone_type: facts.type,
    location: locationOf(facts),
    carrier: { name: facts.carrier },
    ...(block === undefined ? {} : { blocklisting: BLOCKS[block ?? 'none'] }),
    ...Object.fromEntries(addOns),
  };
}

function numberingOf(facts: NumberFacts): JsonObject {
  const { original, countryCode, national, cleansedCode, minLength, maxLength } = facts;
  const cleansed = {
    country_code: countryCode,
    phone_number: national,
    cleansed_code: cleansedCode,
    min_length: minLength,
    max_length: maxLength,
  };
  return {
    original: {
      complete_phone_number: original.digits,
      country_code: countryCode,
      phone_number: original.national,
    },
    cleansing: { call: cleansed, sms: cleansed },
  };
}

function locationOf({ place, country, timeZone }: NumberFacts): JsonObject {
  return {
    city: place.city,
    state: place.state,
    zip: null,
    metro_code: null,
    county: null,
    country: country ?? { name: null, iso2: null, iso3: null },
    coordinates: { latitude: place.latitude, longitude: place.longitude },
    time_zone: timeZone,
  };
}
