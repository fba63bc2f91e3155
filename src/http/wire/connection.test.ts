import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { createBrokenRequests } from '../guard/connections.ts';
import { PlainRequests } from './plain-requests.ts';

const LIMITS = {
  headersWithinMs: 15_000,
  requestWithinMs: 30_000,
  keepAliveMs: 75_000,
  unreadWithinMs: 120_000,
  checkedEveryMs: 5_000,
};
/** By the systems of both ends. */
const MORE_THAN_IS_KEPT = 24 * 1024 * 1024;
const GET = 'GET /plain HTTP/1.1\r\nhost: x\r\n\r\n';
const POST = 'POST /plain HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n';

interface Rig {
  readonly clock: ManualClock;
  readonly plain: PlainRequests;
  /** In the order of their requests. */
  readonly answers: ServerResponse[];
  /** What happened to requests and answers. */
  readonly told: string[];
  connect(): Promise<Socket & { got: string }>;
}

async function rig(t: TestContext): Promise<Rig> {
  const clock = new ManualClock();
  const answers: ServerResponse[] = [];
  const told: string[] = [];
  const server = createServer();
  const broken = createBrokenRequests(clock);
  broken.watch(server);
  server.on('clientError', broken.handle);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answers.push(response);
    request.on('data', (bytes: Buffer) => told.push(`data ${bytes}`)).on('end', () => told.push('end'));
    request.on('error', ({ message }) => told.push(`error ${message}`)).resume();
    for (const name of ['finish', 'close', 'error']) response.on(name, () => told.push(`answer: ${name}`));
  });
  const plain = new PlainRequests(server, { limits: LIMITS, clock, isTaken: (url) => url === '/plain' });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  t.after(() => plain.closeAll());
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return { clock, plain, answers, told, connect: () => opened(t, port) };
}

function opened(t: TestContext, port: number): Promise<Socket & { got: string }> {
  return new Promise((resolve) => {
    const socket = Object.assign(
      connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => resolve(socket)),
      { got: '' },
    );
    socket.on('data', (bytes: Buffer) => {
      socket.got += bytes.toString('latin1');
    });
    socket.on('error', () => undefined).on('end', () => socket.end());
    t.after(() => socket.destroy());
  });
}

const closed = (socket: Socket) => eventually('it is closed', () => socket.closed);

function end(response: ServerResponse | undefined, body: string): void {
  response?.writeHead(200, { 'content-length': body.length }).end(body);
}

test('answers go out in the order of their requests, each when it is written', async (t) => {
  const { answers, told, connect } = await rig(t);
  const socket = await connect();
  socket.write(GET.repeat(3));
  await eventually('all are there', () => answers.length === 3);
  end(answers[2], 'three');
  end(answers[1], 'two');
  assert.equal(socket.got, '');
  end(answers[0], 'one');
  await eventually('all are answered', () => socket.got.endsWith('three'));
  assert.match(socket.got, /one.*two.*three$/s);
  assert.deepEqual(told.slice(-2), ['answer: finish', 'answer: close']);
});

test('what Node is to read waits for the answers before it, and nothing of it is lost', async (t) => {
  const { answers, connect } = await rig(t);
  const socket = await connect();
  const other = 'GET /other HTTP/1.1\r\nhost: x\r\n\r\n';
  socket.write(GET + other + GET);
  await eventually('the first one is there', () => answers.length === 1);
  socket.write(other);
  end(answers[0], 'one');
  await eventually('the others are', () => answers.length === 4);
  assert.deepEqual(
    answers.map(({ req }) => req.url),
    ['/plain', '/other', '/plain', '/other'],
  );
  for (const answer of answers.slice(1)) end(answer, 'x');
  await eventually('all are answered', () => socket.got.split('HTTP/1.1 200').length === 5);
});

test('a body comes as it is sent, and what follows it is the next request', async (t) => {
  const { answers, told, connect } = await rig(t);
  const socket = await connect();
  socket.write(`${POST}he`);
  await eventually('the request is there', () => told.includes('data he'));
  socket.write(`llo${GET}`);
  await eventually('so is the next', () => answers.length === 2);
  assert.deepEqual(told, ['data he', 'data llo', 'end', 'end']);
});

test('a request that is answered before its body has come does not end the connection', async (t) => {
  const { answers, connect } = await rig(t);
  const socket = await connect();
  socket.write(`${POST}he`);
  await eventually('the request is there', () => answers.length === 1);
  end(answers[0], 'one');
  await eventually('it is answered', () => socket.got.endsWith('one'));
  socket.write(`llo${GET}`);
  await eventually('the next is there', () => answers.length === 2);
});

test('a body is waited for no longer because its request has been answered', async (t) => {
  const { clock, answers, connect } = await rig(t);
  const socket = await connect();
  socket.write(`${POST}he`);
  await eventually('the request is there', () => answers.length === 1);
  await clock.advance(20_000);
  end(answers[0], 'one');
  await eventually('it is answered', () => socket.got.endsWith('one'));
  await clock.advance(15_000);
  await closed(socket);
  assert.match(socket.got, /one.*HTTP\/1\.1 408 /s);
});

