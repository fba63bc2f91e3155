/** What stands in the store is seen once a second, whoever wrote it. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { storedVerification } from '../../../test/support/engine/verifications.ts';
import { LEASE_MS, newCallbacks, recordCallbacks } from '../../../test/support/gateway/callback-sender.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { DrainableCarrier } from '../../../test/support/operator.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { quietContext } from '../../../test/support/postgres/postgres.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { bucketOf, createIds } from '../../lib/ids.ts';
import { appendInbox } from '../../store/messages/inbox.ts';
import { orderCarrier } from '../../store/nodes/carrier-orders.ts';
import { noteWholeImport } from '../../store/phone-id/data-sets.ts';
import { ensurePartitions } from '../../store/schema/partitions.ts';
import { readLanes } from '../../store/sql/lanes.ts';
import { insertVerifications } from '../../store/verifications/verifications.ts';
import { CarrierOrders } from '../sending/carrier-orders.ts';
import { type Poll, Poller } from './poll.ts';

const START = Date.UTC(2026, 10, 21, 12);
const OWNER = { node: 'node-2', epoch: 1 };

async function rigOf(t: TestContext) {
  const days = [START - 10 * DAY_MS, START] as const;
  const { db } = await testDatabase(t, { days });
  const clock = new ManualClock(START);
  const plain = quietContext();
  const context = { ...plain, clock, ids: createIds(() => clock.now(), plain.randomBytes) };
  await ensurePartitions(db, ...days);
  const polls: Poll[] = [];
  const notified = (poll: Poll) => void polls.push(poll);
  const poller = new Poller({ context, db, lanes: await readLanes(db), listeners: [{ notified }] });
  await poller.start();
  t.after(() => poller.stop());
  /** The next poll. */
  const poll = async (): Promise<Poll> => {
    const before = polls.length;
    await clock.advance(before === 0 ? 0 : 1_000);
    return eventually('a poll', () => polls[before]);
  };
  return { db, clock, context, poll, polls };
}

type Rig = Awaited<ReturnType<typeof rigOf>>;

async function addMessage({ db, context }: Rig, dueAt: number, queue: string | null): Promise<void> {
  const id = context.ids.next();
  await db.query(
    `insert into messages (id, bucket, account_id, kind, recipient, message_type, priority, plan, opt_out_applies,
       created_at, step, status, last_channel, updated_at, due_at, queue)
     values ($1, $2, 'ACME', 'omnichannel', '4915112345678', 'ARN', 1, '[]', false,
       to_timestamp(0), 0, 3001, 'sms', to_timestamp(0), to_timestamp($3 / 1000.0), $4)`,
    [id, bucketOf(id), dueAt, queue],
  );
}

async function addSession({ db, context }: Rig, endsAt: number): Promise<void> {
  const id = context.ids.next();
  await db.query(
    `insert into sessions (id, bucket, account_id, number_1, number_2, masked_1, masked_2, code, validity, unit,
       opened_at, ends_at, state, due_at)
     values ($1, $2, 'ACME', '1', '2', '3', '4', 2700, 1, 'hours', to_timestamp(0), to_timestamp($3 / 1000.0), 'open',
       to_timestamp($3 / 1000.0))`,
    [id, bucketOf(id), endsAt],
  );
}

function input({ context }: Rig) {
  return { id: context.ids.next(), carrier: 'sms-1', kind: 'k', body: Buffer.from('raw'), receivedAt: START, tries: 0 };
}

