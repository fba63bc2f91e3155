/** Messages that wait for the time at which their caller wants them sent. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startEngine, testAlias } from '../../../test/support/engine/engine.ts';
import { newMessage, RCS_PLAN, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { ScriptedCarrier } from '../../../test/support/engine/scripted-carrier.ts';
import { CITUS } from '../../../test/support/postgres/citus.ts';
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import { addOptOut } from '../../store/accounts/opt-outs.ts';
import type { NewMessage } from '../door/accept.ts';
import { CODE } from '../message/codes.ts';

async function rig(t: TestContext) {
  const [rcs, sms] = [new ScriptedCarrier('rcs-1', 'rcs'), new ScriptedCarrier('sms-1', 'sms')];
  const engine = await startEngine(t, [rcs, sms]);
  const { clock, context } = engine;
  /** A text for so much later. */
  const accept = async (inMs: number, changes: Partial<NewMessage> = {}) => {
    const id = context.ids.next();
    const sendAt = clock.now() + inMs;
    await engine.engine.accept(newMessage(id, { plan: [SMS_PLAN], ...changes, sendAt }));
    return { id, sendAt };
  };
  return { ...engine, rcs, sms, accept };
}

test('a message is handed over when its time has come, and its deadline counts from then', async (t) => {
  const { accept, clock, db, message, sms, until } = await rig(t);
  const { id, sendAt } = await accept(HOUR_MS);
  const before = await message(id);
  assert.equal(before.status, CODE.inProgress);
  assert.equal(before.dueAt, sendAt);
  const { rowCount } = await db.query('select from attempts');
  assert.equal(rowCount, 0, 'it costs one row');
  await clock.advance(HOUR_MS - 1_000);
  assert.equal(sms.submitted.length, 0);
  await until('it leaves', () => sms.submitted.length === 1);
  const [attempt] = (await message(id)).attempts;
  assert.ok(attempt);
  const late = (attempt.handedOverAt ?? 0) - sendAt;
  assert.ok(late >= 0 && late <= 100, `${late} ms after its time`);
  assert.equal(attempt.deadlineAt, (attempt.handedOverAt ?? 0) + SMS_PLAN.fallbackAfterMs);
  await clock.advance(10_000);
  assert.equal(sms.submitted.length, 1);
});

test('messages of weeks ago leave as punctually as those of today', async (t) => {
  const { accept, clock, message, sms, until } = await rig(t);
  const first = await accept(30 * DAY_MS);
  const second = await accept(30 * DAY_MS + 20_000);
  await clock.advance(30 * DAY_MS - 90_000);
  const third = await accept(100_000);
  for (let count = 1; count <= 3; count += 1) {
    (await until('the next one leaves', () => sms.submitted[count - 1])).accept();
  }
  for (const { id, sendAt } of [first, second, third]) {
    const late = ((await message(id)).attempts[0]?.handedOverAt ?? 0) - sendAt;
    assert.ok(late >= 0 && late <= 100, `${late} ms after its time`);
  }
});

test('what is tried again of a message of weeks ago is tried as soon as of one of today', async (t) => {
  const { accept, clock, sms, until } = await rig(t);
  await accept(30 * DAY_MS + 20_000);
  await clock.advance(30 * DAY_MS + 19_000);
  const first = await until('it leaves', () => sms.submitted[0]);
  first.answer({ kind: 'retry_later', why: 'busy', afterMs: 2_000, reason: 'throttled' });
  const answeredAt = clock.now();
  await until('it leaves again', () => sms.submitted[1]);
  assert.ok(clock.now() - answeredAt <= 3_000, `${clock.now() - answeredAt} ms later`);
});

test('what is cancelled before its time never leaves', async (t) => {
  const { accept, clock, engine, message, sms } = await rig(t);
  const { id } = await accept(HOUR_MS);
  const { message: cancelled } = await engine.cancel(id);
  assert.equal(cancelled?.status, CODE.cancelled);
  await clock.advance(2 * HOUR_MS);
  assert.equal(sms.submitted.length, 0);
  assert.equal((await message(id)).status, CODE.cancelled);
});

