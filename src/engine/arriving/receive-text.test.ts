import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { testAlias } from '../../../test/support/engine/engine.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import type { Inbound } from '../../carriers/carrier.ts';
import { createContext } from '../../context.ts';
import { hash12 } from '../../lib/ids.ts';
import { createLog } from '../../lib/log.ts';
import { listOptOuts } from '../../store/accounts/opt-out-lists.ts';
import { noteWriter } from '../../store/accounts/sender-names.ts';
import { StoreDown } from '../../store/database.ts';
import { appendInbox, type InboxRow } from '../../store/messages/inbox.ts';
import { ensurePartitions } from '../../store/schema/partitions.ts';
import { readLanes } from '../../store/sql/lanes.ts';
import type { NewMessage } from '../door/accept.ts';
import { TextReceiver } from './receive-text.ts';

type Text = Extract<Inbound, { type: 'text' }>;

async function rig(t: TestContext) {
  const { db } = await testDatabase(t);
  const context = createContext({ logLevel: 'silent', clock: new ManualClock(), log: createLog('silent') });
  const now = context.clock.now();
  await ensurePartitions(db, now, now);
  const answers: NewMessage[] = [];
  const blockedWhenAnswered: number[] = [];
  const state = { isDown: false };
  const receiver = new TextReceiver({
    context,
    db,
    lanes: await readLanes(db),
    keywords: { stopWords: ['stop'], startWords: ['start'], helpWords: ['help'] },
    textsOf: async () => ({ stopped: 'You will get no more.', started: 'Welcome back.', help: 'Call us.' }),
    channelOf: () => 'sms',
    joinParts: () => null,
    aliasOf: testAlias,
    accept: async (fresh) => {
      if (state.isDown) throw new StoreDown('gone');
      blockedWhenAnswered.push((await listOptOuts(db, { limit: 9 })).length);
      answers.push(fresh);
      return { kind: 'claimed_before' };
    },
  });
  const arrive = async (): Promise<InboxRow> => {
    const row = {
      id: context.ids.next(),
      carrier: 'sms-1',
      kind: 'k',
      body: Buffer.from('x'),
      receivedAt: now,
      tries: 0,
    };
    await db.transaction((tx) => appendInbox(tx, [row], { node: 'n', epoch: 1 }, now + 1));
    return row;
  };
  const due = async () => (await db.query('select 1 from inbox where due_at is not null')).rowCount;
  return { db, receiver, answers, blockedWhenAnswered, state, arrive, due };
}

const STOP: Text = { type: 'text', from: '4915112345678', to: '12345', text: 'STOP' };

test('a STOP blocks before it is confirmed, and a second one is not answered', async (t) => {
  const { receiver, answers, blockedWhenAnswered, arrive, due } = await rig(t);
  await receiver.receiveText(await arrive(), STOP);
  await receiver.receiveText(await arrive(), STOP);
  assert.deepEqual(blockedWhenAnswered, [1]);
  assert.equal(answers.length, 1);
  assert.equal(await due(), 0);
});

test('a STOP whose confirmation could not be recorded blocks all the same, and is confirmed when it is looked at again', async (t) => {
  const { db, receiver, answers, state, arrive, due } = await rig(t);
  const row = await arrive();
  state.isDown = true;
  await assert.rejects(receiver.receiveText(row, STOP), StoreDown);
  assert.equal((await listOptOuts(db, { limit: 9 })).length, 1);
  assert.equal(await due(), 1);
  state.isDown = false;
  await receiver.receiveText(row, STOP);
  assert.equal(answers.length, 1);
  assert.equal(await due(), 0);
});

test('a text in parts is not lost when what follows from it fails after the last part came', async (t) => {
  const { db, receiver, answers, state, arrive, due } = await rig(t);
  const part = (number: number, text: string): Text => ({ ...STOP, text, part: { ref: 7, number, total: 2 } });
  await receiver.receiveText(await arrive(), part(1, 'ST'));
  const last = await arrive();
  state.isDown = true;
  await assert.rejects(receiver.receiveText(last, part(2, 'OP')), StoreDown);
  state.isDown = false;
  await receiver.receiveText(last, part(2, 'OP'));
  assert.equal(answers.length, 1);
  assert.equal(await due(), 0);
  const { rows } = await db.query('select body, meaning from inbound_texts');
  assert.deepEqual(rows, [{ body: 'STOP', meaning: 'stop' }]);
  assert.equal((await db.query('select 1 from inbound_parts')).rowCount, 0);
});

test('a text to a sender of several accounts is that of the one that wrote to the number last, and STOP counts for all', async (t) => {
  const { db, receiver, arrive } = await rig(t);
  for (const id of ['A', 'B']) {
    await db.query(
      'insert into senders (account_id, bucket, sender, created_at) values ($1, $2, $3, to_timestamp(0))',
      [id, hash12(id), STOP.to],
    );
  }
  const ownerOf = async (from: string, text: string) => {
    await receiver.receiveText(await arrive(), { ...STOP, from, text });
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
