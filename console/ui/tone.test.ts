import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALL_CODES } from '../../src/engine/message/call-codes.ts';
import { CODE, MESSAGE_CODES, meansDelivered } from '../../src/engine/message/codes.ts';
import { toneOf } from './tone.ts';

test('what was delivered looks good, what is under way does not look like a failure', () => {
  for (const { code } of MESSAGE_CODES) assert.equal(toneOf(code) === 'good', meansDelivered(code), String(code));
  assert.equal(toneOf(CODE.inProgress), 'accent');
  assert.equal(toneOf(CODE.rejected), 'bad');
  assert.deepEqual(
    CALL_CODES.filter(({ code }) => toneOf(code) === 'good').map(({ code }) => code),
    [100],
  );
});
