import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { eventually } from '../../test/support/cluster/eventually.ts';
import { addAccount, basic, type HttpRig, httpRig } from '../../test/support/gateway/http.ts';
import type { Carrier } from '../carriers/carrier.ts';
import { Refusal } from '../errors.ts';
import { StoreDown } from '../store/database.ts';

const SMS = {
  channels: [{ channel: 'sms' }],
  phone_number: '4915112345678',
  message: { sms: { parameters: { text: 'Hello' } } },
  message_type: 'ARN',
};

describe('unknown paths and methods', () => {
  test('are JSON in the style of the product that the path belongs to', async (t) => {
    const rig = await httpRig(t);
    const rows: ReadonlyArray<readonly [string, string, number, number, number | undefined]> = [
      ['GET', '/v1/verify/nowhere/else', 404, 500, -40004],
      ['POST', '/v1/verify/calls/call', 404, 500, -40004],
      ['POST', '/v1/phoneid/4915112345678/more', 404, 10017, undefined],
      ['POST', '/v1/anonymous/sessions', 404, 2710, undefined],
      ['POST', '/v1/omnichannel/templates/x', 404, 3404, undefined],
      ['GET', '/v1/sms', 404, 3404, undefined],
      ['GET', '/capability', 404, 3404, undefined],
      ['GET', '/capability/rcs/4915112345678/agent/more', 404, 3404, undefined],
      ['GET', '/', 404, 404, undefined],
      ['GET', '/favicon.ico', 404, 404, undefined],
      ['GET', '/sandbox/handsets', 404, 404, undefined],
      ['GET', '/operator/v1/accounts', 404, 404, undefined],
      ['PUT', '/v1/omnichannel', 405, 3407, undefined],
      ['PUT', '/v1/omnichannel/0123456789ABCDEF0123456789ABCDEF', 405, 3407, undefined],
      ['PATCH', '/v1/callback-secrets', 405, 3407, undefined],
      ['POST', '/healthz', 405, 405, undefined],
    ];
    for (const [method, path, status, code, error] of rows) {
      const reply = await rig.call(path, { method: method as 'GET' });
      assert.deepEqual(
        [reply.status, reply.code, reply.error],
        [status, code, error],
        `${method} ${path}: ${reply.text}`,
      );
      assert.match(String(reply.headers['content-type']), /^application\/json/);
      if (status === 405) assert.ok(reply.headers.allow, path);
    }
  });

  test('a path that is no URL is 400, and an odd method 405', async (t) => {
    const rig = await httpRig(t);
    const bad = await rig.call('/v1/omnichannel/%zz');
    assert.deepEqual([bad.status, bad.code], [400, 3110]);
    const raw = await exchange(rig, `PROPFIND /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    assert.match(raw, /^HTTP\/1\.1 405 /);
    assert.match(raw, /"code":405/);
  });

  test('the absolute form of a URL and a bare question mark are understood', async (t) => {
    const rig = await httpRig(t);
    const raw = await exchange(rig, `GET ${rig.url}/healthz? HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    assert.match(raw, /^HTTP\/1\.1 200 /);
  });
});

describe('what is too large, too slow or no HTTP', () => {
  test('a body over the limit is refused before it is read, in the style of its product', async (t) => {
    const rig = await httpRig(t);
    const post = (path: string, bytes: number) => rig.call(path, { method: 'POST', body: Buffer.alloc(bytes, 0x20) });
    const rows: ReadonlyArray<readonly [string, number, number, number]> = [
      ['/v1/omnichannel', 10 * 1024 + 1, 400, 3116],
      ['/v1/callback-secrets', 64 * 1024 + 1, 400, 3116],
      ['/v1/phoneid', 64 * 1024 + 1, 413, 11000],
      ['/v1/verify/call', 64 * 1024 + 1, 413, 500],
      ['/v1/anonymous/session/sms', 64 * 1024 + 1, 413, 2709],
    ];
    for (const [path, bytes, status, code] of rows) {
      const reply = await post(path, bytes);
      assert.deepEqual([reply.status, reply.code], [status, code], `${path}: ${reply.text}`);
    }
    const atLimit = await post('/v1/omnichannel', 10 * 1024);
    assert.equal(atLimit.code, 3110, 'exactly the limit is read');
  });

  test('a body that says no length is cut off at the limit', async (t) => {
    const rig = await httpRig(t);
    const head = `POST /v1/omnichannel HTTP/1.1\r\nhost: x\r\nauthorization: ${basic()}\r\ntransfer-encoding: chunked\r\n\r\n`;
    const chunk = `2000\r\n${'x'.repeat(0x2000)}\r\n`;
    const raw = await exchange(rig, head + chunk + chunk);
    assert.match(raw, /^HTTP\/1\.1 400 /);
    assert.match(raw, /"code":3116/);
  });

  test('bytes that are no HTTP are answered 400 in JSON and the connection is closed', async (t) => {
    const rig = await httpRig(t);
    for (const garbage of [
      '\u0000\u0001\u0002\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'hello\r\n\r\n',
      '{"json": true}\r\n\r\n',
    ]) {
      const raw = await exchange(rig, garbage);
      assert.match(raw, /^HTTP\/1\.1 400 Bad Request\r\n/);
      assert.match(raw, /"code":400/);
    }
    const long = await exchange(rig, `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`);
    assert.match(long, /^HTTP\/1\.1 431 /);
    assert.equal((await rig.call('/healthz')).status, 200);
  });

  test('garbage behind a whole request comes after the answer to that request', async (t) => {
    const rig = await httpRig(t);
    let go: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      go = resolve;
    });
    rig.acceptWith(async (fresh) => {
      await waiting;
      rig.accepted.push(fresh);
      return { kind: 'claimed_before' };
    });
    const socket = await open(rig);
    const body = JSON.stringify(SMS);
    const request = `POST /v1/omnichannel HTTP/1.1\r\nhost: x\r\nauthorization: ${basic()}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    socket.write(`${request}\u0000garbage\r\n\r\n`);
    const received = readAll(socket);
    await eventually('the message waits', () => socket.bytesWritten > request.length);
    go();
    const raw = await received;
    const statuses = [...raw.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    assert.deepEqual(statuses, ['500', '400']);
    assert.equal(rig.accepted.length, 1);
  });

  test('many requests in one packet are answered in order', async (t) => {
    const rig = await httpRig(t);
    const get = (path: string, last = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${last}\r\n`;
    const raw = await exchange(
      rig,
      get('/healthz') + get('/nowhere') + get('/healthz') + get('/v1/x') + get('/healthz', 'connection: close\r\n'),
    );
    const statuses = [...raw.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    assert.deepEqual(statuses, ['200', '404', '200', '401', '200']);
  });

  test('a body nested as deep as it is long neither crashes nor hangs', async (t) => {
    const rig = await httpRig(t);
    const depth = 5_000;
    const body = `{"x":${'['.repeat(depth)}"\\u0041"${']'.repeat(depth)},"channels":[{"channel":"sms"}]}`;
    assert.equal((await rig.call('/v1/omnichannel', { method: 'POST', body })).code, 3302);
    const bad = body.replace('\\u0041', '\\ud800');
    assert.equal((await rig.call('/v1/omnichannel', { method: 'POST', body: bad })).code, 3110);
    const poisoned = '{"__proto__": {"channels": [{"channel": "sms"}]}, "constructor": {"prototype": {}}}';
    assert.equal((await rig.call('/v1/omnichannel', { method: 'POST', body: poisoned })).code, 3300);
  });
});

