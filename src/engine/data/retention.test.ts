import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RCS_PLAN, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { receipt } from '../../../test/support/engine/scripted-carrier.ts';
import { insertInboundText } from '../../../test/support/inbound/keep-text.ts';
import { type OperatorRig, operatorRig } from '../../../test/support/operator.ts';
import { payloadsOf } from '../../carriers/content.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { toReference } from '../../lib/ids.ts';
import { insertConsents, insertLookUps } from '../../store/phone-id/look-ups.ts';
import { ensurePartitions } from '../../store/schema/partitions.ts';
import { readLanes } from '../../store/sql/lanes.ts';
import type { ChannelPlan } from '../message/message.ts';
import { Retention } from './retention.ts';
import type { RetentionDays } from './retention-policy.ts';

const USUAL: RetentionDays = { texts: 0, records: 90, inboundTexts: 90 };

async function retentionOf(rig: OperatorRig, days: Partial<RetentionDays> = {}): Promise<Retention> {
  const { context, db } = rig;
  return new Retention({ context, db, lanes: await readLanes(db), days: { ...USUAL, ...days } });
}

async function account(rig: OperatorRig, id: string, retention: object): Promise<void> {
  const made = await rig.call('POST', '/accounts', { name: id, customer_id: id, settings: { retention } });
  assert.equal(made.status, 201, made.description);
}

/** A text that has been delivered, with a callback that has been delivered, too. */
async function delivered(rig: OperatorRig, accountId: string, first: ChannelPlan = RCS_PLAN): Promise<string> {
  const id = await rig.accept({ plan: [first, SMS_PLAN], accountId });
  const card = await rig.until('the card is submitted', () => rig.rcs.take()[0]);
  card.answer({ kind: 'rejected', why: 'not_reachable', reason: 'not on RCS' });
  const text = await rig.until('the text is submitted', () => rig.sms.take()[0]);
  text.accept();
  await rig.until('it is answered', async () => (await rig.message(id)).attempts[1]?.state === 'submitted');
  await rig.sms.deliver(receipt(text.job));
  await rig.until('it is final', async () => (await rig.message(id)).finalAt !== null);
  await settleCallbacks(rig, id);
  return id;
}

async function settleCallbacks(rig: OperatorRig, id: string): Promise<void> {
  await rig.db.query(`update callbacks set state = 'delivered', due_at = null where message_id = $1`, [id]);
}

async function inboundText(rig: OperatorRig, accountId: string | null, text: string): Promise<void> {
  await insertInboundText(rig.db, {
    id: rig.context.ids.next(),
    carrier: 'sms-1',
    channel: 'sms',
    sender: '4915112345678',
    recipient: '491579000000',
    accountId,
    body: text,
    meaning: 'other',
    receivedAt: rig.clock.now(),
  });
}

/** Everything of it that is a text. */
async function textsOf(rig: OperatorRig, id: string): Promise<string[]> {
  const { plan } = await rig.message(id);
  const texts = plan.flatMap(({ content: { type: _, ...fields } }) => {
    const { orientation: __, width: ___, ...said } = { orientation: '', width: '', ...fields };
    return Object.values(said).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  });
  const { rows } = await rig.db.query<{ body: string }>('select body from callbacks where message_id = $1', [id]);
  return [...texts, ...rows.map(({ body }) => body)].filter((text) => text !== '');
}

async function exists(rig: OperatorRig, id: string): Promise<boolean> {
  return (await rig.call('GET', `/messages/${toReference(id)}`)).status === 200;
}

/** Moves the wall clock alone, as if nothing had happened meanwhile. */
async function passDays(rig: OperatorRig, days: number): Promise<void> {
  rig.clock.jump(days * DAY_MS);
  await ensurePartitions(rig.db, rig.clock.now(), rig.clock.now() + DAY_MS);
}

test('cards go with all that they say, and what is left can still be read', async (t) => {
  const rig = await operatorRig(t);
  const retention = await retentionOf(rig);
  await account(rig, 'ACME', { texts_days: 2 });
  const button = { type: 'reply', text: 'Yes', payload: 'p-1' } as const;
  const card = { title: 'Shoes', mediaUrl: 'https://example.com/a.jpg', suggestions: [button] };
  const carousel = { type: 'rcs_carousel', width: 'SMALL', cards: [card, card], suggestions: [button] } as const;
  const standalone = { type: 'rcs_card', orientation: 'VERTICAL', card, suggestions: [button] } as const;
  const ids = [
    await delivered(rig, 'ACME', { ...RCS_PLAN, content: carousel }),
    await delivered(rig, 'ACME', { ...RCS_PLAN, content: standalone }),
  ];
  await passDays(rig, 4);
  await retention.round();
  const contents = [];
  for (const id of ids) contents.push((await rig.message(id)).plan[0]?.content);
  assert.deepEqual(contents, [
    { type: 'rcs_carousel', width: 'SMALL', cards: [], suggestions: [] },
    { type: 'rcs_card', orientation: 'VERTICAL', card: {}, suggestions: [] },
  ]);
  for (const content of contents) assert.deepEqual(content && payloadsOf(content), []);
});

