/**
 * What the official SDKs in six languages put on the wire, byte by byte, against a whole gateway and an account that has
 * nothing switched on (docs/sdk.md).
 */
import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

let service: TestGateway;
let account: { readonly customer_id: string; readonly api_key: string };
let sessions = 0;

interface Sent {
  readonly method: string;
  readonly path: string;
  /** Null: no such header. */
  readonly contentType: string | null;
  readonly body?: string;
  /** What is signed in place of the body. */
  readonly signed?: string;
}

interface SdkAnswer {
  readonly status: number;
  readonly json: {
    readonly status: { readonly code: number; readonly description: string };
    readonly session_id?: string;
    readonly reference_id?: string;
    readonly errors?: ReadonlyArray<{ readonly code: number; readonly description: string }>;
  };
}

/** As an SDK sends it: signed, with Date and nonce, and `Content-Type:` as it is given. */
async function send({ method, path, contentType, body = '', signed = body }: Sent): Promise<SdkAnswer> {
  const date = new Date(service.clock.now()).toUTCString();
  const nonce = randomUUID();
  const lines = [method, contentType ?? '', date, 'x-ts-auth-method:HMAC-SHA256', `x-ts-nonce:${nonce}`];
  const text = [...lines, ...(signed === '' ? [] : [signed]), path.split('?')[0]].join('\n');
  const signature = createHmac('sha256', Buffer.from(account.api_key, 'base64')).update(text).digest('base64');
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: TSA ${account.customer_id}:${signature}`,
    `Date: ${date}`,
    'x-ts-auth-method: HMAC-SHA256',
    `x-ts-nonce: ${nonce}`,
    ...(contentType === null ? [] : [`Content-Type: ${contentType}`]),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  await closed;
  const [top = '', json = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  return { status: Number(top.split(' ')[1]), json: JSON.parse(json) };
}

async function openSession(): Promise<string> {
  sessions += 1;
  const fields = {
    phone_number_1: '4915112345698',
    phone_number_2: `49151123457${10 + sessions}`,
    validity_period: '24',
  };
  const body = new URLSearchParams(fields).toString();
  const answer = await send({ method: 'POST', path: '/v1/anonymous/session/sms', contentType: FORM, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.json));
  return answer.json.session_id ?? '';
}

describe('an SDK of', () => {
  before(async () => {
    service = await startGateway();
    const made = await service.operate('POST', '/accounts', {
      name: 'Plain',
      kind: 'full_service',
      products: ['rcs', 'masking', 'voice'],
    });
    account = made.body as typeof account;
  });
  after(() => service.stop());

  for (const [language, contentType] of [
    ['Python, PHP or Java', ''],
    ['Ruby or C#', null],
    ['Node', FORM],
  ] as const) {
    test(`${language} closes sessions and lifts blocks, with the Content-Type that it sends`, async () => {
      const session = await openSession();
      const path = `/v1/anonymous/session/${session}`;
      assert.equal((await send({ method: 'GET', path, contentType })).status, 200);
      assert.equal((await send({ method: 'DELETE', path, contentType })).status, 200);
      const block = '/v1/anonymous/blocks/4915112345699';
      assert.equal((await send({ method: 'PUT', path: block, contentType })).status, 200);
      assert.equal((await send({ method: 'DELETE', path: block, contentType })).status, 200);
    });
  }

  test('Node that has JSON set signs {} on a GET and sends nothing: taken', async () => {
    const message = {
      phone_number: '4915112345678',
      message_type: 'ARN',
      channels: [{ channel: 'sms' }],
      message: { sms: { parameters: { text: 'Hi' } } },
    };
    const body = JSON.stringify(message);
    const sent = await send({ method: 'POST', path: '/v1/omnichannel', contentType: JSON_TYPE, body });
    const shown = await send({
      method: 'GET',
      path: `/v1/omnichannel/${sent.json.reference_id}`,
      contentType: JSON_TYPE,
      signed: '{}',
    });
    assert.deepEqual([shown.status, shown.json.reference_id], [200, sent.json.reference_id]);
  });

  test('Python 2.2.3 or PHP that leaves JSON out of the signature is told so, and taken once the account allows it', async () => {
    const request = {
      method: 'POST',
      path: '/v1/verify/call',
      contentType: JSON_TYPE,
      body: '{"phone_number": "4915112345921"}',
      signed: '',
    };
    const refused = await send(request);
    assert.equal(refused.status, 401);
    assert.match(refused.json.errors?.[0]?.description ?? '', /leaves the body out.*accept_unsigned_bodies/);
    const path = `/accounts/${account.customer_id}`;
    await service.operate('PATCH', path, { settings: { accept_unsigned_bodies: true } });
    // The page says how long it takes.
    await service.advance(3_001);
    assert.equal((await send(request)).status, 200);
    await service.operate('PATCH', path, { settings: { accept_unsigned_bodies: null } });
    await service.advance(3_001);
  });

  test('PHP writes an empty object as a list: taken', async () => {
    for (const body of ['{"addons":[]}', '{"addons":{"contact":[]},"consent":[]}']) {
      const answer = await send({ method: 'POST', path: '/v1/phoneid/4915112345678', contentType: JSON_TYPE, body });
      assert.deepEqual([answer.status, answer.json.status.code], [200, 300], body);
    }
  });

  test('any language gets a JSON 404 for what there is not, and not 405 for a word in the place of a reference', async () => {
    const body = 'phone_number=4915112345678';
    for (const path of [
      '/v1/verify/push',
      '/v1/omnichannel/nothing',
      '/v1/anonymous/session/nothing',
      '/verification/nothing',
    ]) {
      for (const contentType of ['', FORM, JSON_TYPE]) {
        const answer = await send({ method: 'POST', path, contentType, body });
        assert.equal(answer.status, 404, `${path} ${contentType} ${JSON.stringify(answer.json)}`);
      }
    }
  });

  test('.NET that writes a byte order mark is understood, and a form in Latin-1 is not spoken wrongly', async () => {
    const path = '/v1/verify/call';
    const marked = '\ufeff{"phone_number":"4915112377921"}';
    assert.equal((await send({ method: 'POST', path, contentType: JSON_TYPE, body: marked })).status, 200);
    const latin = 'phone_number=4915112345921&tts_message=Gr%FC%DFe%20%24%24CODE%24%24';
    const refused = await send({ method: 'POST', path, contentType: FORM, body: latin });
    assert.equal(refused.status, 400);
    assert.match(refused.json.errors?.[0]?.description ?? '', /not UTF-8/);
  });
});
