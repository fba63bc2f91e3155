import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { API_KEY, addAccount, basic, CUSTOMER_ID, httpRig, tsaHeaders } from '../../test/support/gateway/http.ts';
import { parseHttpDate } from './signed-request.ts';

const PATH = '/v1/omnichannel/0190000000007000800000000000ABCD';

const MESSAGE = JSON.stringify({
  channels: [{ channel: 'sms' }],
  phone_number: '4915112345678',
  message: { sms: { parameters: { text: 'Hello' } } },
  message_type: 'ARN',
});

describe('the public signature vectors', () => {
  const now = Date.UTC(2016, 11, 14, 18, 20, 12);
  const key = 'EXAMPLE----TE8sTgg45yusumoN6BYsBVkh+yRJ5czgsnCehZaOYldPJdmFh6NeX8kunZ2zU1YWaUw/0wV6xfw==';
  const headers = {
    date: 'Wed, 14 Dec 2016 18:20:12 GMT',
    'x-ts-auth-method': 'HMAC-SHA256',
    'x-ts-nonce': 'A1592C6F-E384-4CDB-BC42-C3AB970369E9',
  };
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
  const vectors = [
    {
      name: 'a POST of a form',
      body: 'test=param',
      headers: form,
      sig: '2xVlmbrxLjYrrPun3G3WMNG6Jon4yKcTeOoK9DjXJ/Q=',
    },
    { name: 'non-ASCII text', body: 'test=%CF%BF', headers: form, sig: 'h8d4I0RTxErbxYXuzCOtNqb/f0w3Ck8e5SEkGNj01+8=' },
    { name: 'a GET without body', body: undefined, headers, sig: 'aUm7I+9GKl3ww7PNeeJntCT0iS7b+EmRKEE4LnRzChQ=' },
  ];
  for (const vector of vectors) {
    test(`${vector.name} is taken, and not with one character changed`, async (t) => {
      const rig = await httpRig(t, { now, account: { keys: [key] } });
      const call = (signature: string) =>
        rig.call('/v1/resource', {
          headers: vector.headers,
          authorization: `TSA ${CUSTOMER_ID}:${signature}`,
          ...(vector.body === undefined ? {} : { body: vector.body }),
        });
      const wrong = await call(vector.sig.replace(/^./, 'z'));
      assert.equal(wrong.status, 401);
      assert.match(wrong.description ?? '', /Invalid Signature/);
      // There is no such path: who gets to know that has been authenticated.
      const right = await call(vector.sig);
      assert.equal(right.status, 404);
      assert.equal(right.code, 3404);
      assert.equal((await call(vector.sig)).status, 401, 'the nonce has been used');
    });
  }
});

test('Basic with the Customer ID and any live key is taken', async (t) => {
  const second = Buffer.alloc(16, 1).toString('base64');
  const rig = await httpRig(t, { account: { keys: [API_KEY, second] } });
  for (const key of [API_KEY, second]) {
    assert.equal((await rig.call(PATH, { authorization: basic(CUSTOMER_ID, key) })).status, 404);
  }
  const sdk = { 'x-ts-auth-method': 'Basic', 'x-ts-nonce': 'n-1', date: 'Thu, 01 Jan 1970 00:00:00 GMT' };
  assert.equal((await rig.call(PATH, { headers: sdk })).status, 404, 'headers of a signature beside Basic');
  assert.equal((await rig.call(PATH, { headers: sdk })).status, 404, 'whose nonce means nothing');
});

