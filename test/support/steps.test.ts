import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFewSteps, assertLinear } from './steps.ts';

const LENGTH = 4_096;
const SIGNS = [';', ','];
const OPTIONS = { length: LENGTH, perCharacter: 100, signs: SIGNS };

/** Goes over all of the text once for so many of the sign. */
function goesOver(text: string, sign: string, forEach: number): void {
  const met = text.split(sign).length - 1;
  for (let count = forEach; count <= met; count += forEach) text.toLowerCase();
}

test('steps that grow with the square and are hardly too many at the whole length are found', () => {
  const parse = (text: string) => goesOver(text, ';', 38);
  assert.throws(() => assertLinear('parse', parse, { ...OPTIONS, pairs: false }), /steps for 4096 of ";"/);
});

test('the same where all signs are measured together', () => {
  const parse = (text: string) => {
    for (const sign of SIGNS) goesOver(text, sign, 41);
  };
  assert.throws(() => assertFewSteps('parse', parse, OPTIONS), /steps for 2 inputs of 4096/);
});

test('what begins at a length that only the whole has is found', () => {
  const parse = (text: string) => {
    if (text.length > LENGTH / 2) goesOver(text, ';', 1);
  };
  assert.throws(() => assertLinear('parse', parse, OPTIONS), /steps for 4096 of every sign in turn/);
  assert.throws(() => assertFewSteps('parse', parse, OPTIONS), /steps for 4096/);
});

for (const [name, holds] of [
  ['assertLinear', assertLinear],
  ['assertFewSteps', assertFewSteps],
] as const) {
  test(`${name} feeds the whole length with what a quarter does not clear`, () => {
    const fed = (perCharacter: number) => {
      let characters = 0;
      const parse = (text: string) => {
        characters += text.length;
        for (let times = 0; times < 30; times += 1) text.toLowerCase();
      };
      holds('parse', parse, { ...OPTIONS, pairs: false, perCharacter });
      return characters;
    };
    const first = LENGTH + SIGNS.length * (LENGTH / 4);
    assert.equal(fed(500), first);
    assert.equal(fed(100), first + SIGNS.length * LENGTH);
    assert.throws(() => fed(20), /steps/);
  });
}
