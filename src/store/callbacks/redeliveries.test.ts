import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createIds, lowestIdAt } from '../../lib/ids.ts';
import { readLanes } from '../sql/lanes.ts';
import {
  claimRedelivery,
  countRange,
  forgetRedelivery,
  insertRedelivery,
  nextRedeliveryAt,
  readRange,
  writeStep,
} from './redeliveries.ts';

const NOW = Date.UTC(2026, 0, 1);

test('an order is taken under a lease, goes on by steps of who holds it, and is forgotten', async (t) => {
  const { db } = await testDatabase(t);
  const lanes = await readLanes(db);
  const ids = createIds(
    () => NOW,
    (size) => Buffer.alloc(size, 7),
  );
  const id = ids.next();
  const buckets = lanes.bucketsOf(lanes.laneOf(id));
  const range = { accountId: 'account', from: NOW - 1_000, to: NOW };
  assert.equal(await countRange(db, range), 0);
  await insertRedelivery(db, id, range, { counted: 0, now: NOW });
  assert.equal(await nextRedeliveryAt(db), NOW);

  assert.equal(await claimRedelivery(db, NOW - 1, NOW + 5, buckets), null);
  const order = await claimRedelivery(db, NOW, NOW + 5, buckets);
  assert.ok(order);
  assert.deepEqual([order.id, order.fromId, order.reachedId], [id, lowestIdAt(range.from), lowestIdAt(range.from)]);
  assert.equal(await claimRedelivery(db, NOW, NOW + 5, buckets), null, 'somebody has it');
  assert.deepEqual(await readRange(db, order, 10), []);

  const step = { reachedId: order.toId, madeDue: 3, doneAt: NOW, dueAt: NOW + 9 };
  assert.equal(
    await db.transaction((tx) => writeStep(tx, { ...order, dueAt: NOW + 4 }, step)),
    false,
    'a lease that is over',
  );
  assert.equal(await db.transaction((tx) => writeStep(tx, order, step)), true);

  const done = await claimRedelivery(db, NOW + 9, NOW + 10, buckets);
  assert.deepEqual([done?.madeDue, done?.doneAt, done?.reachedId], [3, NOW, order.toId]);
  assert.ok(done);
  await forgetRedelivery(db, order);
  assert.equal(await nextRedeliveryAt(db), NOW + 10, 'who no longer holds it forgets nothing');
  await forgetRedelivery(db, done);
  assert.equal(await nextRedeliveryAt(db), null);
});