test('every way not to be authenticated is told apart in the verify style', async (t) => {
  const rig = await httpRig(t);
  const date = new Date(rig.clock.now()).toUTCString();
  const path = '/v1/verify/0123456789ABCDEF0123456789ABCDEF';
  const good = { method: 'GET', path, date };
  const { date: _, ...dateless } = tsaHeaders(good);
  const stale = new Date(rig.clock.now() - 15 * 60_000 - 1_000).toUTCString();
  const early = new Date(rig.clock.now() + 15 * 60_000 + 1_000).toUTCString();
  const cases: ReadonlyArray<readonly [string, Record<string, string>, number]> = [
    ['no header', {}, -30004],
    ['another scheme', { authorization: 'Bearer abc' }, -30005],
    ['Basic without a colon', { authorization: `Basic ${Buffer.from('abc').toString('base64')}` }, -30005],
    ['TSA without a signature', { authorization: `TSA ${CUSTOMER_ID}` }, -30005],
    ['an unknown Customer ID', tsaHeaders({ ...good, customerId: 'NOBODY' }), -30000],
    ['an unknown Customer ID by Basic', { authorization: basic('NOBODY') }, -30000],
    ['a wrong key by Basic', { authorization: basic(CUSTOMER_ID, 'AAAA') }, -30015],
    ['a wrong key of the right length', { authorization: basic(CUSTOMER_ID, `A${API_KEY.slice(1)}`) }, -30015],
    ['a signature of another key', tsaHeaders({ ...good, apiKey: 'AAAAAAAAAAAAAAAAAAAAAA==' }), -30006],
    ['a signature of another path', tsaHeaders({ ...good, path: '/v1/verify/1' }), -30006],
    ['a signature of another method', tsaHeaders({ ...good, method: 'POST' }), -30006],
    ['no date', dateless, -30007],
    ['an unknown method of signing', { ...tsaHeaders(good), 'x-ts-auth-method': 'HMAC-MD5' }, -30008],
    ['a date in another form', tsaHeaders({ ...good, date: '2026-01-01T00:00:00Z' }), -30009],
    ['a date that has passed', tsaHeaders({ ...good, date: stale }), -30010],
    ['a date to come', tsaHeaders({ ...good, date: early }), -30010],
    ['a nonce of 65 characters', tsaHeaders({ ...good, nonce: 'n'.repeat(65) }), -30011],
    ['an empty nonce', { ...tsaHeaders(good), 'x-ts-nonce': '' }, -30011],
  ];
  for (const [name, headers, error] of cases) {
    const reply = await rig.call(path, { headers, authorization: null });
    assert.equal(reply.status, 401, name);
    assert.equal(reply.code, 501, name);
    assert.equal(reply.error, error, name);
    assert.equal(reply.description, 'Not authorized', name);
    assert.match(String(reply.headers['www-authenticate']), /Basic/, name);
  }
});

test('the same refusals carry the codes of each product', async (t) => {
  const rig = await httpRig(t, { account: { state: 'suspended' } });
  const refused = async (path: string, authorization: string | null) => {
    const { status, code, error } = await rig.call(path, { authorization });
    return [status, code, error];
  };
  assert.deepEqual(await refused('/v1/phoneid/4915112345678', null), [401, 10008, undefined]);
  assert.deepEqual(await refused('/v1/phoneid/4915112345678', basic('NOBODY')), [401, 10015, undefined]);
  assert.deepEqual(await refused('/v1/phoneid/4915112345678', basic()), [401, 10013, undefined]);
  assert.deepEqual(await refused('/v1/omnichannel', null), [401, 3400, undefined]);
  assert.deepEqual(await refused('/v1/omnichannel', basic()), [401, 3406, undefined]);
  assert.deepEqual(await refused('/v1/anonymous/session/sms', null), [401, 501, -30004]);
  assert.deepEqual(await refused('/v1/anonymous/session/sms', basic()), [401, 501, -30001]);
  assert.deepEqual(await refused('/v1/verify/call', basic()), [401, 501, -30001]);
  // Whoever has not shown the key is not told that the account is suspended.
  assert.deepEqual(await refused('/v1/verify/call', basic(CUSTOMER_ID, 'AAAA')), [401, 501, -30015]);
});

test('a signature covers the raw bytes of the body', async (t) => {
  const rig = await httpRig(t);
  const signing = { method: 'POST', path: '/v1/omnichannel', contentType: 'application/json', body: MESSAGE };
  const date = new Date(rig.clock.now()).toUTCString();
  const post = (body: string, headers: Record<string, string>) =>
    rig.call('/v1/omnichannel', { method: 'POST', body, headers, authorization: null });
  const changed = await post(MESSAGE.replace('Hello', 'Hallo'), tsaHeaders({ ...signing, date }));
  assert.equal(changed.status, 401);
  const respaced = await post(MESSAGE.replace(':', ': '), tsaHeaders({ ...signing, date }));
  assert.equal(respaced.status, 401);
  assert.equal(rig.accepted.length, 0);
  assert.equal((await post(MESSAGE, tsaHeaders({ ...signing, date }))).status, 200);
  assert.equal((await post(MESSAGE, tsaHeaders({ ...signing, date, digest: 'sha1' }))).status, 200);
  const other = { ...tsaHeaders({ ...signing, date }), 'content-type': 'application/json; charset=utf-8' };
  assert.equal((await post(MESSAGE, other)).status, 401, 'the content type is signed as sent');
});

