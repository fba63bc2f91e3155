import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formerKey, testKey } from '../../test/support/master-keys.ts';
import { testDatabase } from '../../test/support/postgres/database.ts';
import { quietContext } from '../../test/support/postgres/postgres.ts';
import { type MasterKey, masterKeyId } from '../lib/sealed.ts';
import { markStopped, registerNode } from '../store/nodes/nodes.ts';
import { registerThisNode } from './nodes.ts';

const OLD = formerKey(1);
const NEW = testKey(2);
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

test('nothing is sealed under a key that a running node does not have', async (t) => {
  const { db } = await testDatabase(t);
  const context = quietContext();
  await registerThisNode(context, db, { nodeId: 'a', masterKey: OLD, leaseMs });
  const both = { current: NEW, other: OLD };
  const refused = registerThisNode(context, db, { nodeId: 'b', masterKey: both, leaseMs });
  await assert.rejects(refused, (error: Error) => {
    for (const word of ['TRUNKLINE_OTHER_MASTER_KEY', ': a;', masterKeyId(NEW)]) {
      assert.ok(error.message.includes(word), word);
    }
    return true;
  });
  await registerThisNode(context, db, { nodeId: 'a', masterKey: { current: OLD, other: NEW }, leaseMs });
  await registerThisNode(context, db, { nodeId: 'b', masterKey: both, leaseMs });
});

test('nothing is bound to its row while a node of a release runs that could not open it', async (t) => {
  const { db } = await testDatabase(t);
  const context = quietContext();
  const { clock } = context;
  // As the release before registers: it does not say what it opens.
  const epoch = await registerNode(db, 'a', { masterKey: masterKeyId(OLD) }, clock.now());
  const both = { current: NEW, other: OLD };
  const start = (masterKey: MasterKey) => registerThisNode(context, db, { nodeId: 'b', masterKey, leaseMs });
  await assert.rejects(start(both), /nodes run that cannot open what is sealed under [0-9a-f]{14}: a;/);
  // Beside it this release seals as that one does.
  await start({ current: OLD, other: NEW });
  await markStopped(db, 'a', epoch, clock.now());
  await start(both);
});

test('a node that has stopped is no reason to refuse another key', async (t) => {
  const { db } = await testDatabase(t);
  const context = quietContext();
  const { node, epoch } = await registerThisNode(context, db, { nodeId: 'a', masterKey: OLD, leaseMs });
  await markStopped(db, node, epoch, context.clock.now());
  await registerThisNode(context, db, { nodeId: 'b', masterKey: NEW, leaseMs });
});
