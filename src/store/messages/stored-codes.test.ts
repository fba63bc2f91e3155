/** The release before works on the same rows: what it wrote is read as it meant it, and what it reads is what it knows. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startEngine } from '../../../test/support/engine/engine.ts';
import { newMessage, RCS_PLAN, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { ScriptedCarrier } from '../../../test/support/engine/scripted-carrier.ts';
import { CODE, MESSAGE_CODES } from '../../engine/message/codes.ts';
import { findListedMessage, listMessages } from './message-lists.ts';
import { codeOfStored, READ, storedCode, storedStatus } from './stored-codes.ts';

/** Shown now, and written by the release before for the same thing. */
const FORMER: ReadonlyArray<readonly [number, number]> = [
  [CODE.read, 201],
  [CODE.rejected, 3040],
  [CODE.unreachable, 3042],
  [CODE.expired, 3051],
  [CODE.undeliverable, 3052],
  [CODE.optedOut, 3053],
  [CODE.unknown, 3054],
  [CODE.busy, 3041],
  [CODE.notSupported, 3055],
  [CODE.fallbackTimePassed, 3056],
  [CODE.delivered, 3000],
  [CODE.inProgress, 3001],
  // New: to the release before numbers of no meaning, which nothing else has.
  [CODE.cancelled, 3007],
  [CODE.suspended, 3406],
];

test('every code has the number of the release before, and each number is one code', () => {
  assert.equal(FORMER.length, MESSAGE_CODES.length);
  for (const [code, stored] of FORMER) {
    assert.equal(storedCode(code), stored);
    assert.equal(codeOfStored(stored), code);
  }
  assert.equal(storedStatus(CODE.read), CODE.delivered, 'a message that is read is one that was delivered');
  assert.equal(READ, CODE.read);
  for (const ofCall of [100, 101, 103, 105, 106, 107, 108, 129, 130]) {
    assert.deepEqual([storedCode(ofCall), codeOfStored(ofCall)], [ofCall, ofCall]);
  }
});

/** A message on RCS that has been submitted, with the numbers that stand in its rows. */
async function submitted(t: TestContext) {
  const rcs = new ScriptedCarrier('rcs-1', 'rcs');
  const sms = new ScriptedCarrier('sms-1', 'sms');
  const rig = await startEngine(t, [rcs, sms]);
  const { context, db, engine, until, message } = rig;
  const id = context.ids.next();
  await engine.accept(newMessage(id, { plan: [RCS_PLAN, SMS_PLAN] }));
  const [job] = await until('it is submitted', () => rcs.submitted.length > 0 && rcs.take());
  assert.ok(job);
  const numbers = async () => {
    const messages = await db.query<{ status: number }>('select m.status from messages m where m.id = $1', [id]);
    const attempts = await db.query<{ code: number }>(
      'select a.code from attempts a where a.message_id = $1 order by a.n',
      [id],
    );
    return [messages.rows[0]?.status, ...attempts.rows.map(({ code }) => code)];
  };
  const shown = async () => {
    const { status, attempts } = await message(id);
    return [status, ...attempts.map(({ code }) => code)];
  };
  return { ...rig, id, rcs, sms, job, numbers, shown };
}

test('a message that is read is stored as delivered, with the channel as read, and shown as read in every list', async (t) => {
  const { db, id, rcs, job, until, message, numbers, shown } = await submitted(t);
  job.accept();
  await until('it is accepted', async () => (await message(id)).attempts[0]?.state === 'submitted');
  const report = (state: 'delivered' | 'read') =>
    rcs.deliver({ type: 'report', attemptId: job.job.attemptId, keys: [], state });
  await report('delivered');
  await until('it is delivered', async () => (await numbers())[0] === 3000);
  assert.deepEqual(await numbers(), [3000, 3000]);
  const listed = async () => [
    (await listMessages(db, { limit: 5 })).rows[0]?.status,
    (await findListedMessage(db, id))?.status,
  ];
  assert.deepEqual(await listed(), [3000, 3000]);
  await report('read');
  await until('it is read', async () => (await numbers())[1] === 201);
  assert.deepEqual(await numbers(), [3000, 201]);
  assert.deepEqual(await shown(), [3005, 3005]);
  assert.deepEqual(await listed(), [3005, 3005]);
  assert.equal((await listMessages(db, { limit: 5, state: 'delivered' })).rows.length, 1);
  assert.equal((await listMessages(db, { limit: 5, state: 'failed' })).rows.length, 0);
});

test('refused and cannot be reached keep apart, although one has the number that the other had', async (t) => {
  const { db, id, sms, job, until, numbers, shown } = await submitted(t);
  job.answer({ kind: 'rejected', why: 'refused', reason: 'no' });
  const [text] = await until('the text is sent', () => sms.submitted.length > 0 && sms.take());
  text?.answer({ kind: 'retry_later', why: 'unreachable', reason: 'down' });
  await until('it is noted', async () => (await numbers())[2] === 3042);
  assert.deepEqual(await numbers(), [3001, 3040, 3042]);
  assert.deepEqual(await shown(), [3001, 3042, 3043]);
  // As the release before ends such a message.
  await db.query(`update attempts a set code = 3042, state = 'done' where a.message_id = $1 and a.n = 2`, [id]);
  await db.query(`update messages m set status = 3042, final_at = $2, due_at = null where m.id = $1`, [
    id,
    new Date(0),
  ]);
  assert.deepEqual(await shown(), [3043, 3042, 3043]);
  assert.equal((await findListedMessage(db, id))?.status, 3043);
});
