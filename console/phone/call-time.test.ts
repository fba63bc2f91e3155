import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockText } from './call-time.ts';

test('a call shows how long it has lasted', () => {
  assert.equal(clockText(7_900), '0:07');
  assert.equal(clockText(754_000), '12:34');
  assert.equal(clockText(3_723_000), '1:02:03');
  assert.equal(clockText(-20), '0:00');
});
