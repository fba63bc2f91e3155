import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePhoneNumber } from '../lib/phone-number.ts';
import { sandboxMasks } from './masks.ts';

test('the sandbox has 1,000 masks, each a possible number of its country', () => {
  const masks = sandboxMasks();
  assert.equal(masks.length, 1000);
  assert.equal(new Set(masks.map(({ number }) => number)).size, 1000);
  const wrong = masks.filter(({ number, country }) => {
    const parsed = parsePhoneNumber(number);
    return !parsed?.isPossible || parsed.country !== country || parsed.digits !== number;
  });
  assert.deepEqual(wrong, []);
  assert.ok(new Set(masks.map(({ country }) => country)).size >= 8);
});