describe('probes and documents', () => {
  test('healthz, metrics, openapi.yaml and docs need no credentials', async (t) => {
    const rig = await httpRig(t);
    const get = (path: string) => rig.call(path, { authorization: null });
    assert.deepEqual((await get('/healthz')).json, { status: 'ok' });
    assert.match((await get('/openapi.yaml')).text, /^openapi: 3\.1\.0/);
    const docs = await get('/docs');
    assert.match(docs.text, /^<!doctype html>/);
    assert.match(String(docs.headers['content-security-policy']), /default-src 'none'/);
    await rig.call('/v1/omnichannel', { body: SMS });
    const metrics = await eventually('the request is counted', async () => {
      const { text } = await get('/metrics');
      return text.includes('operation="send_message",status="200"} 1') ? text : null;
    });
    assert.match(metrics, /trunkline_http_request_seconds_bucket/);
  });

  test('readyz says which carriers are up, and is 503 while all of them are down', async (t) => {
    const states: Record<string, ReturnType<Carrier['state']>> = { smsc: 'up', agent: 'down' };
    const carriers = Object.keys(states).map((name) => fakeCarrier(name, { state: () => states[name] ?? 'down' }));
    const rig = await httpRig(t, { carriers });
    const first = await rig.call('/readyz', { authorization: null });
    assert.equal(first.status, 200);
    assert.deepEqual(first.json, { ready: true, store: 'up', carriers: { smsc: 'up', agent: 'down' } });
    states.smsc = 'draining';
    const second = await rig.call('/readyz', { authorization: null });
    assert.equal(second.status, 503);
    assert.equal(second.json.ready, false);
    const requests = await rig.call('/readyz/requests', { authorization: null });
    assert.equal(requests.status, 200, 'what is accepted waits');
    assert.deepEqual(requests.json, { ready: true, store: 'up', carriers: { smsc: 'draining', agent: 'down' } });
  });
});

