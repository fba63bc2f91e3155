import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { startEngine } from '../../../test/support/engine/engine.ts';
import { newMessage, RCS_PLAN, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { receipt, ScriptedCarrier } from '../../../test/support/engine/scripted-carrier.ts';
import { LANE } from '../../../test/support/postgres/citus.ts';
import { HeldRows } from '../../store/messages/held-rows.ts';
import { liftHolds } from '../../store/messages/holds.ts';

const LATER_MS = 3_600_000;

/** A message that has been handed to the carrier of its first channel. */
async function rig(t: TestContext, plan = [RCS_PLAN, SMS_PLAN], held?: HeldRows) {
  const [rcs, sms] = [new ScriptedCarrier('rcs-1', 'rcs'), new ScriptedCarrier('sms-1', 'sms')];
  const owner = { node: 'node-1', epoch: 1, ...(held ? { held } : {}) };
  const engine = await startEngine(t, [rcs, sms], { owner });
  const { db, context, clock } = engine;
  const id = context.ids.next(0);
  await engine.engine.accept(newMessage(id, { plan }));
  const [sent] = [...rcs.take(), ...sms.take()];
  assert.ok(sent);
  const times = async () => {
    const { rows } = await db.query<{ due: number | null; held: number | null }>(
      'select due_at as due, held_until as held from messages where id = $1',
      [id],
    );
    assert.ok(rows[0]);
    return rows[0];
  };
  /** As another node does whose clock is far ahead. */
  const lift = () => db.transaction((tx) => liftHolds(tx, clock.now() + LATER_MS, 10, LANE));
  return { ...engine, id, rcs, sms, sent, times, lift };
}

/** As `rig`, with a node that knows what it holds: who of its batches are stored. */
async function knowingRig(t: TestContext, plan = [RCS_PLAN, SMS_PLAN]) {
  const held = new HeldRows();
  const started = await rig(t, plan, held);
  const kinds = async () => {
    const { rows } = await started.db.query<{ kind: string }>('select kind from holds order by kind');
    return rows.map(({ kind }) => kind);
  };
  return { ...started, held, kinds };
}

describe('a message in hand', () => {
  test('is held until it is over', async (t) => {
    const { clock, db, sent, sms, times, until } = await rig(t, [SMS_PLAN]);
    const recordedAt = clock.now();
    const { due, held } = await times();
    assert.equal(due, null);
    assert.equal(held, recordedAt + 10_000 + sms.answerWithinMs);
    sent.accept();
    await sms.deliver(receipt(sent.job));
    await until('it is over', async () => (await times()).held === null);
    assert.equal((await times()).due, null);
    assert.equal((await db.query('select from holds')).rowCount, 2, 'of the message and of its callback');
    await until('what is over leaves nothing behind', async () => (await db.query('select from holds')).rowCount === 0);
    assert.equal((await times()).due, null);
  });

  test('stays held while it need not be looked at before', async (t) => {
    const { clock, sent, sms, times, until } = await rig(t);
    const { held } = await times();
    await clock.advance(4_000);
    sent.answer({ kind: 'rejected', why: 'not_reachable', reason: 'no RCS' });
    await until('it goes out by SMS', () => sms.submitted.length === 1);
    assert.deepEqual(await times(), { due: null, held });
  });

  test('has a time of its own when it is due before', async (t) => {
    const { clock, sent, sms, times, until } = await rig(t);
    const recordedAt = clock.now();
    sms.room = 0;
    sent.answer({ kind: 'rejected', why: 'not_reachable', reason: 'no RCS' });
    await until('it waits for SMS', async () => (await times()).due !== null);
    assert.deepEqual(await times(), { due: recordedAt + 10_000, held: null });
  });

  test('has a time of its own when it is due so soon after that it would be late', async (t) => {
    const { clock, sent, times, until } = await rig(t, [{ ...SMS_PLAN, fallbackAfterMs: 17_000 }]);
    const recordedAt = clock.now();
    assert.equal((await times()).held, recordedAt + 15_000);
    sent.accept();
    await until('it waits for its receipt', async () => (await times()).due !== null);
    assert.deepEqual(await times(), { due: recordedAt + 17_000, held: null });
  });

  test('is not held again by what is in memory of it once it has been lifted', async (t) => {
    const { clock, sent, sms, times, lift, until } = await rig(t);
    await lift();
    const { due } = await times();
    assert.ok(due !== null);
    await clock.advance(4_000);
    sent.answer({ kind: 'rejected', why: 'not_reachable', reason: 'no RCS' });
    await until('it goes out by SMS', () => sms.submitted.length === 1);
    const after = await times();
    assert.equal(after.held, null);
    assert.ok((after.due ?? 0) >= due + 4_000);
  });

  test('that nobody hears of is looked at when it should be over', async (t) => {
    const { message, id, until } = await rig(t, [SMS_PLAN]);
    const attempt = async () => (await message(id)).attempts[0];
    await until('it is given up', async () => (await attempt())?.state !== 'sending');
    assert.equal((await attempt())?.parts[0]?.inDoubt, true);
  });

  test('of a node that is gone is due at once', async (t) => {
    const { clock, db, times } = await rig(t, [SMS_PLAN]);
    const now = clock.now();
    const other = await startEngine(t, [], { db, clock, owner: { node: 'node-2', epoch: 1 } });
    await other.engine.giveBackOf('node-1', 2);
    const { due, held } = await times();
    assert.equal(held, null);
    // Or taken up by then.
    assert.ok(due === now || (await db.query('select from messages where version > 2')).rowCount === 1);
  });
});

describe('a message in the hands of a node that knows what it holds', () => {
  test('is no longer held soon after it is final', async (t) => {
    const { clock, held, kinds, sent, sms, times, until } = await knowingRig(t, [SMS_PLAN]);
    const heldUntil = (await times()).held ?? 0;
    assert.equal(held.size, 1);
    sent.accept();
    await sms.deliver(receipt(sent.job));
    await until('its batch is removed', async () => !(await kinds()).includes('messages'));
    assert.ok(clock.now() < heldUntil);
    // Nobody sends it here.
    assert.deepEqual(await kinds(), ['callbacks']);
    assert.equal(held.size, 1);
  });

  test('stays held while that is its only time', async (t) => {
    const { clock, kinds, sent, sms, times, until } = await knowingRig(t);
    const { held } = await times();
    await clock.advance(4_000);
    sent.answer({ kind: 'rejected', why: 'not_reachable', reason: 'no RCS' });
    await until('it goes out by SMS', () => sms.submitted.length === 1);
    const polledAt = clock.now() + 3_000;
    await until('polls have come', () => clock.now() >= polledAt);
    assert.deepEqual(await times(), { due: null, held });
    assert.ok((await kinds()).includes('messages'));
  });

  test('has its batch removed when it has a time of its own', async (t) => {
    const { kinds, sent, sms, times, until } = await knowingRig(t);
    sms.room = 0;
    sent.answer({ kind: 'rejected', why: 'not_reachable', reason: 'no RCS' });
    await until('it waits for SMS', async () => (await times()).due !== null);
    const { due } = await times();
    await until('its batch is removed', async () => !(await kinds()).includes('messages'));
    assert.deepEqual(await times(), { due, held: null });
  });

  test('that nobody hears of is looked at when it should be over', async (t) => {
    const { message, id, held, until } = await knowingRig(t, [SMS_PLAN]);
    const attempt = async () => (await message(id)).attempts[0];
    await until('it is given up', async () => (await attempt())?.state !== 'sending');
    assert.equal((await attempt())?.parts[0]?.inDoubt, true);
    await until('nothing is known of it', () => held.size === 0);
  });
});
