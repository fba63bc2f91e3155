/** Ten thousand random conversations through masks at once; fewer, and longer ones, in test/simulation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { converse } from '../support/masking/conversations.ts';

test('ten thousand random conversations go as the contract says', async (t) => {
  const { sessions, texts, relayed } = await converse(t, 10_000, 3);
  t.diagnostic(`${sessions} sessions, ${texts} texts, ${relayed} relayed`);
  assert.ok(relayed > 5_000);
});