test('a block that is made meanwhile stops it on all channels', async (t) => {
  const { accept, clock, db, message, sms, rcs, until } = await rig(t);
  const { id } = await accept(HOUR_MS, { messageType: 'MKT', plan: [RCS_PLAN, SMS_PLAN], optOutApplies: true });
  assert.equal((await message(id)).finalAt, null);
  const { recipient, accountId } = await message(id);
  await addOptOut(db, { accountId, sender: '', recipient, source: 'account' }, clock.now(), testAlias);
  await clock.advance(HOUR_MS - 1_000);
  await until('it is over', async () => (await message(id)).finalAt !== null);
  const { status, attempts } = await message(id);
  assert.equal(status, CODE.optedOut);
  assert.deepEqual(
    attempts.map(({ code }) => code),
    [CODE.optedOut, CODE.optedOut],
  );
  assert.equal(sms.submitted.length + rcs.submitted.length, 0);
});

test('one whose time has just passed goes out at once', async (t) => {
  const { accept, message, sms } = await rig(t);
  const { id } = await accept(-1_000);
  assert.equal(sms.submitted.length, 1);
  assert.notEqual((await message(id)).attempts[0]?.handedOverAt, null);
});

test('of two nodes one hands each over, and as punctually when the one that took it is gone', async (t) => {
  const { accept, clock, db, engine, message, sms, until } = await rig(t);
  const elsewhere = new ScriptedCarrier('sms-1', 'sms');
  const other = await startEngine(t, [elsewhere], { db, clock, owner: { node: 'node-2', epoch: 1 } });
  const together = await Promise.all(Array.from({ length: 20 }, () => accept(60_000)));
  const later = await accept(70_000);
  await clock.advance(59_000);
  const all = () => [...sms.submitted, ...elsewhere.submitted];
  await until('all have left', () => all().length === together.length);
  for (const { accept } of all()) accept();
  await clock.advance(5_000);
  assert.equal(all().length, together.length);
  await engine.stop();
  await clock.advance(4_000);
  await other.until('the last one leaves', () => all().length === together.length + 1);
  const late = ((await message(later.id)).attempts[0]?.handedOverAt ?? 0) - later.sendAt;
  assert.ok(late >= 0 && late <= 100, `${late} ms after its time`);
});

/** A trigger says in which order. */
const ON_ONE_SERVER = { skip: CITUS !== undefined && 'a cluster has no triggers' };

test('what comes due after a great many others does not stand behind them all', ON_ONE_SERVER, async (t) => {
  const { clock, context, db, engine, message, sms, until } = await rig(t);
  const many = 1_500;
  const sendAt = clock.now() + HOUR_MS;
  const accepted = Array.from({ length: many }, () => {
    const id = context.ids.next();
    return engine.accept(newMessage(id, { messageType: 'MKT', plan: [SMS_PLAN], optOutApplies: false, sendAt }));
  });
  await Promise.all(accepted);
  const late = context.ids.next();
  await engine.accept(newMessage(late, { messageType: 'OTP', plan: [SMS_PLAN], sendAt: sendAt + 1 }));
  sms.room = 0;
  await db.query('create table seen (id uuid, before bigint)');
  await db.query(
    `create function note() returns trigger language plpgsql as $$ begin
       insert into seen select new.id, count(*) from seen; return new; end $$`,
  );
  await db.query('create trigger note after update on messages for each row execute function note()');
  await clock.advance(HOUR_MS + 10);
  const before = await until('it is placed', async () => {
    const { rows } = await db.query<{ before: number }>('select before from seen where id = $1 limit 1', [late]);
    return rows[0]?.before;
  });
  assert.ok(before < many / 2, `${before} were placed before it`);
  assert.equal((await message(late)).status, CODE.inProgress);
});
