import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedFor, digitsOf, fits, referenceOf } from './asked.ts';

const REFERENCE = '0190A3F04C6B7000A1B2C3D4E5F60789';

test('a number is known however it is written', () => {
  for (const typed of ['4915112345678', '+49 151 1234-5678', '0049 (151) 12345678', ' +49151/12345678 ']) {
    assert.equal(digitsOf(typed), '4915112345678', typed);
  }
  for (const typed of ['12345', 'order-4915112345678', '49151123456781234', ''])
    assert.equal(digitsOf(typed), null, typed);
});

test('a reference is known in both forms, and leads to what it is of alone', () => {
  assert.equal(referenceOf('0190a3f0-4c6b-7000-a1b2-c3d4e5f60789'), REFERENCE);
  assert.deepEqual(askedFor(REFERENCE.toLowerCase()), [
    { label: `Open what has the id ${REFERENCE}`, to: '/found', search: { id: REFERENCE } },
  ]);
});

test('what may be a number or an id is offered as both, the number first', () => {
  assert.deepEqual(
    askedFor('4915112345678').map(({ search }) => search),
    [{ recipient: '4915112345678' }, { external_id: '4915112345678' }, { id: '4915112345678' }],
  );
  assert.deepEqual(
    askedFor('order 7').map(({ search }) => search),
    [{ external_id: 'order 7' }],
  );
  assert.deepEqual(askedFor('  '), []);
});

test('a screen is found by parts of its words', () => {
  assert.equal(fits('Callbacks by account', 'acc call'), true);
  assert.equal(fits('Callbacks by account', 'acc phone'), false);
});
