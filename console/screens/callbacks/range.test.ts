import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedText, problemsOf, rangeOf } from './range.ts';

const FROM = '2026-01-01T12:00:00.000Z';

test('a range names its account and when it begins', () => {
  assert.deepEqual(Object.keys(problemsOf({})), ['customer_id', 'from']);
  assert.deepEqual(Object.keys(problemsOf({ customer_id: ' ', from: FROM })), ['customer_id']);
  assert.deepEqual(Object.keys(problemsOf({ customer_id: 'ACME', from: FROM, to: FROM })), ['to']);
  assert.deepEqual(problemsOf({ customer_id: 'ACME', from: FROM }), {});
});

test('what is empty is not asked for', () => {
  assert.deepEqual(rangeOf({ customer_id: ' ACME ', from: FROM, state: '', endpoint: ' ', to: '' }), {
    customer_id: 'ACME',
    from: FROM,
  });
  assert.deepEqual(rangeOf({ customer_id: 'ACME', from: FROM, state: 'not_sent' }), {
    customer_id: 'ACME',
    from: FROM,
  });
  const whole = { customer_id: 'ACME', from: FROM, state: 'pending', endpoint: 'https://a.example', to: '2027' };
  assert.deepEqual(rangeOf(whole), whole);
});

test('they are counted in words', () => {
  assert.equal(countedText(1), '1 callback');
  assert.equal(countedText(1_200), '1,200 callbacks');
});
