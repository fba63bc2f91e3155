/**
 * The main job with the official SDK, unmodified: its call goes in over HTTP, a card or a text reaches the handset over
 * the operators' protocols, the receipt comes back, and the signed callback arrives.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import TeleSign from 'telesignsdk';
import { API_KEY, CUSTOMER_ID, cardThenText, startGateway, type TestGateway } from '../support/gateway/gateway.ts';

interface Body {
  readonly status: { readonly code: number; readonly last_channel?: string };
  readonly reference_id: string;
}

let service: TestGateway;

function ask(sdk: TeleSign, method: string, path: string, params: object | null, auth: string | null): Promise<Body> {
  return new Promise((resolve, reject) => {
    sdk.rest.execute((error, body) => (error ? reject(error) : resolve(body as Body)), method, path, params, auth);
  });
}

describe('npm telesignsdk against the running gateway', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  for (const [auth, number, channel] of [
    [null, '4915113000100', 'rcs'],
    ['Basic', '4915113000901', 'sms'],
  ] as const) {
    test(`sends by ${auth ?? 'HMAC'}: the handset gets it by ${channel}, and the callback is signed with the key`, async (t) => {
      // The SDK never clears the timer of its time-out, which would hold up the end of the test process.
      const { setTimeout: start } = globalThis;
      t.mock.method(globalThis, 'setTimeout', (run: () => void, ms: number) => start(run, ms).unref());
      const sdk = new TeleSign(CUSTOMER_ID, API_KEY, service.url);
      sdk.rest.setContentType('application/json');
      const message = { ...cardThenText(number), callback_url: service.callbackUrl };
      const sent = await ask(sdk, 'POST', '/v1/omnichannel', message, auth);
      assert.equal(sent.status.code, 3001);
      await service.untilStatus(sent.reference_id, 3000);
      const shown = await ask(sdk, 'GET', `/v1/omnichannel/${sent.reference_id}`, null, auth);
      assert.equal(shown.status.last_channel, channel);
      assert.deepEqual(
        (await service.messagesOf(number)).map((each) => each.channel),
        [channel],
      );
      await service.until('the callback arrives', () =>
        service.received.some(({ body }) => body.reference_id === sent.reference_id && body.status.code === 3000),
      );
      const got = service.received.findLast(({ body }) => body.reference_id === sent.reference_id);
      const signature = createHmac('sha256', Buffer.from(API_KEY, 'base64'))
        .update(got?.text ?? '')
        .digest('base64');
      assert.equal(got?.headers['x-ts-authorization'], signature);
    });
  }
});