test('x-ts-date stands in for Date, and the query is not signed', async (t) => {
  const rig = await httpRig(t);
  const { createHmac } = await import('node:crypto');
  const date = new Date(rig.clock.now()).toUTCString();
  const lines = `GET\n\n\nx-ts-auth-method:hmac-sha256\nx-ts-date:${date}\n${PATH}`;
  const signature = createHmac('sha256', Buffer.from(API_KEY, 'base64')).update(lines).digest('base64');
  const reply = await rig.call(`${PATH}?a=b`, {
    headers: { 'x-ts-date': date, 'x-ts-auth-method': 'hmac-sha256', date: 'ignored' },
    authorization: `TSA ${CUSTOMER_ID}:${signature}`,
  });
  assert.equal(reply.status, 404);
});

test('a nonce serves once on an account, after a right signature only, and another account may use it too', async (t) => {
  const rig = await httpRig(t);
  await addAccount(rig.db, { id: 'OTHER' }, rig.clock.now());
  const date = new Date(rig.clock.now()).toUTCString();
  const signing = { method: 'GET', path: PATH, date, nonce: 'once' };
  const call = (headers: Record<string, string>) => rig.call(PATH, { headers, authorization: null });
  assert.equal((await call(tsaHeaders({ ...signing, apiKey: 'AAAAAAAAAAAAAAAAAAAAAA==' }))).status, 401);
  assert.equal((await call(tsaHeaders(signing))).status, 404, 'a wrong signature has not used it up');
  const again = await call(tsaHeaders(signing));
  assert.equal(again.status, 401);
  assert.match(again.description ?? '', /used recently/);
  const later = new Date(rig.clock.now() + 1000).toUTCString();
  assert.equal((await call(tsaHeaders({ ...signing, date: later }))).status, 401, 'nor under another date');
  assert.equal((await call(tsaHeaders({ ...signing, customerId: 'OTHER' }))).status, 404);
});

test('who may not do a thing is told how to show who it is, and is no guesser; who repeats a nonce is one', async (t) => {
  const rig = await httpRig(t, { account: { products: [] } });
  for (const path of ['/v1/anonymous/session', '/capability/rcs/4915112345678']) {
    for (let n = 0; n < 21; n += 1) {
      const reply = await rig.call(path);
      assert.equal(reply.status, 401, path);
      assert.equal(reply.headers['www-authenticate'], 'Basic realm="Trunkline", TSA', path);
    }
  }
  const date = new Date(rig.clock.now()).toUTCString();
  const headers = tsaHeaders({ method: 'GET', path: PATH, date, nonce: 'again' });
  const wrong = basic(CUSTOMER_ID, 'AAAA');
  assert.equal((await rig.call(PATH, { headers, authorization: null })).status, 404);
  assert.equal((await rig.call(PATH, { authorization: wrong })).status, 401);
  for (let n = 0; n < 19; n += 1) assert.equal((await rig.call(PATH, { headers, authorization: null })).status, 401);
  assert.equal((await rig.call(PATH, { authorization: wrong })).status, 429);
});

test('of many requests at once with one nonce, one is taken', async (t) => {
  const rig = await httpRig(t);
  const date = new Date(rig.clock.now()).toUTCString();
  const headers = tsaHeaders({ method: 'GET', path: PATH, date, nonce: 'at-once' });
  const replies = await Promise.all(Array.from({ length: 20 }, () => rig.call(PATH, { headers, authorization: null })));
  assert.equal(replies.filter(({ status }) => status === 404).length, 1);
  assert.equal(replies.filter(({ status }) => status === 401).length, 19);
});

