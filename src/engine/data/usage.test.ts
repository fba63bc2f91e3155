import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RCS_PLAN, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { receipt, type Submitted } from '../../../test/support/engine/scripted-carrier.ts';
import { type OperatorRig, operatorRig, TOKEN } from '../../../test/support/operator.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { insertLookUps } from '../../store/phone-id/look-ups.ts';
import { dropPartitions, ensurePartitions } from '../../store/schema/partitions.ts';
import { readLanes } from '../../store/sql/lanes.ts';
import { countForGood } from './usage.ts';

const GERMAN = '4915112345678';
const AUSTRIAN = '436641234567';

type Row = Readonly<Record<string, unknown>>;

async function usage(rig: OperatorRig, query = ''): Promise<Row[]> {
  const answer = await rig.call('GET', `/usage${query}`);
  assert.equal(answer.status, 200, answer.description);
  return answer.body.usage as Row[];
}

function today(rig: OperatorRig, daysAgo = 0): string {
  return new Date(rig.clock.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
}

/** What the rows say in short, without the day. */
function short(rows: readonly Row[]): string[] {
  return rows.map((row) =>
    ['customer_id', 'product', 'channel', 'country', 'messages', 'parts', 'delivered']
      .map((name) => row[name])
      .join(' '),
  );
}

async function submittedOf(rig: OperatorRig, channel: 'rcs' | 'sms', id: string): Promise<Submitted> {
  return rig.until('it is submitted', () =>
    rig[channel].submitted.find(({ job }) => job.attemptId.startsWith(id.slice(0, 18))),
  );
}

async function ended(rig: OperatorRig, id: string): Promise<void> {
  await rig.until('it is final', async () => (await rig.message(id)).finalAt !== null);
}

/** Sent by SMS in so many parts; delivered unless said otherwise. */
async function sms(
  rig: OperatorRig,
  recipient: string,
  { parts = 1, accountId = 'ACME', delivered = true } = {},
): Promise<string> {
  rig.sms.parts = parts;
  const id = await rig.accept({ plan: [SMS_PLAN], recipient, accountId, callback: null });
  const { job, accept } = await submittedOf(rig, 'sms', id);
  accept();
  await rig.until('it is answered', async () => (await rig.message(id)).attempts[0]?.state === 'submitted');
  if (delivered) {
    for (let part = 0; part < parts; part += 1) await rig.sms.deliver(receipt(job, 'delivered', part));
    await ended(rig, id);
  }
  return id;
}

test('messages and their parts are counted by account, channel and country', async (t) => {
  const rig = await operatorRig(t);
  assert.deepEqual(await usage(rig), []);
  await sms(rig, GERMAN, { parts: 3 });
  await sms(rig, GERMAN, { delivered: false });
  await sms(rig, AUSTRIAN);
  await sms(rig, GERMAN, { accountId: 'OTHER' });
  assert.deepEqual(short(await usage(rig)), [
    'ACME omnichannel sms AT 1 1 1',
    'ACME omnichannel sms DE 2 4 1',
    'OTHER omnichannel sms DE 1 1 1',
  ]);
  assert.deepEqual(short(await usage(rig, '?customer_id=OTHER')), ['OTHER omnichannel sms DE 1 1 1']);
  assert.equal((await usage(rig))[0]?.day, today(rig));
});

test('a message counts on each channel on which a carrier took it, and on no other', async (t) => {
  const rig = await operatorRig(t);
  const refused = await rig.accept({ plan: [RCS_PLAN, SMS_PLAN], accountId: 'ACME' });
  const card = await submittedOf(rig, 'rcs', refused);
  card.answer({ kind: 'rejected', why: 'not_reachable', reason: 'not on RCS' });
  (await submittedOf(rig, 'sms', refused)).accept();
  const late = await rig.accept({ plan: [RCS_PLAN, SMS_PLAN], accountId: 'LATE' });
  (await submittedOf(rig, 'rcs', late)).accept();
  await rig.until('it is with the carrier', async () => (await rig.message(late)).attempts[0]?.state === 'submitted');
  // At once, then in small steps: what is handed over in a leap seems to have waited for longer than its lease.
  await rig.clock.advance(RCS_PLAN.fallbackAfterMs);
  await rig.until('the deadline has come', () => rig.sms.submitted.length === 2);
  (await submittedOf(rig, 'sms', late)).accept();
  await rig.until('both are taken', async () => (await usage(rig)).length === 3);
  assert.deepEqual(short(await usage(rig)), [
    'ACME omnichannel sms DE 1 1 0',
    'LATE omnichannel rcs DE 1 1 0',
    'LATE omnichannel sms DE 1 1 0',
  ]);
});

test('a part without an answer counts once, however often it is sent', async (t) => {
  const rig = await operatorRig(t);
  const id = await rig.accept({ plan: [SMS_PLAN], accountId: 'ACME', messageType: 'OTP' });
  (await submittedOf(rig, 'sms', id)).answer({ kind: 'unknown', reason: 'connection lost' });
  await rig.until('it is sent again', () => rig.sms.submitted.length === 2);
  assert.deepEqual(short(await usage(rig)), ['ACME omnichannel sms DE 1 1 0']);
  rig.sms.submitted[1]?.accept();
  await rig.until('it is answered', async () => (await rig.message(id)).attempts[0]?.state === 'submitted');
  assert.deepEqual(short(await usage(rig)), ['ACME omnichannel sms DE 1 1 0']);
});

test('a call counts as a call and not as a message, once a trunk was asked for it', async (t) => {
  const rig = await operatorRig(t);
  const call = async () =>
    rig.accept({
      kind: 'call',
      accountId: 'ACME',
      plan: [
        {
          channel: 'voice',
          fallbackAfterMs: 60_000,
          sender: null,
          content: { type: 'voice_prompt', language: 'en-US', text: '', extensionKeys: '', pressFirst: false },
        },
      ],
      code: { codeSealed: Buffer.from('sealed'), codeHash: Buffer.from('hash') },
    });
  const became = async (id: string, state: string, code: number) => {
    await ended(rig, id);
    await rig.db.query('update attempts set parts = $2::jsonb, code = $3 where message_id = $1::uuid', [
      id,
      JSON.stringify([{ state, remoteId: null }]),
      code,
    ]);
  };
  await became(await call(), 'delivered', 3000);
  await became(await call(), 'failed', 107);
  await became(await call(), 'unsent', 106);
  const [row, ...others] = await usage(rig);
  assert.deepEqual(others, []);
  assert.deepEqual(
    ['product', 'channel', 'country', 'calls', 'delivered', 'messages', 'parts'].map((name) => row?.[name]),
    ['verify', 'voice', 'DE', 2, 1, 0, 0],
  );
});

test('what is relayed in masked sessions is of their product, what is said back to STOP is not', async (t) => {
  const rig = await operatorRig(t);
  for (const kind of ['relay', 'reply'] as const) {
    const id = await rig.accept({ kind, plan: [SMS_PLAN], accountId: 'ACME', callback: null });
    (await submittedOf(rig, 'sms', id)).accept();
  }
  await rig.until('both are taken', async () => (await usage(rig)).length === 2);
  assert.deepEqual(short(await usage(rig)), ['ACME anonymous sms DE 1 1 0', 'ACME omnichannel sms DE 1 1 0']);
});

test('a message that a release without countries has recorded is counted in the country of its recipient', async (t) => {
  const rig = await operatorRig(t);
  await sms(rig, GERMAN);
  await sms(rig, AUSTRIAN);
  await rig.db.query('update messages set country = null');
  assert.deepEqual(short(await usage(rig)), ['ACME omnichannel sms AT 1 1 1', 'ACME omnichannel sms DE 1 1 1']);
});

test('a day is counted for good once, by one of all nodes, and outlives its messages', async (t) => {
  const rig = await operatorRig(t);
  const lanes = await readLanes(rig.db);
  const care = { context: rig.context, db: rig.db, lanes };
  await sms(rig, GERMAN);
  const before = await usage(rig);
  const dayStart = rig.clock.now() - (rig.clock.now() % DAY_MS);
  rig.clock.jump(3 * DAY_MS);
  assert.equal(await countForGood(care, 0), dayStart, 'three days after its end');
  rig.clock.jump(DAY_MS);
  await Promise.all([countForGood(care, 0), countForGood(care, 0), countForGood(care, 0)]);
  assert.ok((await countForGood(care, 0)) > dayStart);
  const query = `?from=${today(rig, 4)}&to=${today(rig)}`;
  assert.deepEqual(await usage(rig, query), before);
  await rig.until('nothing is held', async () => (await rig.db.query('select from holds')).rowCount === 0);
  await dropPartitions(rig.db, dayStart + DAY_MS);
  assert.equal((await rig.db.query('select from messages')).rowCount, 0);
  assert.deepEqual(await usage(rig, query), before);
  assert.deepEqual(await usage(rig, `${query}&customer_id=ACME`), before);
  assert.deepEqual(await usage(rig, `${query}&customer_id=OTHER`), []);
});

test('a day in which something is under way is not counted for good yet', async (t) => {
  const rig = await operatorRig(t);
  const care = { context: rig.context, db: rig.db, lanes: await readLanes(rig.db) };
  const id = await sms(rig, GERMAN, { delivered: false });
  const dayStart = rig.clock.now() - (rig.clock.now() % DAY_MS);
  rig.clock.jump(10 * DAY_MS);
  assert.equal(await countForGood(care, dayStart + DAY_MS), dayStart);
  await rig.until('it has expired', async () => (await rig.message(id)).finalAt !== null);
  assert.ok((await countForGood(care, dayStart + DAY_MS)) > dayStart);
  const query = `?from=${today(rig, 10)}&to=${today(rig)}`;
  assert.deepEqual(short(await usage(rig, query)), ['ACME omnichannel sms DE 1 1 0']);
});

test('usage comes as CSV, too, and a wrong question is refused by name', async (t) => {
  const rig = await operatorRig(t);
  await sms(rig, GERMAN, { parts: 2 });
  const answer = await fetch(`${rig.url}/operator/v1/usage?format=csv`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  assert.match(String(answer.headers.get('content-type')), /^text\/csv/);
  assert.equal(
    await answer.text(),
    `day,customer_id,product,channel,country,messages,parts,delivered,calls,look_ups,cost_millionths\r\n${today(rig)},ACME,omnichannel,sms,DE,1,2,1,0,0,0\r\n`,
  );
  for (const [query, expected] of [
    ['from=yesterday', /parameter from: allowed is a day such as 2026-01-31/],
    ['from=2026-02-30', /parameter from: allowed is a day such as/],
    ['from=2026-02-02&to=2026-02-02', /parameter to: allowed is a day after "from"/],
    ['from=1990-01-01&to=2026-02-02', /parameter to: allowed is at most 3700 days/],
    ['format=xml', /parameter format: allowed is json, csv/],
    ['account=x', /account: there is no such field/],
  ] as const) {
    const refused = await rig.call('GET', `/usage?${query}`);
    assert.equal(refused.status, 400, query);
    assert.match(refused.description, expected);
  }
});

test('look-ups count, each add-on that was answered by itself, with what its sources have cost', async (t) => {
  const rig = await operatorRig(t);
  const { context, clock, db } = rig;
  await ensurePartitions(db, clock.now(), clock.now());
  const told = { source: 'a', fetched_at: null, age_ms: 0, took_ms: 1, tried: [] };
  const evidence = (add_on: string, code: number, cost?: number) => ({
    ...told,
    add_on,
    code,
    ...(cost === undefined ? {} : { cost }),
  });
  const look = async (number: string, country: string, list: ReturnType<typeof evidence>[]) => {
    const of = { id: context.ids.next(), accountId: 'ACME', number, country, externalId: null, status: 300 };
    await insertLookUps(db, [{ ...of, answer: '{}', evidence: list, consent: null, createdAt: clock.now() }]);
  };
  await look(GERMAN, 'DE', []);
  await look(GERMAN, 'DE', [evidence('sim_swap', 2800, 0.004), evidence('contact', 2802, 0)]);
  await look(GERMAN, 'DE', [evidence('sim_swap', 2805, 0.0005), evidence('breached_number_check', 2800)]);
  await look(AUSTRIAN, 'AT', [evidence('breached_data', 2800), evidence('contact', 2803, 0.25)]);
  const rows = async () =>
    (await usage(rig)).map((row) =>
      ['product', 'channel', 'country', 'messages', 'look_ups', 'cost_millionths'].map((name) => row[name]).join(' '),
    );
  const expected = [
    'phoneid  AT 0 1 0',
    'phoneid  DE 0 3 0',
    'phoneid breached_data AT 0 1 0',
    'phoneid breached_data DE 0 1 0',
    'phoneid contact AT 0 0 250000',
    'phoneid sim_swap DE 0 2 4500',
  ];
  assert.deepEqual(await rows(), expected);
  await db.query(`update look_ups set number = 'erased'`);
  assert.deepEqual(await rows(), expected, 'also when the number is erased');
});
