import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { assertAllAnswered, list, operatorRig, the } from '../../../test/support/operator.ts';
import { TrafficWriter } from '../../engine/telemetry/traffic-writer.ts';
import { asJsonObject } from '../../lib/json.ts';
import { appendInbox, finishInbox } from '../../store/messages/inbox.ts';
import { takeSeat } from '../../store/nodes/carrier-seats.ts';
import { heartbeat, markStopped, registerNode } from '../../store/nodes/nodes.ts';
import { writeTraffic } from '../../store/nodes/traffic.ts';
import { readLanes } from '../../store/sql/lanes.ts';

test('a drained carrier gets nothing new, here at once and on other nodes by the stored order', async (t) => {
  const rig = await operatorRig(t);
  const names = list((await rig.call('GET', '/carriers')).body, 'carriers').map((each) => each.name);
  assert.deepEqual(names, ['rcs-1', 'sms-1']);
  assert.deepEqual((await rig.call('GET', '/carriers/sms-1/addresses')).body, { addresses: [] });
  const read = await rig.call('POST', '/carriers/sms-1/addresses', { address: '+4915112345678' });
  assert.deepEqual([read.body.number, read.body.country], ['4915112345678', 'DE']);
  const drained = await rig.call('POST', '/carriers/sms-1/drain');
  assert.deepEqual([drained.status, drained.body.state], [200, 'draining']);
  await rig.accept({ plan: [SMS_PLAN] });
  await rig.clock.advance(2_000);
  assert.equal(rig.sms.submitted.length, 0);
  // As another node would say it.
  await rig.db.query('update carrier_orders set draining = false');
  await rig.until('it is resumed', () => rig.sms.state() === 'up');
  await rig.until('what waited is submitted', () => rig.sms.submitted.length === 1);
  await rig.call('POST', '/carriers/rcs-1/drain');
  const resumed = await rig.call('POST', '/carriers/rcs-1/resume');
  assert.equal(resumed.body.state, 'up');
});

test('traffic is summed up over all nodes, and what waits for a carrier is counted', async (t) => {
  const rig = await operatorRig(t);
  const writer = new TrafficWriter({ context: rig.context, db: rig.db, owner: { node: 'node-1', epoch: 1 } });
  await rig.accept({ plan: [SMS_PLAN] });
  const [submitted] = await rig.until('it is submitted', () => rig.sms.submitted.length === 1 && rig.sms.take());
  submitted?.answer({ kind: 'rejected', why: 'refused', reason: '0x0a ESME_RINVSRCADR' });
  await rig.until(
    'it is over',
    async () => list((await rig.call('GET', '/messages?state=failed')).body, 'messages')[0],
  );
  await writer.stop();
  const startsAt = rig.clock.now() - (rig.clock.now() % 60_000) - 60_000;
  const other = { startsAt, seconds: 60, owner: { node: 'node-2', epoch: 1 }, forgetAt: startsAt + 86_400_000 };
  await writeTraffic(rig.db, [{ ...other, carrier: '', figures: { taken: 5 } }]);
  const { body } = await rig.call('GET', '/traffic');
  assert.deepEqual([body.taken, body.finished, body.delivered, body.step_seconds], [6, 1, 0, 60]);
  assert.deepEqual(body.codes, [{ code: 3042, description: 'Carrier rejected - permanent error', count: 1 }]);
  const [carrier] = list(body, 'carriers');
  assert.deepEqual(carrier?.answers, [{ answer: 'refused', reason: '0x0a ESME_RINVSRCADR', count: 1 }]);
  assert.deepEqual(list((await rig.call('GET', '/traffic?carrier=rcs-1')).body, 'carriers'), []);
  assert.equal((await rig.call('GET', '/traffic?from=2020-01-01')).status, 400);
  assert.equal((await rig.call('GET', '/traffic?from=2999-01-01')).status, 400);

  await rig.call('POST', '/carriers/sms-1/drain');
  await rig.accept({ plan: [SMS_PLAN] });
  await rig.accept({ plan: [SMS_PLAN], messageType: 'MKT' });
  // As if both had been placed on another node, which can send.
  await rig.db.query(`update messages set queue = 'sms-1' where final_at is null`);
  const [, waits] = list((await rig.call('GET', '/backlog')).body, 'carriers');
  assert.deepEqual([waits?.carrier, waits?.waiting, waits?.more], ['sms-1', 2, false]);
  assert.equal(waits?.parts_per_second, waits?.handed_over_per_second);
  // One was handed over in the last two minutes, and in what has passed of this one.
  const gone = Number(waits?.gone_in_seconds);
  assert.ok(gone >= 240 && gone <= 360, String(gone));
  assert.deepEqual(
    list(the(waits), 'by_type').map((each) => [each.message_type, each.waiting]),
    [
      ['ARN', 1],
      ['MKT', 1],
    ],
  );
});

