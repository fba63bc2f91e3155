/** What numbering plans say, on numbers whose answers are public knowledge. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNumbering, type NumberFacts } from './numbering.ts';

const numbering = createNumbering();

function described(text: string): NumberFacts {
  const facts = numbering.describe(text);
  assert.ok(facts, `${text} is a number`);
  return facts;
}

test('a mobile number has its type, country, time zone and first carrier', () => {
  const facts = described('4915112345678');
  assert.deepEqual(facts.type, { code: '2', description: 'MOBILE' });
  assert.deepEqual(facts.country, { name: 'Germany', iso2: 'DE', iso3: 'DEU' });
  assert.deepEqual(facts.timeZone, { name: 'Europe/Berlin', utc_offset_min: '1', utc_offset_max: '1' });
  assert.equal(facts.carrier, 'T-Mobile');
  assert.equal(facts.place.city, null, 'a mobile is nowhere');
  assert.equal(facts.cleansedCode, 100);
});

test('a landline has its city, and coordinates where the city is known', () => {
  assert.deepEqual(described('4930123456').place, {
    city: 'Berlin',
    state: null,
    latitude: 52.52182,
    longitude: 13.40155,
  });
  const { place, timeZone } = described('16502530000');
  assert.deepEqual([place.city, place.state], ['Mountain View', 'CA']);
  assert.deepEqual(timeZone, { name: 'America/Los_Angeles', utc_offset_min: '-8', utc_offset_max: '-8' });
  assert.deepEqual(described('12015550123').place.state, 'New Jersey');
});

test('a number is cleaned, and the answer says so', () => {
  for (const text of ['+49 (0)30 123456', '0049 30/123456', '011 49 30 123-456', '49030123456']) {
    const facts = described(text);
    assert.equal(facts.digits, '4930123456', text);
    assert.equal(facts.cleansedCode, 101, text);
  }
  const { original } = described('+49 (0)30 123456');
  assert.deepEqual(original, { digits: '49030123456', national: '030123456' });
});

test('what cannot be seen is no part of a number, and a handset of Mexico is one number', () => {
  for (const [text, digits] of [
    ['\u202a+49 1511 2345678\u202c', '4915112345678'],
    ['4915112345678\u200e', '4915112345678'],
    ['5215512345678', '525512345678'],
    ['+52 1 55 1234 5678', '525512345678'],
  ] as const) {
    const facts = described(text);
    assert.equal(facts.digits, digits, text);
    assert.equal(facts.cleansedCode, 101, text);
    assert.equal(facts.isValid, true, text);
  }
  assert.deepEqual(described('5215512345678').original, { digits: '5215512345678', national: '15512345678' });
  assert.equal(described('525512345678').cleansedCode, 100);
});

test('cleansing codes tell restricted, unassigned and too short or long numbers apart', () => {
  assert.equal(described('19005551234').cleansedCode, 102);
  assert.equal(described('19005551234').type.description, 'RESTRICTED_PREMIUM');
  assert.equal(described('491511234567').cleansedCode, 103);
  assert.equal(described('49151').cleansedCode, 105);
  assert.equal(described('44791112345678').cleansedCode, 105);
  assert.equal(described('49151').type.description, 'INVALID');
  const { minLength, maxLength } = described('12015550123');
  assert.deepEqual([minLength, maxLength], [10, 10]);
});

test('types follow the plan; where it serves both landlines and mobiles the type is open', () => {
  const types = {
    '18002530000': 'TOLL_FREE',
    '16502530000': 'OTHER',
    '445612345678': 'VOIP',
    '447012345678': 'PERSONAL',
    '80012345678': 'TOLL_FREE',
    '493012345678': 'FIXED_LINE',
  };
  for (const [number, type] of Object.entries(types)) assert.equal(described(number).type.description, type, number);
});

test('a number that may be in several time zones has the range of their offsets and no name', () => {
  assert.deepEqual(described('18002530000').timeZone, { name: null, utc_offset_min: '-10', utc_offset_max: '-5' });
  assert.equal(described('911123456789').timeZone.utc_offset_min, '5.5');
  assert.equal(described('80012345678').timeZone.name, null);
});

test('what has no country code or other characters than those of numbers is no number', () => {
  for (const text of ['', '0', '999', 'abc', '4915112345abc', '12', '4'.repeat(30), '+', '00', '49;15112345678']) {
    assert.equal(numbering.describe(text), null, text);
  }
});

test('every country of the metadata has a name and codes', () => {
  for (const number of ['2474123456', '38343201234', '35818123456', '47791234567', '599318123456']) {
    const { country } = described(number);
    assert.match(country?.iso2 ?? '', /^[A-Z]{2}$/, number);
    assert.ok(country?.name && country.name !== country.iso2, number);
  }
});
