import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Server, Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { createBrokenRequests } from './connections.ts';

/** As the gateway's server, in less of a hurry than a test. */
async function impatientServer(t: TestContext): Promise<number> {
  const server = createServer({ requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 20 });
  const broken = createBrokenRequests(new ManualClock());
  broken.watch(server);
  server.on('clientError', broken.handle);
  server.on('request', (request, response) => {
    request.on('error', () => undefined);
    request.resume().on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
  });
}

async function answerTo(port: number, bytes: string): Promise<string> {
  const socket = await open(port);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(bytes);
  await closed;
  return Buffer.concat(chunks).toString();
}

test('headers or a body that never end are answered 408 in JSON, and the connection is closed', async (t) => {
  const port = await impatientServer(t);
  const unfinished = [
    'GET /healthz HTTP/1.1\r\nhost: x\r\n',
    'POST /v1/omnichannel HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"channels":',
    'POST /v1/omnichannel HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"cha',
  ];
  for (const bytes of unfinished) {
    const answer = await answerTo(port, bytes);
    assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/, bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    assert.match(head, /connection: close/);
    assert.match(head, new RegExp(`content-length: ${Buffer.byteLength(body)}`));
    assert.equal(JSON.parse(body).status.code, 408);
  }
});

test('a body whose chunks are no chunks is answered 400', async (t) => {
  const port = await impatientServer(t);
  const head = 'POST /v1/omnichannel HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n';
  assert.match(await answerTo(port, `${head}zz\r\n{}\r\n`), /^HTTP\/1\.1 400 .*"code":400/s);
});

test('a peer that goes away in the middle of its request harms nobody', async (t) => {
  const port = await impatientServer(t);
  for (let n = 0; n < 20; n += 1) {
    const socket = await open(port);
    socket.on('error', () => undefined);
    socket.write('POST /v1/omnichannel HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{');
    socket.resetAndDestroy();
  }
  assert.match(await answerTo(port, 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'), /^HTTP\/1\.1 200 /);
});

const pem = (name: string) => readFileSync(new URL(`../../../test/support/tls/${name}.pem`, import.meta.url));

/** How many connections a server has. */
function countOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
}

async function tlsServer(t: TestContext, clock = new ManualClock()): Promise<{ server: Server; port: number }> {
  const options = { cert: pem('smsc'), key: pem('smsc-key'), handshakeTimeout: 100 };
  const server = createTlsServer(options, (_, response) => response.end('{}'));
  const broken = createBrokenRequests(clock);
  broken.watch(server);
  server.on('clientError', broken.handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  const address = server.address();
  return { server, port: address !== null && typeof address === 'object' ? address.port : 0 };
}

test('a connection that never agrees on TLS is gone, whatever it sends, and whether or not it goes away', async (t) => {
  const { server, port } = await tlsServer(t);
  const hello = Buffer.from('16030100f8010000f40303', 'hex');
  for (let n = 0; n < 30; n += 1) {
    const socket = await open(port);
    socket.on('error', () => undefined);
    t.after(() => socket.destroy());
    // Some say nothing, some half a greeting, some plain HTTP; half of them do not read either.
    if (n % 3 === 1) socket.write(hello);
    if (n % 3 === 2) socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    if (n % 2 === 0) socket.pause();
  }
  await eventually('all of them are gone', async () => (await countOf(server)) === 0);
});

test('over TLS, what is no HTTP is answered, and the connection is gone', async (t) => {
  const clock = new ManualClock();
  const { server, port } = await tlsServer(t, clock);
  const talk = async (): Promise<Socket> => {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    t.after(() => socket.destroy());
    return socket.on('error', () => undefined);
  };
  const one = await talk();
  const chunks: Buffer[] = [];
  one.on('data', (chunk: Buffer) => chunks.push(chunk));
  one.write('no HTTP\r\n\r\n');
  await new Promise((resolve) => one.on('close', resolve));
  assert.match(Buffer.concat(chunks).toString(), /^HTTP\/1\.1 400 /);
  await eventually('it is gone', async () => (await countOf(server)) === 0);
  await eventually('no timer is left', () => clock.pending === 0);
});

test('an answer that cannot be written keeps no connection', async () => {
  const clock = new ManualClock();
  const deaf = Object.assign(new Socket(), { end: () => deaf }) as Socket;
  Object.defineProperty(deaf, 'writable', { value: true });
  createBrokenRequests(clock).handle(Object.assign(new Error('bad'), { code: 'HPE_INVALID_METHOD' }), deaf);
  assert.equal(deaf.destroyed, false);
  await clock.advance(1_000);
  assert.equal(deaf.destroyed, true);
});