test('whoever goes away in the middle of a request is told to nobody but its reader', async (t) => {
  const { answers, told, connect } = await rig(t);
  const socket = await connect();
  socket.write(`${POST}he`);
  await eventually('the request is there', () => told.includes('data he'));
  socket.resetAndDestroy();
  await eventually('it is over', () => told.includes('error aborted'));
  end(answers[0], 'nobody reads it');
  await eventually('so is the answer', () => told.includes('answer: error'));
  assert.deepEqual(told, ['data he', 'answer: close', 'error aborted', 'answer: error']);
});

test('whoever says that all is said, in the middle of a request, is answered 400', async (t) => {
  const { told, connect } = await rig(t);
  const socket = await connect();
  socket.write(`${POST}he`);
  await eventually('the request is there', () => told.includes('data he'));
  socket.end();
  await closed(socket);
  assert.match(socket.got, /^HTTP\/1\.1 400 /);
});

test('whoever says that all is said, behind a request, ends the connection', async (t) => {
  const { answers, told, connect } = await rig(t);
  const socket = await connect();
  socket.write(GET);
  await eventually('the request is there', () => answers.length === 1);
  socket.end();
  await closed(socket);
  await eventually('the answer is over', () => told.includes('answer: close'));
  assert.equal(socket.got, '');
});

test('a connection on which nothing comes, or half a body, is answered 408', async (t) => {
  const { clock, told, connect } = await rig(t);
  const silent = await connect();
  const half = await connect();
  half.write(`${POST}he`);
  await eventually('the request is there', () => told.includes('data he'));
  await clock.advance(15_000);
  assert.equal(silent.destroyed, false);
  await clock.advance(5_000);
  await closed(silent);
  assert.match(silent.got, /^HTTP\/1\.1 408 /);
  await clock.advance(10_000);
  assert.equal(half.got, '');
  await clock.advance(5_000);
  await closed(half);
  assert.match(half.got, /^HTTP\/1\.1 408 /);
  await eventually('no timer is left', () => clock.pending === 0);
});

test('a connection is kept as long as is promised, and not while it is answered', async (t) => {
  const { clock, answers, connect } = await rig(t);
  const socket = await connect();
  socket.write(GET);
  await eventually('the request is there', () => answers.length === 1);
  await clock.advance(200_000);
  end(answers[0], 'one');
  await eventually('it is answered', () => socket.got.endsWith('one'));
  assert.match(socket.got, /Keep-Alive: timeout=75\r\n/);
  await clock.advance(75_000);
  assert.equal(socket.destroyed, false);
  await clock.advance(5_000);
  await closed(socket);
  assert.equal(clock.pending, 0);
});

test('a client that takes none of its answers is gone after its time, and one that takes some stays', async (t) => {
  const { clock, told, answers, connect } = await rig(t);
  const socket = await connect();
  socket.pause();
  socket.write(GET.repeat(2));
  await eventually('they are there', () => answers.length === 2);
  for (const answer of answers) end(answer, 'x'.repeat(MORE_THAN_IS_KEPT));
  await clock.advance(115_000);
  assert.deepEqual(
    told.filter((each) => each === 'answer: close'),
    [],
  );
  socket.on('data', () => {
    if (socket.got.length > MORE_THAN_IS_KEPT) socket.pause();
  });
  socket.resume();
  await eventually('the first is taken', () => told.includes('answer: close') && socket.isPaused());
  await clock.advance(120_000);
  assert.equal(told.filter((each) => each === 'answer: finish').length, 1);
  await clock.advance(10_000);
  await eventually('it is gone', () => told.filter((each) => each === 'answer: close').length === 2);
  assert.equal(told.filter((each) => each === 'answer: finish').length, 1);
});

test('of a server that closes, what is idle goes at once, and the others when they are answered', async (t) => {
  const { plain, answers, connect } = await rig(t);
  const [idle, busy] = [await connect(), await connect()];
  idle.write(GET);
  await eventually('the request is there', () => answers.length === 1);
  end(answers[0], 'one');
  await eventually('it is answered', () => idle.got.endsWith('one'));
  busy.write(GET);
  await eventually('the other is there', () => answers.length === 2);
  plain.closeIdle();
  await closed(idle);
  end(answers[1], 'two');
  await closed(busy);
  assert.match(busy.got, /two$/);
});

test('an answer that is set line by line, and comes in parts, is one all the same', async (t) => {
  const { answers, connect } = await rig(t);
  const socket = await connect();
  socket.write(GET);
  await eventually('the request is there', () => answers.length === 1);
  const [answer] = answers;
  answer?.setHeader('X-One', 'a').setHeader('x-two', ['b', 'c']);
  answer?.write('on');
  answer?.end('e');
  await eventually('it is answered', () => socket.got.endsWith('\r\n\r\none'));
  assert.match(socket.got, /^HTTP\/1\.1 200 OK\r\nx-one: a\r\nx-two: b\r\nx-two: c\r\ncontent-length: 3\r\nDate: /);
  assert.throws(() => answer?.setHeader('a', 'b\r\nc: d'), { code: 'ERR_INVALID_CHAR' });
});
