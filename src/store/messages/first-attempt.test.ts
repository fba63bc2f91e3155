import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startEngine } from '../../../test/support/engine/engine.ts';
import { newMessage, RCS_PLAN, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { receipt, ScriptedCarrier } from '../../../test/support/engine/scripted-carrier.ts';
import { begin } from '../../engine/message/begin.ts';
import { CODE } from '../../engine/message/codes.ts';
import type { Attempt } from '../../engine/message/message.ts';
import { firstAttempt, hasRow } from './first-attempt.ts';
import { insertAttempts } from './messages.ts';

/** A message that waits in memory for a carrier without room. */
async function waiting(t: TestContext) {
  const sms = new ScriptedCarrier('sms-1', 'sms');
  sms.room = 0;
  const rig = await startEngine(t, [sms]);
  const { engine, context, db, message } = rig;
  const id = context.ids.next();
  await engine.accept(newMessage(id, { plan: [SMS_PLAN] }));
  const rows = async () => {
    const found = await db.query<{ state: string }>('select a.state from attempts a where a.message_id = $1', [id]);
    return found.rows.map(({ state }) => state);
  };
  const makeRoom = () => {
    sms.room = 1;
    sms.become('up');
  };
  return { ...rig, sms, id, rows, makeRoom, attempt: async () => (await message(id)).attempts[0] };
}

test('of a message that waits for a time it waits as well, without a row', () => {
  const id = '01a2b3c4-d5e6-7000-8000-00000000000a';
  for (const sendAt of [999, 1_000, 5_000]) {
    const { message } = begin(newMessage(id, { sendAt }), { at: 1_000, optedOut: false, canWithdraw: () => false });
    const [attempt] = message.attempts;
    assert.ok(attempt);
    assert.equal(message.dueAt, sendAt);
    assert.deepEqual(firstAttempt({ ...message, attempts: [] }), attempt);
    assert.equal(hasRow(attempt, message), false);
    assert.equal(hasRow({ ...attempt, retryAt: sendAt + 1 }, message), true);
  }
});

test('it is what a message begins with, and has a row as soon as anything is different', () => {
  const id = '01a2b3c4-d5e6-7000-8000-00000000000a';
  const { message } = begin(newMessage(id, { plan: [RCS_PLAN, SMS_PLAN] }), {
    at: 1_000,
    optedOut: false,
    canWithdraw: () => false,
  });
  const [attempt] = message.attempts;
  assert.ok(attempt);
  assert.deepEqual(firstAttempt({ ...message, attempts: [] }), attempt);
  assert.equal(hasRow(attempt, message), false);
  const others: { [Field in Exclude<keyof Attempt, 'id' | 'channel' | 'sender'>]: Attempt[Field] } = {
    n: 2,
    carrier: 'sms-1',
    carriersTried: ['sms-1'],
    state: 'sending',
    code: CODE.busy,
    tries: 1,
    temporaryFailures: 1,
    parts: [{ state: 'unsent', remoteId: null }],
    handedOverAt: 1_000,
    deadlineAt: 2_000,
    retryAt: 1_500,
    reason: 'busy',
    updatedAt: 1_001,
  };
  for (const [field, value] of Object.entries(others)) {
    assert.equal(hasRow({ ...attempt, [field]: value }, message), true, field);
  }
});

test('what waits for room has no row of its attempt, is shown with it, and takes its way', async (t) => {
  const { sms, id, rows, makeRoom, attempt, message, until } = await waiting(t);
  assert.deepEqual(await rows(), []);
  const shown = await attempt();
  assert.deepEqual([shown?.state, shown?.channel, shown?.sender], ['ready', 'sms', SMS_PLAN.sender]);
  makeRoom();
  await until('it is submitted', () => sms.submitted.length === 1);
  assert.deepEqual(await rows(), ['sending']);
  const [submitted] = sms.take();
  assert.equal(submitted?.job.attemptId, shown?.id);
  submitted?.accept();
  await until('it is accepted', async () => (await attempt())?.state === 'submitted');
  if (submitted) await sms.deliver(receipt(submitted.job));
  await until('it is delivered', async () => (await message(id)).status === CODE.delivered);
  assert.deepEqual(await rows(), ['done']);
});

test('a row to which nothing has happened, as the release before wrote it, is gone on with', async (t) => {
  const { sms, id, db, rows, makeRoom, attempt, until } = await waiting(t);
  const shown = await attempt();
  assert.ok(shown);
  await insertAttempts(db, [{ messageId: id, attempt: shown }]);
  assert.deepEqual(await attempt(), shown);
  makeRoom();
  await until('it is submitted', () => sms.submitted.length === 1);
  assert.deepEqual(await rows(), ['sending']);
  assert.equal((await attempt())?.tries, 1);
});

test('what another node has begun meanwhile is read, and not begun again from memory', async (t) => {
  const { sms, id, db, makeRoom, attempt, until, message, engine, context } = await waiting(t);
  const first = await attempt();
  assert.ok(first);
  const begun: Attempt = {
    ...first,
    carrier: 'sms-1',
    state: 'sending',
    tries: 1,
    parts: [{ state: 'sending', remoteId: null }],
    handedOverAt: first.updatedAt,
    deadlineAt: first.updatedAt + SMS_PLAN.fallbackAfterMs,
  };
  await insertAttempts(db, [{ messageId: id, attempt: begun }]);
  const next = context.ids.next();
  await engine.accept(newMessage(next, { plan: [SMS_PLAN] }));
  makeRoom();
  await until('the next one has its room', () => sms.submitted.length > 0);
  assert.deepEqual(
    sms.submitted.map(({ job }) => job.attemptId),
    [(await message(next)).attempts[0]?.id],
  );
  assert.deepEqual((await message(id)).attempts, [begun]);
});