describe('webhooks of carriers', () => {
  test('reach the carrier as raw bytes, and its answer goes back', async (t) => {
    const seen: Array<{ body: string; signature: unknown }> = [];
    const carrier = fakeCarrier('agent', {
      formerly: ['former-agent'],
      webhook: async ({ headers, body }) => {
        seen.push({ body: Buffer.from(body).toString(), signature: headers['x-goog-signature'] });
        return { status: 200, contentType: 'application/json', body: '{"secret":"s"}' };
      },
    });
    const rig = await httpRig(t, { carriers: [carrier, fakeCarrier('smsc', {})] });
    const body = '{ "clientToken" : "t" }';
    const reply = await rig.call('/carriers/agent/webhook', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-goog-signature': 'abc' },
      authorization: null,
    });
    assert.deepEqual([reply.status, reply.text], [200, '{"secret":"s"}']);
    assert.deepEqual(seen, [{ body, signature: 'abc' }]);
    const former = await rig.call('/carriers/former-agent/webhook', { method: 'POST', body, authorization: null });
    assert.deepEqual([former.status, seen.length], [200, 2], 'its peer still has its former name');
    for (const name of ['smsc', 'nobody']) {
      const none = await rig.call(`/carriers/${name}/webhook`, { method: 'POST', body, authorization: null });
      assert.deepEqual([none.status, none.code], [404, 404]);
    }
  });

  test('are answered 503 while they cannot be stored, so that they come again', async (t) => {
    const webhook = () => Promise.reject(new StoreDown('gone'));
    const rig = await httpRig(t, { carriers: [fakeCarrier('agent', { webhook })] });
    const reply = await rig.call('/carriers/agent/webhook', { method: 'POST', body: '{}', authorization: null });
    assert.deepEqual([reply.status, reply.code], [503, 503]);
  });
});

describe('routes that are given from outside', () => {
  const routes = async (app: FastifyInstance) => {
    app.get('/things', async () => ({ things: [] }));
    app.post('/things', async (request) => ({ got: request.body }));
    app.get('/refused', async () => {
      throw new Refusal('reference_unknown', { name: 'thing' });
    });
    app.get('/broken', async () => {
      throw new Error('a fault of ours');
    });
  };

  test('the sandbox answers to the Basic credentials of its account only', async (t) => {
    const rig = await httpRig(t, { account: { id: 'SANDBOX' }, parts: { sandbox: { accountId: 'SANDBOX', routes } } });
    await addAccount(rig.db, { id: 'OTHER' }, rig.clock.now());
    const status = async (authorization: string | null) =>
      (await rig.call('/sandbox/things', { authorization })).status;
    assert.deepEqual(
      [
        await status(basic('SANDBOX')),
        await status(null),
        await status(basic('OTHER')),
        await status('TSA SANDBOX:YQ=='),
      ],
      [200, 401, 401, 401],
    );
    const posted = await rig.call('/sandbox/things', { body: { a: 1 }, authorization: basic('SANDBOX') });
    assert.deepEqual(posted.json, { got: { a: 1 } });
  });

  test('what they throw and what they cannot parse is JSON in one style', async (t) => {
    const rig = await httpRig(t, { parts: { operator: routes } });
    const shape = async (path: string, options: Parameters<HttpRig['call']>[1] = {}) => {
      const reply = await rig.call(`/operator/v1${path}`, options);
      return [reply.status, reply.code];
    };
    const json = { 'content-type': 'application/json' };
    assert.deepEqual(await shape('/things'), [200, undefined]);
    assert.deepEqual(await shape('/refused'), [404, 404]);
    assert.deepEqual(await shape('/broken'), [500, 500]);
    assert.deepEqual(await shape('/nowhere'), [404, 404]);
    assert.deepEqual(await shape('/things', { method: 'DELETE' }), [405, 405]);
    assert.deepEqual(await shape('/things', { method: 'POST', body: '{"a":', headers: json }), [400, 400]);
    assert.deepEqual(
      await shape('/things', { method: 'POST', body: 'a', headers: { 'content-type': 'text/css' } }),
      [415, 415],
    );
    assert.deepEqual(await shape('/things', { method: 'POST', body: Buffer.alloc(70_000), headers: json }), [413, 413]);
  });
});

