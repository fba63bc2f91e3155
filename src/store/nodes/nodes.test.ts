import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { isReplaced } from './node-lists.ts';
import { declareDead, heartbeat, liveNodes, markStopped, registerNode } from './nodes.ts';

const NOW = 1_795_248_338_123;

test('every start of a node raises its epoch, and ends the one before', async (t) => {
  const { db } = await testDatabase(t);
  assert.equal(await registerNode(db, 'a', { pid: 1 }, NOW), 1);
  assert.equal(await heartbeat(db, { node: 'a', epoch: 1 }, NOW + 1), true);
  assert.equal(await registerNode(db, 'a', { pid: 2 }, NOW + 2), 2);
  assert.equal(await registerNode(db, 'b', {}, NOW), 1);
  assert.equal(await heartbeat(db, { node: 'a', epoch: 1 }, NOW + 3), false);
  assert.equal(await heartbeat(db, { node: 'a', epoch: 2 }, NOW + 3), true);
  assert.deepEqual([await isReplaced(db, 'a', 1), await isReplaced(db, 'a', 2)], [true, false]);
});

test('nodes that run say what they use, and one that stopped is not among them', async (t) => {
  const { db } = await testDatabase(t);
  for (const id of ['a', 'b']) await registerNode(db, id, {}, NOW);
  const uses = { 'sms-a': { seats: 2, up: true, tired: false } };
  await heartbeat(db, { node: 'a', epoch: 1 }, NOW + 5_000, uses);
  await markStopped(db, 'b', 1, NOW + 1);
  assert.deepEqual(await liveNodes(db), [{ id: 'a', epoch: 1, beats: 1, heartbeatAt: NOW + 5_000, uses }]);
  await registerNode(db, 'a', {}, NOW + 6_000);
  assert.deepEqual(await liveNodes(db), [{ id: 'a', epoch: 2, beats: 2, heartbeatAt: NOW + 6_000, uses: {} }]);
});

test('a node that gave another sign in the meantime is not declared dead; one that is never lives again', async (t) => {
  const { db } = await testDatabase(t);
  await registerNode(db, 'a', {}, NOW);
  const [seen] = await liveNodes(db);
  assert.ok(seen);
  // With a clock that was turned back: only the count tells.
  await heartbeat(db, { node: 'a', epoch: 1 }, NOW - 3_600_000);
  assert.equal(await declareDead(db, seen, NOW + 20_000), false);
  const [again] = await liveNodes(db);
  assert.ok(again);
  assert.equal(await declareDead(db, again, NOW + 20_000), true);
  assert.equal(await declareDead(db, again, NOW + 20_000), false);
  assert.equal(await heartbeat(db, { node: 'a', epoch: 1 }, NOW + 30_000), false);
  assert.deepEqual(await liveNodes(db), []);
});

test('a late word from an earlier start neither stops the node nor turns its heartbeat back', async (t) => {
  const { db } = await testDatabase(t);
  await registerNode(db, 'a', {}, NOW);
  await registerNode(db, 'a', {}, NOW + 10);
  await markStopped(db, 'a', 1, NOW + 11);
  await heartbeat(db, { node: 'a', epoch: 2 }, NOW + 5);
  assert.deepEqual(await liveNodes(db), [{ id: 'a', epoch: 2, beats: 2, heartbeatAt: NOW + 10, uses: {} }]);
});
