/**
 * Receipts under ids that no answer names, after a crash that cost answers.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { mortal, startEngine, type TestEngine } from '../../../test/support/engine/engine.ts';
import { newMessage, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { ScriptedCarrier } from '../../../test/support/engine/scripted-carrier.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import type { Inbound } from '../../carriers/carrier.ts';
import { CODE } from '../message/codes.ts';

const RECIPIENT = '4915123456789';
const LOOKED_AT_AGAIN_MS = 6_000;

interface AfterCrash extends TestEngine {
  readonly sms: ScriptedCarrier;
  readonly ids: readonly string[];
}

/** A node has marked a message for each of `types`, to the same recipient, and died; the next one has started. */
async function afterCrash(t: TestContext, types: ReadonlyArray<'OTP' | 'MKT'>): Promise<AfterCrash> {
  const { db } = await testDatabase(t);
  const process = mortal(db);
  const before = new ScriptedCarrier('sms-1', 'sms');
  const first = await startEngine(t, [before], { db: process.db });
  const ids = types.map(() => first.context.ids.next());
  for (const [index, messageType] of types.entries()) {
    await first.engine.accept(newMessage(ids[index] ?? '', { plan: [SMS_PLAN], messageType, recipient: RECIPIENT }));
  }
  assert.equal(before.take().length, types.length);
  process.die();
  const sms = new ScriptedCarrier('sms-1', 'sms');
  sms.become('down');
  const owner = { node: 'node-1', epoch: 2 };
  const second = await startEngine(t, [sms], { db, clock: first.clock, owner });
  return { ...second, sms, ids };
}

function delivered(id: string): Inbound {
  return { type: 'report', keys: [id], to: RECIPIENT, state: 'delivered' };
}

/** Brings a receipt, and waits until it has been looked for among parts in doubt: the second time. */
async function bring({ sms, db, clock, until }: AfterCrash, id: string): Promise<void> {
  await sms.deliver(delivered(id));
  const isLookedFor = async (times: number) => {
    const { rows } = await db.query<{ left: number }>(
      `select count(*)::int as left from inbox
        where due_at is not null and (lease_node is not null or tries < $1 - 1)`,
      [times],
    );
    return rows[0]?.left === 0;
  };
  await until('it has been looked for', () => isLookedFor(1));
  await clock.advance(LOOKED_AT_AGAIN_MS);
  await until('it has been looked for again', () => isLookedFor(2));
}

for (const types of [['OTP'], ['OTP', 'OTP']] as const) {
  test(`a receipt that nobody knows keeps none of ${types.length} in doubt from being sent again`, async (t) => {
    const node = await afterCrash(t, types);
    // Of a message that had left. None of these need have.
    await bring(node, 'of another');
    for (const id of node.ids) assert.equal((await node.message(id)).finalAt, null);
    node.sms.become('up');
    await node.until('all are sent again', () => node.sms.submitted.length === types.length);
  });
}

test('a receipt that can only be about one message, which is not sent again, is taken for that one', async (t) => {
  const node = await afterCrash(t, ['MKT']);
  const [id = ''] = node.ids;
  await node.until('it is over', async () => (await node.message(id)).status === CODE.unknown);
  await bring(node, 'only');
  assert.equal((await node.message(id)).status, CODE.delivered);
});

test('the SMSC repeats a receipt that was taken for a message: it is about the same one', async (t) => {
  const node = await afterCrash(t, ['MKT']);
  await node.until('it is over', async () => (await node.message(node.ids[0] ?? '')).status === CODE.unknown);
  await bring(node, 'only');
  // Another one comes to be in doubt.
  node.sms.become('up');
  const later = node.context.ids.next();
  await node.engine.accept(newMessage(later, { plan: [SMS_PLAN], messageType: 'MKT', recipient: RECIPIENT }));
  const submitted = await node.until('it is handed over', () => node.sms.take()[0]);
  submitted.answer({ kind: 'unknown', reason: 'connection lost' });
  await node.until('it is over', async () => (await node.message(later)).status === CODE.unknown);
  await bring(node, 'only');
  assert.equal((await node.message(later)).status, CODE.unknown);
});

test('a receipt that can be about two messages is taken for neither', async (t) => {
  const node = await afterCrash(t, ['MKT', 'MKT']);
  const statuses = async () => Promise.all(node.ids.map(async (id) => (await node.message(id)).status));
  await node.until('both are over', async () => (await statuses()).every((status) => status === CODE.unknown));
  await bring(node, 'one');
  assert.deepEqual(await statuses(), [CODE.unknown, CODE.unknown]);
});
