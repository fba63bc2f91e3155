import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import {
  CUSTOMER_ID,
  type HttpRig,
  type HttpRigOptions,
  httpRig,
  type Reply,
  tsaHeaders,
} from '../../../test/support/gateway/http.ts';
import { findVerification } from '../../store/verifications/verifications.ts';

const NUMBER = '4915112345678';
const REFERENCE = '0190A3F04C6B7000A1B2C3D4E5F60789';

function rig(t: TestContext, options: HttpRigOptions = {}): Promise<HttpRig> {
  return httpRig(t, { ...options, account: { products: ['rcs', 'voice'], ...options.account } });
}

function begin(of: HttpRig, body: object | string, headers: Record<string, string> = {}): Promise<Reply> {
  return of.call('/verification', { body, headers });
}

function policy(...methods: readonly string[]): object {
  return {
    recipient: { phone_number: NUMBER },
    verification_policy: methods.map((method) => ({ method })),
  };
}

describe('POST /verification', () => {
  test('makes six digits, others each time, that stand nowhere in what is recorded', async (t) => {
    const of = await rig(t);
    for (let n = 0; n < 4; n += 1) assert.equal((await begin(of, policy('sms'))).status, 200);
    await begin(of, { ...policy('sms'), security_factor: '8642097531' });
    await begin(of, { ...policy('sms'), security_factor: 123 });
    const hashes = of.accepted.map(({ verification }) => Buffer.from(verification?.codeHash ?? []).toString('hex'));
    assert.equal(new Set(hashes).size, 6);
    assert.ok(!JSON.stringify(of.accepted.map((each) => ({ ...each, id: '' }))).includes('8642097531'));
    const [first, , , , own] = of.accepted;
    const digits = of.accepted.map(({ plan }) => {
      const content = plan[0]?.content;
      return content && 'codeDigits' in content ? content.codeDigits : undefined;
    });
    assert.deepEqual(digits, [6, 6, 6, 6, 10, 3]);
    assert.equal(first?.verification?.verification.id, first?.plan[0]?.verification);
    assert.deepEqual([own?.kind, own?.messageType, own?.callback], ['verification', 'OTP', null]);
  });

  test('makes an attempt by the first method: a text, a card’s text or a call', async (t) => {
    const of = await rig(t, { account: { senders: [{ sender: 'ACME', defaultFor: ['*'] }] } });
    for (const method of ['sms', 'rcs', 'voice']) assert.equal((await begin(of, policy(method))).status, 200);
    assert.deepEqual(
      of.accepted.map(({ kind, plan }) => [kind, plan[0]?.channel, plan[0]?.sender, plan[0]?.content.type]),
      [
        ['verification', 'sms', 'ACME', 'sms_text'],
        ['verification', 'rcs', null, 'rcs_text'],
        ['call', 'voice', null, 'voice_prompt'],
      ],
    );
  });

  for (const [body, code, says] of [
    [{}, 3302, /Missing parameter/],
    [{ recipient: {} }, 3302, /phone_number/],
    [{ recipient: { phone_number: '123 456' } }, 3101, /recipient\.phone_number/],
    [{ recipient: { phone_number: NUMBER, fax: '1' } }, 3110, /recipient: allowed is an object with phone_number/],
    [{ recipient: 'x' }, 3110, /recipient/],
    [{ ...policy('sms'), recipient: { phone_number: NUMBER, email: 'nobody' } }, 3119, /recipient\.email/],
    [policy('email', 'sms'), 3309, /recipient\.email/],
    [{ ...policy(), verification_policy: [] }, 3110, /verification_policy: allowed is a list of 1 to 3/],
    [policy('sms', 'rcs', 'voice', 'push'), 3110, /a list of 1 to 3/],
    [policy('pigeon'), 3110, /verification_policy\[0\]\.method: allowed is rcs, sms, voice/],
    [policy('sms', 'sms'), 3110, /verification_policy\[1\]\.method: allowed is each method once/],
    [policy('sms', 'push'), 3110, /push as the first method only/],
    [{ ...policy(), verification_policy: [{ method: 'sms', fallback_time: 29 }] }, 3110, /from 30 to 300/],
    [{ ...policy(), verification_policy: [{ method: 'sms', fallback_time: 301 }] }, 3110, /from 30 to 300/],
    [{ ...policy(), verification_policy: ['sms'] }, 3110, /verification_policy\[0\]: allowed is an object/],
    [{ ...policy('sms'), security_factor: '12' }, 3110, /security_factor: allowed is 3 to 10 digits/],
    [{ ...policy('sms'), security_factor: '12345678901' }, 3110, /security_factor/],
    [{ ...policy('sms'), message_template: { name: 'Bad-Name' } }, 3110, /message_template/],
    [{ ...policy('sms'), message_template: { name: 'none' } }, 3112, /message_template\.name/],
    [{ ...policy('sms'), voice_lang: 'xx' }, 3110, /voice_lang: allowed is a tag/],
    [{ ...policy('sms'), device_registration: 'yes' }, 3110, /device_registration: allowed is stamp/],
    [{ ...policy('sms'), external_id: 'ü' }, 3103, /external_id/],
    [{ ...policy('sms'), callback_url: 'ftp://x' }, 3106, /callback_url/],
    [{ ...policy('sms'), originating_ip: 'here' }, 3105, /originating_ip/],
    ['{"recipient":', 3110, /not JSON/],
    ['{"recipient":{"phone_number":"\\u0000"}}', 3110, /U\+0000/],
  ] as const) {
    test(`refuses ${JSON.stringify(body).slice(0, 90)} with ${code}, naming the field`, async (t) => {
      const of = await rig(t);
      const reply = await begin(of, body, { 'content-type': 'application/json' });
      assert.deepEqual([reply.status, reply.code], [400, code], reply.text);
      assert.match(reply.text, says);
      assert.deepEqual([of.accepted, 'reference_id' in reply.json], [[], false]);
    });
  }

  test('skips a method whose product is not enabled, and is refused where none is', async (t) => {
    const of = await rig(t, { account: { products: [] } });
    for (const methods of [['rcs'], ['voice', 'rcs'], ['silent', 'voice']]) {
      const refused = await begin(of, policy(...methods));
      assert.deepEqual([refused.status, refused.code], [401, 3906], refused.text);
    }
    const reply = await begin(of, policy('rcs', 'sms', 'voice'));
    assert.deepEqual([reply.status, reply.json.state], [200, 'ONGOING']);
    const methods = of.accepted[0]?.verification?.verification.methods ?? [];
    assert.deepEqual(
      methods.map(({ state, code }) => [state, code]),
      [
        ['SKIPPED', 3906],
        ['ONGOING', 3901],
        ['SKIPPED', 3906],
      ],
    );
  });

  test('without any method that there is here it is recorded as REJECTED, once under a key', async (t) => {
    const of = await rig(t);
    const headers = { 'idempotency-key': 'order-17' };
    const [first, again] = [await begin(of, policy('push'), headers), await begin(of, policy('push'), headers)];
    assert.deepEqual([first.status, first.json.state, again.text], [200, 'REJECTED', first.text]);
    const { rows } = await of.db.query<{ id: string }>('select v.id from verifications v');
    assert.equal(rows.length, 1);
    const stored = await findVerification(of.db, rows[0]?.id ?? '');
    assert.deepEqual([stored?.codeSealed, stored?.verification.dueAt], [null, null]);
  });

  test('reaches of a trial account verified numbers alone, and no country that is not allowed', async (t) => {
    const trial = await rig(t, { account: { kind: 'trial', verifiedNumbers: [NUMBER] } });
    const other = { ...policy('sms'), recipient: { phone_number: '4915112345679' } };
    assert.deepEqual([(await begin(trial, other)).code, (await begin(trial, policy('sms'))).status], [3071, 200]);
    const near = await rig(t, { account: { settings: { allowedCountries: ['DE'] } } });
    const far = await begin(near, { ...policy('sms'), recipient: { phone_number: '14155550100' } });
    assert.deepEqual([far.status, far.code], [400, 3037]);
  });

  test('counts like a message, and a second code to a number waits', async (t) => {
    const often = await rig(t, { limits: { perNumberPerMinute: 2, perNumberPerDay: 100 } });
    const replies = [];
    for (let n = 0; n < 3; n += 1) replies.push((await begin(often, policy('sms'))).code);
    assert.deepEqual(replies, [3901, 3901, 3205]);
    const paused = await rig(t, { limits: { codePausesS: [30] } });
    assert.equal((await begin(paused, policy('sms'))).status, 200);
    const second = await begin(paused, policy('voice'));
    assert.deepEqual([second.status, second.code, second.headers['retry-after']], [429, 3205, '30']);
  });

  test('an idempotency key gives the same answer again, and begins one verification', async (t) => {
    const of = await rig(t);
    const headers = { 'idempotency-key': 'order-17' };
    const [first, second] = [await begin(of, policy('sms'), headers), await begin(of, policy('sms'), headers)];
    assert.equal(first.text, second.text);
    assert.equal(of.accepted.length, 1);
    assert.equal((await begin(of, policy('voice'), headers)).status, 422);
  });

  test('takes no body of more than 10 KB and none of another type', async (t) => {
    const of = await rig(t);
    const large = await begin(of, { ...policy('sms'), message_template: { name: 'x'.repeat(11_000) } });
    assert.deepEqual([large.status, large.code], [413, 3116]);
    const other = await begin(of, '<a/>', { 'content-type': 'text/xml' });
    assert.deepEqual([other.status, other.code], [415, 3110]);
    assert.equal((await of.call('/verification', { body: policy('sms'), authorization: null })).code, 3400);
  });
});

