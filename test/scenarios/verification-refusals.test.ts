/** What `/verification` refuses, with which code, and that the refusal names the field and what is allowed. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CHANNEL_NAMES } from '../../src/carriers/channels.ts';
import { StoreDown } from '../../src/store/database.ts';
import { ScriptedCarrier } from '../support/engine/scripted-carrier.ts';
import { basic, type HttpRig, type HttpRigOptions, httpRig, tsaHeaders } from '../support/gateway/http.ts';

const NUMBER = '4915112345678';
const PATH = '/verification';
const UNKNOWN = `${PATH}/${'F'.repeat(32)}`;
const recipient = { phone_number: NUMBER };
const policy = (...methods: object[]) => ({ recipient, verification_policy: methods });
const SMS = policy({ method: 'sms' });

/** An account for RCS and calls, on a gateway with a carrier for each channel. */
function rig(t: TestContext, options: HttpRigOptions = {}): Promise<HttpRig> {
  return httpRig(t, {
    carriers: CHANNEL_NAMES.map((channel) => new ScriptedCarrier(channel, channel)),
    ...options,
    account: {
      products: ['rcs', 'voice'],
      senders: [{ sender: '4915700000001', defaultFor: ['*'] }],
      ...options.account,
    },
  });
}

test('each field that is wrong has its code, and the refusal names it', async (t) => {
  const of = await rig(t);
  const wrong: ReadonlyArray<readonly [object | string, number, RegExp]> = [
    ['{', 3110, /JSON/],
    ['[]', 3110, /JSON object/],
    [{ verification_policy: [{ method: 'sms' }] }, 3302, /phone_number/],
    [{ ...SMS, recipient: {} }, 3302, /phone_number/],
    [{ ...SMS, recipient: { phone_number: '' } }, 3302, /phone_number/],
    [{ ...SMS, recipient: NUMBER }, 3110, /recipient: allowed is an object with phone_number/],
    [{ ...SMS, recipient: { ...recipient, name: 'Zoë' } }, 3110, /recipient: allowed is an object with phone_number/],
    [{ ...SMS, recipient: { phone_number: '12' } }, 3101, /recipient\.phone_number/],
    [{ ...SMS, recipient: { phone_number: '49 151 12345678' } }, 3101, /recipient\.phone_number/],
    [{ ...SMS, recipient: { phone_number: Number(NUMBER) } }, 3101, /recipient\.phone_number/],
    [{ ...SMS, recipient: { ...recipient, email: 'nobody' } }, 3119, /recipient\.email/],
    [policy({ method: 'sms' }, { method: 'email' }), 3309, /recipient\.email/],
    [{ recipient, verification_policy: 'sms' }, 3110, /verification_policy: allowed is a list of 1 to 3/],
    [policy(), 3110, /verification_policy: allowed is a list of 1 to 3/],
    [
      policy({ method: 'rcs' }, { method: 'sms' }, { method: 'voice' }, { method: 'viber' }),
      3110,
      /verification_policy: allowed is a list of 1 to 3/,
    ],
    [
      policy({ method: 'sms' }, { method: 'pigeon' }),
      3110,
      /verification_policy\[1\]\.method: allowed is .*sms.*voice/,
    ],
    [policy({ method: 'sms' }, { method: 'sms' }), 3110, /verification_policy\[1\]\.method: .*once/],
    [policy({ method: 'sms' }, { method: 'silent' }), 3110, /verification_policy\[1\]\.method: .*first/],
    [policy({ method: 'sms', fallback_time: 29 }), 3110, /verification_policy\[0\]\.fallback_time: .*from 30 to 300/],
    [policy({ method: 'sms', fallback_time: 301 }), 3110, /verification_policy\[0\]\.fallback_time: .*from 30 to 300/],
    [policy({ method: 'sms', fallback_time: 30.5 }), 3110, /verification_policy\[0\]\.fallback_time/],
    [{ ...SMS, security_factor: '12' }, 3110, /security_factor: allowed is 3 to 10 digits/],
    [{ ...SMS, security_factor: '12345678901' }, 3110, /security_factor: allowed is 3 to 10 digits/],
    [{ ...SMS, security_factor: '12a4' }, 3110, /security_factor: allowed is 3 to 10 digits/],
    [{ ...SMS, message_template: 'mine' }, 3110, /message_template/],
    [{ ...SMS, message_template: { name: 'Mine 1' } }, 3110, /message_template/],
    [{ ...SMS, voice_lang: 'xx-XX' }, 3110, /voice_lang/],
    [{ ...SMS, external_id: 'x'.repeat(101) }, 3103, /external_id/],
    [{ ...SMS, callback_url: 'ftp://example.com' }, 3106, /callback_url/],
    [{ ...SMS, device_registration: 'yes' }, 3110, /device_registration: allowed is stamp/],
  ];
  for (const [body, code, text] of wrong) {
    const reply = await of.call(PATH, { body, headers: { 'content-type': 'application/json' } });
    assert.deepEqual([reply.status, reply.code], [400, code], `${JSON.stringify(body)}: ${reply.text}`);
    assert.match(reply.description ?? '', text);
  }
  for (const [body, text] of [
    [{}, /action/],
    [{ action: 'verify', security_factor: '123456' }, /action: allowed is finalize/],
    [{ action: 'finalize' }, /security_factor/],
    [{ action: 'finalize', security_factor: '12' }, /security_factor: allowed is 3 to 10 digits/],
  ] as const) {
    const reply = await of.call(`${UNKNOWN}/state`, { method: 'PATCH', body });
    assert.deepEqual([reply.status, reply.code], [400, 3110], reply.text);
    assert.match(reply.description ?? '', text);
  }
  assert.equal(of.accepted.length, 0);
});

