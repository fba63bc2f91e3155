import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { OPT_OUT, testAlias } from '../../../test/support/engine/engine.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import type { Inbound } from '../../carriers/carrier.ts';
import { createContext } from '../../context.ts';
import { bucketOf, hash12 } from '../../lib/ids.ts';
import { createLog } from '../../lib/log.ts';
import { listOptOuts } from '../../store/accounts/opt-out-lists.ts';
import { noteWriter } from '../../store/accounts/sender-names.ts';
import { settleCallbacks } from '../../store/callbacks/callback-results.ts';
import type { NewCallback } from '../../store/callbacks/callback-rows.ts';
import { StoreDown, together } from '../../store/database.ts';
import { appendInbox, type InboxRow } from '../../store/messages/inbox.ts';
import { ensurePartitions } from '../../store/schema/partitions.ts';
import { readLanes } from '../../store/sql/lanes.ts';
import type { NewMessage } from '../door/accept.ts';
import { inboundSettings } from './inbound-settings.ts';
import { joiningOf } from './join-text.ts';
import { TextReceiver } from './receive-text.ts';

type Text = Extract<Inbound, { type: 'text' }>;

const OWNER = { node: 'n', epoch: 1 };
const PERSON = '4915112345678';
const STOP: Text = { type: 'text', from: PERSON, to: '12345', text: 'STOP' };

async function rig(t: TestContext, { accounts = [] as readonly string[], inboundUrl = 'https://a.test/in' } = {}) {
  const { db } = await testDatabase(t);
  const context = createContext({ logLevel: 'silent', clock: new ManualClock(), log: createLog('silent') });
  const now = context.clock.now();
  await ensurePartitions(db, now, now);
  const lanes = await readLanes(db);
  const answers: NewMessage[] = [];
  const callbacks: NewCallback[] = [];
  const state: { door: 'open' | 'shut' | 'takes no answer'; commitIsLost: boolean } = {
    door: 'open',
    commitIsLost: false,
  };
  const receiver = new TextReceiver({
    context,
    db,
    lanes,
    owner: OWNER,
    callbackLeaseMs: 30_000,
    gatherMs: 0,
    settingsOf: async (accountId) => inboundSettings(accountId === null ? {} : { inboundUrl }, OPT_OUT),
    channelOf: (carrier) => (carrier === 'rcs-1' ? 'rcs' : 'sms'),
    joining: joiningOf([]),
    aliasOf: testAlias,
    offerCallbacks: (rows) => void callbacks.push(...rows),
    createFrom: async (decide) => {
      const run = (isAgain: boolean) =>
        db.transaction(async (tx) => {
          const { fresh, writes } = await decide(tx, isAgain);
          await together(writes);
          if (state.door === 'shut') throw new Error('rolled back');
          if (state.door === 'takes no answer' && fresh.length > 0) throw new Error('the answer cannot be stored');
          return fresh;
        });
      const fresh = await run(false).catch((error) => {
        throw state.door === 'shut' ? new StoreDown('gone') : error;
      });
      if (state.commitIsLost) answers.push(...(await run(true)));
      else answers.push(...fresh);
    },
  });
  for (const id of accounts) {
    await db.query(
      'insert into senders (account_id, bucket, sender, created_at) values ($1, $2, $3, to_timestamp(0))',
      [id, hash12(id), STOP.to],
    );
  }
  const arrive = async (carrier = 'sms-1'): Promise<InboxRow> => {
    const row = { id: context.ids.next(), carrier, kind: 'k', body: Buffer.from('x'), receivedAt: now, tries: 0 };
    await db.transaction((tx) => appendInbox(tx, [row], OWNER, now + 1));
    return row;
  };
  const due = async () => (await db.query('select 1 from inbox where due_at is not null')).rowCount;
  const settle = ({ messageId, seq }: NewCallback) => {
    const result = { messageId, seq, state: 'delivered', dueAt: null, tries: 1, status: 200, error: null } as const;
    return settleCallbacks(db, [result], { owner: OWNER, buckets: lanes.bucketsOf(lanes.laneOf(messageId)), now });
  };
  const said = () => callbacks.map(({ body }) => JSON.parse(body).user_response.mo_message);
  return { db, receiver, answers, callbacks, state, arrive, due, settle, said };
}

