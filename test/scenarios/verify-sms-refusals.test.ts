/** What `/v1/verify/sms` refuses, in the style of verification. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addOptOut } from '../../src/store/accounts/opt-outs.ts';
import { testAlias } from '../support/engine/engine.ts';
import { type HttpRig, type HttpRigOptions, httpRig, tsaHeaders } from '../support/gateway/http.ts';

const NUMBER = '4915112345678';
const PATH = '/v1/verify/sms';
const SENDER = '4915700000001';

function rig(t: TestContext, options: HttpRigOptions = {}): Promise<HttpRig> {
  return httpRig(t, { ...options, account: { senders: [{ sender: SENDER, defaultFor: ['*'] }], ...options.account } });
}

test('each field that is wrong is refused with -10001, and the refusal names it', async (t) => {
  const of = await rig(t);
  const wrong: ReadonlyArray<readonly [object, RegExp]> = [
    [{ phone_number: undefined }, /Missing parameter: phone_number/],
    [{ phone_number: '12' }, /phone_number: allowed is a phone number/],
    [{ verify_code: '12' }, /verify_code: allowed is 3 to 10 digits/],
    [{ verify_code: '12345678901' }, /verify_code/],
    [{ verify_code: 'abc' }, /verify_code/],
    [{ template: 'x'.repeat(161) }, /template: allowed is a text of at most 160 characters/],
    [{ template: ['x'] }, /template/],
    [{ language: 'xx' }, /language/],
    [{ sender_id: '4915799999999' }, /sender_id: allowed is a sender registered/],
    [{ callback_url: 'nowhere' }, /callback_url/],
    [{ originating_ip: 'x' }, /originating_ip/],
    [{ external_id: 'ä' }, /external_id/],
    [{ sim_swap_check: 'yes' }, /sim_swap_check: allowed is true or false/],
    [{ transaction_amount: '5 EUR' }, /Missing parameter: transaction_payee/],
    [{ transaction_payee: 'ACME' }, /Missing parameter: transaction_amount/],
    [{ template: 'Pay $$AMOUNT$$: $$CODE$$' }, /Missing parameter: transaction_amount/],
    [{ transaction_amount: 'x'.repeat(41), transaction_payee: 'ACME' }, /transaction_amount: .* at most 40 characters/],
    [{ transaction_amount: '5 EUR', transaction_payee: '$$CODE$$' }, /transaction_payee: .* without \$\$/],
    [{ transaction_amount: '5 EUR', transaction_payee: 'ACME', language: 'ja' }, /for a payment/],
  ];
  for (const [change, text] of wrong) {
    const reply = await of.call(PATH, { body: { phone_number: NUMBER, ...change } });
    assert.deepEqual(
      [reply.status, reply.code, reply.error],
      [400, 500, -10001],
      `${JSON.stringify(change)}: ${reply.text}`,
    );
    assert.match(reply.text, text);
  }
  assert.equal(of.accepted.length, 0);
  const long = await rig(t, { account: { settings: { longCodeTexts: true } } });
  const paid = { transaction_amount: '9'.repeat(40), transaction_payee: 'A'.repeat(40) };
  const many = await long.call(PATH, {
    body: { phone_number: NUMBER, ...paid, template: '$$PAYEE$$'.repeat(50) },
  });
  assert.deepEqual([many.status, many.error], [400, -10001], 'what is filled in counts');
  const template = `${'x'.repeat(1_590)} $$CODE$$`;
  assert.equal((await long.call(PATH, { body: { phone_number: NUMBER, template } })).status, 200);
});

test('what the account may not do is refused as for calls', async (t) => {
  const trial = await rig(t, { account: { kind: 'trial' } });
  const unverified = await trial.call(PATH, { body: { phone_number: NUMBER } });
  assert.deepEqual([unverified.status, unverified.error], [401, -10033]);
  const at = await rig(t, { account: { settings: { allowedCountries: ['AT'] } } });
  const elsewhere = await at.call(PATH, { body: { phone_number: NUMBER } });
  assert.deepEqual([elsewhere.status, elsewhere.error], [403, -10001]);
  const swaps = await rig(t);
  const check = await swaps.call(PATH, { body: { phone_number: NUMBER, sim_swap_check: true } });
  assert.deepEqual([check.status, check.error], [401, -20002]);
  assert.match(check.text, /sim_swap/);
  const paused = await rig(t, { limits: { codePausesS: [30] } });
  assert.equal((await paused.call(PATH, { body: { phone_number: NUMBER } })).status, 200);
  const soon = await paused.call(PATH, { body: { phone_number: NUMBER } });
  assert.deepEqual([soon.status, soon.error], [403, -10001]);
  assert.ok(Number(soon.headers['retry-after']) > 0);
});

test('a number that is blocked for every sender gets neither a code nor a text', async (t) => {
  const of = await rig(t);
  const block = { accountId: '', sender: '', recipient: NUMBER, source: 'operator' };
  await addOptOut(of.db, block, of.clock.now(), testAlias);
  const code = await of.call(PATH, { body: { phone_number: NUMBER } });
  assert.deepEqual([code.status, code.error], [403, -10001], code.text);
  const text = await of.call('/v1/messaging', { body: { phone_number: NUMBER, message: 'x', message_type: 'ARN' } });
  assert.deepEqual([text.status, text.code], [400, 230], text.text);
  assert.equal(of.accepted.length, 0);
});

test('a refused request leaves no code behind, and one key is one code', async (t) => {
  const of = await rig(t);
  const headers = { 'idempotency-key': 'sign-up-1' };
  const first = await of.call(PATH, { body: { phone_number: NUMBER }, headers });
  const again = await of.call(PATH, { body: { phone_number: NUMBER }, headers });
  assert.deepEqual(again.json, first.json);
  assert.equal(of.accepted.length, 1);
  const kept = JSON.stringify(of.accepted[0]?.plan);
  assert.match(kept, /\$\$CODE\$\$/);
  assert.equal(of.accepted[0]?.code?.codeHash.length, 32);
});

test('a reference of long ago is expired, and what is no reference is another path', async (t) => {
  const of = await rig(t);
  const late = await of.call('/v1/verify/01900000000070008000000000000000');
  assert.deepEqual([late.status, late.error], [404, -10004]);
  const odd = await of.call(PATH);
  assert.deepEqual([odd.status, odd.error, odd.headers.allow], [405, -40005, 'POST']);
});

test('the requests of the enterprise SDKs are taken: signed forms, a completion without a body, a quirk of each', async (t) => {
  const of = await rig(t, { now: Date.parse('2026-01-01T00:00:00Z') });
  const date = new Date(of.clock.now()).toUTCString();
  const contentType = 'application/x-www-form-urlencoded';
  const send = (body: string, nonce: string) =>
    of.call(PATH, {
      body,
      authorization: null,
      headers: tsaHeaders({ method: 'POST', path: PATH, date, nonce, contentType, body }),
    });
  // As node, python, ruby, php and c# write blanks, and as java does.
  const plus = await send('phone_number=4915112345678&ucid=BACF&template=Your+code%3A+%24%24CODE%24%24', 'n-1');
  const percent = await send(
    'phone_number=4915112345679&verify_code=12345&template=Your%20code%3A%20%24%24CODE%24%24',
    'n-2',
  );
  assert.deepEqual([plus.status, percent.status], [200, 200], plus.text);
  assert.deepEqual(
    of.accepted.map(({ plan }) => plan[0]?.content),
    [5, 5].map((codeDigits) => ({ type: 'sms_text', text: 'Your code: $$CODE$$', codeDigits })),
  );
  const reference = String(plus.json.reference_id);
  const get = (headers: Record<string, string>, query = '') =>
    of.call(`/v1/verify/${reference}${query}`, { authorization: null, headers });
  const path = `/v1/verify/${reference}`;
  // An empty content type, a bare question mark, and the body that is signed and not sent.
  const signed = { method: 'GET', path, date };
  assert.equal((await get({ ...tsaHeaders({ ...signed, nonce: 'n-3' }), 'content-type': '' })).status, 200);
  assert.equal((await get(tsaHeaders({ ...signed, nonce: 'n-4' }), '?')).status, 200);
  assert.equal((await get(tsaHeaders({ ...signed, nonce: 'n-5', body: '{}' }))).status, 200);
  const completion = `/v1/verify/completion/${reference}`;
  const put = { method: 'PUT', path: completion, date, nonce: 'n-6', contentType };
  const done = await of.call(completion, {
    method: 'PUT',
    authorization: null,
    headers: { ...tsaHeaders(put), 'content-length': '0' },
  });
  const body = 'external_id=sign-up+1';
  const more = { method: 'PUT', authorization: null, body } as const;
  const withFields = await of.call(completion, { ...more, headers: tsaHeaders({ ...put, nonce: 'n-7', body }) });
  // The rig keeps messages in memory: there is no row to note it in.
  for (const { status, error, text } of [done, withFields]) assert.deepEqual([status, error], [404, -10001], text);
});
