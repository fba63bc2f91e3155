/** Whose turn it is among batches where the database has several lanes, and how long one waits whose account is suspended. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { storedBatch, storedRecipient } from '../../../test/support/engine/batches.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createContext } from '../../context.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import { bucketOf } from '../../lib/ids.ts';
import { createLog } from '../../lib/log.ts';
import { insertBatch } from '../../store/batches/batches.ts';
import { insertSlices } from '../../store/batches/slices.ts';
import type { Lanes } from '../../store/sql/lanes.ts';
import { BatchWorker, LONGEST_PAUSE_MS } from './batch-worker.ts';

const HALF = 2_048;
const BUCKETS = Array.from({ length: 2 * HALF }, (_, bucket) => bucket);
const LANES: Lanes = {
  count: 2,
  laneOf: (id) => (bucketOf(id) < HALF ? 0 : 1),
  bucketsOf: (lane) => BUCKETS.slice(lane * HALF, (lane + 1) * HALF),
};

async function rigOf(t: TestContext) {
  const { db } = await testDatabase(t);
  const clock = new ManualClock();
  return { db, clock, context: createContext({ logLevel: 'silent', clock, log: createLog('silent') }) };
}

test('a batch does not wait for the end of one in a lane before its own', async (t) => {
  const { db, clock, context } = await rigOf(t);
  const [first, second] = [context.ids.next(0), context.ids.next(HALF)];
  for (const id of [first, second]) {
    await db.transaction(async (tx) => {
      await insertBatch(tx, storedBatch(id, clock.now(), { total: 150 }));
      await insertSlices(
        tx,
        id,
        Array.from({ length: 150 }, (_, place) => storedRecipient(place)),
      );
    });
  }
  const steps: string[] = [];
  const worker = new BatchWorker({
    context,
    db,
    lanes: LANES,
    async make({ id }, recipients) {
      steps.push(id === first ? 'first' : 'second');
      return recipients.map(() => ({ kind: 'refused', code: 3101, reason: 'a test' }));
    },
    createFrom: (decide) => db.transaction(async (tx) => void (await decide(tx, false))),
    cancel: () => assert.fail('nothing is taken back'),
    letGo: () => assert.fail('nothing was held back'),
    isBehind: () => false,
    timesGiven: () => 0,
  });
  await worker.start();
  await eventually('all is made', async () => {
    await clock.advance(50);
    const { rows } = await db.query("select 1 from batches where state = 'done'");
    return rows.length === 2;
  });
  await worker.stop();
  assert.deepEqual(steps.slice(0, 4).sort(), ['first', 'first', 'second', 'second'], steps.join(' '));
});

test('a batch is made in larger steps while nobody else sends, and in small ones while somebody does', async (t) => {
  const { db, clock, context } = await rigOf(t);
  const counts = new Map<string, number[]>();
  let given = 0;
  const [alone, beside] = [context.ids.next(0), context.ids.next(0)];
  const worker = new BatchWorker({
    context,
    db,
    lanes: LANES,
    async make({ id }, recipients) {
      counts.set(id, [...(counts.get(id) ?? []), recipients.length]);
      if (id === beside) given += 1;
      return recipients.map(() => ({ kind: 'refused', code: 3101, reason: 'a test' }));
    },
    createFrom: (decide) => {
      given += 1;
      return db.transaction(async (tx) => void (await decide(tx, false)));
    },
    cancel: () => assert.fail('nothing is taken back'),
    letGo: () => assert.fail('nothing was held back'),
    isBehind: () => false,
    timesGiven: () => given,
  });
  await worker.start();
  for (const [id, made] of [
    [alone, [40, 80, 30]],
    [beside, [40, 40, 40, 30]],
  ] as const) {
    // Somebody has sent before.
    given += 1;
    await db.transaction(async (tx) => {
      await insertBatch(tx, storedBatch(id, clock.now(), { total: 150 }));
      await insertSlices(
        tx,
        id,
        Array.from({ length: 150 }, (_, place) => storedRecipient(place)),
      );
    });
    worker.wake();
    await eventually('all is made', async () => {
      await clock.advance(50);
      const { rows } = await db.query("select 1 from batches where state = 'done' and id = $1", [id]);
      return rows.length === 1;
    });
    assert.deepEqual(counts.get(id), made);
  }
  await worker.stop();
});

test('a batch of a suspended account waits as long as a pause may last, and is taken back then', async (t) => {
  const { db, clock, context } = await rigOf(t);
  const id = context.ids.next(0);
  await db.transaction(async (tx) => {
    await insertBatch(tx, storedBatch(id, clock.now(), { sendAt: clock.now() + DAY_MS }));
    await insertSlices(tx, id, [storedRecipient(0, { parameters: { name: 'Ann' } })]);
  });
  const worker = new BatchWorker({
    context,
    db,
    lanes: LANES,
    make: async () => null,
    createFrom: () => assert.fail('nothing is made'),
    cancel: () => assert.fail('nothing was made'),
    letGo: () => assert.fail('nothing was held back'),
    isBehind: () => false,
    timesGiven: () => 0,
  });
  const looked = async (at: number): Promise<unknown> => {
    clock.jump(at - clock.now());
    await worker.start();
    await clock.advance(0);
    await worker.stop();
    const { rows } = await db.query('select b.state, b.body is null as gone from batches b');
    return rows;
  };
  const endsAt = clock.now() + DAY_MS + LONGEST_PAUSE_MS;
  assert.deepEqual(await looked(endsAt - MINUTE_MS), [{ state: 'in_progress', gone: false }]);
  assert.deepEqual(await looked(endsAt), [{ state: 'cancelling', gone: false }]);
  assert.deepEqual(await looked(endsAt), [{ state: 'cancelled', gone: true }]);
  assert.deepEqual((await db.query('select s.recipients from batch_slices s')).rows, [
    { recipients: [['4915100000000']] },
  ]);
});
