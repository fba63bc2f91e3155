/** Messages that are cancelled, wherever they are: in the store, in memory, on their way, at their carrier. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { startEngine } from '../../test/support/engine/engine.ts';
import { newMessage, RCS_PLAN, SMS_PLAN } from '../../test/support/engine/messages.ts';
import { receipt, ScriptedCarrier } from '../../test/support/engine/scripted-carrier.ts';
import { CODE } from './message/codes.ts';
import type { ChannelPlan } from './message/message.ts';

const CALL: ChannelPlan = {
  channel: 'voice',
  fallbackAfterMs: 600_000,
  sender: null,
  content: { type: 'voice_prompt', language: 'de', text: '', extensionKeys: '', pressFirst: false },
};

async function rig(t: TestContext) {
  const [rcs, sms, calls] = [
    new ScriptedCarrier('rcs-1', 'rcs'),
    new ScriptedCarrier('sms-1', 'sms'),
    new ScriptedCarrier('calls', 'voice'),
  ];
  calls.withdraw = async (job) => {
    calls.withdrawn.push(job);
    return 'withdrawn';
  };
  const engine = await startEngine(t, [rcs, sms, calls]);
  return {
    ...{ ...engine, rcs, sms, calls },
    async send(...plan: ChannelPlan[]): Promise<string> {
      const id = engine.context.ids.next();
      await engine.engine.accept(newMessage(id, { plan, kind: plan[0] === CALL ? 'call' : 'omnichannel' }));
      return id;
    },
    cancel: (id: string) => engine.engine.cancel(id),
    told: () => engine.callbacks.map(({ body }) => JSON.parse(body).status.code),
  };
}

describe('a message that is cancelled', () => {
  test('while it waits in memory for room never leaves, and its callback says 3007', async (t) => {
    const { sms, send, cancel, message, clock, told } = await rig(t);
    sms.room = 0;
    const id = await send(SMS_PLAN, RCS_PLAN);
    const { applied, message: after } = await cancel(id);
    assert.deepEqual([applied, after?.status], [true, CODE.cancelled]);
    sms.room = 10;
    sms.become('up');
    await clock.advance(60_000);
    assert.deepEqual([sms.submitted.length, (await message(id)).status, told()], [0, 3007, [3007]]);
    assert.equal((await cancel(id)).applied, false);
    assert.equal(sms.room, 10, 'no room is taken for it');
  });

  test('while it waits in the store for a carrier that is down never leaves', async (t) => {
    const { sms, send, cancel, message, clock } = await rig(t);
    sms.become('down');
    const id = await send(SMS_PLAN);
    await clock.advance(5_000);
    await cancel(id);
    sms.become('up');
    await clock.advance(60_000);
    assert.deepEqual([sms.submitted.length, (await message(id)).status], [0, 3007]);
  });

  test('on RCS is withdrawn there, and no text follows', async (t) => {
    const { rcs, sms, send, cancel, message, until, clock } = await rig(t);
    const id = await send(RCS_PLAN, SMS_PLAN);
    const [submitted] = rcs.take();
    submitted?.accept();
    await until('RBM has it', async () => (await message(id)).attempts[0]?.state === 'submitted');
    await cancel(id);
    await until('it is over', async () => (await message(id)).status === CODE.cancelled);
    assert.deepEqual(
      rcs.withdrawn.map(({ attemptId }) => attemptId),
      [submitted?.job.attemptId],
    );
    await clock.advance(RCS_PLAN.fallbackAfterMs);
    assert.equal(sms.submitted.length, 0);
  });

  test('on RCS is asked back again when that failed', async (t) => {
    const { rcs, send, cancel, message, until } = await rig(t);
    const id = await send(RCS_PLAN, SMS_PLAN);
    rcs.take()[0]?.accept();
    await until('RBM has it', async () => (await message(id)).attempts[0]?.state === 'submitted');
    rcs.nextWithdrawal = 'failed';
    await cancel(id);
    await until('that failed', async () => rcs.withdrawn.length === 1 && (await message(id)).finalAt === null);
    rcs.nextWithdrawal = 'withdrawn';
    await until('it is over', async () => (await message(id)).status === CODE.cancelled);
    assert.equal(rcs.withdrawn.length, 2);
  });

  test('while it is handed over to RBM is withdrawn after the answer', async (t) => {
    const { rcs, send, cancel, message, until } = await rig(t);
    const id = await send(RCS_PLAN, SMS_PLAN);
    const [submitted] = rcs.take();
    await cancel(id);
    assert.equal(rcs.withdrawn.length, 0);
    submitted?.accept();
    await until('it is over', async () => (await message(id)).status === CODE.cancelled);
    assert.equal(rcs.withdrawn.length, 1);
  });

  test('at an SMSC ends as its receipt says', async (t) => {
    const { rcs, sms, send, cancel, message, until } = await rig(t);
    const id = await send(SMS_PLAN, RCS_PLAN);
    const [submitted] = sms.take();
    assert.ok(submitted);
    submitted.accept();
    await until('the SMSC has it', async () => (await message(id)).attempts[0]?.state === 'submitted');
    await cancel(id);
    await sms.deliver(receipt(submitted.job, 'undeliverable'));
    await until('it is over', async () => (await message(id)).status === CODE.undeliverable);
    assert.equal(rcs.submitted.length, 0);
  });

  test('together with its own mark does not leave', async (t) => {
    const { sms, send, cancel, message, until, clock } = await rig(t);
    sms.room = 0;
    const id = await send(SMS_PLAN);
    sms.room = 1;
    // Both wait for the same transaction.
    sms.become('up');
    const cancelling = cancel(id);
    await until('it is over', async () => (await message(id)).status === CODE.cancelled);
    await cancelling;
    await clock.advance(60_000);
    assert.deepEqual([sms.submitted.length, sms.room], [0, 1]);
  });

  test('as a call is hung up by whoever has it, and ends 108', async (t) => {
    const { calls, send, cancel, message, until, told } = await rig(t);
    const id = await send(CALL);
    const [placed] = calls.take();
    assert.ok(placed);
    await cancel(id);
    await until('it is hung up', () => calls.withdrawn[0]?.attemptId === placed.job.attemptId);
    assert.equal((await message(id)).finalAt, null, 'it is over when the telephone has been told');
    placed.answer({ kind: 'ended', state: 'cancelled', reason: 'cancelled' });
    await until('it is over', async () => (await message(id)).finalAt !== null);
    assert.deepEqual([(await message(id)).status, told().at(-1)], [108, 108]);
    assert.equal(calls.withdrawn.length, 1);
  });

  test('as a call on another node is hung up there within two seconds', async (t) => {
    const { calls, engine, context, db, clock, until, message } = await rig(t);
    const idle = new ScriptedCarrier('calls', 'voice');
    idle.withdraw = async () => 'too_late';
    const other = await startEngine(t, [idle], { db, clock, owner: { node: 'node-2', epoch: 1 } });
    const id = context.ids.next();
    await engine.accept(newMessage(id, { plan: [CALL], kind: 'call' }));
    const [placed] = calls.take();
    assert.ok(placed);
    calls.underWay = () => [placed.job.attemptId];
    await clock.advance(2_000);
    assert.equal(calls.withdrawn.length, 0);
    await other.engine.cancel(id);
    const cancelledAt = clock.now();
    await until('it is hung up', () => calls.withdrawn[0]?.attemptId === placed.job.attemptId);
    assert.ok(clock.now() - cancelledAt <= 2_000);
    placed.answer({ kind: 'ended', state: 'cancelled', reason: 'cancelled' });
    await until('it is over', async () => (await message(id)).status === 108);
  });

  test('on another node than the one that holds it in memory does not leave from there', async (t) => {
    const { sms, engine, context, db, clock, message } = await rig(t);
    const idle = new ScriptedCarrier('sms-1', 'sms');
    const other = await startEngine(t, [idle], { db, clock, owner: { node: 'node-2', epoch: 1 } });
    sms.room = 0;
    const id = context.ids.next();
    await engine.accept(newMessage(id, { plan: [SMS_PLAN] }));
    const [here, there] = await Promise.all([engine.cancel(id), other.engine.cancel(id)]);
    assert.deepEqual([here.applied, there.applied].sort(), [false, true], 'one of the two takes it back');
    assert.deepEqual([here.message?.status, there.message?.status], [CODE.cancelled, CODE.cancelled]);
    const second = context.ids.next();
    await engine.accept(newMessage(second, { plan: [SMS_PLAN] }));
    await other.engine.cancel(second);
    sms.room = 10;
    sms.become('up');
    await clock.advance(60_000);
    assert.deepEqual([sms.submitted.length, idle.submitted.length, (await message(second)).status], [0, 0, 3007]);
  });

  test('that there is not is said to be none', async (t) => {
    const { cancel, context } = await rig(t);
    assert.deepEqual(await cancel(context.ids.next()), { message: null, applied: false });
  });
});
