import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { Pool } from 'undici';
import { eventually } from '../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { describeError, type ExchangeLimits, exchange } from './http-exchange.ts';

const clock = new ManualClock();
const closers: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const close of closers.reverse()) await close();
});

/** A TCP server that writes `answer` when it has read a request, and counts what it read. */
async function listen(answer: (socket: Socket) => void): Promise<{ pool: Pool; server: Server; read: () => string }> {
  let read = '';
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      read += bytes.toString('latin1');
      if (read.includes('\r\n\r\n')) answer(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const pool = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    connections: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  closers.push(async () => sockets.forEach((socket) => void socket.destroy()));
  closers.push(() => pool.destroy());
  return { pool, server, read: () => read };
}

function get(pool: Pool, limits: Partial<ExchangeLimits> = {}) {
  return exchange(pool, clock, { method: 'GET', path: '/x', headers: {} }, { withinMs: 1000, ...limits });
}

test('an answer has its status, headers and body, and leaves no timer', async () => {
  const { pool } = await listen((socket) =>
    socket.write('HTTP/1.1 201 Created\r\nx-a: b\r\ncontent-length: 2\r\n\r\nhi'),
  );
  const result = await get(pool);
  assert.ok(result.kind === 'answered');
  assert.deepEqual([result.status, result.headers['x-a'], result.body.toString()], [201, 'b', 'hi']);
  assert.equal(clock.pending, 0);
});

test('mayLeave is asked when the connection is there, and its no writes nothing', async () => {
  const { pool, read } = await listen(() => {});
  let asked = 0;
  const asking = get(pool, {
    mayLeave: () => {
      asked += 1;
      return false;
    },
  });
  assert.equal(asked, 0, 'no connection, no question');
  assert.deepEqual(await asking, { kind: 'withheld' });
  assert.equal(asked, 1);
  assert.equal(read(), '');
  assert.equal(clock.pending, 0);
});

test('a refused connection has let nothing leave', async () => {
  const { pool, server } = await listen(() => {});
  await new Promise((resolve) => server.close(resolve));
  const result = await get(pool);
  assert.equal(result.kind, 'not_left');
  assert.match(result.kind === 'not_left' ? result.reason : '', /ECONNREFUSED/);
});

test('a name that does not resolve has let nothing leave', async () => {
  const pool = new Pool('http://no-such-host.invalid');
  closers.push(() => pool.destroy());
  assert.equal((await get(pool, { withinMs: 60_000 })).kind, 'not_left');
});

test('a connection cut after the request is unanswered', async () => {
  const { pool } = await listen((socket) => socket.destroy());
  assert.equal((await get(pool)).kind, 'unanswered');
});

test('an answer cut in its status line is unanswered', async () => {
  const { pool } = await listen((socket) => socket.end('HTTP/1.1 20'));
  assert.equal((await get(pool)).kind, 'unanswered');
});

test('a hint that comes before the answer is none', async () => {
  const { pool } = await listen((socket) => socket.end('HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n'));
  assert.equal((await get(pool)).kind, 'unanswered');
});

test('bytes that are not HTTP are no answer', async () => {
  const { pool } = await listen((socket) => socket.end('\u0000\u0001 hello\r\n\r\n'));
  assert.equal((await get(pool)).kind, 'unanswered');
});

test('an answer cut in its body is an answer', async () => {
  const { pool } = await listen((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhal'));
  const result = await get(pool);
  assert.ok(result.kind === 'answered');
  assert.equal(result.status, 200);
});

test('out of time after the request left it is unanswered, before that nothing left', async () => {
  const { pool, read } = await listen(() => {});
  const first = get(pool);
  // The only connection is taken, so the second one waits for it.
  const second = get(pool, { withinMs: 500 });
  await eventually('the first request arrives', () => read() !== '');
  await clock.advance(1000);
  assert.deepEqual(await first, { kind: 'unanswered', reason: 'no answer in time' });
  assert.deepEqual(await second, { kind: 'not_left', reason: 'no connection in time' });
  assert.equal((await get(pool, { mayLeave: () => false })).kind, 'withheld', 'the pool has worked off its queue');
  assert.equal(read().match(/GET/g)?.length, 1, 'what was given up is not written later');
});

test('out of time in the middle of the body it is an answer', async () => {
  const { pool, read } = await listen((socket) =>
    socket.write('HTTP/1.1 404 Not Found\r\ncontent-length: 10\r\n\r\nhal'),
  );
  const asked = get(pool, { withinMs: 60_000 });
  let result: Awaited<typeof asked> | undefined;
  void asked.then((settled) => {
    result = settled;
  });
  await eventually('the request arrives', () => read() !== '');
  await eventually('it is answered', async () => {
    await clock.advance(1_000);
    return result;
  });
  assert.deepEqual(result?.kind === 'answered' && [result.status, result.isLate], [404, true]);
});

test('a pool that is destroyed tells what had left from what had not', async () => {
  const { pool, read } = await listen(() => {});
  const first = get(pool);
  const second = get(pool);
  await eventually('the first request arrives', () => read() !== '');
  await pool.destroy();
  assert.equal((await first).kind, 'unanswered');
  assert.equal((await second).kind, 'not_left');
  assert.equal((await get(pool)).kind, 'not_left');
  assert.equal(clock.pending, 0);
});

test('of an answer without end 64 KiB are kept, and its connection ends', async () => {
  let isEnded = false;
  const server = createServer((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(20_000, 0x61)));
    };
    response.on('drain', more);
    response.on('close', () => {
      isEnded = true;
    });
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  const pool = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  closers.push(() => pool.destroy());
  const result = await get(pool);
  assert.equal(result.kind === 'answered' && result.body.length, 65_536);
  await eventually('nothing more is read', () => isEnded);
});

test('a reason is short and can be stored, whatever names the certificate of a peer has', () => {
  const names = Array.from({ length: 100 }, (_, place) => `DNS:${place}.${'😀'.repeat(60)}.example`);
  const error = checkServerIdentity('a.example', { subjectaltname: names.join(', ') } as PeerCertificate);
  assert.ok(error && error.message.length > 10_000);
  const reason = describeError(error);
  assert.match(reason, /^Hostname.*a\.example.*\(ERR_TLS_CERT_ALTNAME_INVALID\)$/);
  assert.ok(reason.length < 350 && !/\p{Surrogate}/u.test(reason), reason);
  assert.equal(describeError(new Error('a\0b')), 'ab');
});
