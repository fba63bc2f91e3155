import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { basic, CUSTOMER_ID, type HttpRig, httpRig } from '../../../test/support/gateway/http.ts';

const REFERENCE = '0123456789ABCDEF0123456789ABCDEF';

interface WrittenAnswer {
  readonly status: number;
  readonly head: string;
  readonly code: number | undefined;
  readonly error: number | undefined;
  readonly body: string;
}

/** Bytes as they stand there: no client puts anything of its own in. */
async function exchange(rig: HttpRig, bytes: string): Promise<WrittenAnswer> {
  const { hostname, port } = new URL(rig.url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(bytes);
  await closed;
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const json = JSON.parse(body);
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
    head,
    code: json.status?.code,
    error: json.errors?.[0]?.code,
    body,
  };
}

/** `type` null sends no such header. */
function request(method: string, path: string, type: string | null, body = ''): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: ${basic()}`,
    ...(type === null ? [] : [`Content-Type: ${type}`]),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

const everything = (t: TestContext) => {
  const routes = async (app: FastifyInstance) => {
    app.get('/things', async () => ({ things: [] }));
    app.post('/things', async ({ body }) => ({ got: body ?? null }));
    app.delete('/things', async () => ({ things: null }));
  };
  return httpRig(t, {
    account: { products: ['rcs', 'masking', 'voice'] },
    masks: ['4915799000001'],
    parts: { operator: routes, sandbox: { accountId: CUSTOMER_ID, routes } },
  });
};

describe('a path', () => {
  const rows: ReadonlyArray<readonly [string, string, number, number, number | undefined, string]> = [
    // Only a reference stands on the place of one.
    ['POST', '/v1/verify/smart', 404, 500, -40004, ''],
    ['GET', '/v1/verify/smart', 404, 500, -40004, ''],
    ['GET', '/v1/verify/sms', 405, 500, -40005, 'POST'],
    ['PUT', '/v1/messaging', 405, 10405, undefined, 'GET, HEAD, POST'],
    ['PUT', `/v1/messaging/${REFERENCE}`, 405, 10405, undefined, 'DELETE, GET, HEAD'],
    ['GET', '/v1/verify/call', 405, 500, -40005, 'POST'],
    ['PUT', '/v1/verify/completion/x', 404, 500, -40004, ''],
    ['POST', `/v1/verify/completion/${REFERENCE}`, 405, 500, -40005, 'PUT'],
    ['POST', `/v1/verify/${REFERENCE}`, 405, 500, -40005, 'DELETE, GET, HEAD'],
    ['GET', `/v1/verify/${REFERENCE}0`, 404, 500, -40004, ''],
    ['POST', '/v1/omnichannel/nothing/else', 404, 3404, undefined, ''],
    ['DELETE', '/v1/omnichannel/nothing/else', 404, 3404, undefined, ''],
    ['GET', '/v1/omnichannel/nothing', 400, 3311, undefined, ''],
    ['GET', `/v1/omnichannel/${REFERENCE.slice(1)}`, 400, 3311, undefined, ''],
    ['GET', `/v1/omnichannel/${REFERENCE}`, 404, 3404, undefined, ''],
    ['GET', `/v1/omnichannel/${REFERENCE.toLowerCase()}`, 404, 3404, undefined, ''],
    ['PATCH', '/v1/anonymous/session/sms', 405, 2711, undefined, 'POST'],
    ['DELETE', '/v1/anonymous/session/sms', 405, 2711, undefined, 'POST'],
    ['POST', '/v1/anonymous/session/sms_voice', 404, 2710, undefined, ''],
    ['GET', '/v1/anonymous/session/x/interactions', 404, 2710, undefined, ''],
    ['POST', `/v1/anonymous/session/${REFERENCE}`, 405, 2711, undefined, 'DELETE, GET, HEAD, PUT'],
    ['GET', '/v1/phoneid/4915112345678', 405, 10405, undefined, 'POST'],
    ['PUT', '/verification', 405, 3407, undefined, 'GET, HEAD, POST'],
    ['POST', `/verification/${REFERENCE}/state`, 405, 3407, undefined, 'PATCH'],
    ['POST', `/verification/${REFERENCE}`, 405, 3407, undefined, 'DELETE, GET, HEAD, PATCH'],
    ['PATCH', '/verification/x/state', 404, 3404, undefined, ''],
    // Outside of the products.
    ['POST', '/verifications', 404, 404, undefined, ''],
    ['PATCH', `/verifications/${REFERENCE}/state`, 404, 404, undefined, ''],
    ['POST', '/', 404, 404, undefined, ''],
    ['POST', '/operator/v1/nothing', 404, 404, undefined, ''],
    ['PUT', '/operator/v1/things', 405, 405, undefined, 'DELETE, GET, HEAD, POST'],
    ['POST', '/sandbox/nothing', 404, 404, undefined, ''],
    ['POST', '/healthz', 405, 405, undefined, 'GET, HEAD'],
  ];

  test('that there is not, or not by this method, is refused whatever the body is', async (t) => {
    const rig = await everything(t);
    const bodies: ReadonlyArray<readonly [string | null, string]> = [
      [null, ''],
      ['', ''],
      ['json', '{"a":'],
      ['application/json', ''],
      ['application/json', '{"a":'],
      ['multipart/form-data; boundary=x', '--x'],
      ['application/json', ' '.repeat(300_000)],
    ];
    for (const [method, path, status, code, error, allow] of rows) {
      for (const [type, body] of bodies) {
        const place = `${method} ${path} ${type} ${body.length}`;
        if (code === 3311 && body.length > 1_000) continue;
        const answer = await exchange(rig, request(method, path, type, body));
        assert.deepEqual([answer.status, answer.code, answer.error], [status, code, error], `${place}: ${answer.body}`);
        assert.match(answer.head, /content-type: application\/json/i, place);
        if (status === 405) assert.match(answer.head, new RegExp(`\r\nallow: ${allow}\r\n`, 'i'), place);
      }
    }
  });

  test('below /v1 is told to who has credentials', async (t) => {
    const rig = await httpRig(t);
    for (const path of ['/v1/verify/smart', '/v1/omnichannel/templates', '/v1/nothing']) {
      assert.equal((await rig.call(path, { method: 'POST', authorization: null })).status, 401, path);
    }
  });
});

describe('a content type', () => {
  /** What is no type at all. */
  const NONE = [null, '', ' ', 'json', 'bogus', 'application/', '/json', ';', 'application/json,application/json', 'ü'];

  test('that is empty or none is an absent one, in every operation', async (t) => {
    const rig = await everything(t);
    const parties = { phone_number_1: '4915112345698', phone_number_2: '4915112345699', validity_period: 24 };
    for (const type of NONE) {
      const post = (path: string, body: unknown) =>
        exchange(rig, request('POST', path, type, body === '' ? '' : JSON.stringify(body)));
      const call = await post('/v1/verify/call', { phone_number: '4915112345678' });
      assert.deepEqual([call.status, call.code], [200, 103], `${type}: ${call.body}`);
      const opened = await post('/v1/anonymous/session/sms', parties);
      assert.equal(opened.status, 200, `${type}: ${opened.body}`);
      const { session_id: session } = JSON.parse(opened.body);
      const closed = await exchange(rig, request('DELETE', `/v1/anonymous/session/${session}`, type));
      assert.equal(closed.status, 200, `${type}: ${closed.body}`);
      const lifted = await exchange(rig, request('DELETE', '/v1/anonymous/blocks/4915112345678', type));
      assert.equal(lifted.status, 200, `${type}: ${lifted.body}`);
      assert.equal((await post('/v1/phoneid/4915112345678', '')).status, 200);
      assert.equal((await post('/v1/phoneid', { phone_number: '4915112345678' })).status, 200);
      assert.equal((await post('/v1/omnichannel', {})).code, 3300);
    }
  });

  test('that is empty or none is absent for operators and the sandbox too', async (t) => {
    const rig = await everything(t);
    for (const type of NONE) {
      for (const path of ['/operator/v1/things', '/sandbox/things']) {
        assert.equal((await exchange(rig, request('DELETE', path, type))).status, 200, `${path} ${type}`);
      }
    }
  });

  test('that cannot be read is 415 and named, in the code of each product', async (t) => {
    const rig = await everything(t);
    const rows: ReadonlyArray<readonly [string, number, number | undefined]> = [
      ['/v1/verify/call', 500, -10001],
      ['/v1/phoneid/4915112345678', 11000, undefined],
      ['/v1/phoneid', 11000, undefined],
      ['/v1/omnichannel', 3110, undefined],
      ['/v1/callback-secrets', 3110, undefined],
      ['/v1/anonymous/session/sms', 2709, undefined],
      ['/sandbox/things', 415, undefined],
    ];
    for (const [path, code, error] of rows) {
      const multipart = await exchange(rig, request('POST', path, 'multipart/form-data; boundary=x', '--x--'));
      assert.deepEqual([multipart.status, multipart.code, multipart.error], [415, code, error], multipart.body);
      if (!path.startsWith('/sandbox'))
        assert.match(multipart.body, /multipart\/form-data: allowed is application\/json/);
      const packed = request('POST', path, 'application/json', 'packed').replace(
        'Host: x',
        'Host: x\r\nContent-Encoding: gzip',
      );
      const gzip = await exchange(rig, packed);
      assert.deepEqual([gzip.status, gzip.code, gzip.error], [415, code, error], gzip.body);
      assert.match(gzip.body, /content coding gzip/);
    }
    const xml = await exchange(rig, request('POST', '/v1/omnichannel', 'text/xml', '<a/>'));
    assert.deepEqual([xml.status, xml.code], [415, 3110]);
    const form = await exchange(rig, request('POST', '/v1/omnichannel', 'application/x-www-form-urlencoded', 'a=b'));
    assert.deepEqual([form.status, form.code], [415, 3110], form.body);
    assert.match(form.body, /application\/x-www-form-urlencoded: allowed is application\/json/);
  });

  test('of a form over an object of JSON, or text/plain, is what clients write of themselves, and JSON', async (t) => {
    const rig = await everything(t);
    for (const type of ['application/x-www-form-urlencoded', 'text/plain;charset=UTF-8', 'application/octet-stream']) {
      const call = await exchange(rig, request('POST', '/v1/verify/call', type, '{"phone_number":"4915112345678"}'));
      assert.equal(call.status, 200, `${type}: ${call.body}`);
      assert.equal((await exchange(rig, request('POST', '/v1/omnichannel', type, '{"a":1}'))).code, 3300, type);
    }
  });
});

describe('the head of a request', () => {
  test('without Host is answered 400 in JSON in HTTP/1.1, and taken in HTTP/1.0', async (t) => {
    const rig = await httpRig(t);
    const answer = await exchange(rig, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
    assert.deepEqual([answer.status, answer.code], [400, 400]);
    assert.match(answer.body, /'Host' is missing/);
    assert.match((await exchange(rig, 'GET /healthz HTTP/1.0\r\n\r\n')).head, /^HTTP\/1\.1 200 /);
  });

  test('that expects what nobody knows is answered 417 in JSON; 100-continue goes on', async (t) => {
    const rig = await httpRig(t);
    const answer = await exchange(
      rig,
      'POST /v1/omnichannel HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nContent-Length: 2\r\n\r\n{}',
    );
    assert.deepEqual([answer.status, answer.code], [417, 417]);
    assert.match(answer.head, /content-type: application\/json/i);
    const usual = `POST /v1/omnichannel HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic()}\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`;
    const { hostname, port } = new URL(rig.url);
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.write(usual);
    await new Promise((resolve) => socket.on('close', resolve));
    assert.match(Buffer.concat(chunks).toString(), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 .*"code":3300/s);
  });
});
