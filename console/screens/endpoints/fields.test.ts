import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idsText, rangeOf } from './fields.ts';

test('a range that is sent again begins no later than the oldest that waits', () => {
  const range = rangeOf({ endpoint: 'https://a.example', customer_id: 'A', oldest_on: '2026-01-01T12:00:59.900Z' });
  assert.deepEqual(range, {
    customer_id: 'A',
    endpoint: 'https://a.example',
    from: '2026-01-01T12:00:00.000Z',
    state: 'pending',
  });
});

test('the ids of a receipt are shown as it would match by them', () => {
  assert.equal(idsText(['r:1A', 'n:26']), 'r:1A, n:26');
  assert.equal(idsText([]), 'no id');
});
