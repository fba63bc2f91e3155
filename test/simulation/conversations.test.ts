/** Random conversations through masks go as the contract says; ten times as many in test/interop. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { converse } from '../support/masking/conversations.ts';

test('a thousand random conversations go as the contract says', async (t) => {
  const { sessions, texts, relayed } = await converse(t, 1_000, 5);
  t.diagnostic(`${sessions} sessions, ${texts} texts, ${relayed} relayed`);
  assert.ok(relayed > 1_000);
});
