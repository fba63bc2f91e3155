import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { limitPipelining } from './pipelining.ts';

const REQUEST = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

interface Rig {
  readonly port: number;
  readonly clock: ManualClock;
  /** In the order in which they were given to the handler. */
  readonly handled: ServerResponse[];
  connect(): Promise<Socket & { got: string }>;
}

async function rig(t: TestContext, answer: (response: ServerResponse) => void): Promise<Rig> {
  const clock = new ManualClock();
  const handled: ServerResponse[] = [];
  const server = createServer((_, response) => {
    handled.push(response);
    answer(response);
  });
  limitPipelining(clock, server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    port,
    clock,
    handled,
    connect: () =>
      new Promise((resolve) => {
        const socket = Object.assign(
          connect(port, '127.0.0.1', () => resolve(socket)),
          { got: '' },
        );
        socket.on('error', () => undefined);
        t.after(() => socket.destroy());
      }),
  };
}

function read(socket: Socket & { got: string }): Promise<string> {
  socket.on('data', (chunk: Buffer) => {
    socket.got += chunk.toString('latin1');
  });
  return new Promise((resolve) => socket.on('close', () => resolve(socket.got)));
}

const answersIn = (text: string) => text.split('HTTP/1.1 200').length - 1;

test('sixteen requests of a connection are worked on at once, and those behind them in their turn', async (t) => {
  const { handled, connect } = await rig(t, () => undefined);
  const socket = await connect();
  const read = new Promise<void>((resolve) => {
    let got = '';
    socket.on('data', (chunk: Buffer) => {
      got += chunk.toString('latin1');
      if (answersIn(got) === 100) resolve();
    });
  });
  socket.write(REQUEST.repeat(100));
  await eventually('sixteen are worked on', () => handled.length === 16);
  for (let answered = 0; answered < 100; answered += 1) {
    await eventually('the next one is there', () => handled.length > answered);
    assert.ok(handled.length <= answered + 16, `${handled.length} with ${answered} answered`);
    handled[answered]?.end('x');
    await eventually('it is answered', () => handled[answered]?.writableFinished === true);
  }
  await read;
});

test('a connection that sends thousands at once is answered as many as are allowed, and closed', async (t) => {
  const { handled, connect } = await rig(t, (response) => void response.end('x'));
  const socket = await connect();
  const all = read(socket);
  socket.write(REQUEST.repeat(1_900));
  assert.equal(answersIn(await all), 128);
  assert.equal(handled.length, 128);
});

test('others have their turn between requests that are answered at once', async (t) => {
  const order: string[] = [];
  const { connect } = await rig(t, (response) => {
    order.push(response.req.url ?? '');
    response.end('x');
  });
  const [many, one] = [await connect(), await connect()];
  many.write(REQUEST.replace('/', '/many').repeat(120));
  one.write(REQUEST.replace('/', '/one'));
  for (const socket of [many, one]) socket.resume();
  await eventually('all are answered', () => order.length === 121);
  assert.ok(order.indexOf('/one') <= 48, `it came as number ${order.indexOf('/one')}`);
});

test('a caller that does not read its answers is kept sixteen of them, and is closed in the end', async (t) => {
  const large = Buffer.alloc(8 * 1024 * 1024);
  const { handled, connect, clock } = await rig(t, (response) => void response.end(large));
  const socket = await connect();
  socket.pause();
  socket.write(REQUEST.repeat(1_000));
  await eventually('they are worked on', () => handled.length === 16);
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(handled.length, 16);
  const closed = new Promise((resolve) => handled[0]?.socket?.once('close', resolve));
  await clock.advance(10_000);
  await closed;
});

test('requests with bodies go on after a connection was not read for a while', async (t) => {
  const { handled, connect } = await rig(t, (response) => {
    response.req.resume().on('end', () => setImmediate(() => response.end('x')));
  });
  const socket = await connect();
  read(socket);
  const post = `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2000\r\n\r\n${'b'.repeat(2_000)}`;
  for (let round = 0; round < 5; round += 1) {
    socket.write(post.repeat(40));
    await eventually('all are answered', () => answersIn(socket.got) === (round + 1) * 40);
  }
  assert.equal(handled.length, 200);
});
