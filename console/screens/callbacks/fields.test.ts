import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIELDS, fieldsFor, queryOf } from './fields.ts';

const RANGE = { endpoint: 'https://acme.example', from: '2026-01-01T12:00:00.000Z', to: '2026-01-02T12:00:00.000Z' };

test('endpoint and time are asked for with an account, and without a message', () => {
  assert.deepEqual(queryOf({ customer_id: 'ACME', ...RANGE }), { customer_id: 'ACME', ...RANGE });
  assert.deepEqual(queryOf({ state: 'given_up', ...RANGE }), { state: 'given_up' });
  const reference = '0190A3F04C6B7000A1B2C3D4E5F60789';
  assert.deepEqual(queryOf({ customer_id: 'ACME', message: reference.toLowerCase(), ...RANGE }), {
    customer_id: 'ACME',
    message: reference,
  });
  assert.deepEqual(queryOf({ message: 'no reference' }), { message: 'no reference' }, 'the API says what is wrong');
});

test('what is not asked for is not offered', () => {
  assert.equal(fieldsFor({ customer_id: 'ACME' }), FIELDS);
  assert.deepEqual(
    fieldsFor({}).map(({ name }) => name),
    ['customer_id', 'state', 'message'],
  );
});
