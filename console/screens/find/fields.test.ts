import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INBOUND_FIELDS, queryOf, referenceIn, VERIFICATION_FIELDS, type VerificationQuery } from './fields.ts';

test('the address becomes what the API takes', () => {
  const asked = queryOf({ recipient: '+49 151 12345678', code: '3042', state: 'failed', customer_id: 'ACME' });
  assert.deepEqual(asked, { recipient: '4915112345678', code: 3042, state: 'failed', customer_id: 'ACME' });
  assert.deepEqual(queryOf({ recipient: 'nobody' }), { recipient: 'nobody' });
});

test('each list is asked by the fields that its part of the API takes', () => {
  const asked = queryOf<VerificationQuery>({ recipient: '+49 151 12345678', state: 'VERIFIED' });
  assert.deepEqual(asked, { recipient: '4915112345678', state: 'VERIFIED' });
  assert.deepEqual(
    VERIFICATION_FIELDS.map(({ name }) => name),
    ['recipient', 'external_id', 'customer_id', 'state', 'from', 'to'],
  );
  assert.deepEqual(
    INBOUND_FIELDS.map(({ name }) => name),
    ['customer_id', 'meaning'],
  );
});

test('a reference in a field of the search is known', () => {
  const reference = '0190A3F04C6B7000A1B2C3D4E5F60789';
  assert.equal(referenceIn({ recipient: reference.toLowerCase() }), reference);
  assert.equal(referenceIn({ external_id: 'order-7' }), null);
});
