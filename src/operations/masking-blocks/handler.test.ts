import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testAlias } from '../../../test/support/engine/engine.ts';
import { httpRig } from '../../../test/support/gateway/http.ts';
import { addMaskingBlock } from '../../store/masking/masking-blocks.ts';

const NUMBER = '4915112345601';
const PATH = `/v1/anonymous/blocks/${NUMBER}`;
const SESSION = { phone_number_1: NUMBER, phone_number_2: '4915112345602', validity_period: 1 };

test('an account keeps a number out of its sessions, sees that it does, and lets it in again', async (t) => {
  const rig = await httpRig(t, { account: { products: ['masking'] } });
  const shown = async (method: 'GET' | 'PUT' | 'DELETE') => {
    const { status, json, code } = await rig.call(PATH, { method });
    return [status, code, json.phone_number, json.blocked, json.blocked_on];
  };
  assert.deepEqual(await shown('GET'), [200, 2714, NUMBER, false, null]);
  const since = new Date(rig.clock.now()).toISOString();
  assert.deepEqual(await shown('PUT'), [200, 2713, NUMBER, true, since]);
  await rig.clock.advance(1_000);
  assert.deepEqual(await shown('PUT'), [200, 2713, NUMBER, true, since], 'it stood already');
  const refused = await rig.call('/v1/anonymous/session/sms', { body: SESSION });
  assert.deepEqual([refused.status, refused.code], [400, 2707]);
  assert.deepEqual(await shown('DELETE'), [200, 2714, NUMBER, false, null]);
  assert.deepEqual(await shown('DELETE'), [200, 2714, NUMBER, false, null]);
  assert.deepEqual(await shown('GET'), [200, 2714, NUMBER, false, null]);
});

test("an operator's block is not the account's to see or to lift", async (t) => {
  const rig = await httpRig(t, { account: { products: ['masking'] } });
  await addMaskingBlock(rig.db, { accountId: '', number: NUMBER }, rig.clock.now(), testAlias);
  assert.equal((await rig.call(PATH, { method: 'DELETE' })).code, 2714);
  const refused = await rig.call('/v1/anonymous/session/sms', { body: SESSION });
  assert.deepEqual([refused.status, refused.code], [400, 2706]);
});

test('what is no number is refused, and so is an account without masking', async (t) => {
  const rig = await httpRig(t, { account: { products: ['masking'] } });
  const wrong = await rig.call('/v1/anonymous/blocks/abc', { method: 'PUT' });
  assert.deepEqual([wrong.status, wrong.code], [400, 2709]);
  const other = await httpRig(t, { account: { products: [] } });
  const refused = await other.call(PATH, { method: 'PUT' });
  assert.deepEqual([refused.status, refused.code, refused.error], [401, 501, -20002]);
});