test('a STOP blocks and is confirmed, and a second one is not answered', async (t) => {
  const { db, receiver, answers, arrive, due } = await rig(t);
  await receiver.receive(await arrive(), STOP);
  await receiver.receive(await arrive(), STOP);
  assert.equal((await listOptOuts(db, { limit: 9 })).length, 1);
  assert.deepEqual(
    answers.map(({ recipient, plan }) => [recipient, plan[0]?.sender, plan[0]?.content]),
    [[PERSON, '12345', { type: 'sms_text', text: 'You will get no more.' }]],
  );
  assert.equal(await due(), 0);
});

test('a STOP that cannot be recorded stays due, and blocks and is confirmed when it is looked at again', async (t) => {
  const { db, receiver, answers, state, arrive, due } = await rig(t);
  const row = await arrive();
  state.door = 'shut';
  await assert.rejects(receiver.receive(row, STOP), StoreDown);
  assert.equal(await due(), 1);
  state.door = 'open';
  await receiver.receive({ ...row, tries: 1 }, STOP);
  assert.equal((await listOptOuts(db, { limit: 9 })).length, 1);
  assert.equal(answers.length, 1);
  assert.equal(await due(), 0);
});

test('a STOP whose confirmation cannot be stored blocks all the same, and is told', async (t) => {
  const { db, receiver, answers, callbacks, state, arrive, due } = await rig(t, { accounts: ['A'] });
  state.door = 'takes no answer';
  await receiver.receive(await arrive(), STOP);
  assert.equal((await listOptOuts(db, { limit: 9 })).length, 1);
  assert.deepEqual([answers.length, callbacks.length], [0, 1]);
  assert.equal(await due(), 0);
});

test('a text in parts is not lost when what follows from it fails after the last part came', async (t) => {
  const { db, receiver, answers, state, arrive, due } = await rig(t);
  const part = (number: number, text: string): Text => ({ ...STOP, text, part: { ref: 7, number, total: 2 } });
  await receiver.receive(await arrive(), part(1, 'ST'));
  const last = await arrive();
  state.door = 'shut';
  await assert.rejects(receiver.receive(last, part(2, 'OP')), StoreDown);
  state.door = 'open';
  await receiver.receive({ ...last, tries: 1 }, part(2, 'OP'));
  assert.equal(answers.length, 1);
  assert.equal(await due(), 0);
  const { rows } = await db.query('select body, meaning, keyword from inbound_texts');
  assert.deepEqual(rows, [{ body: 'STOP', meaning: 'stop', keyword: 'stop' }]);
  assert.equal((await db.query('select 1 from inbound_parts')).rowCount, 0);
});

test('a text to a sender of several accounts is that of the one that wrote to the number last, and STOP counts for all', async (t) => {
  const { db, receiver, arrive } = await rig(t, { accounts: ['A', 'B'] });
  const ownerOf = async (from: string, text: string) => {
    await receiver.receive(await arrive(), { ...STOP, from, text });
    const { rows } = await db.query<{ account_id: string | null }>(
      'select account_id from inbound_texts where sender = $1 order by id desc limit 1',
      [from],
    );
    return rows[0]?.account_id;
  };
  const note = (accountId: string, at: number) =>
    noteWriter(db, { accountId, recipient: STOP.from, senders: [STOP.to] }, at);
  assert.equal(await ownerOf('4915112345679', 'hello'), null, 'none wrote there');
  await note('A', 1_000);
  await note('B', 2_000);
  assert.equal(await ownerOf(STOP.from, 'hello'), 'B');
  await note('A', 3_000);
  assert.equal(await ownerOf(STOP.from, 'STOP'), 'A');
  const blocks = await listOptOuts(db, { limit: 9 });
  assert.deepEqual(
    blocks.map(({ accountId, sender }) => [accountId, sender]),
    [
      ['A', '12345'],
      ['B', '12345'],
    ],
  );
});

