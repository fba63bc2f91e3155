import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberParts, numberText, senderText } from './number-text.ts';

test('a number is written with its country code, and its story apart', () => {
  assert.deepEqual(numberParts('4915112345902'), { start: '+49 151 12345', ending: '902' });
  assert.equal(numberText('+12025550143'), '+1 202 5550 143');
  assert.equal(numberText('35312345678'), '+353 123 45 678');
});

test('what is no number stays as it is', () => {
  assert.equal(numberText('49*********78'), '49*********78');
  assert.equal(senderText('Trunkline'), 'Trunkline');
  assert.equal(senderText('12345'), '12345');
  assert.equal(senderText('sandbox-agent@rbm.goog'), 'sandbox-agent');
  assert.equal(senderText(''), 'Unknown');
});
