import assert from 'node:assert/strict';
import { test } from 'node:test';
import metadata from 'libphonenumber-js/max/metadata';
import { createDice } from '../../../test/support/random.ts';
import { toReference } from '../../lib/ids.ts';
import { createNumbering, type NumberFacts } from '../../sources/numbering/numbering.ts';
import { type AnsweredLookUp, lookUpText } from './answer.ts';

const ID = '019ab345-6789-7abc-8def-0123456789ab';
const AT = Date.UTC(2026, 10, 21, 12);
const numbering = createNumbering();

function answered(facts: NumberFacts, more: Partial<AnsweredLookUp> = {}): AnsweredLookUp {
  return { id: ID, externalId: null, status: 300, at: AT, facts, block: undefined, addOns: new Map(), ...more };
}

/** The same body as an object. */
function bodyOf({ externalId, facts }: AnsweredLookUp): object {
  const { original, countryCode, national, cleansedCode, minLength, maxLength, place } = facts;
  const cleansed = {
    country_code: countryCode,
    phone_number: national,
    cleansed_code: cleansedCode,
    min_length: minLength,
    max_length: maxLength,
  };
  return {
    reference_id: toReference(ID),
    external_id: externalId,
    status: { code: 300, description: 'Transaction successfully completed', updated_on: '2026-11-21T12:00:00.000Z' },
    numbering: {
      original: {
        complete_phone_number: original.digits,
        country_code: countryCode,
        phone_number: original.national,
      },
      cleansing: { call: cleansed, sms: cleansed },
    },
    phone_type: facts.type,
    location: {
      city: place.city,
      state: place.state,
      zip: null,
      metro_code: null,
      county: null,
      country: facts.country ?? { name: null, iso2: null, iso3: null },
      coordinates: { latitude: place.latitude, longitude: place.longitude },
      time_zone: facts.timeZone,
    },
    carrier: { name: facts.carrier },
  };
}

test('the text of an answer is that of its fields, for numbers of every code', () => {
  const dice = createDice(26);
  const codes = [...Object.keys(metadata.country_calling_codes), ...Object.keys(metadata.nonGeographic ?? {})];
  let places = 0;
  for (const code of codes) {
    for (let count = 0; count < 20; count += 1) {
      const prefix = dice.pick(['', '', '+', '00', '+ (', '++']);
      const digits = Array.from({ length: 5 + dice.below(7) }, () => dice.below(10)).join('');
      const facts = numbering.describe(`${prefix}${code}${digits}`);
      if (!facts) continue;
      const externalId = dice.pick([null, '', 'order "7"\\ \u2028 ü\n']);
      const of = answered(facts, { externalId });
      assert.equal(lookUpText(of), JSON.stringify(bodyOf(of)));
      if (facts.place.city !== null) places += 1;
    }
  }
  assert.ok(places > 20, `only ${places} with a place`);
});

test('add-ons stand under the keys of callers, also where those are fields of the answer', () => {
  const facts = numbering.describe('4915112345678');
  assert.ok(facts);
  const plain = JSON.parse(lookUpText(answered(facts)));
  const addOns = new Map([
    ['sim_swap', { status: { code: 2800 } }],
    ['carrier', { status: { code: 2808 } }],
    ['a "key"', {}],
  ]);
  const text = lookUpText(answered(facts, { addOns, block: null }));
  assert.deepEqual(JSON.parse(text), {
    ...plain,
    blocklisting: { blocked: false, block_code: 0, block_description: 'Not blocked' },
    ...Object.fromEntries(addOns),
  });
  assert.equal(text.match(/"carrier":/g)?.length, 1);
});
