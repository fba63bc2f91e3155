/**
 * One step decides for every way to reach somebody, a message, a text, a code by SMS, a call or a verification, what the
 * account may send: each says so in its own style, and all count together.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CHANNEL_NAMES } from '../../src/carriers/channels.ts';
import { addOptOut } from '../../src/store/accounts/opt-outs.ts';
import { testAlias } from '../support/engine/engine.ts';
import { ScriptedCarrier } from '../support/engine/scripted-carrier.ts';
import { type HttpRig, type HttpRigOptions, httpRig, type Reply } from '../support/gateway/http.ts';

const WAYS = {
  '/v1/omnichannel': (number: string) => ({
    phone_number: number,
    message_type: 'OTP',
    channels: [{ channel: 'sms' }],
    message: { sms: { parameters: { text: 'Hello' } } },
  }),
  '/v1/messaging': (number: string) => ({ phone_number: number, message: 'Hello', message_type: 'OTP' }),
  '/v1/verify/sms': (number: string) => ({ phone_number: number }),
  '/v1/verify/call': (number: string) => ({ phone_number: number }),
  '/verification': (number: string) => ({ recipient: { phone_number: number } }),
} as const;
type Way = keyof typeof WAYS;
type Codes = Readonly<Partial<Record<Way, readonly [number, number]>>>;

const NUMBER = '4915112345678';

function rig(t: TestContext, account: HttpRigOptions['account'] = {}): Promise<HttpRig> {
  return httpRig(t, {
    carriers: CHANNEL_NAMES.map((channel) => new ScriptedCarrier(channel, channel)),
    account: { products: ['rcs', 'voice'], senders: [{ sender: '4915700000001', defaultFor: ['*'] }], ...account },
  });
}

function send(of: HttpRig, way: Way, number = NUMBER): Promise<Reply> {
  return of.call(way, { body: WAYS[way](number) });
}

/** `errors[0].code` where the style of the path has it. */
async function refusals(of: HttpRig, codes: Codes, number = NUMBER): Promise<void> {
  for (const way of Object.keys(codes) as Way[]) {
    const { status, code, error, text } = await send(of, way, number);
    assert.deepEqual([status, error ?? code], codes[way], `${way}: ${text}`);
  }
}

const ALL = Object.keys(WAYS) as Way[];

test('a trial account reaches numbers that are verified on it, in every way, and no others', async (t) => {
  const other = '4915112345679';
  const of = await rig(t, { kind: 'trial', verifiedNumbers: [NUMBER] });
  for (const way of ALL) assert.equal((await send(of, way)).status, 200, way);
  await refusals(
    of,
    {
      '/v1/omnichannel': [400, 3071],
      '/v1/messaging': [401, 10033],
      '/v1/verify/sms': [401, -10033],
      '/v1/verify/call': [401, -10033],
      '/verification': [400, 3071],
    },
    other,
  );
});

test('an account reaches the countries and kinds of numbers that it may, in every way', async (t) => {
  const codes = { '/v1/verify/sms': [403, -10001], '/v1/verify/call': [403, -10001] } as const;
  await refusals(await rig(t, { settings: { allowedCountries: ['AT'] } }), {
    ...codes,
    '/v1/omnichannel': [400, 3037],
    '/v1/messaging': [400, 237],
    '/verification': [400, 3037],
  });
  await refusals(
    await rig(t, { settings: { allowedNumberKinds: [] } }),
    { ...codes, '/v1/omnichannel': [400, 3038], '/v1/messaging': [400, 238], '/verification': [400, 3038] },
    '499001234567',
  );
});

test('a number that was blocked is refused where one text, one call or one code is all there is', async (t) => {
  const of = await rig(t);
  const put = await of.call(`/v1/opt-outs/${NUMBER}`, { method: 'PUT', body: {} });
  assert.equal(put.status, 200, put.text);
  const codes = { '/v1/verify/sms': [403, -10001], '/v1/verify/call': [403, -10001] } as const;
  await refusals(of, { ...codes, '/v1/messaging': [400, 229], '/verification': [400, 3052] });
  const byOperator = '4915112345677';
  const block = { accountId: '', sender: '', recipient: byOperator, source: 'operator' };
  await addOptOut(of.db, block, of.clock.now(), testAlias);
  const ofOperator: Codes = { ...codes, '/v1/messaging': [400, 230], '/verification': [400, 3053] };
  await refusals(of, ofOperator, byOperator);

  const erased = '4915112345676';
  await addOptOut(of.db, { ...block, recipient: testAlias(erased) }, of.clock.now(), testAlias);
  await refusals(of, ofOperator, erased);
});

for (const way of ALL) {
  test(`what goes to a number counts for all ways together, and ${way} is refused when it had its share`, async (t) => {
    const others = ALL.filter((each) => each !== way);
    const of = await rig(t, { settings: { perNumberPerMinute: others.length } });
    for (const each of others) assert.equal((await send(of, each)).status, 200, each);
    const { status, code, error, headers, text } = await send(of, way);
    const refused: Required<Codes> = {
      '/v1/omnichannel': [429, 3205],
      '/v1/messaging': [429, 10019],
      '/v1/verify/sms': [403, -10001],
      '/v1/verify/call': [403, -10001],
      '/verification': [429, 3205],
    };
    assert.deepEqual([status, error ?? code], refused[way], text);
    assert.ok(Number(headers['retry-after']) > 0);
    assert.equal((await send(of, way, '4915112345676')).status, 200, 'another number is not concerned');
  });
}
