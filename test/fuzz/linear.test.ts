/** Every reader of outside bytes takes steps that grow with the length of what it is given, whatever stands there. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { AWKWARD_SIGNS, assertLinear, stepsOf } from '../support/steps.ts';
import { bytesOf, openTarget } from './target.ts';
import { TARGETS } from './targets.ts';

/** Signs of grammars that are not SIP's, and what a class of letters or digits goes over. */
const SIGNS = [...AWKWARD_SIGNS, '0', 'a', '.', '-', '%', '+', '&', '[', '{', "'", '!', '/', 'ä'];
/** Those of which two beside each other mean something. */
const PAIRED = [' ', ';', ',', '"', '\\', '=', ':', '\r', '\n'];
const LENGTH = 65_536;
const SHORTER = 4_096;

for (const target of TARGETS) {
  const { name, around = [], perCharacter = 100 } = target;
  if (around.length === 0) continue;
  test(`${name} is read in steps that grow with its length`, async (t) => {
    const { read, close } = await openTarget(target);
    t.after(close);
    for (const [index, put] of around.entries()) {
      const parse = (text: string) => void read(bytesOf(put(text)));
      const what = `${name}, place ${index}`;
      // All signs are measured at once, as to read the meter costs more than to parse; one by one where it is too much.
      const all = stepsOf(() => {
        for (const sign of SIGNS) parse(sign.repeat(LENGTH));
      });
      if (all > perCharacter * LENGTH * SIGNS.length) {
        assertLinear(what, parse, { perCharacter, length: LENGTH, pairs: false, signs: SIGNS });
        assert.fail(`${what}: ${all} steps`);
      }
      // Pairs at a length at which steps that grow with its square are many times too many already.
      assertLinear(what, parse, { perCharacter, length: SHORTER, signs: PAIRED });
    }
  });
}

test('the patterns of every reader are among those that are checked to be linear', () => {
  const script = readFileSync(new URL('../../scripts/check-patterns.mjs', import.meta.url), 'utf8');
  const missing = TARGETS.flatMap(({ files }) => files).filter((file) => !script.includes(`'${file}'`));
  assert.deepEqual(missing, []);
});

test('every reader stands in the document', () => {
  const text = readFileSync(new URL('../../docs/fuzzing.md', import.meta.url), 'utf8');
  const missing = TARGETS.filter(({ name, about }) => !text.includes(`| ${name} | ${about} |`));
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
  );
});

test('names of readers are told apart', () => {
  assert.equal(new Set(TARGETS.map(({ name }) => name)).size, TARGETS.length);
});
