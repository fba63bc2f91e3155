/** npm telesignsdk, unmodified, against the HTTP edge. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import TeleSign from 'telesignsdk';
import { API_KEY, CUSTOMER_ID, type HttpRig, httpRig } from '../support/gateway/http.ts';

const MESSAGE = {
  channels: [{ channel: 'rcs', fallback_time: 300 }, { channel: 'sms' }],
  recipient: { phone_number: '+4915112345678' },
  message: {
    rcs: { template: 'text', parameters: { text: 'Grüße & mehr' } },
    sms: { template: 'text', parameters: { text: 'Grüße & mehr' } },
  },
  message_type: 'ARN',
};

interface Body {
  readonly status: { readonly code: number; readonly description: string };
  readonly errors?: ReadonlyArray<{ readonly code: number }>;
  readonly reference_id?: string;
}

type Rest = InstanceType<typeof TeleSign>['rest'];

/** The SDK signs with the time of this machine, so the edge has to have the same. */
async function sdkRig(t: TestContext, acceptUnsignedBodies = true): Promise<{ rig: HttpRig; sdk: TeleSign }> {
  const rig = await httpRig(t, { now: Date.now(), account: { settings: { acceptUnsignedBodies } } });
  // The SDK never clears the timer of its time-out, which would hold up the end of the test process.
  const { setTimeout: start } = globalThis;
  t.mock.method(globalThis, 'setTimeout', (run: () => void, ms: number) => start(run, ms).unref());
  return { rig, sdk: new TeleSign(CUSTOMER_ID, API_KEY, rig.url) };
}

function execute(rest: Rest, method: string, path: string, params: object | null, auth: string | null = null) {
  return new Promise<Body>((resolve, reject) => {
    rest.execute((error, body) => (error ? reject(error) : resolve(body as Body)), method, path, params, auth);
  });
}

for (const auth of [null, 'Basic']) {
  const name = auth ?? 'HMAC';
  test(`a message goes in by ${name}, and its status comes back`, async (t) => {
    const { rig, sdk } = await sdkRig(t);
    sdk.rest.setContentType('application/json');
    const sent = await execute(sdk.rest, 'POST', '/v1/omnichannel', MESSAGE, auth);
    assert.equal(sent.status.code, 3001);
    assert.match(sent.reference_id ?? '', /^[0-9A-F]{32}$/);
    assert.equal(rig.accepted[0]?.recipient, '4915112345678');
    const shown = await execute(sdk.rest, 'GET', `/v1/omnichannel/${sent.reference_id}`, null, auth);
    assert.equal(shown.status.code, 3001);
    assert.equal(shown.reference_id, sent.reference_id);
  });
}

test('a GET that the SDK signs with a body that it does not send is taken on every account', async (t) => {
  const { sdk } = await sdkRig(t, false);
  sdk.rest.setContentType('application/json');
  const path = '/v1/omnichannel/0123456789ABCDEF0123456789ABCDEF';
  assert.equal((await execute(sdk.rest, 'GET', path, null)).status.code, 3404);
  const sent = await execute(sdk.rest, 'POST', '/v1/omnichannel', MESSAGE);
  const shown = await execute(sdk.rest, 'GET', `/v1/omnichannel/${sent.reference_id}`, null);
  assert.deepEqual([shown.status.code, shown.reference_id], [3001, sent.reference_id]);
});

test('a message sent as a form, the default of the SDK, is refused in JSON', async (t) => {
  const { rig, sdk } = await sdkRig(t);
  const body = await execute(sdk.rest, 'POST', '/v1/omnichannel', { phone_number: '4915112345678' });
  assert.equal(body.status.code, 3110);
  assert.equal(rig.accepted.length, 0);
});

test('a nonce or a date of its own is honoured: the nonce once, the date while it is fresh', async (t) => {
  const { sdk } = await sdkRig(t);
  sdk.rest.setContentType('application/json');
  const send = (nonce: string | null, date: string | null) =>
    new Promise<Body>((resolve, reject) => {
      const done = (error: unknown, body: unknown) => (error ? reject(error) : resolve(body as Body));
      sdk.rest.execute(done, 'POST', '/v1/omnichannel', MESSAGE, null, nonce, date);
    });
  assert.equal((await send('7f2b', null)).status.code, 3001);
  assert.equal((await send('7f2b', null)).status.code, 3400);
  assert.equal((await send(null, 'Wed, 14 Dec 2016 18:20:12 GMT')).status.code, 3400);
});

test('a wrong key or Customer ID is refused in the style of the path', async (t) => {
  const { rig } = await sdkRig(t);
  const wrongKey = new TeleSign(CUSTOMER_ID, Buffer.alloc(64).toString('base64'), rig.url);
  const verify = await execute(wrongKey.rest, 'POST', '/v1/verify/call', { phone_number: '4915112345678' });
  assert.deepEqual([verify.status.code, verify.errors?.[0]?.code], [501, -30006]);
  const wrongId = new TeleSign('NOBODY', API_KEY, rig.url);
  const phoneid = await new Promise<Body>((resolve) => {
    wrongId.phoneid.phoneID((_, body) => resolve(body as Body), '4915112345678');
  });
  assert.equal(phoneid.status.code, 10015);
});

test('the calls of the SDK that this gateway does not serve get a JSON 404', async (t) => {
  const { sdk } = await sdkRig(t);
  const answers = await Promise.all([
    new Promise<Body>((done) => sdk.voice.call((_, body) => done(body as Body), '4915112345678', 'Hi', 'ARN')),
    new Promise<Body>((done) => sdk.score.score((_, body) => done(body as Body), '4915112345678', 'create')),
    new Promise<Body>((done) => sdk.appverify.status((_, body) => done(body as Body), 'x')),
  ]);
  for (const { status } of answers) assert.equal(status.code, 3404);
});

test('phoneID looks a number up, with the content type that the SDK comes with and as JSON with add-ons', async (t) => {
  const { sdk } = await sdkRig(t);
  const phoneId = (number: string, params: object | null) =>
    new Promise<LookUpBody>((resolve, reject) => {
      const done = (error: unknown, body: unknown) => (error ? reject(error) : resolve(body as LookUpBody));
      sdk.phoneid.phoneID(done, number, params);
    });
  const plain = await phoneId('4915112345678', null);
  assert.equal(plain.status.code, 300);
  assert.equal(plain.phone_type.description, 'MOBILE');
  assert.equal(plain.location.country.iso2, 'DE');
  assert.equal((await phoneId('4930123456', { account_lifecycle_event: 'create' })).phone_type.code, '1');
  sdk.rest.setContentType('application/json');
  const asJson = await phoneId('4915112345678', { addons: { contact: {} } });
  assert.equal(asJson.contact?.status.code, 2803);
  const refused = (await phoneId('12', null)) as Body;
  assert.equal(refused.status.code, 11000);
});

interface LookUpBody extends Body {
  readonly phone_type: { readonly code: string; readonly description: string };
  readonly location: { readonly country: { readonly iso2: string } };
  readonly contact?: { readonly status: { readonly code: number } };
}
