import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../test/support/database.ts';
import { quietContext } from '../../test/support/postgres.ts';
import { masterKeyId } from '../lib/sealed.ts';
import { markStopped } from '../store/nodes.ts';
import { registerThisNode } from './nodes.ts';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const leaseMs = 10_000;

test('a node with another master key than one that runs is refused, and says which', async (t) => {
  const { db } = await testDatabase(t);
  const context = quietContext();
  await registerThisNode(context, db, { nodeId: 'a', masterKey: OLD, leaseMs });
  const refused = registerThisNode(context, db, { nodeId: 'b', masterKey: NEW, leaseMs });
  await assert.rejects(refused, (error: Error) => {
    for (const word of ['TRUNKLINE_MASTER_KEY', 'a', masterKeyId(OLD), masterKeyId(NEW)]) {
      assert.ok(error.message.includes(word), word);
    }
    return true;
  });
  // The one that was refused is in nobody's way.
  await registerThisNode(context, db, { nodeId: 'c', masterKey: OLD, leaseMs });
});

test('of two nodes with different keys that start at once, at most one runs', async (t) => {
  const { db } = await testDatabase(t);
  const started = await Promise.allSettled(
    [OLD, NEW].map((masterKey, n) => registerThisNode(quietContext(), db, { nodeId: `n${n}`, masterKey, leaseMs })),
  );
  assert.ok(started.filter(({ status }) => status === 'fulfilled').length <= 1);
});

test('while the key is being replaced nodes may seal under either, when each has both', async (t) => {
  const { db } = await testDatabase(t);
  const context = quietContext();
  await registerThisNode(context, db, { nodeId: 'a', masterKey: { current: OLD, other: NEW }, leaseMs });
  await registerThisNode(context, db, { nodeId: 'b', masterKey: { current: NEW, other: OLD }, leaseMs });
});

test('a node that has stopped is no reason to refuse another key', async (t) => {
  const { db } = await testDatabase(t);
  const context = quietContext();
  const { node, epoch } = await registerThisNode(context, db, { nodeId: 'a', masterKey: OLD, leaseMs });
  await markStopped(db, node, epoch, context.clock.now());
  await registerThisNode(context, db, { nodeId: 'b', masterKey: NEW, leaseMs });
});