test('what a message says goes after the days of its account, and its record stays', async (t) => {
  const rig = await operatorRig(t);
  const retention = await retentionOf(rig);
  await account(rig, 'ACME', { texts_days: 2 });
  const id = await delivered(rig, 'ACME');
  const other = await delivered(rig, 'OTHER');
  await inboundText(rig, 'ACME', 'Thank you');
  await inboundText(rig, 'OTHER', 'Me too');
  const before = await rig.message(id);
  await passDays(rig, 2);
  await retention.round();
  assert.equal((await textsOf(rig, id)).length, 7, 'its day ended less than two days ago');
  await passDays(rig, 1);
  await retention.round();
  assert.deepEqual(await textsOf(rig, id), []);
  assert.equal((await textsOf(rig, other)).length, 7);
  const after = await rig.message(id);
  assert.deepEqual({ ...after, plan: [] }, { ...before, plan: [] });
  assert.deepEqual(
    after.plan.map(({ content, ...rest }) => ({ ...rest, type: content.type })),
    before.plan.map(({ content, ...rest }) => ({ ...rest, type: content.type })),
  );
  const shown = await rig.call('GET', `/messages/${toReference(id)}`);
  assert.equal(shown.body.texts_removed_on, new Date(rig.clock.now()).toISOString());
  const texts = await rig.call('GET', '/inbound-texts?full=true');
  assert.deepEqual(
    (texts.body.texts as Array<Record<string, unknown>>).map((text) => [
      text.customer_id,
      text.text,
      text.texts_removed_on !== null,
    ]),
    [
      ['OTHER', 'Me too', false],
      ['ACME', '', true],
    ],
  );
});

test('a callback whose body is gone is not sent once more', async (t) => {
  const rig = await operatorRig(t);
  const id = await delivered(rig, 'ACME');
  const listed = await rig.call('GET', `/callbacks?message=${toReference(id)}`);
  const [callback] = listed.body.callbacks as Array<{ id: string }>;
  await passDays(rig, 2);
  await (await retentionOf(rig, { texts: 1 })).round();
  const again = await rig.call('POST', `/callbacks/${callback?.id}/redeliver`);
  assert.deepEqual([again.status, again.description], [404, 'Body of the callback not found']);
});

test('what is under way keeps its text, and loses it when it has ended', async (t) => {
  const rig = await operatorRig(t);
  const retention = await retentionOf(rig, { texts: 1 });
  const id = await rig.accept({ plan: [SMS_PLAN], accountId: 'ACME' });
  const { job, accept } = await rig.until('it is submitted', () => rig.sms.take()[0]);
  accept();
  await rig.until('it is answered', async () => (await rig.message(id)).attempts[0]?.state === 'submitted');
  const finished = await delivered(rig, 'ACME');
  rig.clock.jump(2 * DAY_MS);
  await retention.round();
  assert.equal((await textsOf(rig, id)).length, 1);
  assert.deepEqual(await textsOf(rig, finished), []);
  await rig.sms.deliver(receipt(job));
  await rig.until('it is final', async () => (await rig.message(id)).finalAt !== null);
  await retention.round();
  assert.ok((await textsOf(rig, id)).length > 0, 'its callback is still owed');
  await settleCallbacks(rig, id);
  await retention.round();
  assert.deepEqual(await textsOf(rig, id), []);
});

test('an account that gets days of its own has them for what it sent before, and keeps its place afterwards', async (t) => {
  const rig = await operatorRig(t);
  const retention = await retentionOf(rig, { texts: 10 });
  await account(rig, 'ACME', { texts_days: 30 });
  const id = await delivered(rig, 'ACME');
  const other = await delivered(rig, 'OTHER');
  await passDays(rig, 12);
  await retention.round();
  assert.deepEqual([(await textsOf(rig, id)).length, (await textsOf(rig, other)).length], [7, 0]);
  await rig.call('PATCH', '/accounts/ACME', { settings: { retention: null } });
  await retention.round();
  assert.deepEqual(await textsOf(rig, id), []);
});

