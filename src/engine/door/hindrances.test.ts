/** What keeps messages from leaving, as the transactions see it that would hand them over. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startEngine, testAlias } from '../../../test/support/engine/engine.ts';
import { newMessage, RCS_PLAN, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { ScriptedCarrier } from '../../../test/support/engine/scripted-carrier.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import { addOptOut } from '../../store/accounts/opt-outs.ts';
import { CODE } from '../message/codes.ts';
import type { NewMessage } from './accept.ts';

/** 20:30 in Berlin, half an hour before quiet begins there. */
const EVENING = Date.UTC(2026, 0, 15, 19, 30);
const QUIET_FROM = EVENING + 30 * MINUTE_MS;
const QUIET_TO = QUIET_FROM + 90 * MINUTE_MS;
const NIGHT = { quietHours: { from: '21:00', to: '22:30' } };

async function rig(t: TestContext, settings: object = NIGHT) {
  const [rcs, sms] = [new ScriptedCarrier('rcs-1', 'rcs'), new ScriptedCarrier('sms-1', 'sms')];
  const clock = new ManualClock(EVENING);
  const engine = await startEngine(t, [rcs, sms], { clock });
  const { db, context } = engine;
  await db.query(
    `insert into accounts (id, name, kind, products, addons, settings, created_at, updated_at)
     values ('ACCOUNT-1', 'One', 'full_service', '{}', '{}', $1::jsonb, $2, $2)`,
    [JSON.stringify(settings), new Date(EVENING).toISOString()],
  );
  const accept = async (changes: Partial<NewMessage> = {}) => {
    const id = context.ids.next();
    await engine.engine.accept(newMessage(id, { messageType: 'MKT', plan: [SMS_PLAN], ...changes }));
    return id;
  };
  return { ...engine, rcs, sms, accept };
}

test('marketing that comes in quiet hours waits for their end, and all else goes out', async (t) => {
  const { accept, clock, message, sms, until } = await rig(t);
  await accept();
  assert.equal(sms.submitted.length, 1, 'before them it leaves at once');
  sms.submitted[0]?.accept();
  await clock.advance(QUIET_FROM - clock.now());
  const id = await accept();
  await accept({ messageType: 'ARN' });
  await accept({ messageType: 'OTP' });
  assert.equal(sms.submitted.length, 3);
  for (const each of sms.submitted.slice(1)) each.accept();
  assert.equal((await message(id)).dueAt, QUIET_TO);
  await clock.advance(QUIET_TO - clock.now() - 1_000);
  assert.equal(sms.submitted.length, 3);
  await until('it leaves', () => sms.submitted.length === 4);
  assert.ok(clock.now() >= QUIET_TO && clock.now() <= QUIET_TO + 100);
});

test('what comes due in quiet hours waits, also a channel that would begin in them', async (t) => {
  const { accept, clock, message, rcs, sms, until } = await rig(t);
  const scheduled = await accept({ sendAt: QUIET_FROM + HOUR_MS });
  const fallback = await accept({ plan: [{ ...RCS_PLAN, fallbackAfterMs: HOUR_MS }, SMS_PLAN] });
  rcs.submitted[0]?.accept();
  await clock.advance(QUIET_FROM + 70 * MINUTE_MS - clock.now());
  assert.equal(sms.submitted.length, 0);
  await until('both wait', async () => {
    const due = [(await message(scheduled)).dueAt, (await message(fallback)).dueAt];
    return due.every((at) => at === QUIET_TO);
  });
  await clock.advance(QUIET_TO - clock.now() - 500);
  await until('both leave', () => sms.submitted.length === 2);
  assert.ok(clock.now() >= QUIET_TO);
});

test('what waits in memory or in a queue when quiet hours begin is not handed over in them', async (t) => {
  const { accept, clock, db, message, sms, until } = await rig(t);
  await clock.advance(QUIET_FROM - clock.now() - 2_000);
  sms.room = 0;
  const ids = [await accept(), await accept()];
  await db.query("update messages set queue = 'sms-1', lease_node = null, lease_epoch = null where id = $1", [ids[1]]);
  await clock.advance(2_500);
  sms.room = 10;
  sms.become('up');
  await until('both wait for the end', async () => {
    const due = [await message(ids[0] ?? ''), await message(ids[1] ?? '')];
    return due.every(({ dueAt }) => dueAt === QUIET_TO);
  });
  assert.equal(sms.submitted.length, 0);
  assert.equal(sms.room, 10, 'every slot was given back');
});

test('quiet hours count as they are when the time has come', async (t) => {
  const { accept, clock, db, sms, until } = await rig(t);
  await accept({ sendAt: QUIET_FROM + HOUR_MS });
  await db.query("update accounts set settings = '{}' where id = 'ACCOUNT-1'");
  await clock.advance(QUIET_FROM + HOUR_MS - clock.now() - 500);
  await until('it leaves', () => sms.submitted.length === 1);
  assert.ok(clock.now() < QUIET_FROM + HOUR_MS + 200);
});

test('what waited for a time does not leave once its account was suspended, and what did not wait does', async (t) => {
  const { accept, clock, db, message, sms, until } = await rig(t, {});
  const scheduled = await accept({ messageType: 'ARN', sendAt: clock.now() + HOUR_MS });
  await db.query("update accounts set state = 'suspended' where id = 'ACCOUNT-1'");
  await accept({ messageType: 'ARN' });
  assert.equal(sms.submitted.length, 1);
  sms.submitted[0]?.accept();
  await clock.advance(HOUR_MS - 500);
  await until('it is over', async () => (await message(scheduled)).finalAt !== null);
  const { status, attempts } = await message(scheduled);
  assert.equal(status, CODE.suspended);
  assert.equal(attempts[0]?.tries, 0);
  assert.equal(sms.submitted.length, 1);
});

test('a number that is blocked meanwhile gets no text and no call that waited, whatever its type', async (t) => {
  const { accept, clock, db, message, sms, until } = await rig(t, {});
  const sendAt = clock.now() + MINUTE_MS;
  const text = await accept({ kind: 'text', messageType: 'OTP', optOutApplies: false, sendAt });
  const other = await accept({ kind: 'omnichannel', messageType: 'OTP', optOutApplies: false, sendAt });
  const { accountId, recipient } = await message(text);
  await addOptOut(db, { accountId, sender: '', recipient, source: 'account' }, clock.now(), testAlias);
  await clock.advance(MINUTE_MS - 500);
  await until('it is over', async () => (await message(text)).finalAt !== null);
  assert.equal((await message(text)).status, CODE.optedOut);
  await until('a code on its way by omnichannel goes on', () => sms.submitted.length === 1);
  assert.equal(sms.submitted[0]?.job.attemptId, (await message(other)).attempts[0]?.id);
});
