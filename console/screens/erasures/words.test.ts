import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedRows, type Erasure, endOf, KINDS, receiptRows, sumOf, waitsText } from './words.ts';

const NONE = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, 0])) as Erasure['erased'];

test('a receipt shows what was found, and all kinds to who asks', () => {
  const receipt = { erased: { ...NONE, opt_outs: 1, messages: 12_345 } };
  assert.deepEqual(
    receiptRows(receipt).map(({ kind, rows }) => [kind, rows]),
    [
      ['messages', '12,345'],
      ['opt_outs', '1'],
    ],
  );
  assert.equal(receiptRows(receipt, { isAll: true }).length, Object.keys(KINDS).length);
  assert.equal(sumOf(receipt), 12_346);
});

test('what was counted as far as is counted is so many or more', () => {
  const counted = { ...Object.fromEntries(Object.keys(NONE).map((kind) => [kind, 0])), messages: 10, look_ups: 3 };
  const answer = { state: 'counted', alias: 'a', counted, counted_up_to: 10, under_way: 0, last_asked_on: null };
  assert.deepEqual(
    countedRows(answer as never).map(({ kind, rows }) => [kind, rows]),
    [
      ['messages', '10 or more'],
      ['look_ups', '3'],
    ],
  );
});

test('what is waited for is named', () => {
  assert.equal(waitsText({ waits_for: { messages: 0, inputs: 0 } }), null);
  assert.equal(waitsText({ waits_for: { messages: 1, inputs: 2 } }), 'waits for 1 message and 2 pieces of input');
});

test('the end of the number that has to be typed is not shown', () => {
  assert.deepEqual(endOf('4915112345678'), { shown: '491511234····', typed: '5678' });
});
