import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';
import { createDice } from '../../test/support/random.ts';
import { formsOf, parseHandset, parseNational, parsePhoneNumber } from './phone-number.ts';

test('digits with country code are taken, with one leading plus or none', () => {
  const plain = parsePhoneNumber('4915112345901');
  assert.ok(plain);
  const { digits, countryCode, country, isPossible, isValid } = plain;
  assert.deepEqual([digits, countryCode, country, isPossible, isValid], ['4915112345901', '49', 'DE', true, true]);
  assert.equal(parsePhoneNumber('+4915112345901')?.digits, '4915112345901');
});

test('anything but digits and one leading plus is no number', () => {
  const refused = [
    '',
    '+',
    '++4915112345901',
    '49 15112345901',
    '(49)15112345901',
    '49-151-12345901',
    '4915112345901x',
  ];
  for (const text of [...refused, '00', '٤٩١٥١١٢٣٤٥٩٠١', '4915112345901\n', '4'.repeat(40)]) {
    assert.equal(parsePhoneNumber(text), null, text);
  }
});

test('a code that nobody has is no number', () => {
  assert.equal(parsePhoneNumber('999123456789'), null);
  assert.equal(parsePhoneNumber('210123456789'), null);
});

test('length makes a number possible, the numbering plan makes it valid', () => {
  const fictional = parsePhoneNumber('15555551212');
  assert.equal(fictional?.isPossible, true);
  assert.equal(fictional?.isValid, false);
  assert.equal(parsePhoneNumber('4911')?.isPossible, false);
  assert.equal(parsePhoneNumber('491511234567890123')?.isPossible, false);
});

test('a country that shares its code is told apart where the plan can, else the largest stands', () => {
  assert.equal(parsePhoneNumber('18765551234')?.country, 'JM');
  assert.equal(parsePhoneNumber('12125550123')?.country, 'US');
  assert.equal(parsePhoneNumber('15555551212')?.country, 'US');
  assert.equal(parsePhoneNumber('77012345678')?.country, 'KZ');
  assert.equal(parsePhoneNumber('881612345678')?.country, null);
});

test('a trunk prefix that was left in is dropped', () => {
  assert.equal(parsePhoneNumber('49015112345678')?.digits, '4915112345678');
  assert.equal(parsePhoneNumber('390612345678')?.digits, '390612345678');
});

test('what is remembered of numbers stays bounded and right', () => {
  for (let i = 0; i < 10_000; i += 1) parsePhoneNumber(`49151${10_000_000 + i}`);
  assert.equal(parsePhoneNumber('4915110000000')?.country, 'DE');
  assert.equal(parsePhoneNumber('4915110009999')?.digits, '4915110009999');
});

test('the tables asked directly say what the library says, of numbers of every code and of any length', () => {
  const dice = createDice(20_261_122);
  const codes = Object.keys(metadata.country_calling_codes);
  let plain = 0;
  for (let count = 0; count < 60_000; count += 1) {
    const code = dice.pick(codes);
    const text = code + Array.from({ length: dice.below(19 - code.length) + 1 }, () => dice.below(10)).join('');
    if (text.length < 3) continue;
    const expected = parsePhoneNumberFromString(`+${text}`, { extract: false });
    const found = parsePhoneNumber(text);
    assert.equal(found?.digits, expected?.number.slice(1), text);
    assert.equal(found?.countryCode, expected?.countryCallingCode, text);
    assert.equal(found?.isPossible, expected?.isPossible(), text);
    if (expected?.country) assert.equal(found?.country, expected.country, text);
    if (count % 10 === 0) assert.equal(found?.isValid, expected?.isValid(), text);
    if (found) plain += 1;
  }
  assert.ok(plain > 40_000, `only ${plain} were numbers`);
});

test('a Mexican number with the 1 that mobile numbers had is the number without it', () => {
  const before = parsePhoneNumber('5215512345678');
  assert.deepEqual([before?.digits, before?.isPossible, before?.isValid], ['525512345678', true, true]);
  assert.equal(parsePhoneNumber('+525512345678')?.digits, '525512345678');
});

test('an Argentine handset has one form for texts, and a fixed line keeps its own', () => {
  assert.equal(parseHandset('541123456789')?.digits, '5491123456789');
  assert.equal(parseHandset('5491123456789')?.digits, '5491123456789');
  assert.equal(parsePhoneNumber('541123456789')?.digits, '541123456789');
  assert.deepEqual(formsOf('541123456789'), ['5491123456789', '541123456789']);
  assert.deepEqual(formsOf('4915112345901'), ['4915112345901']);
});

test('a number as it is written at home is the one with country code', () => {
  const forms = ['015112345901', '15112345901', '004915112345901'];
  for (const form of forms) assert.equal(parseNational(form, 'DE')?.digits, '4915112345901', form);
  assert.equal(parseNational('015112345901', 'XX'), null);
});

test('the kind of a number is what its plan says, and one kind for codes that belong to no country', () => {
  const dice = createDice(7);
  const KINDS: Readonly<Record<string, string>> = {
    PREMIUM_RATE: 'premium',
    SHARED_COST: 'shared_cost',
    PERSONAL_NUMBER: 'personal',
  };
  const codes = Object.keys(metadata.country_calling_codes);
  let special = 0;
  for (let n = 0; n < 20_000; n += 1) {
    const code = dice.pick(codes);
    const starts = ['9', '8', '7', '90', '900', '800', '700', '180', '13', '1', '5'];
    const length = 7 + dice.below(5);
    let national = dice.pick(starts);
    while (national.length < length) national += dice.below(10);
    const number = parsePhoneNumber(code + national);
    if (!number) continue;
    const type = parsePhoneNumberFromString(`+${number.digits}`, { extract: false })?.getType() ?? '';
    assert.equal(number.kind, KINDS[type] ?? null, number.digits);
    if (number.kind !== null) special += 1;
  }
  assert.ok(special > 200, String(special));
  for (const [digits, kind] of [
    ['979123456789', 'premium'],
    ['808123456', 'shared_cost'],
    ['878101234567890', 'personal'],
    ['870773123456', 'satellite'],
    ['881612345678', 'satellite'],
    ['882312345678', 'satellite'],
    ['883510012345', 'satellite'],
    ['8801712345678', null],
    ['886912345678', null],
  ] as const) {
    assert.equal(parsePhoneNumber(digits)?.kind, kind, digits);
  }
});
