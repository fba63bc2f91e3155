/** What `/v1/messaging` refuses, with which code, and that it says so in its own style. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { basic, CUSTOMER_ID, type HttpRig, type HttpRigOptions, httpRig, tsaHeaders } from '../support/gateway/http.ts';

const NUMBER = '4915112345678';
const PATH = '/v1/messaging';
const TEXT = { phone_number: NUMBER, message: 'Hello', message_type: 'ARN' };

function rig(t: TestContext, options: HttpRigOptions = {}): Promise<HttpRig> {
  return httpRig(t, {
    ...options,
    account: { senders: [{ sender: '4915700000001', defaultFor: ['*'] }], ...options.account },
  });
}

test('each field that is wrong has its code, and the refusal names it', async (t) => {
  const of = await rig(t);
  const wrong: ReadonlyArray<readonly [object, number, RegExp]> = [
    [{ phone_number: undefined }, 12000, /phone_number/],
    [{ message: undefined }, 12009, /message/],
    [{ message: '' }, 12009, /message/],
    [{ message_type: undefined }, 12017, /message_type/],
    [{ phone_number: '12' }, 11000, /phone_number: allowed is a phone number/],
    [{ phone_number: Number(NUMBER) }, 11000, /as text/],
    [{ account_lifecycle_event: 'born' }, 11003, /create, sign-in/],
    [{ callback_url: 'ftp://example.com' }, 11004, /http or https/],
    [{ message: 'x'.repeat(1_601) }, 11009, /at most 1600 characters/],
    [{ message: { text: 'x' } }, 11009, /a text/],
    [{ originating_ip: '999.1.1.1' }, 11010, /IPv4 or IPv6/],
    [{ sender_id: '4915799999999' }, 11013, /registered on the account/],
    [{ sender_id: 'x'.repeat(21) }, 11013, /registered on the account/],
    [{ external_id: 'x'.repeat(101) }, 11016, /100 ASCII/],
    [{ message_type: 'SPAM' }, 11017, /ARN, MKT or OTP/],
  ];
  for (const [change, code, text] of wrong) {
    const reply = await of.call(PATH, { body: { ...TEXT, ...change } });
    assert.deepEqual([reply.status, reply.code], [400, code], `${JSON.stringify(change)}: ${reply.text}`);
    assert.match(reply.description ?? '', text);
    assert.equal('errors' in reply.json, false);
  }
  assert.equal(of.accepted.length, 0);
  const sent = await of.call(PATH, { body: { ...TEXT, message: '💧'.repeat(1_600) } });
  assert.equal(sent.status, 200, 'characters are counted, not their halves');
});

test('each way to be nobody has its code', async (t) => {
  const of = await rig(t, { account: { settings: { requireNonce: true } } });
  const body = new URLSearchParams(TEXT).toString();
  const contentType = 'application/x-www-form-urlencoded';
  const date = (offsetMs = 0) => new Date(of.clock.now() + offsetMs).toUTCString();
  const signed = { method: 'POST', path: PATH, date: date(), nonce: 'nonce-1', contentType, body };
  const post = (headers: Record<string, string>) =>
    of.call(PATH, { body, authorization: null, headers: { 'content-type': contentType, ...headers } });
  const { date: _, ...undated } = tsaHeaders(signed);
  assert.equal((await post(tsaHeaders(signed))).status, 200);
  const refused: ReadonlyArray<readonly [Record<string, string>, number]> = [
    [{}, 10009],
    [{ authorization: 'Bearer x' }, 10028],
    [{ authorization: basic('NOBODY') }, 10015],
    [{ authorization: basic(CUSTOMER_ID, Buffer.alloc(64).toString('base64')) }, 10022],
    [tsaHeaders(signed), 10002],
    [tsaHeaders({ ...signed, nonce: 'x'.repeat(65) }), 10003],
    [tsaHeaders({ ...signed, date: date(-16 * 60_000) }), 10004],
    [tsaHeaders({ ...signed, date: 'yesterday' }), 10005],
    [{ ...tsaHeaders(signed), 'x-ts-auth-method': 'HMAC-MD5' }, 10006],
    [undated, 10007],
    [tsaHeaders({ ...signed, nonce: 'nonce-2', body: `${body}&x=1` }), 10008],
  ];
  for (const [headers, code] of refused) {
    const reply = await post(headers);
    assert.deepEqual([reply.status, reply.code], [401, code], `${code}: ${reply.text}`);
  }
  const suspended = await rig(t, { account: { state: 'suspended' } });
  const reply = await suspended.call(PATH, { body: TEXT });
  assert.deepEqual([reply.status, reply.code], [401, 10010]);
});

test('what the account may not send is refused with what stands in the way', async (t) => {
  const trial = await rig(t, { account: { kind: 'trial' } });
  const unverified = await trial.call(PATH, { body: TEXT });
  assert.deepEqual([unverified.status, unverified.code], [401, 10033]);

  const at = await rig(t, { account: { settings: { allowedCountries: ['AT'] } } });
  const elsewhere = await at.call(PATH, { body: TEXT });
  assert.deepEqual([elsewhere.status, elsewhere.code], [400, 237]);

  const kinds = await rig(t, { account: { settings: { allowedNumberKinds: [] } } });
  const premium = await kinds.call(PATH, { body: { ...TEXT, phone_number: '499001234567' } });
  assert.deepEqual([premium.status, premium.code], [400, 238], premium.text);

  const few = await rig(t, { account: { settings: { perNumberPerMinute: 1, textsPerDay: 3 } } });
  assert.equal((await few.call(PATH, { body: TEXT })).status, 200);
  const second = await few.call(PATH, { body: TEXT });
  assert.deepEqual([second.status, second.code], [429, 10019]);
  assert.ok(Number(second.headers['retry-after']) > 0);
  const long = { ...TEXT, phone_number: '4915112345679', message: 'x'.repeat(1_600) };
  const budget = await few.call(PATH, { body: long });
  assert.deepEqual([budget.status, budget.code], [429, 10020]);
});

test('paths, methods, kinds of body, sizes and references are refused in its style', async (t) => {
  const of = await rig(t);
  const unknown = await of.call(`${PATH}/a/b`);
  assert.deepEqual([unknown.status, unknown.code], [404, 10017]);
  const method = await of.call(PATH, { method: 'PUT', body: TEXT });
  assert.deepEqual([method.status, method.code, method.headers.allow], [405, 10405, 'GET, HEAD, POST']);
  const kind = await of.call(PATH, { body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=x' } });
  assert.deepEqual([kind.status, kind.code], [415, 11000]);
  const large = await of.call(PATH, { body: { ...TEXT, filler: 'x'.repeat(70_000) } });
  assert.deepEqual([large.status, large.code], [413, 11000]);
  const malformed = await of.call(PATH, { body: '{', headers: { 'content-type': 'application/json' } });
  assert.deepEqual([malformed.status, malformed.code], [400, 11000]);
  for (const [reference, status, code] of [
    ['nonsense', 400, 11011],
    ['FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF', 404, 10017],
    // Of a day long ago: whatever it was, nothing is left of it.
    ['01900000000070008000000000000000', 404, 10036],
  ] as const) {
    const reply = await of.call(`${PATH}/${reference}`);
    assert.deepEqual([reply.status, reply.code], [status, code], reply.text);
  }
});

test('a limit of its own, and an idempotency key that is used twice', async (t) => {
  const limited = await rig(t, { requestLimits: { messaging: 1 } });
  const first = await limited.call(PATH, { body: TEXT });
  assert.deepEqual([first.status, first.headers['ratelimit-policy']], [200, '"messaging";q=1;w=1']);
  const second = await limited.call(PATH, { body: TEXT });
  assert.deepEqual([second.status, second.code], [429, 10019]);
  assert.notEqual((await limited.call('/v1/omnichannel', { body: {} })).status, 429);

  const of = await rig(t);
  const headers = { 'idempotency-key': 'key-1' };
  const one = await of.call(PATH, { body: TEXT, headers });
  const again = await of.call(PATH, { body: TEXT, headers });
  assert.deepEqual([again.status, again.json], [200, one.json]);
  assert.equal(of.accepted.length, 1);
  const other = await of.call(PATH, { body: { ...TEXT, message: 'Other' }, headers });
  assert.deepEqual([other.status, other.code], [422, 11000]);
});
