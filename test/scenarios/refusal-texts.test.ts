/** Refusals say why, wherever the same thing is refused. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CUSTOMER_ID, OPERATOR_TOKEN, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';

const NUMBER = '4915112345678';
const PARTIES = { phone_number_1: NUMBER, phone_number_2: '4915112345679', validity_period: 1 };
const SECRET = 'pa55word';

let service: TestGateway;

/** What the body says, in whatever style. */
function said(body: unknown): string {
  const { status, errors } = body as { status: { description: string }; errors?: Array<{ description: string }> };
  return errors?.[0]?.description ?? status.description;
}

describe('the text of a refusal', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  test('of a callback address with credentials says why, in every place that takes one', async () => {
    const url = `https://user:${SECRET}@example.com/hook`;
    const answers = [
      await service.call('POST', '/v1/omnichannel', { ...textOnly(NUMBER), callback_url: url }),
      await service.call('POST', '/v1/verify/call', { phone_number: NUMBER, callback_url: url }),
      await service.call('POST', '/v1/anonymous/session/sms', { ...PARTIES, callback_url: url }),
      await service.operate('PATCH', `/accounts/${CUSTOMER_ID}`, { settings: { callback_url: url } }),
      await service.operate('POST', '/accounts', { name: 'New', settings: { callback_url: url } }),
    ];
    for (const { status, body } of answers) {
      assert.equal(status, 400, JSON.stringify(body));
      assert.match(
        said(body),
        /callback_url: allowed is an http or https URL without user and password: a callback proves/,
      );
      assert.doesNotMatch(JSON.stringify(body), new RegExp(SECRET));
    }
  });

  test('of an operator’s body names the kind that cannot be read; JSON under the type that curl writes is taken', async () => {
    const post = (type: string, body: string, headers: Record<string, string> = {}) =>
      fetch(`${service.url}/operator/v1/accounts`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': type, ...headers },
      });
    const multipart = await post('multipart/form-data; boundary=x', '--x--');
    assert.equal(multipart.status, 415);
    assert.match(said(await multipart.json()), /content type multipart\/form-data: allowed is application\/json/);
    const packed = await post('application/json', 'packed', { 'content-encoding': 'gzip' });
    assert.equal(packed.status, 415);
    assert.match(said(await packed.json()), /content coding gzip/);
    const asCurl = await post('application/x-www-form-urlencoded', '{"name":"By curl"}');
    assert.equal(asCurl.status, 201);
  });

  test('of a phone number that is a number of JSON says that a text is meant', async () => {
    const number = Number(NUMBER);
    const answers = [
      await service.call('POST', '/v1/omnichannel', { ...textOnly(NUMBER), phone_number: number }),
      await service.call('POST', '/v1/verify/call', { phone_number: number }),
      await service.call('POST', '/v1/anonymous/session/sms', { ...PARTIES, phone_number_1: number }),
    ];
    for (const { status, body } of answers) {
      assert.equal(status, 400, JSON.stringify(body));
      assert.match(said(body), /allowed is a phone number with country code, as text, digits only/);
    }
  });
});
