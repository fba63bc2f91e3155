import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { testAlias } from '../../../test/support/engine/engine.ts';
import {
  API_KEY,
  addAccount,
  type CallOptions,
  type HttpRigOptions,
  httpRig,
} from '../../../test/support/gateway/http.ts';
import { addMaskingBlock } from '../../store/masking/masking-blocks.ts';

const PATH = '/v1/anonymous/session/sms';
const MASK = '4915799000001';
const BODY = { phone_number_1: '4915112345601', phone_number_2: '4915112345602', validity_period: 24 };

const rigOf = (t: TestContext, options: HttpRigOptions = {}) =>
  httpRig(t, { account: { products: ['masking'] }, masks: [MASK], ...options });

/** The credentials of another account of the rig. */
const as = (id: string): CallOptions => ({
  authorization: `Basic ${Buffer.from(`${id}:${API_KEY}`).toString('base64')}`,
});

test('what a caller writes wrong is named, each with its code', async (t) => {
  const rig = await rigOf(t);
  const cases: ReadonlyArray<readonly [object, number, RegExp]> = [
    [{ phone_number_1: undefined }, 2709, /Missing parameter: phone_number_1/],
    [{ phone_number_2: '12' }, 2709, /phone_number_2/],
    [{ phone_number_2: '+49 151 1234' }, 2709, /phone_number_2: allowed is a phone number/],
    [{ validity_period: undefined }, 2709, /Missing parameter: validity_period/],
    [{ validity_period: 0 }, 2705, /from 1 to 720 \(hours\)/],
    [{ validity_period: 721 }, 2705, /from 1 to 720/],
    [{ validity_period: 1.5 }, 2705, /integer/],
    [{ validity_period: 'soon' }, 2705, /integer/],
    [{ phone_number_2: '+4915112345601' }, 2708, /same/],
    [{ phone_number_2: MASK }, 2709, /phone_number_2: allowed is the number of a person/],
    [{ external_id: 'ä' }, 2709, /external_id/],
    [{ callback_url: 'ftp://example.org' }, 2709, /callback_url/],
  ];
  for (const [change, code, description] of cases) {
    const reply = await rig.call(PATH, { method: 'POST', body: { ...BODY, ...change } });
    assert.deepEqual([reply.status, reply.code], [400, code], reply.text);
    assert.match(String(reply.description), description);
  }
});

test('a form is as good as JSON, and a number may be numeric text', async (t) => {
  const rig = await rigOf(t);
  const reply = await rig.call(PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'phone_number_1=4915112345601&phone_number_2=%2B4915112345602&validity_period=3',
  });
  assert.deepEqual([reply.status, reply.code], [200, 2700], reply.text);
  assert.equal(reply.json.session_id, reply.json.reference_id);
});

test('who has no masking, has blocked a number, or may reach verified numbers only is told so', async (t) => {
  const rig = await rigOf(t);
  const now = rig.clock.now();
  await addAccount(rig.db, { id: 'NONE', products: [] }, now);
  await addAccount(
    rig.db,
    { id: 'TRIAL', kind: 'trial', products: ['masking'], verifiedNumbers: ['4915112345601'] },
    now,
  );
  await addAccount(rig.db, { id: 'DE-ONLY', products: ['masking'], settings: { allowedCountries: ['DE'] } }, now);
  await addMaskingBlock(rig.db, { accountId: '', number: '4915112345603' }, now, testAlias);
  await addMaskingBlock(rig.db, { accountId: 'DE-ONLY', number: '4915112345604' }, now, testAlias);
  const open = async (id: string, number2: string) => {
    const reply = await rig.call(PATH, { method: 'POST', ...as(id), body: { ...BODY, phone_number_2: number2 } });
    return [reply.status, reply.code, reply.error ?? null];
  };
  assert.deepEqual(await open('NONE', '4915112345602'), [401, 501, -20002]);
  assert.deepEqual(await open('TRIAL', '4915112345602'), [400, 2706, null]);
  assert.deepEqual(await open('DE-ONLY', '33612345678'), [400, 2706, null]);
  assert.deepEqual(await open('DE-ONLY', '4915112345603'), [400, 2706, null]);
  assert.deepEqual(await open('DE-ONLY', '4915112345604'), [400, 2707, null]);
});

test('a key replays the session that it opened, and without a free mask there is none', async (t) => {
  const rig = await rigOf(t);
  const headers = { 'idempotency-key': 'ride-17' };
  const first = await rig.call(PATH, { method: 'POST', headers, body: BODY });
  const again = await rig.call(PATH, { method: 'POST', headers, body: BODY });
  assert.equal(first.status, 200, first.text);
  assert.deepEqual([again.status, again.text], [200, first.text]);
  const other = await rig.call(PATH, { method: 'POST', headers, body: { ...BODY, validity_period: 1 } });
  assert.deepEqual([other.status, other.code], [422, 2709]);
  const full = await rig.call(PATH, { method: 'POST', body: BODY });
  assert.deepEqual([full.status, full.code], [400, 2702]);
});

test('the unit of the account counts, and a session is its own account’s alone', async (t) => {
  const rig = await rigOf(t);
  await addAccount(rig.db, { id: 'DAYS', products: ['masking'], settings: { sessionUnit: 'days' } }, rig.clock.now());
  const long = await rig.call(PATH, { method: 'POST', ...as('DAYS'), body: { ...BODY, validity_period: 31 } });
  assert.deepEqual([long.status, long.code], [400, 2705]);
  const opened = await rig.call(PATH, { method: 'POST', ...as('DAYS'), body: { ...BODY, validity_period: '30' } });
  const data = opened.json.session_data as { session_end_on: string };
  assert.equal(Date.parse(data.session_end_on), rig.clock.now() + 30 * 86_400_000);
  const path = `/v1/anonymous/session/${String(opened.json.session_id)}`;
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', { validity_period: 1 }],
    ['DELETE', undefined],
  ] as const) {
    const reply = await rig.call(path, { method, ...(body ? { body } : {}) });
    assert.deepEqual([reply.status, reply.code], [404, 2710], `${method}: ${reply.text}`);
  }
  assert.equal((await rig.call(path, { method: 'GET', ...as('DAYS') })).status, 200);
  const page = await rig.call(`${path}/interactions?limit=0`, { method: 'GET', ...as('DAYS') });
  assert.deepEqual([page.status, page.code], [400, 2709]);
});