test('nobody gets in without credentials, signed or Basic, and a suspended account does not', async (t) => {
  const of = await rig(t);
  const body = JSON.stringify(SMS);
  const signing = {
    method: 'POST',
    path: PATH,
    date: new Date(of.clock.now()).toUTCString(),
    contentType: 'application/json',
  };
  const signed = { body, authorization: null, headers: tsaHeaders({ ...signing, body }) };
  assert.equal((await of.call(PATH, signed)).status, 200);
  const forged = { ...signed, body: JSON.stringify({ ...SMS, external_id: 'other' }) };
  for (const options of [{ body: SMS, authorization: null }, { body: SMS, authorization: basic('NOBODY') }, forged]) {
    const reply = await of.call(PATH, options);
    assert.deepEqual([reply.status, reply.code], [401, 3400], reply.text);
  }
  for (const [method, path] of [
    ['GET', UNKNOWN],
    ['PATCH', `${UNKNOWN}/state`],
    ['PATCH', UNKNOWN],
    ['DELETE', UNKNOWN],
  ] as const) {
    const reply = await of.call(path, { method, authorization: null });
    assert.deepEqual([reply.status, reply.code], [401, 3400], `${method} ${path}: ${reply.text}`);
  }
  const suspended = await rig(t, { account: { state: 'suspended' } });
  const reply = await suspended.call(PATH, { body: SMS });
  assert.deepEqual([reply.status, reply.code], [401, 3406]);
});

test('what the account may not send is refused with what stands in the way', async (t) => {
  const refusal = async (account: HttpRigOptions['account'], body: object = SMS) => {
    const { status, code, description } = await (await rig(t, { account: account ?? {} })).call(PATH, { body });
    return [status, code, description] as const;
  };
  const without = await refusal({ products: [] }, policy({ method: 'voice' }));
  assert.deepEqual(without.slice(0, 2), [401, 3906]);
  assert.match(without[2] ?? '', /voice/);
  assert.deepEqual((await refusal({ kind: 'trial' })).slice(0, 2), [400, 3071]);
  assert.deepEqual((await refusal({ settings: { allowedCountries: ['AT'] } })).slice(0, 2), [400, 3037]);
  const premium = { ...SMS, recipient: { phone_number: '499001234567' } };
  assert.deepEqual((await refusal({ settings: { allowedNumberKinds: [] } }, premium)).slice(0, 2), [400, 3038]);
  const invalid = { ...SMS, recipient: { phone_number: '4900000000' } };
  assert.deepEqual((await refusal({ settings: { strictNumbers: true } }, invalid)).slice(0, 2), [400, 3101]);

  const few = await rig(t, { account: { settings: { perNumberPerMinute: 1 } } });
  assert.equal((await few.call(PATH, { body: SMS })).status, 200);
  const second = await few.call(PATH, { body: SMS });
  assert.deepEqual([second.status, second.code], [429, 3205]);
  assert.ok(Number(second.headers['retry-after']) > 0);

  const limited = await rig(t, { requestLimits: { omnichannel: 1, verify: 1, messaging: 1 } });
  await limited.call(PATH, { body: SMS });
  const tooMany = await limited.call(PATH, { body: SMS });
  assert.deepEqual([tooMany.status, tooMany.code], [429, 3204]);
});

test('paths, methods, kinds of body, sizes and references are refused in its style', async (t) => {
  const of = await rig(t);
  const rows: ReadonlyArray<readonly [string, Parameters<HttpRig['call']>[1], number, number]> = [
    [`${UNKNOWN}/state/more`, {}, 404, 3404],
    [`${PATH}/nonsense`, {}, 404, 3404],
    [UNKNOWN, {}, 404, 3404],
    [UNKNOWN, { method: 'DELETE' }, 404, 3404],
    [`${UNKNOWN}/state`, { method: 'PATCH', body: { action: 'finalize', security_factor: '123456' } }, 404, 3404],
    [PATH, { method: 'PUT', body: SMS }, 405, 3407],
    [PATH, { body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=x' } }, 415, 3110],
    [PATH, { body: { ...SMS, filler: 'x'.repeat(10 * 1024) } }, 413, 3116],
    [PATH, { body: { ...SMS, external_id: '\u0000' } }, 400, 3110],
  ];
  for (const [path, options, status, code] of rows) {
    const reply = await of.call(path, options);
    assert.deepEqual([reply.status, reply.code], [status, code], `${path}: ${reply.text}`);
  }
});

test('nothing is answered 200 while it cannot be stored', async (t) => {
  const of = await rig(t);
  of.acceptWith(() => Promise.reject(new StoreDown('gone')));
  const reply = await of.call(PATH, { body: SMS });
  assert.deepEqual([reply.status, reply.code], [503, 3500]);
  assert.ok(reply.headers['retry-after']);
});
