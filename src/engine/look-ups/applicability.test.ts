import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createNumbering, PHONE_TYPES } from '../../sources/numbering/numbering.ts';
import { ADD_ONS, type AddOn } from '../../sources/source.ts';
import { isApplicable, NOT_APPLICABLE } from './applicability.ts';

test('the table of the documents is the table of the code', () => {
  const text = readFileSync(new URL('../../../docs/sources.md', import.meta.url), 'utf8');
  const [, section = ''] = text.split('## Which add-ons make sense for which line');
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
  const namesIn = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  const documented = new Map(
    rows.flatMap((row) => {
      const [, addOns, types] = row.split('|');
      return namesIn(addOns).map((addOn) => [addOn, namesIn(types).sort()] as const);
    }),
  );
  const coded = new Map(ADD_ONS.map((addOn) => [addOn, NOT_APPLICABLE[addOn].map((type) => type.description).sort()]));
  assert.deepEqual(Object.fromEntries(documented), Object.fromEntries(coded));
});

test('no type that cannot be told rules anything out, and every mobile line may be asked about everything', () => {
  for (const addOn of ADD_ONS) {
    for (const type of [PHONE_TYPES.mobile, PHONE_TYPES.other, PHONE_TYPES.invalid]) {
      assert.equal(isApplicable(addOn, type), true, `${addOn} ${type.description}`);
    }
  }
});

test('numbers of every kind are held against the add-ons', () => {
  const numbering = createNumbering();
  const cases: ReadonlyArray<readonly [number: string, type: string, AddOn, boolean]> = [
    ['493012345678', 'FIXED_LINE', 'sim_swap', false],
    ['493012345678', 'FIXED_LINE', 'call_forward_detection', true],
    ['498001234567', 'TOLL_FREE', 'sim_swap', false],
    ['498001234567', 'TOLL_FREE', 'subscriber_status', false],
    ['498001234567', 'TOLL_FREE', 'contact', true],
    ['499001234567', 'RESTRICTED_PREMIUM', 'age_verify', false],
    ['4915112345678', 'MOBILE', 'sim_swap', true],
    ['12125551234', 'OTHER', 'sim_swap', true],
  ];
  for (const [digits, type, addOn, expected] of cases) {
    const facts = numbering.describe(digits);
    assert.equal(facts?.type.description, type, digits);
    assert.equal(facts && isApplicable(addOn, facts.type), expected, `${addOn} of ${digits}`);
  }
});
