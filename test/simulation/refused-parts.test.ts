/**
 * A text of two parts, one of which cannot be reached: it ends 3055, in whatever order its carrier answers, and whoever
 * decides it in the end.
 */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Outcome } from '../../src/carriers/carrier.ts';
import { mortal, startEngine } from '../support/engine/engine.ts';
import { newMessage, SMS_PLAN } from '../support/engine/messages.ts';
import { ScriptedCarrier } from '../support/engine/scripted-carrier.ts';
import { testDatabase } from '../support/postgres/database.ts';

const NOT_REACHABLE: Outcome = { kind: 'rejected', why: 'not_reachable', reason: 'absent for good' };
const REASON = 'not_reachable: absent for good';
const BUSY: Outcome = { kind: 'retry_later', why: 'busy', reason: 'throttled', afterMs: 1_000 };

async function send(t: TestContext) {
  const sms = new ScriptedCarrier('sms-1', 'sms');
  sms.parts = 2;
  const { db } = await testDatabase(t);
  const process = mortal(db);
  const node = await startEngine(t, [sms], { db: process.db });
  const id = node.context.ids.next();
  await node.engine.accept(newMessage(id, { plan: [SMS_PLAN] }));
  const [text] = sms.take();
  assert.ok(text);
  return { ...node, db, die: process.die, id, text, sms };
}

describe('a text of two parts', () => {
  for (const [what, first, second] of [
    ['one not reachable, then one busy', NOT_REACHABLE, BUSY],
    ['one busy, then one not reachable', BUSY, NOT_REACHABLE],
  ] as const) {
    for (const isApart of [false, true]) {
      test(`${what}, ${isApart ? 'each recorded by itself' : 'recorded together'}, ends 3055`, async (t) => {
        const { text, sms, id, message, until } = await send(t);
        text.answer(first, 0);
        if (isApart) {
          await until('the first answer is recorded', async () => (await message(id)).attempts[0]?.reason !== null);
        }
        text.answer(second, 1);
        await until('it is final', async () => (await message(id)).finalAt !== null);
        const { status, attempts } = await message(id);
        assert.deepEqual([status, attempts[0]?.code, attempts[0]?.reason], [3055, 3055, REASON]);
        assert.equal(sms.submitted.length, 0, 'nothing of it is sent again');
      });
    }
  }

  for (const [release, forget] of [
    ['this release', 'a.parts'],
    ['the release before, which kept why in words alone', "a.parts #- '{0,notReachable}'"],
  ] as const) {
    test(`of which another node decides what ${release} recorded ends 3055`, async (t) => {
      const { db, die, text, id, message, until, clock } = await send(t);
      text.answer(NOT_REACHABLE, 0);
      await until('the first answer is recorded', async () => (await message(id)).attempts[0]?.reason === REASON);
      die();
      await db.query(`update attempts a set parts = ${forget}`);
      const sms = new ScriptedCarrier('sms-1', 'sms');
      const other = await startEngine(t, [sms], { db, clock, owner: { node: 'node-2', epoch: 1 } });
      await other.until('it is final', async () => (await other.message(id)).finalAt !== null);
      const { status, possibleDoubles } = await other.message(id);
      assert.deepEqual([status, possibleDoubles, sms.submitted.length], [3055, 0, 0]);
    });
  }
});