test('records go after the days of their account, from days that others keep', async (t) => {
  const rig = await operatorRig(t);
  const retention = await retentionOf(rig, { records: 5 });
  await account(rig, 'SHORT', { records_days: 2 });
  await account(rig, 'LONG', { records_days: 20 });
  const [short, usual, long] = [
    await delivered(rig, 'SHORT'),
    await delivered(rig, 'USUAL'),
    await delivered(rig, 'LONG'),
  ];
  await inboundText(rig, 'SHORT', 'a');
  await inboundText(rig, null, 'b');
  const present = async () => [await exists(rig, short), await exists(rig, usual), await exists(rig, long)];
  const inbound = async () => (await rig.db.query('select from inbound_texts')).rowCount;
  const day = new Date(rig.clock.now()).toISOString().slice(0, 10);
  const usage = async () => (await rig.call('GET', `/usage?from=${day}`)).body.usage;
  const before = await usage();
  await passDays(rig, 3);
  await retention.round();
  assert.deepEqual([await present(), await inbound()], [[false, true, true], 1]);
  await passDays(rig, 3);
  await retention.round();
  assert.deepEqual(await present(), [false, false, true]);
  await passDays(rig, 20);
  await rig.until('nothing is held', async () => (await rig.db.query('select from holds')).rowCount === 0);
  await retention.round();
  assert.deepEqual(await present(), [false, false, false]);
  assert.equal(
    (await rig.db.query('select from pg_class where relname = $1', [`messages_${day.replaceAll('-', '')}`])).rowCount,
    0,
  );
  assert.deepEqual(await usage(), before, 'what was used stands');
});

test('look-ups go after the days of their account, and consents stay', async (t) => {
  const rig = await operatorRig(t);
  await account(rig, 'SHORT', { records_days: 5 });
  await account(rig, 'EVER', { records_days: 0 });
  const { db, clock, context } = rig;
  await ensurePartitions(db, clock.now(), clock.now());
  const number = '4915112345678';
  for (const accountId of ['SHORT', 'EVER', 'OTHER']) {
    const consent = { method: '1', consentedAt: null, addOns: [] };
    const id = context.ids.next();
    const of = {
      id,
      accountId,
      number,
      country: 'DE',
      externalId: null,
      status: 300,
      answer: '{}',
      evidence: [],
      consent,
    };
    await insertLookUps(db, [{ ...of, createdAt: clock.now() }]);
    await insertConsents(db, [{ ...of, createdAt: clock.now() }]);
  }
  const left = async () => {
    const { rows } = await db.query<{ id: string }>('select account_id as id from look_ups order by 1');
    return rows.map(({ id }) => id);
  };
  const retention = await retentionOf(rig);
  await clock.advance(4 * DAY_MS);
  await retention.round();
  assert.deepEqual(await left(), ['EVER', 'OTHER', 'SHORT']);
  await clock.advance(2 * DAY_MS);
  await retention.round();
  assert.deepEqual(await left(), ['EVER', 'OTHER']);
  await clock.advance(86 * DAY_MS);
  await retention.round();
  assert.deepEqual(await left(), ['EVER']);
  assert.equal((await db.query('select from consents')).rowCount, 3);
});

test('raw input goes by whole days, as early as the first account wants', async (t) => {
  const rig = await operatorRig(t);
  await rig.sms.deliver({ type: 'ignored', why: 'nothing to do' });
  const inputs = async () => (await rig.db.query('select from inbox')).rowCount;
  await rig.until('it has been dealt with', async () => {
    const { rows } = await rig.db.query<{ open: number }>(
      'select count(*) as open from inbox where due_at is not null',
    );
    return rows[0]?.open === 0;
  });
  const retention = await retentionOf(rig);
  await passDays(rig, 4);
  await retention.round();
  assert.equal(await inputs(), 1);
  await account(rig, 'SOMEBODY', { texts_days: 3 });
  await retention.round();
  assert.equal(await inputs(), 0);
});

test('one of several nodes does a round, and the next one ten minutes later', async (t) => {
  const rig = await operatorRig(t);
  const nodes = [await retentionOf(rig, { texts: 1 }), await retentionOf(rig, { texts: 1 })];
  const id = await delivered(rig, 'ACME');
  await passDays(rig, 2);
  for (const node of nodes) await node.start();
  await rig.until('the text is gone', async () => (await textsOf(rig, id)).length === 0);
  const due = async () =>
    (await rig.db.query<{ due_at: number }>('select due_at from chores')).rows.map((row) => row.due_at);
  const [first = 0] = await due();
  assert.ok(first > rig.clock.now() + 500_000);
  for (const node of nodes) await node.stop();
});

test('days that are wrong are refused by name', async (t) => {
  const rig = await operatorRig(t);
  for (const [retention, expected] of [
    [{ texts_days: -1 }, /settings\.retention\.texts_days: allowed is/],
    [{ records_days: 4000 }, /settings\.retention\.records_days: allowed is/],
    [{ days: 1 }, /settings\.retention\.days: there is no such field/],
  ] as const) {
    const refused = await rig.call('POST', '/accounts', { name: 'A', settings: { retention } });
    assert.equal(refused.status, 400);
    assert.match(refused.description, expected);
  }
});
