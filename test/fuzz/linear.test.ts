/**
 * Every reader of outside bytes takes steps that grow with the length of what it is given: each sign alone, and shorter
 * than in linear.long.test.ts, yet long enough that steps which grow with the square are many times too many.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { assertFewSteps } from '../support/steps.ts';
import { SIGNS } from './signs.ts';
import { bytesOf, openTarget } from './target.ts';
import { TARGETS } from './targets.ts';

const LENGTH = 8_192;

for (const target of TARGETS) {
  const { name, around = [], perCharacter = 100 } = target;
  if (around.length === 0) continue;
  test(`${name} is read in few steps for each character`, async (t) => {
    const { read, close } = await openTarget(target);
    t.after(close);
    for (const [index, put] of around.entries()) {
      const parse = (text: string) => void read(bytesOf(put(text)));
      assertFewSteps(`${name}, place ${index}`, parse, { perCharacter, length: LENGTH, signs: SIGNS });
    }
  });
}

test('the patterns of every reader are among those that are checked to be linear', () => {
  const script = readFileSync(new URL('../../scripts/check-patterns.mjs', import.meta.url), 'utf8');
  const missing = TARGETS.flatMap(({ files }) => files).filter(
    (file) => !script.includes(`'${file}'`) || !existsSync(file),
  );
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
