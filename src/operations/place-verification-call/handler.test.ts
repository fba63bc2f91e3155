import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { type HttpRig, type HttpRigOptions, httpRig, type Reply } from '../../../test/support/gateway/http.ts';
import type { VoicePrompt } from '../../carriers/carrier.ts';

const NUMBER = '4915112345678';

function rig(t: TestContext, options: HttpRigOptions = {}): Promise<HttpRig> {
  return httpRig(t, { ...options, account: { products: ['voice'], ...options.account } });
}

function place(of: HttpRig, body: object | string, headers: Record<string, string> = {}): Promise<Reply> {
  return of.call('/v1/verify/call', { body, headers });
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('POST /v1/verify/call', () => {
  test('takes a form and JSON alike, and answers 103 in the words of the wire format', async (t) => {
    const of = await rig(t);
    const form = await place(of, `phone_number=${NUMBER}&verify_code=12345&language=en-US&ucid=BACF`, FORM);
    const json = await place(of, { phone_number: `+${NUMBER}`, verify_code: 12345, language: 'en-US' });
    for (const reply of [form, json]) {
      assert.equal(reply.status, 200, reply.text);
      assert.match(String(reply.json.reference_id), /^[0-9A-F]{32}$/);
      assert.deepEqual(
        {
          ...reply.json,
          reference_id: '',
          submit_timestamp: '',
          status: { ...(reply.json.status as object), updated_on: '' },
        },
        {
          reference_id: '',
          sub_resource: 'call',
          external_id: null,
          errors: [],
          status: { code: 103, description: 'Call in progress', updated_on: '' },
          verify: { code_state: 'UNKNOWN', code_entered: '' },
          submit_timestamp: '',
        },
      );
    }
    const [first, second] = of.accepted;
    assert.deepEqual({ ...first, id: '', code: undefined }, { ...second, id: '', code: undefined });
    assert.equal(first?.kind, 'call');
    assert.equal(first?.messageType, 'OTP');
    assert.deepEqual(first?.plan[0]?.channel, 'voice');
  });

  test('an object in the place of a word is refused by the name of its field', async (t) => {
    const of = await rig(t);
    for (const value of [{ toString: 1 }, [[1]], {}]) {
      const reply = await place(of, { phone_number: NUMBER, pressx: value });
      assert.equal(reply.status, 400, reply.text);
      assert.match(reply.text, /pressx/);
    }
  });

  test('a code stands nowhere in what is recorded; without one 5 digits are made, others each time', async (t) => {
    const of = await rig(t);
    const digits = Array.from({ length: 4 }, () => '');
    for (const _ of digits) assert.equal((await place(of, { phone_number: NUMBER })).status, 200);
    await place(of, { phone_number: NUMBER, verify_code: '8642097531' });
    const kept = JSON.stringify(of.accepted.map((each) => ({ ...each, id: '' })));
    assert.ok(!kept.includes('8642097531'));
    assert.equal(new Set(of.accepted.map(({ code }) => Buffer.from(code?.codeHash ?? []).toString('hex'))).size, 5);
  });

  test('says what is spoken: the default text, or the caller’s own by either name', async (t) => {
    const of = await rig(t);
    for (const body of [{}, { tts_message: 'Hi $$CODE$$' }, { template: 'Hi $$CODE$$' }]) {
      assert.equal((await place(of, { phone_number: NUMBER, ...body })).status, 200);
    }
    const texts = of.accepted.map(({ plan }) => (plan[0]?.content as VoicePrompt | undefined)?.text);
    assert.deepEqual(texts, ['', 'Hi $$CODE$$', 'Hi $$CODE$$']);
  });

  test('extension keys, a key pressed first and a caller id of the account are taken', async (t) => {
    const senders = [{ sender: '4930123456', defaultFor: [] }];
    const of = await rig(t, { account: { products: ['voice'], senders, settings: { extensionKeys: true } } });
    const body = { phone_number: NUMBER, extension_type: '1', extension_template: ',,12#', pressx: '1' };
    const reply = await place(of, { ...body, caller_id: '4930123456' });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.json.voice, { caller_id: '4930123456' });
    const plan = of.accepted[0]?.plan[0];
    assert.equal(plan?.sender, '4930123456');
    assert.deepEqual(plan?.content, {
      type: 'voice_prompt',
      language: 'en-US',
      text: '',
      extensionKeys: ',,12#',
      pressFirst: true,
    });
  });

  for (const [body, error, says] of [
    [{}, -10001, /Missing parameter: phone_number/],
    [{ phone_number: '123 456' }, -10001, /parameter phone_number/],
    [{ phone_number: NUMBER, verify_code: '12' }, -10001, /verify_code: allowed is 3 to 10 digits/],
    [{ phone_number: NUMBER, verify_code: '12345678901' }, -10001, /verify_code/],
    [{ phone_number: NUMBER, language: 'xx' }, -10001, /language: allowed is a tag/],
    [{ phone_number: NUMBER, tts_message: '<speak>' }, -10001, /tts_message must be plain text/],
    [{ phone_number: NUMBER, extension_type: 2 }, -10001, /extension_type: allowed is 1/],
    [{ phone_number: NUMBER, extension_type: 1 }, -10001, /Missing parameter: extension_template/],
    [{ phone_number: NUMBER, extension_type: 1, extension_template: '1;2' }, -10001, /extension_template/],
    [{ phone_number: NUMBER, caller_id: '4930999999' }, -10001, /caller_id: allowed is a number registered/],
    [{ phone_number: NUMBER, pressx: 'maybe' }, -10001, /pressx: allowed is 0 or 1/],
    [{ phone_number: NUMBER, callback_url: 'ftp://x' }, -10001, /callback_url/],
    [{ phone_number: NUMBER, originating_ip: 'here' }, -10001, /originating_ip/],
    [{ phone_number: NUMBER, external_id: 'ü' }, -10001, /external_id/],
    ['{"phone_number":', -10001, /not JSON/],
  ] as const) {
    test(`refuses ${JSON.stringify(body)} with ${error}, naming the field`, async (t) => {
      const of = await rig(t);
      const reply = await place(of, body, { 'content-type': 'application/json' });
      assert.equal(reply.status, 400);
      assert.equal(reply.code, 500);
      assert.equal(reply.error, error);
      assert.match(reply.text, says);
      assert.deepEqual(of.accepted, []);
    });
  }

  test('needs the product, and of a trial account a verified number', async (t) => {
    const without = await rig(t, { account: { products: ['rcs'] } });
    const refused = await place(without, { phone_number: NUMBER });
    assert.deepEqual([refused.status, refused.code, refused.error], [401, 501, -20002]);
    const trial = await rig(t, {
      account: { products: ['voice'], kind: 'trial', verifiedNumbers: [NUMBER] },
    });
    const other = await place(trial, { phone_number: '4915112345679' });
    assert.deepEqual([other.status, other.code, other.error], [401, 500, -10033]);
    assert.equal((await place(trial, { phone_number: NUMBER })).status, 200);
  });

  test('a blocked country or number is 403, and too many calls to one number, too', async (t) => {
    const of = await rig(t, { account: { products: ['voice'], settings: { allowedCountries: ['DE'] } } });
    assert.equal((await place(of, { phone_number: '14155550100' })).status, 403);
    const often = await rig(t, { limits: { perNumberPerMinute: 2, perNumberPerDay: 100 } });
    const replies = [];
    for (let n = 0; n < 3; n += 1) replies.push((await place(often, { phone_number: NUMBER })).status);
    assert.deepEqual(replies, [200, 200, 403]);
  });

  test('an idempotency key gives the same answer again and places one call', async (t) => {
    const of = await rig(t);
    const headers = { ...FORM, 'idempotency-key': 'order-17' };
    const [first, second] = [
      await place(of, `phone_number=${NUMBER}`, headers),
      await place(of, `phone_number=${NUMBER}`, headers),
    ];
    assert.equal(first.text, second.text);
    assert.equal(of.accepted.length, 1);
    assert.equal((await place(of, `phone_number=${NUMBER}&verify_code=123`, headers)).status, 422);
  });
});