test('a body that nobody signed is taken on accounts that say so only; {} signed and nothing sent on every one', async (t) => {
  const rig = await httpRig(t, { account: { settings: { acceptUnsignedBodies: true } } });
  await addAccount(rig.db, { id: 'STRICT' }, rig.clock.now());
  const date = new Date(rig.clock.now()).toUTCString();
  const get = (customerId: string) =>
    rig.call(PATH, {
      headers: tsaHeaders({ method: 'GET', path: PATH, date, body: '{}', customerId }),
      authorization: null,
    });
  const post = (customerId: string) =>
    rig.call('/v1/omnichannel', {
      method: 'POST',
      body: MESSAGE,
      headers: tsaHeaders({
        method: 'POST',
        path: '/v1/omnichannel',
        date,
        contentType: 'application/json',
        customerId,
      }),
      authorization: null,
    });
  assert.equal((await get(CUSTOMER_ID)).status, 404);
  assert.equal((await post(CUSTOMER_ID)).status, 200);
  assert.equal((await get('STRICT')).status, 404, 'there is no body to protect');
  const refused = await post('STRICT');
  assert.equal(refused.status, 401);
  assert.match(refused.description ?? '', /leaves the body out.*accept_unsigned_bodies/);
  const wrongKey = await rig.call('/v1/omnichannel', {
    method: 'POST',
    body: MESSAGE,
    headers: tsaHeaders({
      method: 'POST',
      path: '/v1/omnichannel',
      date,
      contentType: 'application/json',
      customerId: 'STRICT',
      apiKey: 'AAAAAAAAAAAAAAAAAAAAAA==',
    }),
    authorization: null,
  });
  assert.match(wrongKey.description ?? '', /: Invalid Signature$/, 'the hint is for who has the key');
  const metrics = await rig.context.metrics.metrics();
  assert.match(metrics, /trunkline_unsigned_bodies_total\{habit="signed_but_not_sent"\} 2/);
  assert.match(metrics, /trunkline_unsigned_bodies_total\{habit="sent_but_not_signed"\} 1/);
});

test('a used nonce cannot be moved into the body', async (t) => {
  const rig = await httpRig(t, { account: { products: ['rcs', 'voice'] } });
  const date = new Date(rig.clock.now()).toUTCString();
  const path = '/v1/verify/call';
  const form = 'language=en-US&phone_number=4915112345678&verify_code=12345';
  const contentType = 'application/x-www-form-urlencoded';
  const headers = tsaHeaders({ method: 'POST', path, date, contentType, body: form, nonce: 'once' });
  const post = (given: Record<string, string>, body: string) =>
    rig.call(path, { method: 'POST', headers: given, body, authorization: null });
  assert.equal((await post(headers, form)).status, 200);
  const { 'x-ts-nonce': nonce, ...without } = headers;
  const moved = await post(without, `x-ts-nonce:${nonce}\n${form}`);
  assert.deepEqual([moved.status, moved.error], [401, -30006]);
  assert.match(String(JSON.stringify(moved.json)), /must not begin with 'x-ts-'/);
  assert.equal(rig.accepted.length, 1);
  // Nor a date, and nobody may sign such a body from the start: its first line could be made a header.
  for (const body of [`x-ts-date:${date}\n${form}`, 'x-ts-nonce:later\nphone_number=4915112345678']) {
    const signed = tsaHeaders({ method: 'POST', path, date, contentType, body });
    assert.equal((await post(signed, body)).status, 401, body);
  }
  const byBasic = await rig.call(path, {
    method: 'POST',
    body: `x-ts-a=1&${form}`,
    headers: { 'content-type': contentType },
  });
  assert.equal(byBasic.status, 200, 'without a signature there is nothing to move');
});

test('an account can demand a nonce, which is told to who has signed rightly', async (t) => {
  const rig = await httpRig(t, { account: { settings: { requireNonce: true } } });
  const date = new Date(rig.clock.now()).toUTCString();
  const call = (headers: Record<string, string>) => rig.call(PATH, { headers, authorization: null });
  const refused = await call(tsaHeaders({ method: 'GET', path: PATH, date }));
  assert.equal(refused.status, 401);
  assert.match(refused.description ?? '', /x-ts-nonce.*required|required.*x-ts-nonce/i);
  const wrong = await call(tsaHeaders({ method: 'GET', path: PATH, date, apiKey: 'AAAAAAAAAAAAAAAAAAAAAA==' }));
  assert.match(wrong.description ?? '', /Invalid Signature/);
  assert.equal((await call(tsaHeaders({ method: 'GET', path: PATH, date, nonce: 'n' }))).status, 404);
  assert.equal((await rig.call(PATH)).status, 404, 'Basic has none');
});

