import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';
import examples from 'libphonenumber-js/mobile/examples';
import { createDice } from '../../test/support/random.ts';
import { readPlainly } from './number-plans.ts';

/** How often what was read here was compared, and with how many types. */
function compare(texts: Iterable<string>): { readonly read: number; readonly types: ReadonlySet<string> } {
  const types = new Set<string>();
  let read = 0;
  for (const text of texts) {
    const plain = readPlainly(text);
    if (!plain) continue;
    read += 1;
    const { countryCode, national, country, plan } = plain;
    const expected = parsePhoneNumberFromString(`+${text}`);
    assert.equal(expected?.number, `+${text}`);
    assert.equal(countryCode, expected.countryCallingCode, text);
    assert.equal(national, expected.nationalNumber, text);
    assert.equal(country ?? undefined, expected.country, text);
    assert.equal(plan.lengths.includes(national.length), expected.isPossible(), text);
    const type = expected.getType();
    assert.equal(plan.typeOf(national), type, text);
    if (type) types.add(`${country} ${type}`);
  }
  return { read, types };
}

test('the plans say what the library says, of numbers of every code and of any length', () => {
  const dice = createDice(20_261_126);
  const codes = Object.keys(metadata.country_calling_codes);
  const texts = Array.from({ length: 40_000 }, () => {
    const code = dice.pick(codes);
    return code + Array.from({ length: dice.below(19 - code.length) + 1 }, () => dice.below(10)).join('');
  });
  const { read, types } = compare(texts);
  assert.ok(read > 25_000, `only ${read} were read`);
  assert.ok(types.size > 300, `only ${types.size} types of countries`);
});

test('so they do of numbers near those in use, where countries share a code', () => {
  const dice = createDice(31);
  const shared = Object.entries(metadata.country_calling_codes).filter(([, countries]) => countries.length > 1);
  const mobiles = examples as Readonly<Record<string, string | undefined>>;
  const texts = shared.flatMap(([code, countries]) =>
    countries.flatMap((country) =>
      Array.from({ length: 60 }, () => {
        const mobile = mobiles[country] ?? '';
        const kept = mobile.slice(0, dice.below(mobile.length + 1));
        return code + kept + Array.from({ length: mobile.length - kept.length }, () => dice.below(10)).join('');
      }),
    ),
  );
  const { read, types } = compare(texts);
  assert.ok(read > 2_000, `only ${read} were read`);
  // A few have no range that only their own plan has, such as Vatican City.
  const countries = new Set([...types].map((each) => each.split(' ')[0]));
  assert.ok(countries.size > 35, `only ${countries.size} countries`);
});

test('what could have a trunk prefix in front, and what belongs to no country, is left to the library', () => {
  for (const text of ['49015112345678', '4407400123456', '12', '80012345678', '881612345678', '999123456789']) {
    assert.equal(readPlainly(text), null, text);
  }
});
