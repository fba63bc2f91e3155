import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { startEngine } from '../../../test/support/engine/engine.ts';
import { newMessage, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { receipt, ScriptedCarrier } from '../../../test/support/engine/scripted-carrier.ts';
import { testKey } from '../../../test/support/master-keys.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import type { Content } from '../../carriers/carrier.ts';
import { createContext } from '../../context.ts';
import { StoreDown } from '../../store/database.ts';
import { findSealedCode, lockCall } from '../../store/messages/calls.ts';
import { openCodeSecrets } from '../data/code-secrets.ts';
import type { CodeOf } from './submit-attempt.ts';

const TEXT = 'Code: $$CODE$$ ($$CODE$$)';
const CODE = '07214';

async function rig(t: TestContext, codeOf?: CodeOf) {
  const carrier = new ScriptedCarrier('sms-1', 'sms');
  const counted: Content[] = [];
  carrier.countParts = ((content: Content) => {
    counted.push(content);
    return 1;
  }) as ScriptedCarrier['countParts'];
  const { db } = await testDatabase(t);
  const secrets = await openCodeSecrets(createContext({ logLevel: 'silent' }), db, testKey(4));
  const of = await startEngine(t, [carrier], { db, codeOf: codeOf ?? ((id) => secrets.take(id)) });
  async function send(): Promise<string> {
    const id = of.context.ids.next();
    await of.engine.accept(
      newMessage(id, {
        kind: 'code_text',
        messageType: 'OTP',
        plan: [{ ...SMS_PLAN, content: { type: 'sms_text', text: TEXT, codeDigits: CODE.length } }],
        code: secrets.keep(id, CODE),
      }),
    );
    return id;
  }
  return { ...of, carrier, counted, secrets, send };
}

describe('a code in a text', () => {
  test('is put in when the text is given to the carrier, stands nowhere in the store, and goes when it is final', async (t) => {
    const { db, engine, carrier, counted, send, until, message, callbacks, secrets } = await rig(t);
    const id = await send();
    await until('it is submitted', () => carrier.submitted.length === 1);
    const [submitted] = carrier.take();
    assert.deepEqual(submitted?.job.content, { type: 'sms_text', text: `Code: ${CODE} (${CODE})` });
    assert.deepEqual(counted[0], { type: 'sms_text', text: 'Code: 00000 (00000)' });
    const { rows } = await db.query('select m.plan::text as plan from messages m where m.id = $1::uuid', [id]);
    assert.match(JSON.stringify(rows), /\$\$CODE\$\$/);
    assert.ok(!JSON.stringify(rows).includes(CODE));
    assert.notEqual(await findSealedCode(db, id), null);
    submitted?.accept();
    await until('it is taken', async () => (await message(id)).attempts[0]?.state === 'submitted');
    if (submitted) await carrier.deliver(receipt(submitted.job));
    await until('it is delivered', async () => (await message(id)).finalAt !== null);
    assert.equal(await findSealedCode(db, id), null, 'the sealed code is gone');
    const row = await db.transaction((tx) => lockCall(tx, id));
    assert.ok(row && secrets.isCode(id, CODE, row.codeHash), 'its hash stays');
    assert.ok(!JSON.stringify(callbacks).includes(CODE));
    await engine.stop();
  });

  test('is the same when it has to be sent once more, from the store by then', async (t) => {
    const { carrier, send, until } = await rig(t);
    await send();
    await until('it is submitted', () => carrier.submitted.length === 1);
    const text = () => {
      const content = carrier.submitted.at(-1)?.job.content;
      return content && 'text' in content ? content.text : undefined;
    };
    assert.equal(text(), `Code: ${CODE} (${CODE})`);
    carrier.submitted[0]?.answer({ kind: 'retry_later', why: 'busy', reason: 'throttled' });
    await until('it is submitted again', () => carrier.submitted.length === 2);
    assert.equal(text(), `Code: ${CODE} (${CODE})`);
  });

  test('is read from the store by a node that did not take the text', async (t) => {
    const { carrier, send, until, db } = await rig(t, async (id) => {
      const other = await openCodeSecrets(createContext({ logLevel: 'silent' }), db, testKey(4));
      return other.take(id);
    });
    await send();
    await until('it is submitted', () => carrier.submitted.length === 1);
    assert.deepEqual(carrier.submitted[0]?.job.content, { type: 'sms_text', text: `Code: ${CODE} (${CODE})` });
  });

  test('that cannot be opened refuses the text, and says nothing of it', async (t) => {
    const { carrier, send, until, message, db } = await rig(t, async (id) => {
      await db.query("update calls set code_sealed = '\\x00' where message_id = $1::uuid", [id]);
      const other = await openCodeSecrets(createContext({ logLevel: 'silent' }), db, testKey(4));
      return other.take(id);
    });
    const id = await send();
    await until('it is final', async () => (await message(id)).finalAt !== null);
    assert.deepEqual([(await message(id)).status, carrier.submitted.length], [3042, 0]);
  });

  test('that is gone refuses the text: nothing leaves without it', async (t) => {
    const { carrier, send, until, message } = await rig(t, async () => null);
    const { room } = carrier;
    const id = await send();
    await until('it is final', async () => (await message(id)).finalAt !== null);
    const sent = await message(id);
    assert.deepEqual(
      [sent.status, sent.attempts[0]?.reason],
      [3042, 'refused: the code of the message cannot be read'],
    );
    assert.deepEqual([carrier.submitted.length, carrier.room], [0, room], 'its slot is free again');
  });

  test('waits for a store that is away', async (t) => {
    let reads = 0;
    const { carrier, send, until } = await rig(t, async () => {
      reads += 1;
      if (reads === 1) throw new StoreDown('gone');
      return CODE;
    });
    await send();
    await until('it is submitted', () => carrier.submitted.length === 1);
    assert.equal(reads, 2);
  });
});
