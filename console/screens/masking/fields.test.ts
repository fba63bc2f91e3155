import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberQueryOf } from './fields.ts';

test('a number is asked for by its digits, and anything else as it is', () => {
  assert.deepEqual(numberQueryOf({ number: '+49 151 123', state: 'open' }), { number: '49151123', state: 'open' });
  assert.deepEqual(numberQueryOf({ number: 'nobody' }), { number: 'nobody' });
});