test('what one person sent stands in one line while it is owed, and in a new one when it has been told', async (t) => {
  const { receiver, callbacks, arrive, settle, said } = await rig(t, { accounts: ['A'] });
  for (const text of ['one', 'two', 'three']) await receiver.receive(await arrive(), { ...STOP, text });
  await receiver.receive(await arrive(), { ...STOP, from: '4915112345679', text: 'another' });
  assert.deepEqual(said(), ['one', 'two', 'three', 'another']);
  assert.deepEqual(
    callbacks.map(({ seq }) => seq),
    [1, 2, 3, 1],
  );
  const [one, two, three, another] = callbacks.map(({ messageId }) => messageId);
  assert.deepEqual([two, three], [one, one]);
  assert.notEqual(another, one);
  for (const told of callbacks.slice(0, 3)) await settle(told);
  await receiver.receive(await arrive(), { ...STOP, text: 'four' });
  const four = callbacks.at(-1);
  assert.equal(four?.seq, 1);
  assert.notEqual(four?.messageId, one);
  await receiver.receive(await arrive(), { ...STOP, text: 'five' });
  assert.deepEqual([callbacks.at(-1)?.messageId, callbacks.at(-1)?.seq], [four?.messageId, 2]);
  assert.equal(bucketOf(four?.messageId ?? ''), hash12(PERSON));
});

test('a piece that comes due again after it was recorded, or whose COMMIT had no answer, is told once', async (t) => {
  const { receiver, callbacks, answers, state, arrive, due, said } = await rig(t, { accounts: ['A'] });
  const row = await arrive();
  await receiver.receive(row, STOP);
  await receiver.receive({ ...row, tries: 1 }, STOP);
  await receiver.receive(row, STOP);
  assert.deepEqual(said(), ['STOP']);
  assert.equal(answers.length, 1);
  assert.equal(await due(), 0);
  state.commitIsLost = true;
  await receiver.receive(await arrive(), { ...STOP, text: 'hello' });
  assert.equal(callbacks.length, 1, 'of the first run nobody is told from memory: it comes due');
  assert.equal(await due(), 0);
});

test('a text to a sender of an account is recorded at once, and one to a sender of nobody has to land', async (t) => {
  const { db, receiver, callbacks } = await rig(t, { accounts: ['A'] });
  assert.equal(await receiver.takeAtOnce('sms-1', { ...STOP, text: 'hello' }), true);
  assert.equal(callbacks.length, 1);
  assert.equal(await receiver.takeAtOnce('sms-1', { ...STOP, from: '4915112345679', to: '999', text: 'hello' }), false);
  assert.equal(receiver.takeAtOnce('sms-1', { ...STOP, part: { ref: 1, number: 1, total: 2 } }), null);
  assert.equal((await db.query('select 1 from inbound_texts')).rowCount, 1);
  receiver.expect('x', STOP);
  assert.equal(receiver.takeAtOnce('sms-1', STOP), null, 'one of the same person is on its way');
  receiver.forget('x');
  assert.equal(await receiver.takeAtOnce('sms-1', STOP), true);
});

test('one bad piece costs those beside it nothing', async (t) => {
  const { receiver, arrive, due, said } = await rig(t, { accounts: ['A'] });
  const people = ['4915112345670', '4915112345671', '4915112345672', '4915112345673'];
  const rows = await Promise.all(people.map(() => arrive()));
  const received = rows.map((row, index) => {
    const text = index === 2 ? 'NUL \0' : `text ${index}`;
    return receiver.receive(row, { ...STOP, from: people[index] ?? '', text });
  });
  const settled = await Promise.allSettled(received);
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(said().sort(), ['text 0', 'text 1', 'text 3']);
  assert.equal(await due(), 1);
});
