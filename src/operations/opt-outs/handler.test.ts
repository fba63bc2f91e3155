import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testAlias } from '../../../test/support/engine/engine.ts';
import { CUSTOMER_ID, httpRig } from '../../../test/support/gateway/http.ts';
import { addOptOut } from '../../store/accounts/opt-outs.ts';

const NUMBER = '4915112345601';
const SENDERS = ['12345', 'ACME'].map((sender) => ({ sender, defaultFor: [] }));
const PATH = `/v1/opt-outs/${NUMBER}`;

async function rigWithSenders(t: Parameters<typeof httpRig>[0]) {
  const rig = await httpRig(t, { account: { senders: SENDERS } });
  const shown = async (method: 'GET' | 'PUT' | 'DELETE', path = PATH) => {
    const { status, json, code } = await rig.call(path, { method });
    const standing = (json.opt_outs ?? []) as Array<{ sender: string | null; source: string }>;
    return [status, code, json.opted_out, standing.map(({ sender, source }) => `${sender} ${source}`)];
  };
  return { ...rig, shown };
}

test('an account opts a number out of one sender or of all, sees what stands, and lifts it', async (t) => {
  const { shown } = await rigWithSenders(t);
  assert.deepEqual(await shown('GET'), [200, 3009, false, []]);
  assert.deepEqual(await shown('PUT', `${PATH}?sender=ACME`), [200, 3008, true, ['ACME account']]);
  assert.deepEqual(await shown('PUT', `${PATH}?sender=ACME`), [200, 3008, true, ['ACME account']], 'it stood already');
  assert.deepEqual(await shown('GET', `${PATH}?sender=12345`), [200, 3009, false, []]);
  assert.deepEqual(await shown('PUT'), [200, 3008, true, ['null account', 'ACME account']]);
  assert.deepEqual(await shown('GET', `${PATH}?sender=12345`), [200, 3008, true, ['null account']]);
  assert.deepEqual(await shown('DELETE', `${PATH}?sender=ACME`), [200, 3008, true, ['null account']]);
  assert.deepEqual(await shown('PUT', `${PATH}?sender=12345`), [200, 3008, true, ['null account', '12345 account']]);
  assert.deepEqual(await shown('DELETE'), [200, 3009, false, []], 'whatever stands');
  assert.deepEqual(await shown('DELETE'), [200, 3009, false, []]);
});

test('what stands for others, or for every account, is not told, and not lifted', async (t) => {
  const { shown, db, clock, call } = await rigWithSenders(t);
  for (const accountId of ['', 'ANOTHER']) {
    const block = { accountId, sender: '', recipient: NUMBER, source: 'operator' };
    await addOptOut(db, block, clock.now(), testAlias);
  }
  assert.deepEqual(await shown('GET'), [200, 3009, false, []]);
  assert.deepEqual(await shown('DELETE'), [200, 3009, false, []]);
  assert.deepEqual((await call('/v1/opt-outs', { method: 'GET' })).json, { opt_outs: [], next: null });
  const { rows } = await db.query('select account_id from opt_outs order by account_id');
  assert.deepEqual(rows, [{ account_id: '' }, { account_id: 'ANOTHER' }]);
});

test('the list goes page by page, with the erased ones at their alias and without a number', async (t) => {
  const { db, clock, call } = await rigWithSenders(t);
  const recipients = ['4915112345601', '4915112345602', '4915112345603', testAlias('4915112345604')];
  for (const recipient of recipients) {
    await addOptOut(
      db,
      { accountId: CUSTOMER_ID, sender: 'ACME', recipient, source: 'recipient' },
      clock.now(),
      testAlias,
    );
  }
  const numbers: unknown[] = [];
  let after = '';
  for (let pages = 0; pages < 9; pages += 1) {
    const { json } = await call(`/v1/opt-outs?limit=2${after}`, { method: 'GET' });
    numbers.push(...(json.opt_outs as Array<{ phone_number: unknown }>).map((each) => each.phone_number));
    if (json.next === null) break;
    after = `&after=${json.next}`;
  }
  assert.deepEqual(numbers, ['4915112345601', '4915112345602', '4915112345603', null]);
  const erased = await call('/v1/opt-outs/4915112345604', { method: 'GET' });
  assert.equal(erased.json.opted_out, true, 'found by the number all the same');
});

test('both forms of a handset are one', async (t) => {
  const { shown, db, clock } = await rigWithSenders(t);
  await shown('PUT', '/v1/opt-outs/5215512345678');
  assert.deepEqual(await shown('GET', '/v1/opt-outs/525512345678'), [200, 3008, true, ['null account']]);
  // As it was kept before both were one.
  const block = { accountId: CUSTOMER_ID, sender: '', recipient: '541123456789', source: 'recipient' };
  await addOptOut(db, block, clock.now(), testAlias);
  assert.deepEqual(await shown('GET', '/v1/opt-outs/5491123456789'), [200, 3008, true, ['null recipient']]);
  assert.deepEqual(await shown('DELETE', '/v1/opt-outs/5491123456789'), [200, 3009, false, []]);
});

test('what is no number, no sender of the account or no page is refused by its name', async (t) => {
  const { call } = await rigWithSenders(t);
  const refused = async (path: string, method: 'GET' | 'PUT' | 'DELETE' = 'GET') => {
    const { status, code, json } = await call(path, { method });
    return [status, code, String((json.status as { description: string }).description)];
  };
  assert.equal((await refused('/v1/opt-outs/abc'))[0], 400);
  for (const sender of ['OTHER', '']) {
    const [status, code, text] = await refused(`${PATH}?sender=${sender}`, 'PUT');
    assert.deepEqual([status, code], [400, 3109], sender);
    assert.match(String(text), /parameter sender: .*registered on the account/);
  }
  assert.deepEqual((await refused(`${PATH}?sender=%00`)).slice(0, 2), [400, 3110]);
  for (const query of ['limit=0', 'limit=501', 'limit=x', 'after=x', 'after=WyIAIiwiIl0']) {
    assert.deepEqual((await refused(`/v1/opt-outs?${query}`)).slice(0, 2), [400, 3110], query);
  }
  assert.deepEqual((await refused('/v1/opt-outs', 'PUT')).slice(0, 1), [405]);
});
