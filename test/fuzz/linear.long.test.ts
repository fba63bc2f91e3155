/**
 * Every reader of outside bytes takes steps that grow with the length of what it is given, whatever stands there: at full
 * length, and with pairs of signs, which takes minutes. linear.test.ts is the quick look at the same.
 */
import { test } from 'node:test';
import { assertFewSteps, assertLinear } from '../support/steps.ts';
import { SIGNS } from './signs.ts';
import { bytesOf, openTarget } from './target.ts';
import { TARGETS } from './targets.ts';

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
      assertFewSteps(what, parse, { perCharacter, length: LENGTH, signs: SIGNS });
      // Pairs at a length at which steps that grow with its square are many times too many already.
      assertLinear(what, parse, { perCharacter, length: SHORTER, signs: PAIRED });
    }
  });
}
