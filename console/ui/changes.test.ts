import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf } from './changes.ts';

test('what a form did not change is not sent', () => {
  const before = { name: 'Acme', kind: 'service', products: ['sms', 'rcs'], email: null };
  const after = { name: 'Acme Parcels', kind: 'service', products: ['rcs', 'sms'], email: null };
  assert.deepEqual(changesOf(before, after), { name: 'Acme Parcels' });
  assert.deepEqual(changesOf(before, { ...after, products: ['rcs'], email: 'a@acme.example' }), {
    name: 'Acme Parcels',
    products: ['rcs'],
    email: 'a@acme.example',
  });
});
