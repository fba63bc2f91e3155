import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../test/support/database.ts';
import { heartbeat, listDead, markStopped, registerNode } from './nodes.ts';

const NOW = 1_795_248_338_123;

test('every start of a node raises its epoch, and ends the one before', async (t) => {
  const { db } = await testDatabase(t);
  assert.equal(await registerNode(db, 'a', { pid: 1 }, NOW), 1);
  assert.equal(await heartbeat(db, 'a', 1, NOW + 1), true);
  assert.equal(await registerNode(db, 'a', { pid: 2 }, NOW + 2), 2);
  assert.equal(await registerNode(db, 'b', {}, NOW), 1);
  assert.equal(await heartbeat(db, 'a', 1, NOW + 3), false);
  assert.equal(await heartbeat(db, 'a', 2, NOW + 3), true);
});

test('a node that gave no sign for too long is dead, and one that stopped is not', async (t) => {
  const { db } = await testDatabase(t);
  await registerNode(db, 'silent', {}, NOW);
  await registerNode(db, 'stopped', {}, NOW);
  await registerNode(db, 'alive', {}, NOW);
  await markStopped(db, 'stopped', 1, NOW + 1);
  await heartbeat(db, 'alive', 1, NOW + 5_000);
  assert.deepEqual(await listDead(db, NOW + 10_000, 10_000), []);
  assert.deepEqual(await listDead(db, NOW + 10_001, 10_000), [{ id: 'silent', epoch: 1, heartbeatAt: NOW }]);
});

test('a late word from an earlier start neither stops the node nor turns its heartbeat back', async (t) => {
  const { db } = await testDatabase(t);
  await registerNode(db, 'a', {}, NOW);
  await registerNode(db, 'a', {}, NOW + 10);
  await markStopped(db, 'a', 1, NOW + 11);
  await heartbeat(db, 'a', 2, NOW + 5);
  assert.deepEqual(await listDead(db, NOW + 5_010, 5_000), []);
  assert.equal((await listDead(db, NOW + 5_011, 5_000)).length, 1);
});