test('receipts that match nothing are shown with what they say, while they wait and when they are given up', async (t) => {
  const rig = await operatorRig(t);
  await rig.sms.deliver({
    type: 'report',
    keys: ['remote-9'],
    to: '4915112345678',
    state: 'undeliverable',
    reason: 'x',
  });
  const waiting = await rig.until('it was looked at', async () => {
    const rows = list((await rig.call('GET', '/unmatched-receipts')).body, 'receipts');
    return rows.length > 0 && rows;
  });
  const receiptShown = the(waiting[0]);
  assert.deepEqual(asJsonObject(receiptShown.report), {
    state: 'undeliverable',
    remote_ids: ['remote-9'],
    to: '49*********78',
    from: null,
    reason: 'x',
    as_came: null,
  });
  assert.equal(receiptShown.carrier, 'sms-1');
  assert.equal(typeof receiptShown.next_try_on, 'string');
  assert.deepEqual(list((await rig.call('GET', '/unmatched-receipts?carrier=rcs-1')).body, 'receipts'), []);
  const { context, clock, db } = rig;
  const gone = {
    id: context.ids.next(),
    carrier: 'gone',
    kind: 'odd',
    body: Buffer.from('?'),
    receivedAt: clock.now(),
    tries: 0,
  };
  const broken = { ...gone, id: context.ids.next(), carrier: 'sms-1' };
  await appendInbox(db, [gone, broken], { node: 'n', epoch: 1 }, clock.now());
  await finishInbox(
    db,
    [gone, broken].map(({ id }) => ({ id, result: 'matched nothing', dueAt: null })),
    await readLanes(db),
  );
  const givenUp = await rig.call('GET', '/unmatched-receipts?state=given_up&limit=1');
  assert.deepEqual(
    list(givenUp.body, 'receipts').map((each) => [each.id, each.report]),
    [[broken.id, null]],
  );
  const next = await rig.call('GET', `/unmatched-receipts?state=given_up&after=${givenUp.body.next}`);
  assert.deepEqual(
    list(next.body, 'receipts').map((each) => [each.id, each.next_try_on]),
    [[gone.id, null]],
  );
});

test('seats of carriers are shown with the nodes that hold them', async (t) => {
  const rig = await operatorRig(t);
  const { db, clock, sms } = rig;
  const at = clock.now();
  for (const id of ['a', 'gone']) await registerNode(db, id, {}, at);
  await heartbeat(db, { node: 'a', epoch: 1 }, at, {
    'sms-1': { seats: 3, up: true, tired: false, load: { inHand: 7, room: 30 } },
    'rcs-1': { seats: 0, up: false, tired: true },
  });
  await takeSeat(db, { carrier: 'sms-1', seat: 1 }, { owner: { node: 'a', epoch: 1 }, from: null, now: at });
  await takeSeat(db, { carrier: 'sms-1', seat: 2 }, { owner: { node: 'gone', epoch: 1 }, from: null, now: at });
  await markStopped(db, 'gone', 1, at);
  Object.assign(sms, { seats: { count: 3, open: () => {}, close: async () => {}, isBound: () => true } });
  const carriers = list((await rig.call('GET', '/carriers')).body, 'carriers');
  const free = (seat: number) => ({ seat, node: null, since: null });
  assert.deepEqual(
    carriers.map(({ name, up_on, seats }) => [name, up_on, seats]),
    [
      ['rcs-1', [], []],
      ['sms-1', ['a'], [{ seat: 1, node: 'a', since: new Date(at).toISOString() }, free(2), free(3)]],
    ],
  );
  const nodes = list((await rig.call('GET', '/nodes')).body, 'nodes');
  assert.deepEqual(
    nodes.map(({ id, can_send_by, seats }) => [id, can_send_by, seats]),
    [
      ['a', ['sms-1'], [{ carrier: 'sms-1', seat: 1, since: new Date(at).toISOString() }]],
      ['gone', [], []],
    ],
  );
  assert.deepEqual(
    nodes.map(({ carriers }) => carriers),
    [
      [
        { carrier: 'rcs-1', can_send: false, is_resting: true, in_hand: null, room: null },
        { carrier: 'sms-1', can_send: true, is_resting: false, in_hand: 7, room: 30 },
      ],
      [],
    ],
  );
});

after(() => assertAllAnswered('carriers'));