test('where unknown Customer IDs are not told, they get the answer of a wrong key', async (t) => {
  const rig = await httpRig(t, { parts: { tellsUnknownIds: false } });
  const date = new Date(rig.clock.now()).toUTCString();
  const otherKey = Buffer.alloc(64, 1).toString('base64');
  const answers = async (path: string, customerId: string, apiKey: string) => {
    const plain = await rig.call(path, { authorization: basic(customerId, apiKey) });
    const headers = tsaHeaders({ method: 'GET', path, date, customerId, apiKey });
    const signed = await rig.call(path, { headers, authorization: null });
    return [plain, signed].map(({ status, code, description, error }) => ({ status, code, description, error }));
  };
  for (const path of [PATH, '/v1/verify/0123456789ABCDEF0123456789ABCDEF', '/v1/phoneid/x']) {
    const wrongKey = await answers(path, CUSTOMER_ID, otherKey);
    assert.deepEqual(await answers(path, 'NOBODY', otherKey), wrongKey, path);
    // The key that unknown ones are compared with lets nobody in.
    assert.deepEqual(await answers(path, 'NOBODY', Buffer.alloc(64).toString('base64')), wrongKey, path);
  }
});

test('a revoked key and a suspended account stop within five seconds', async (t) => {
  const second = Buffer.alloc(20, 2).toString('base64');
  const rig = await httpRig(t, { account: { keys: [API_KEY, second] } });
  assert.equal((await rig.call(PATH)).status, 404);
  await rig.db.query('update api_keys set revoked_at = now() where id = (select id from api_keys order by id limit 1)');
  await rig.clock.advance(3_001);
  const replies = [await rig.call(PATH), await rig.call(PATH, { authorization: basic(CUSTOMER_ID, second) })];
  assert.deepEqual(replies.map(({ status }) => status).sort(), [401, 404]);
  await rig.db.query(`update accounts set state = 'suspended'`);
  await rig.clock.advance(3_001);
  const after = [await rig.call(PATH), await rig.call(PATH, { authorization: basic(CUSTOMER_ID, second) })];
  assert.deepEqual(
    after.map(({ status }) => status),
    [401, 401],
  );
});

test('an account that is used costs a query now and then, not one a request', async (t) => {
  const rig = await httpRig(t);
  await rig.call(PATH);
  const before = rig.statements();
  for (let n = 0; n < 20; n += 1) {
    await rig.call(PATH);
    await rig.clock.advance(70);
  }
  assert.equal(rig.statements(), before);
  await rig.clock.advance(200);
  await rig.call(PATH);
  assert.equal(rig.statements(), before + 3, 'accounts, keys and senders were read again');
});

test('dates of RFC 822 and 1123 are read, others are not', () => {
  const at = Date.UTC(2016, 11, 14, 18, 20, 12);
  assert.equal(parseHttpDate('Wed, 14 Dec 2016 18:20:12 GMT'), at);
  assert.equal(parseHttpDate('14 Dec 2016 18:20:12 GMT'), at);
  assert.equal(parseHttpDate('Wed, 14 Dec 2016 19:20:12 +0100'), at);
  assert.equal(parseHttpDate('Wed, 14 Dec 2016 12:50:12 -0530'), at);
  assert.equal(parseHttpDate('Wed, 14 Dec 2016 18:20 UT'), at - 12_000);
  for (const text of ['', 'now', '2016-12-14T18:20:12Z', 'Wed, 14 Dez 2016 18:20:12 GMT', '31 Feb 2016 00:00:00 GMT']) {
    assert.equal(parseHttpDate(text), null, text);
  }
  assert.equal(parseHttpDate('14 Dec 2016 24:20:12 GMT'), null);
});