test('what somebody else wrote is seen within a second', async (t) => {
  const rig = await rigOf(t);
  const { db, clock } = rig;
  const { askedAt: first, ...nothing } = await rig.poll();
  const empty = {
    messagesDueAt: null,
    holdsDueAt: null,
    inputDueAt: null,
    sessionsDueAt: null,
    verificationsDueAt: null,
    isCallbackOwed: false,
  };
  assert.deepEqual(nothing, {
    ...empty,
    queues: [],
    draining: [],
    dataSets: nothing.dataSets,
    isOfAll: true,
  });
  for (let n = 0; n < 20; n += 1) {
    await addMessage(rig, START + 5_000 + n, null);
    await addMessage(rig, START + 9_000, `sms-${n % 3}`);
    await addSession(rig, START + 7_000 + n);
    const id = rig.context.ids.next();
    await insertVerifications(db, [storedVerification(id, START, { dueAt: START + 8_000 + n })]);
  }
  await db.transaction((tx) => appendInbox(tx, [input(rig)], OWNER, START + 6_000));
  await recordCallbacks(db, newCallbacks(rig.context, [{}]));
  for (const name of ['sms-1', 'sms-2']) await orderCarrier(db, name, true, clock.now());
  await orderCarrier(db, 'sms-3', false, clock.now());
  await noteWholeImport(db, { kind: 'contacts', name: 'ours', day: null, data: [] }, clock.now());
  const { askedAt, queues, draining, dataSets, ...seen } = await rig.poll();
  assert.equal(askedAt - first, 1_000);
  assert.deepEqual(seen, {
    messagesDueAt: START + 5_000,
    holdsDueAt: null,
    inputDueAt: START + 6_000,
    sessionsDueAt: START + 7_000,
    verificationsDueAt: START + 8_000,
    isCallbackOwed: true,
    isOfAll: false,
  });
  assert.deepEqual([...queues].sort(), ['sms-0', 'sms-1', 'sms-2']);
  assert.deepEqual([...draining].sort(), ['sms-1', 'sms-2']);
  assert.notEqual(dataSets, nothing.dataSets);
  assert.equal((await rig.poll()).dataSets, dataSets);
  await noteWholeImport(db, { kind: 'contacts', name: 'ours', day: null, data: [] }, clock.now() + 1);
  assert.notEqual((await rig.poll()).dataSets, dataSets);
});

test('what is held is seen as soon as it should be over, and not before', async (t) => {
  const rig = await rigOf(t);
  await recordCallbacks(rig.db, newCallbacks(rig.context, [{ owner: OWNER }]));
  let poll = await rig.poll();
  while (rig.clock.now() < START + LEASE_MS) {
    assert.deepEqual([poll.holdsDueAt, poll.isCallbackOwed], [START + LEASE_MS, false]);
    poll = await rig.poll();
  }
  assert.deepEqual([poll.holdsDueAt, poll.isCallbackOwed], [null, true]);
});

test('of very much that is held, a bounded part is lifted before others are told of anything', async (t) => {
  const rig = await rigOf(t);
  await rig.poll();
  await rig.db.query(
    `insert into holds (until, id, bucket, kind, node, epoch, messages)
     select to_timestamp(n), ('00000000-0000-7000-8000-' || lpad(to_hex(n << 12), 12, '0'))::uuid, 0, 'messages', 'n', 1, '{}'
       from generate_series(1, 300) as n`,
  );
  assert.equal((await rig.poll()).holdsDueAt, 257_000);
  await eventually('the rest is lifted at once, whatever the time', async () => {
    await rig.clock.advance(0);
    return rig.polls.at(-1)?.holdsDueAt === null;
  });
});

test('what is older than some days is seen once a minute', async (t) => {
  const rig = await rigOf(t);
  await rig.poll();
  const id = createIds(() => START - 9 * DAY_MS, rig.context.randomBytes).next();
  await rig.db.transaction((tx) => appendInbox(tx, [{ ...input(rig), id }], OWNER, START));
  let polls = 1;
  while ((await rig.poll()).inputDueAt === null) polls += 1;
  assert.equal(polls, 60);
});

test('a poll that began before an order was given does not undo it', async (t) => {
  const { db, clock, context, poll } = await rigOf(t);
  const carrier = new DrainableCarrier('sms-1', 'sms');
  const orders = new CarrierOrders(context, db, [carrier]);
  await orders.start();
  const before = await poll();
  await clock.advance(1);
  await orders.order('sms-1', true);
  orders.notified(before);
  assert.equal(carrier.state(), 'draining');
  await orderCarrier(db, 'sms-1', false, clock.now());
  orders.notified(await poll());
  assert.equal(carrier.state(), 'up');
});
