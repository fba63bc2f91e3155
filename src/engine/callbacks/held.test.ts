import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import {
  DELIVERED,
  failed,
  LEASE_MS,
  newCallbacks,
  offer,
  one,
  recordCallbacks,
  startSender,
  storedCallback,
} from '../../../test/support/gateway/callback-sender.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { type Database, StoreDown } from '../../store/database.ts';
import { HeldRows } from '../../store/messages/held-rows.ts';

const SECOND_MS = 1_000;

async function rig(t: TestContext, db?: Database) {
  const held = new HeldRows();
  const started = await startSender(t, { owner: { node: 'node-1', epoch: 1, held }, ...(db ? { db } : {}) });
  const batches = async () => {
    const { rows } = await started.db.query<{ messages: string[] }>('select messages from holds order by id');
    return rows.map(({ messages }) => messages);
  };
  return { ...started, held, rig: started, batches };
}

/** A database in which nothing is removed from what is held, but by lifting. */
async function refusing(t: TestContext, refusals: string[]): Promise<Database> {
  const { db } = await testDatabase(t);
  return {
    query: async (text, ...rest) => {
      if (!text.startsWith('delete from holds')) return db.query(text, ...rest);
      refusals.push(text);
      throw new StoreDown('refused');
    },
    transaction: (work) => db.transaction(work),
    listen: (...args) => db.listen(...args),
    isUp: () => db.isUp(),
    close: async () => {},
  };
}

async function isDelivered(db: Database, id: string): Promise<boolean> {
  return (await storedCallback(db, id)).state === 'delivered';
}

describe('callbacks that a node holds', () => {
  test('are no longer held soon after all of a batch are delivered', async (t) => {
    const { rig: sender, db, clock, batches, held, until } = await rig(t);
    const recordedAt = clock.now();
    const rows = await offer(sender, [{}, {}]);
    await until('both are delivered', async () => {
      return (await Promise.all(rows.map(({ id }) => isDelivered(db, id)))).every(Boolean);
    });
    await until('nothing is held', async () => (await batches()).length === 0);
    assert.ok(clock.now() < recordedAt + LEASE_MS, 'before they would have been lifted');
    assert.equal(held.size, 0);
  });

  test('stay held while one of the batch is under way', async (t) => {
    const { rig: sender, db, clock, batches, receivers, until } = await rig(t);
    receivers.script = (_, count) => (count === 1 ? 'silence' : DELIVERED);
    const rows = await offer(sender, [{}, {}]);
    await until('one is delivered', async () => {
      return (await Promise.all(rows.map(({ id }) => isDelivered(db, id)))).some(Boolean);
    });
    const polledAt = clock.now() + 3 * SECOND_MS;
    await until('polls have come', () => clock.now() >= polledAt);
    assert.equal((await batches()).length, 1);
    one(receivers.sent).answer(DELIVERED);
    await until('nothing is held', async () => (await batches()).length === 0);
  });

  test('are not held when they failed: they have a time of their own', async (t) => {
    const { rig: sender, db, batches, receivers, until } = await rig(t);
    receivers.script = (_, count) => (count === 1 ? failed() : DELIVERED);
    const row = one(await offer(sender, [{}]));
    await until('its hold is removed', async () => (await batches()).length === 0);
    await until('it is tried again', () => isDelivered(db, row.id));
    assert.equal(receivers.sent.length, 2);
  });

  test('that nobody was told of are lifted with their batch', async (t) => {
    const { rig: sender, db, context, owner, receivers, until } = await rig(t);
    const rows = newCallbacks(context, [{ owner }, { owner }]);
    await recordCallbacks(db, rows);
    // As when COMMIT has had no answer for the other one.
    sender.sender.offer(rows.slice(0, 1));
    const recordedAt = context.clock.now();
    for (const { id } of rows) await until('it is delivered', () => isDelivered(db, id));
    assert.deepEqual(
      receivers.sent.map(({ at }) => at >= recordedAt + LEASE_MS),
      [false, true],
    );
  });

  test('are lifted when their batch cannot be removed', async (t) => {
    const refusals: string[] = [];
    const { rig: sender, db, context, batches, receivers, until } = await rig(t, await refusing(t, refusals));
    const recordedAt = context.clock.now();
    const row = one(await offer(sender, [{}]));
    await until('it is delivered', () => isDelivered(db, row.id));
    await until('its removal is refused', () => refusals.length === 1);
    assert.equal((await batches()).length, 1);
    await until('it is lifted', async () => (await batches()).length === 0);
    assert.ok(context.clock.now() >= recordedAt + LEASE_MS);
    assert.equal((await storedCallback(db, row.id)).dueAt, null);
    assert.equal(receivers.sent.length, 1);
  });
});
