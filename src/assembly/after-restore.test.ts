import assert from 'node:assert/strict';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startEngine } from '../../test/support/engine/engine.ts';
import { newMessage, SMS_PLAN } from '../../test/support/engine/messages.ts';
import { ScriptedCarrier } from '../../test/support/engine/scripted-carrier.ts';
import { readLanes } from '../store/sql/lanes.ts';
import { endAfterRestore } from './after-restore.ts';

test('what a backup holds unfinished is ended once, and what is final stays', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-restored-'));
  t.after(() => rm(folder, { recursive: true }));
  const sms = new ScriptedCarrier('sms-1', 'sms');
  const { engine, context, db, message, until } = await startEngine(t, [sms]);
  const [sending, refused] = [context.ids.next(), context.ids.next()];
  for (const id of [sending, refused]) await engine.accept(newMessage(id, { plan: [SMS_PLAN] }));
  for (const { job, answer } of sms.take()) {
    if (job.attemptId === (await message(refused)).attempts[0]?.id) {
      answer({ kind: 'rejected', why: 'refused', reason: 'no' });
    }
  }
  await until('it is final', async () => (await message(refused)).finalAt !== null);
  const final = await message(refused);
  sms.room = 0;
  const waiting = context.ids.next();
  await engine.accept(newMessage(waiting, { plan: [SMS_PLAN] }));
  const parts = { db, lanes: await readLanes(db) };

  await endAfterRestore(context, parts, folder);
  assert.equal((await message(sending)).status, 3001, 'not without the file');
  await writeFile(join(folder, 'after-restore'), '');
  await endAfterRestore(context, parts, folder);
  const { status, dueAt, attempts } = await message(sending);
  assert.deepEqual([status, dueAt, attempts[0]?.state, attempts[0]?.code], [3039, null, 'done', 3039]);
  assert.deepEqual(attempts[0]?.parts, [{ state: 'unknown', remoteId: null, inDoubt: true }]);
  const { status: ended, attempts: unsent } = await message(waiting);
  assert.deepEqual([ended, unsent.map(({ state, code }) => [state, code])], [3039, [['done', 3039]]]);
  assert.deepEqual(await message(refused), final);
  await assert.rejects(() => access(join(folder, 'after-restore')));
});