describe('letting connections go', () => {
  test('closes so many with their answers, and none on which something else is under way', async (t) => {
    const rig = await httpRig(t);
    const gate = holdAccept(rig);
    const socket = await open(rig);
    const received = readAll(socket);
    rig.server.connections.letGo(1);
    const body = JSON.stringify(SMS);
    const get = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n';
    const head = `POST /v1/omnichannel HTTP/1.1\r\nhost: x\r\nauthorization: ${basic()}\r\ncontent-type: application/json`;
    socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}${get}`);
    await eventually('the message waits', () => gate.waiting > 0);
    const answered = new Promise<void>((resolve) => {
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.split('HTTP/1.1 200').length === 3) resolve();
      });
    });
    gate.open();
    await answered;
    assert.equal(await rig.server.connections.count(), 1);
    socket.write(get);
    const answers = (await received).split(/(?=HTTP\/1\.1 )/);
    assert.deepEqual(
      answers.map((answer) => /^connection: (.*)$/im.exec(answer)?.[1]?.trim()),
      ['keep-alive', 'keep-alive', 'close'],
    );
    assert.equal((await rig.call('/healthz')).headers.connection, 'keep-alive', 'one was to go');
  });
});

describe('stopping', () => {
  test('finishes what is running, says so on the connection, and takes nothing new', async (t) => {
    const rig = await httpRig(t);
    const timersOfOthers = rig.clock.pending;
    const gate = holdAccept(rig);
    const running = rig.call('/v1/omnichannel', { body: SMS });
    await eventually('the message waits', () => gate.waiting > 0);
    const stopped = rig.server.stop();
    await eventually('new connections are refused', () =>
      open(rig).then(
        (socket) => void socket.destroy(),
        () => true,
      ),
    );
    gate.open();
    const reply = await running;
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.connection, 'close');
    await stopped;
    assert.equal(rig.clock.pending, timersOfOthers);
  });

  test('closes idle connections at once, and cuts what hangs when the limit has passed', async (t) => {
    const rig = await httpRig(t);
    const idle = await open(rig);
    idle.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    await eventually('the answer', () => idle.bytesRead > 0);
    const idleClosed = closing(idle);
    const hanging = await open(rig);
    hanging.write('POST /v1/omnichannel HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n{');
    const hangingClosed = closing(hanging);
    await eventually('both are seen', () => hanging.bytesWritten > 0);
    // One more answer, so that the server has read what was sent before it.
    await rig.call('/healthz');
    const stopped = rig.server.stop();
    await idleClosed;
    await rig.clock.advance(5_000);
    await hangingClosed;
    await stopped;
  });
});

function holdAccept(rig: HttpRig): { open(): void; readonly waiting: number } {
  const held: Array<() => void> = [];
  const state = {
    waiting: 0,
    open: () => {
      for (const go of held.splice(0)) go();
    },
  };
  rig.acceptWith(async (fresh) => {
    state.waiting += 1;
    await new Promise<void>((resolve) => held.push(resolve));
    rig.acceptWith(null);
    return { kind: 'recorded', message: fresh as never };
  });
  return state;
}

function fakeCarrier(name: string, changes: Partial<Carrier>): Carrier {
  return {
    name,
    channel: 'rcs',
    simulated: true,
    answerWithinMs: 1_000,
    state: () => 'up',
    countParts: () => 1,
    reserve: () => null,
    submit: () => undefined,
    interpret: () => ({ type: 'ignored', why: 'a test' }),
    start: async () => undefined,
    drain: async () => undefined,
    resume: () => undefined,
    stop: async () => undefined,
    describe: () => ({}),
    ...changes,
  };
}

async function exchange(rig: HttpRig, bytes: string): Promise<string> {
  const socket = await open(rig);
  socket.write(bytes, 'latin1');
  return readAll(socket);
}

function open(rig: HttpRig): Promise<Socket> {
  const { hostname, port } = new URL(rig.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.on('error', reject);
  });
}

function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  return new Promise((resolve) => socket.on('close', () => resolve(Buffer.concat(chunks).toString())));
}

function closing(socket: Socket): Promise<void> {
  socket.resume();
  return new Promise((resolve) => socket.on('close', () => resolve()));
}
