import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { eventually } from '../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { createAddressGuard } from './address-guard.ts';
import { type CallbackRequest, createTransport, type SendResult } from './send.ts';

type ReceiverAnswer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
const BODY = '{"reference_id":"0123456789ABCDEF0123456789ABCDEF"}';

async function rig(t: TestContext, answer: ReceiverAnswer, allowed: readonly string[] = LOOPBACK) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, response, Buffer.concat(chunks).toString()));
  });
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const clock = new ManualClock();
  // "localhost" and every other name lead to the server, without asking a name server.
  const guard = createAddressGuard(allowed, (_host, _options, done) =>
    done(null, [{ address: '127.0.0.1', family: 4 }]),
  );
  const transport = createTransport({ clock, guard, timeoutMs: 15_000, connections: 4 });
  t.after(async () => {
    await transport.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const send = (change: Partial<CallbackRequest> = {}): Promise<SendResult> =>
    transport.send({
      url: `http://receiver.example:${port}/hook?a=1`,
      method: 'POST',
      headers: {},
      body: BODY,
      ...change,
    });
  return { clock, port, send, transport, connections: () => connections, sockets };
}

const status =
  (code: number, headers: Record<string, string> = {}): ReceiverAnswer =>
  (_request, response) => {
    response.writeHead(code, headers).end();
  };

describe('one try of a callback', () => {
  test('carries the exact body, its length and the given headers, as POST or as GET', async (t) => {
    const seen: Array<{ request: IncomingMessage; body: string }> = [];
    const { send } = await rig(t, (request, response, body) => {
      seen.push({ request, body });
      response.writeHead(200).end('thanks');
    });
    const body = '{"text":"Grüße 👋"}';
    for (const method of ['POST', 'GET'] as const) {
      assert.deepEqual(await send({ method, body, headers: { 'webhook-id': 'w1' } }), {
        kind: 'delivered',
        status: 200,
      });
    }
    for (const [index, method] of ['POST', 'GET'].entries()) {
      const got = seen[index];
      assert.equal(got?.request.method, method);
      assert.equal(got?.request.url, '/hook?a=1');
      assert.equal(got?.body, body);
      assert.equal(got?.request.headers['content-length'], String(Buffer.byteLength(body)));
      assert.equal(got?.request.headers['content-type'], 'application/json');
      assert.equal(got?.request.headers['webhook-id'], 'w1');
    }
  });

  test('is delivered by any 2xx, gone by 410, and failed by anything else', async (t) => {
    let code = 200;
    const { send } = await rig(t, (request, response, body) => status(code)(request, response, body));
    for (code of [200, 201, 202, 204, 299]) assert.deepEqual(await send(), { kind: 'delivered', status: code });
    code = 410;
    assert.deepEqual(await send(), { kind: 'gone', status: 410 });
    for (code of [304, 400, 401, 404, 409, 429, 500, 503]) {
      const result = await send();
      assert.equal(result.kind, 'failed');
      assert.equal(result.status, code);
    }
  });

  test('does not follow a redirect', async (t) => {
    const paths: string[] = [];
    const { send } = await rig(t, (request, response, body) => {
      paths.push(request.url ?? '');
      status(307, { location: '/elsewhere' })(request, response, body);
    });
    const result = await send();
    assert.equal(result.kind, 'failed');
    assert.equal(result.status, 307);
    assert.deepEqual(paths, ['/hook?a=1']);
  });

  test('says how long the receiver wants to be left alone, at most a day', async (t) => {
    let after = '';
    const { send, clock } = await rig(t, (request, response, body) =>
      status(503, { 'retry-after': after })(request, response, body),
    );
    const cases: Array<[string, number | null]> = [
      ['120', 120_000],
      ['999999999', 24 * 3_600_000],
      [new Date(clock.now() + 60_000).toUTCString(), 60_000],
      [new Date(clock.now() - 60_000).toUTCString(), null],
      ['soon', null],
      ['-5', null],
      ['0', null],
    ];
    for (const [header, expected] of cases) {
      after = header;
      const result = await send();
      assert.equal(result.kind === 'failed' && result.retryAfterMs, expected, header);
    }
  });

  test('is cut off after 15 seconds, whether nothing comes or the answer never ends', async (t) => {
    const { send, clock, sockets } = await rig(t, (request, response) => {
      if (request.url === '/trickle') response.writeHead(200).write('.');
    });
    const silent = send();
    await eventually('it is sent', () => sockets.size === 1);
    await clock.advance(14_900);
    let isOver = false;
    void silent.then(() => {
      isOver = true;
    });
    await clock.advance(50);
    assert.equal(isOver, false);
    await clock.advance(100);
    const result = await silent;
    assert.equal(result.kind, 'failed');
    assert.match(result.kind === 'failed' ? result.reason : '', /no answer in time/);
    assert.equal(result.kind === 'failed' && result.wasConnected, true);
    const [socket] = sockets;
    await eventually('its connection is closed', () => socket?.destroyed);
  });

  test('does not read an answer without end', async (t) => {
    let written = 0;
    const { send, sockets } = await rig(t, (_request, response) => {
      response.writeHead(200);
      const flood = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) written += 16_384;
      };
      response.on('drain', flood);
      flood();
    });
    assert.deepEqual(await send(), { kind: 'delivered', status: 200 }, 'the head had said so');
    const [socket] = sockets;
    await eventually('the connection is closed', () => socket?.destroyed);
    assert.ok(written < 64 * 1024 * 1024);
  });

  test('uses connections again, and no more than it may', async (t) => {
    let underWay = 0;
    let most = 0;
    const { send, connections } = await rig(t, (_request, response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      setImmediate(() => {
        underWay -= 1;
        response.writeHead(200).end();
      });
    });
    for (let count = 0; count < 10; count += 1) await send();
    assert.ok(connections() <= 2, `${connections()} connections for one after the other`);
    await Promise.all(Array.from({ length: 40 }, () => send()));
    assert.ok(connections() <= 4 && most <= 4, `${connections()} connections, ${most} at a time`);
  });

  test('never reaches an address that is not allowed, written out or resolved', async (t) => {
    const { send, port, connections } = await rig(t, status(200), []);
    for (const host of [
      '127.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '2130706433',
      '0x7f.1',
      'inside.example',
      'localhost',
    ]) {
      const result = await send({ url: `http://${host}:${port}/` });
      assert.equal(result.kind, 'failed', host);
      assert.match(result.kind === 'failed' ? result.reason : '', /network that callbacks may not go to/, host);
      assert.equal(result.kind === 'failed' && result.wasConnected, false, host);
    }
    assert.equal(connections(), 0);
  });

  test('tells a host that cannot be connected to from one that does not answer', async (t) => {
    const { send } = await rig(t, (request) => request.socket.destroy());
    const cut = await send();
    assert.equal(cut.kind === 'failed' && cut.wasConnected, true);
    const refused = await send({ url: 'http://127.0.0.1:1/' });
    assert.equal(refused.kind === 'failed' && refused.wasConnected, false);
    const unusable = await send({ url: 'no url' });
    assert.equal(unusable.kind, 'failed');
  });
});
