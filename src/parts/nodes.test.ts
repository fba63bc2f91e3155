import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../test/support/database.ts';
import { quietContext } from '../../test/support/postgres.ts';
import { ScriptedCarrier } from '../../test/support/scripted-carrier.ts';
import { masterKeyId } from '../lib/sealed.ts';
import { markStopped } from '../store/nodes.ts';
import { createNodeWatch, registerThisNode } from './nodes.ts';

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

test('the metrics say which carriers this node can send by', async (t) => {
  const { db } = await testDatabase(t);
  const context = quietContext();
  const carriers = [new ScriptedCarrier('smsc-1', 'sms'), new ScriptedCarrier('agent-1', 'rcs')];
  const owner = await registerThisNode(context, db, { nodeId: 'a', masterKey: OLD, leaseMs });
  const engine = { heartbeatMs: 2_000, leaseMs, gatherMs: 0 };
  const config = { engine, database: { url: null, poolSize: 10, allowUnsafe: false, binaries: null } };
  createNodeWatch(context, { db, owner, lost: () => undefined, carriers, config });
  const figures = async () =>
    (await context.metrics.getSingleMetricAsString('trunkline_carrier_up'))
      .split('\n')
      .filter((line) => !line.startsWith('#'));
  const shown = (sms: number) => [
    `trunkline_carrier_up{carrier="smsc-1",channel="sms"} ${sms}`,
    'trunkline_carrier_up{carrier="agent-1",channel="rcs"} 1',
  ];
  for (const carrier of carriers) carrier.become('up');
  assert.deepEqual(await figures(), shown(1));
  for (const state of ['down', 'draining'] as const) {
    carriers[0]?.become(state);
    assert.deepEqual(await figures(), shown(0), state);
  }
});
