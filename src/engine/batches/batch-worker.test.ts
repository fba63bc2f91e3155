/** Whose turn it is among batches, where the database has several lanes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { storedBatch, storedRecipient } from '../../../test/support/engine/batches.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createContext } from '../../context.ts';
import { bucketOf } from '../../lib/ids.ts';
import { createLog } from '../../lib/log.ts';
import { insertBatch } from '../../store/batches/batches.ts';
import { insertRecipients } from '../../store/batches/recipients.ts';
import type { Lanes } from '../../store/sql/lanes.ts';
import { BatchWorker } from './batch-worker.ts';

const HALF = 2_048;
const BUCKETS = Array.from({ length: 2 * HALF }, (_, bucket) => bucket);
const LANES: Lanes = {
  count: 2,
  laneOf: (id) => (bucketOf(id) < HALF ? 0 : 1),
  bucketsOf: (lane) => BUCKETS.slice(lane * HALF, (lane + 1) * HALF),
};

test('a batch does not wait for the end of one in a lane before its own', async (t) => {
  const { db } = await testDatabase(t);
  const clock = new ManualClock();
  const context = createContext({ logLevel: 'silent', clock, log: createLog('silent') });
  const [first, second] = [context.ids.next(0), context.ids.next(HALF)];
  for (const id of [first, second]) {
    await db.transaction(async (tx) => {
      await insertBatch(tx, storedBatch(id, clock.now(), { total: 150 }));
      await insertRecipients(
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