describe('what is asked of a verification that has begun', () => {
  for (const [body, code, says] of [
    [{}, 3110, /Missing parameter: action/],
    [{ action: 'verify' }, 3110, /action: allowed is finalize or cancel/],
    [{ action: 'finalize' }, 3110, /Missing parameter: security_factor/],
    [{ action: 'finalize', security_factor: 'abc' }, 3110, /3 to 10 digits/],
    [{ action: 'finalize', security_factor: '123456' }, 3404, /not found/],
    [{ action: 'cancel' }, 3404, /not found/],
  ] as const) {
    test(`PATCH refuses ${JSON.stringify(body)} with ${code} on both paths`, async (t) => {
      const of = await rig(t);
      for (const path of [`/verification/${REFERENCE}/state`, `/verification/${REFERENCE}`]) {
        const reply = await of.call(path, { method: 'PATCH', body });
        assert.deepEqual([reply.status, reply.code], [code === 3404 ? 404 : 400, code], reply.text);
        assert.match(reply.text, says);
      }
    });
  }

  test('one of nobody, or of another account, is unknown', async (t) => {
    const of = await rig(t);
    for (const method of ['GET', 'DELETE'] as const) {
      const reply = await of.call(`/verification/${REFERENCE}`, { method });
      assert.deepEqual([reply.status, reply.code], [404, 3404]);
    }
    const { json } = await begin(of, policy('push'));
    const path = `/verification/${String(json.reference_id)}`;
    assert.equal((await of.call(path)).status, 200);
    await of.db.query("update verifications set account_id = 'ANOTHER'");
    for (const [method, body] of [
      ['GET', undefined],
      ['DELETE', undefined],
      ['PATCH', { action: 'finalize', security_factor: '123456' }],
    ] as const) {
      assert.equal((await of.call(path, { method, ...(body ? { body } : {}) })).status, 404, method);
    }
  });

  test('takes the requests of the official OmniVerify clients: Basic and TSA, PATCH with and without /state', async (t) => {
    const of = await rig(t);
    const date = new Date(of.clock.now()).toUTCString();
    const signed = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => {
      const text = body ? JSON.stringify(body) : '';
      const contentType = 'application/json';
      const headers = tsaHeaders({ method, path, date, contentType, body: text, nonce: `n-${method}-${path.length}` });
      return of.call(path, { method, headers, authorization: null, ...(body ? { body: text } : {}) });
    };
    const begun = await signed('POST', '/verification', policy('sms'));
    assert.deepEqual([begun.status, begun.code], [200, 3901], begun.text);
    const rejected = await of.call('/verification', { body: policy('push') });
    const path = `/verification/${String(rejected.json.reference_id)}`;
    assert.equal((await signed('GET', path)).status, 200, 'a content type without a body');
    assert.equal((await of.call(path)).status, 200, 'Basic');
    const body = { action: 'finalize', security_factor: '123456' };
    for (const reply of [
      await of.call(`${path}/state`, { method: 'PATCH', body }),
      await signed('PATCH', `${path}/state`, body),
      await signed('PATCH', path, body),
    ]) {
      assert.deepEqual([reply.status, reply.code], [200, 3909], reply.text);
    }
    assert.equal(of.accepted[0]?.accountId, CUSTOMER_ID);
  });
});
