/** What passes through a node is counted, written, and summed up over all nodes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../../test/support/engine/engine.ts';
import { newMessage, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { receipt, ScriptedCarrier } from '../../../test/support/engine/scripted-carrier.ts';
import type { Inbound } from '../../carriers/carrier.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import { Traffic, WHOLE } from '../../lib/traffic.ts';
import { forgetOld } from '../../store/keeping/retention.ts';
import { readTraffic, writeTraffic } from '../../store/nodes/traffic.ts';
import { percentile, stepOf } from './traffic-names.ts';
import { reportTraffic } from './traffic-report.ts';
import { TrafficWriter } from './traffic-writer.ts';

test('messages are counted when they are taken, answered, ended and delivered, each once', async (t) => {
  const sms = new ScriptedCarrier('sms-1', 'sms');
  const rig = await startEngine(t, [sms]);
  const { context, db, clock } = rig;
  const owner = { node: 'node-1', epoch: 1 };
  const writer = new TrafficWriter({ context, db, owner });
  await writer.start();
  const at = clock.now();
  const ids = [context.ids.next(), context.ids.next(), context.ids.next()];
  for (const id of ids) await rig.engine.accept(newMessage(id, { plan: [SMS_PLAN] }));
  const jobs = await rig.until('they are submitted', () => sms.submitted.length === 3 && sms.take());
  const [first, second, third] = jobs;
  assert.ok(first && second && third);
  first.accept();
  second.accept();
  third.answer({ kind: 'rejected', why: 'refused', reason: '0x0a ESME_RINVSRCADR 4915112345678' });
  const done = async (n: number) =>
    rig.until('it is over', async () => (await rig.message(ids[n] ?? '')).finalAt !== null);
  await done(2);
  await rig.until(
    'they are with the carrier',
    async () => (await rig.message(ids[1] ?? '')).attempts[0]?.state === 'submitted',
  );
  await clock.advance(1_400);
  await sms.deliver(receipt(first.job), receipt(second.job, 'undeliverable'));
  await done(0);
  await done(1);
  await sms.deliver(receipt(second.job));
  await rig.until('it has arrived after all', async () => (await rig.message(ids[1] ?? '')).status === 3000);
  await sms.deliver({ ...receipt(first.job), state: 'read' } as Inbound);
  await rig.until('it is read', async () => (await rig.message(ids[0] ?? '')).status === 3005);
  await writer.stop();

  const stretch = { fromMs: at - (at % MINUTE_MS), toMs: clock.now() + 1, stepMs: MINUTE_MS };
  const report = reportTraffic(await readTraffic(db, { seconds: 60, ...stretch }), stretch);
  assert.deepEqual([report.taken, report.finished, report.delivered], [3, 3, 2]);
  assert.deepEqual(
    report.codes.map(({ what, count }) => [what, count]),
    [
      ['3000', 1],
      ['3003', 1],
      ['3042', 1],
    ],
  );
  const [carrier] = report.carriers;
  assert.deepEqual([carrier?.name, carrier?.handedOver, carrier?.ended, carrier?.delivered], ['sms-1', 3, 4, 2]);
  assert.deepEqual(carrier?.answers, [
    { what: 'accepted', reason: null, count: 2 },
    { what: 'refused', reason: '0x0a ESME_RINVSRCADR …', count: 1 },
  ]);
  assert.equal(carrier?.receipts, 1);
  assert.ok(carrier.receiptP50Ms !== null && carrier.receiptP50Ms > 1_000 && carrier.receiptP50Ms <= 2_000);
  const hours = await readTraffic(db, { seconds: 3_600, fromMs: at - HOUR_MS, toMs: at + HOUR_MS }, WHOLE);
  assert.equal(
    hours.reduce((sum, { figures }) => sum + (figures.taken ?? 0), 0),
    3,
  );
});

test('while nothing passes through nothing is written, and what could not be written is written later', async (t) => {
  const { context, db, clock, until } = await startEngine(t, []);
  let writes = 0;
  let isAway = false;
  const counted = {
    ...db,
    isUp: () => true,
    query: (async (...args: Parameters<typeof db.query>) => {
      writes += 1;
      if (isAway) throw new Error('away');
      return db.query(...args);
    }) as typeof db.query,
  };
  const writer = new TrafficWriter({ context, db: counted, owner: { node: 'node-2', epoch: 7 } });
  await writer.start();
  await clock.advance(60_000);
  assert.equal(writes, 0);
  isAway = true;
  context.traffic.count(WHOLE, 'taken', 2);
  await until('it was tried', () => writes > 0);
  isAway = false;
  const at = clock.now();
  const read = async () => readTraffic(db, { seconds: 60, fromMs: at - HOUR_MS, toMs: at + HOUR_MS });
  await until('it is written', async () => (await read()).length > 0);
  context.traffic.count(WHOLE, 'taken', 1);
  await writer.stop();
  assert.equal(
    (await read()).reduce((sum, { figures }) => sum + (figures.taken ?? 0), 0),
    3,
  );
});

test('rows are forgotten when their time is over', async (t) => {
  const { db, clock } = await startEngine(t, []);
  const startsAt = clock.now() - (clock.now() % MINUTE_MS);
  const row = { startsAt, seconds: 60, carrier: WHOLE, owner: { node: 'node-1', epoch: 1 }, figures: { taken: 1 } };
  await writeTraffic(db, [{ ...row, forgetAt: clock.now() + 1_000 }]);
  const count = async () => (await readTraffic(db, { seconds: 60, fromMs: startsAt, toMs: startsAt + 1 })).length;
  await forgetOld(db, clock.now(), null);
  assert.equal(await count(), 1);
  await forgetOld(db, clock.now() + 2_000, null);
  assert.equal(await count(), 0);
});

test('nodes add up, also step by step, and a step in which nothing happened is there', () => {
  const row = (startsAt: number, figures: Record<string, number>, carrier = '') => ({
    startsAt,
    seconds: 60,
    carrier,
    figures,
  });
  const report = reportTraffic(
    [
      row(0, { taken: 2 }),
      row(0, { taken: 3, finished: 1 }),
      row(120_000, { taken: 1 }),
      row(
        0,
        { 'answer busy 0x58 ESME_RTHROTTLED': 2, 'answer accepted': 5, 'end 3000': 4, 'end 3003 UNDELIV': 1 },
        'b',
      ),
      row(0, { 'answer accepted': 1 }, 'a'),
    ],
    { fromMs: 0, toMs: 150_000, stepMs: 60_000 },
  );
  assert.deepEqual(
    report.steps.map(({ taken }) => taken),
    [5, 0, 1],
  );
  assert.deepEqual([report.taken, report.finished], [6, 1]);
  assert.deepEqual(
    report.carriers.map(({ name, ended, delivered, steps }) => [name, ended, delivered, steps[0]?.notAccepted]),
    [
      ['a', 0, 0, 0],
      ['b', 5, 4, 2],
    ],
  );
});

test('a percentile lies in the step of its receipt', () => {
  const counts = new Map<number, number>();
  for (let ms = 10; ms <= 10_000; ms += 10) counts.set(stepOf(ms), (counts.get(stepOf(ms)) ?? 0) + 1);
  const middle = percentile(counts, 0.5) ?? 0;
  const last = percentile(counts, 0.99) ?? 0;
  assert.ok(Math.abs(middle - 5_000) < 100, String(middle));
  assert.ok(Math.abs(last - 9_900) < 100, String(last));
  assert.equal(percentile(new Map(), 0.5), null);
  assert.equal(percentile(new Map([[stepOf(Number.POSITIVE_INFINITY), 1]]), 0.5), 259_200_000);
});

test('reasons without end are counted, and told apart no more', () => {
  const traffic = new Traffic();
  for (let n = 0; n < 1_000; n += 1) traffic.countWithReason('sms-1', 'answer refused', `reason ${n}`);
  const figures = traffic.take().get('sms-1');
  assert.ok(figures && figures.size <= 201, String(figures?.size));
  assert.equal(
    [...figures.values()].reduce((sum, count) => sum + count, 0),
    1_000,
  );
  assert.equal(traffic.take().size, 0);
});
