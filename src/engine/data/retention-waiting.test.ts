/** What retention does about messages that wait for weeks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { operatorRig } from '../../../test/support/operator.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { ensurePartitions, listPartitions } from '../../store/schema/partitions.ts';
import { readLanes } from '../../store/sql/lanes.ts';
import { Retention } from './retention.ts';

test('a message that waits for its time stays, with its day and its text, and keeps no other day', async (t) => {
  const rig = await operatorRig(t);
  const { context, db, clock } = rig;
  const days = { texts: 2, records: 3, inboundTexts: 3 };
  const retention = new Retention({ context, db, lanes: await readLanes(db), days });
  const today = clock.now() - (clock.now() % DAY_MS);
  const id = await rig.accept({ plan: [SMS_PLAN], sendAt: clock.now() + 20 * DAY_MS });
  clock.jump(10 * DAY_MS);
  await ensurePartitions(db, today, clock.now());
  await retention.round();
  const left = (await listPartitions(db)).filter(({ table }) => table === 'messages').map(({ fromMs }) => fromMs);
  assert.ok(left.includes(today));
  assert.ok(!left.includes(today + DAY_MS) && !left.includes(today + 5 * DAY_MS), 'the days after it are dropped');
  const { plan, finalAt } = await rig.message(id);
  assert.equal(finalAt, null);
  assert.deepEqual(plan[0]?.content, SMS_PLAN.content);
  clock.jump(10 * DAY_MS);
  const sent = await rig.until('it leaves', () => rig.sms.take()[0]);
  assert.equal(sent.job.recipient, '4915112345678');
});
