import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOf, placeOf, relationOf } from './places.ts';

const PATHS = ['/messages/$reference', '/accounts/$id', '/accounts'];

test('what is found leads to its page, where there is one', () => {
  assert.equal(placeOf({ kind: 'message', id: '0190' }, PATHS), '/messages/0190');
  assert.equal(placeOf({ kind: 'account', id: 'A/B' }, PATHS), '/accounts/A%2FB');
  assert.equal(placeOf({ kind: 'import', id: '0190' }, PATHS), null);
  assert.equal(nameOf({ kind: 'import' }), 'Import');
});

test('an id that is not its own says whose it is', () => {
  assert.equal(relationOf({ by: 'own_id', carrier: null }), null);
  assert.equal(relationOf({ by: 'carrier_id', carrier: 'smsc-1' }), 'of smsc-1');
});
