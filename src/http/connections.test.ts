import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
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
