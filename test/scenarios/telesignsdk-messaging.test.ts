/**
 * npm telesignsdk, unmodified: `sms.message` and `sms.status`, as the SDK sends them, and a code by SMS with
 * its generic calls; the handset gets what was sent, and the receiver signed callbacks.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, type TestContext, test } from 'node:test';
import TeleSign from 'telesignsdk';
import { API_KEY, CUSTOMER_ID, startGateway, type TestGateway } from '../support/gateway/gateway.ts';

interface Body {
  readonly reference_id: string;
  readonly status: { readonly code: number };
  readonly verify?: { readonly code_state: string };
}

let service: TestGateway;

function sdkOf(t: TestContext, apiKey = API_KEY): TeleSign {
  // The SDK never clears the timer of its time-out, which would hold up the end of the test process.
  const { setTimeout: start } = globalThis;
  t.mock.method(globalThis, 'setTimeout', (run: () => void, ms: number) => start(run, ms).unref());
  return new TeleSign(CUSTOMER_ID, apiKey, service.url);
}

type Done = (error: unknown, body: unknown) => void;

function asked(ask: (done: Done) => void): Promise<Body> {
  return new Promise((resolve, reject) => ask((error, body) => (error ? reject(error) : resolve(body as Body))));
}

describe('npm telesignsdk sends texts', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  for (const [type, number] of [
    ['ARN', '4915115000100'],
    ['MKT', '4915115001100'],
    ['OTP', '4915115002100'],
  ] as const) {
    test(`sms.message and sms.status: ${type}`, async (t) => {
      const sdk = sdkOf(t);
      const text = `Grüße & 1+1=2 für 100 % (${type})`;
      const sent = await asked((done) => sdk.sms.message(done, number, text, type));
      assert.equal(sent.status.code, 290);
      assert.match(sent.reference_id, /^[0-9A-F]{32}$/);
      await service.until('it is delivered', async () => {
        const shown = await asked((done) => sdk.sms.status(done, sent.reference_id));
        return shown.status.code === 200 && shown.reference_id === sent.reference_id;
      });
      assert.deepEqual(
        (await service.messagesOf(number)).map((each) => each.text),
        [text],
      );
    });
  }

  test('is told of a refusal, and not of an error', async (t) => {
    const refused = await asked((done) => sdkOf(t).sms.message(done, '12', 'x', 'ARN'));
    assert.equal(refused.status.code, 11000);
    const unknown = 'FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF';
    assert.equal((await asked((done) => sdkOf(t).sms.status(done, unknown))).status.code, 10017);
    const stranger = sdkOf(t, Buffer.alloc(64).toString('base64'));
    assert.equal((await asked((done) => stranger.sms.status(done, unknown))).status.code, 10008);
  });

  test('a code by SMS with its generic calls: sent, shown, checked, completed, called back', async (t) => {
    const number = '4915115003100';
    const { rest } = sdkOf(t);
    const sent = await asked((done) =>
      rest.execute(done, 'POST', '/v1/verify/sms', {
        phone_number: number,
        verify_code: '24680',
        template: 'Your code is $$CODE$$.',
        callback_url: service.callbackUrl,
      }),
    );
    assert.deepEqual([sent.status.code, sent.verify?.code_state], [290, 'UNKNOWN']);
    const path = `/v1/verify/${sent.reference_id}`;
    await service.until('it arrives', async () => (await service.messagesOf(number)).length === 1);
    assert.equal((await service.messagesOf(number))[0]?.text, 'Your code is 24680.');
    const check = (code: string) => asked((done) => rest.execute(done, 'GET', path, { verify_code: code }));
    assert.equal((await check('11111')).verify?.code_state, 'INVALID');
    assert.equal((await check('24680')).verify?.code_state, 'VALID');
    const completed = await asked((done) =>
      rest.execute(done, 'PUT', `/v1/verify/completion/${sent.reference_id}`, null),
    );
    assert.equal(completed.status.code, 1900);
    const got = await service.until('the callback arrives', () =>
      service.received.find(({ body }) => body.reference_id === sent.reference_id && body.status.code === 200),
    );
    const signature = createHmac('sha256', Buffer.from(API_KEY, 'base64')).update(got.text).digest('base64');
    assert.equal(got.headers['x-ts-authorization'], signature);
  });
});
