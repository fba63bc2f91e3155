import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScriptedCarrier } from '../../test/support/engine/scripted-carrier.ts';
import { addAccount } from '../../test/support/gateway/http.ts';
import { testDatabase } from '../../test/support/postgres/database.ts';
import { putMasks } from '../store/masking/masks.ts';
import { firstSteps } from './first-steps.ts';

const NOW = Date.UTC(2026, 10, 21);

test('what is missing is named with what leads to it, and no longer once it is there', async (t) => {
  const { db } = await testDatabase(t);
  const sms = [new ScriptedCarrier('sms-1', 'sms')];
  const missing = async (sources = 1) =>
    (await firstSteps({ db, carriers: sms, sources })).map(({ missing: what }) => what);
  assert.deepEqual(await missing(0), ['an account', 'masking numbers', 'sources of Phone ID']);

  await addAccount(db, { id: 'ME' }, NOW);
  assert.deepEqual(await missing(), ['a sender', 'masking numbers']);
  const [step] = await firstSteps({ db, carriers: sms, sources: 1 });
  assert.equal(step?.command, 'npx trunkline account set ME --sender <sender>:*');

  await db.query("update accounts set state = 'suspended'");
  await addAccount(db, { id: 'YOU', senders: [{ sender: '491579000000', defaultFor: ['*'] }] }, NOW);
  await putMasks(db, [{ number: '491579000001', accountId: '', country: 'DE', carrier: null }], NOW);
  assert.deepEqual(await missing(), []);

  const rcs = [new ScriptedCarrier('rcs-1', 'rcs')];
  const { db: empty } = await testDatabase(t);
  const steps = await firstSteps({ db: empty, carriers: rcs, sources: 1 });
  assert.deepEqual(
    steps.map(({ missing: what }) => what),
    ['an account'],
    'senders and masks are of texts',
  );
});
