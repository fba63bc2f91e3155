import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type LookupFunction, type Server, type Socket } from 'node:net';
import { after, describe, type TestContext, test } from 'node:test';
import tls from 'node:tls';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ManualClock, settle } from '../../../test/support/manual-clock.ts';
import { partsOf } from '../../lib/url-parts.ts';
import { CallbackClient, type ClientOptions } from './client.ts';
import type { Outcome } from './exchange.ts';
import { writeRequest } from './request-text.ts';

const TIMEOUT_MS = 15_000;
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
const pem = (name: string) => readFileSync(new URL(`../../../test/support/tls/${name}.pem`, import.meta.url), 'utf8');

/** A request has no body, so that it is whole with its head. */
type Answer = (socket: Socket, request: string) => void;

const toLoopback: LookupFunction = (_host, options, done) => {
  const address = '127.0.0.1';
  if (options.all) (done as unknown as (error: null, all: unknown) => void)(null, [{ address, family: 4 }]);
  else done(null, address, 4);
};

async function rig(
  t: TestContext,
  answer: Answer,
  change: Partial<ClientOptions & { server: Server; host: string }> = {},
) {
  const { server = createServer(), host = '127.0.0.1', ...options } = change;
  const sockets: Socket[] = [];
  const requests: string[] = [];
  server.on(server instanceof tls.Server ? 'secureConnection' : 'connection', (socket: Socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (const request of bytes.toString('latin1').split('\r\n\r\n').slice(0, -1)) {
        requests.push(request);
        answer(socket, request);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as { port: number };
  const clock = new ManualClock();
  const client = new CallbackClient({ clock, lookup: toLoopback, timeoutMs: TIMEOUT_MS, connections: 4, ...options });
  t.after(async () => {
    await client.close();
    assert.equal(clock.pending, 0, 'no timer is left');
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const scheme = server instanceof tls.Server ? 'https' : 'http';
  const send = (path = '/', at = `receiver.example:${port}`): Promise<Outcome> => {
    const target = partsOf(`${scheme}://${at}${path}`);
    const { origin } = target;
    const written = writeRequest({ method: 'POST', origin, path: target.path, headers: {}, body: '' });
    assert.ok(written);
    const request = { ...written, isLast: path === '/last', keeps: () => 100 };
    return new Promise((resolve) => client.exchange(target, request, resolve));
  };
  return { client, clock, send, port, sockets, requests, server };
}

const says =
  (text: string): Answer =>
  (socket) =>
    socket.write(text);

/** What becomes of it; undefined while nothing has. */
function watch(sending: Promise<Outcome>): { outcome?: Outcome } {
  const seen: { outcome?: Outcome } = {};
  void sending.then((outcome) => {
    seen.outcome = outcome;
  });
  return seen;
}

const reasonOf = (outcome: Outcome | undefined) => (outcome && 'reason' in outcome ? outcome.reason : undefined);

describe('connections for callbacks', () => {
  test('are used again, and closed when they have not been used for 4 s', async (t) => {
    const { client, clock, send, sockets } = await rig(t, says(OK));
    let fewer = 0;
    client.onFewer(() => {
      fewer += 1;
    });
    for (let count = 0; count < 3; count += 1) {
      assert.equal((await send()).kind, 'answered');
      await clock.advance(3_900);
    }
    assert.deepEqual([sockets.length, client.openConnections(), fewer], [1, 1, 0]);
    await clock.advance(99);
    assert.equal(client.openConnections(), 1);
    await clock.advance(1);
    await eventually('it is closed', () => client.openConnections() === 0);
    assert.equal(fewer, 1);
    assert.equal((await send()).kind, 'answered');
    assert.equal(sockets.length, 2);
  });

  for (const [seconds, closedAfterMs] of [
    [3, 1_000],
    [5, 3_000],
    [60, 58_000],
    [9_999, 600_000],
  ] as const) {
    test(`are kept for ${closedAfterMs} ms where the receiver keeps them for ${seconds} s`, async (t) => {
      let hint = 'timeout=3600';
      const { client, clock, send } = await rig(t, (socket) =>
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 0\r\nKeep-Alive: ${hint}\r\n\r\n`),
      );
      await send();
      await clock.advance(500);
      hint = `max=9, timeout=${seconds}`;
      await send();
      await clock.advance(closedAfterMs - 1);
      assert.equal(client.openConnections(), 1);
      await clock.advance(1);
      await eventually('it is closed', () => client.openConnections() === 0);
    });
  }

  test('are no more than they may be, and those who wait take turns', async (t) => {
    const held: Socket[] = [];
    const { client, send, requests, sockets } = await rig(t, (socket) => held.push(socket), { connections: 2 });
    const order: number[] = [];
    const all = [0, 1, 2, 3, 4].map((index) => send(`/${index}`).then(() => order.push(index)));
    for (let answered = 0; answered < 5; answered += 1) {
      await eventually('the next one arrives', () => held[answered]);
      assert.ok(client.openConnections() <= 2 && requests.length <= answered + 2);
      held[answered]?.write(OK);
    }
    await Promise.all(all);
    assert.deepEqual([order, sockets.length], [[0, 1, 2, 3, 4], 2]);
  });

  test('the one that was used last is used first', async (t) => {
    const { client, clock, send, sockets } = await rig(t, says(OK));
    await Promise.all([send('/a'), send('/b'), send('/c')]);
    assert.equal(sockets.length, 3);
    for (let count = 0; count < 5; count += 1) {
      await clock.advance(1_000);
      await send();
    }
    await eventually('the others are closed', () => client.openConnections() === 1);
    assert.equal(sockets.length, 3);
  });

  test('one that the receiver closes while it is free is not used', async (t) => {
    const { client, send, sockets, requests } = await rig(t, says(OK));
    await send();
    sockets[0]?.end();
    await eventually('it is closed', () => client.openConnections() === 0);
    await send();
    assert.deepEqual([sockets.length, requests.length], [2, 2]);
  });

  test('one whose end can be read is not written to, though it has not been read yet', async (t) => {
    const { send, sockets, requests } = await rig(t, says(OK));
    await send();
    await settle();
    sockets[0]?.end();
    // In this turn, while the end lies in the kernel.
    assert.equal((await send()).kind, 'answered');
    assert.deepEqual([sockets.length, requests.length], [2, 2]);
  });

  test('one on which something comes that was not asked for is not used', async (t) => {
    const { client, send, sockets } = await rig(t, says(OK));
    await send();
    sockets[0]?.write(OK);
    await eventually('it is closed', () => client.openConnections() === 0);
    assert.equal((await send()).kind, 'answered');
    assert.equal(sockets.length, 2);
  });

  test('one is closed after a request that is the last one of it', async (t) => {
    const { client, send } = await rig(t, says(OK));
    assert.equal((await send('/last')).kind, 'answered');
    await eventually('it is closed', () => client.openConnections() === 0);
  });

  test('one that was opened for a request that found another is kept for the next', async (t) => {
    const lookups: Array<() => void> = [];
    const lookup: LookupFunction = (host, options, done) => lookups.push(() => toLoopback(host, options, done));
    const { client, send, requests } = await rig(t, says(OK), { lookup });
    const first = send('/1');
    await eventually('the name is asked for', () => lookups.length === 1);
    const second = send('/2');
    await eventually('the name is asked for', () => lookups.length === 2);
    lookups[1]?.();
    assert.equal((await second).kind, 'answered');
    assert.equal((await first).kind, 'answered', 'on the same connection');
    assert.deepEqual(
      requests.map((request) => request.split(' ')[1]),
      ['/2', '/1'],
    );
    lookups[0]?.();
    await eventually('it is open', () => client.openConnections() === 2);
  });

  test('one that cannot be opened ends no request that has found another', async (t) => {
    const lookups: Array<(isKnown: boolean) => void> = [];
    const lookup: LookupFunction = (host, options, done) => {
      lookups.push((isKnown) => (isKnown ? toLoopback(host, options, done) : done(new Error('not known'), '', 0)));
    };
    const held: Socket[] = [];
    const { send, requests } = await rig(t, (socket) => held.push(socket), { lookup });
    const first = watch(send('/1'));
    const second = send('/2');
    await eventually('the name is asked for', () => lookups.length === 2);
    lookups[1]?.(true);
    await eventually('the second arrives', () => requests.length === 1);
    held[0]?.write(OK);
    assert.equal((await second).kind, 'answered');
    await eventually('the first arrives', () => requests.length === 2);
    lookups[0]?.(false);
    await settle();
    assert.equal(first.outcome, undefined);
    held[1]?.write(OK);
    await eventually('it is answered', () => first.outcome?.kind === 'answered');
  });

  test('go to an address of IPv6', async (t) => {
    const found = await rig(t, says(OK), { host: '::1' }).catch(() => null);
    if (!found) return t.skip('there is no IPv6');
    assert.equal((await found.send('/', `[::1]:${found.port}`)).kind, 'answered');
    assert.match(found.requests[0] ?? '', new RegExp(`\r\nhost: \\[::1\\]:${found.port}\r\n`));
  });
});

describe('a callback', () => {
  test('has its time, wherever it is spent', async (t) => {
    const { clock, send, requests } = await rig(
      t,
      (socket, request) => request.includes('/swift') && socket.write(OK),
      {
        connections: 1,
      },
    );
    await send('/swift');
    await clock.advance(10_000);
    const sent = watch(send('/sent'));
    await eventually('it arrives', () => requests.length === 2);
    await clock.advance(5_001);
    const waiting = watch(send('/waiting'));
    await clock.advance(9_998);
    assert.deepEqual([sent.outcome, waiting.outcome], [undefined, undefined], 'the time of the first was another');
    await clock.advance(1);
    assert.deepEqual(sent.outcome, { kind: 'unanswered', reason: 'no answer in time' });
    await eventually('the next one arrives', () => requests.length === 3);
    await clock.advance(5_001);
    assert.deepEqual(waiting.outcome, { kind: 'unanswered', reason: 'no answer in time' });
  });

  test('whose time runs out before it has a connection has not left, and does not leave later', async (t) => {
    const { clock, send, requests, sockets } = await rig(t, () => {}, { connections: 1 });
    const first = watch(send('/first'));
    const second = watch(send('/second'));
    await eventually('it arrives', () => requests.length === 1);
    await clock.advance(TIMEOUT_MS);
    assert.deepEqual(first.outcome, { kind: 'unanswered', reason: 'no answer in time' });
    assert.deepEqual(second.outcome, { kind: 'not_left', reason: 'no connection in time' });
    await eventually('the connection is closed', () => sockets[0]?.closed);
    await settle();
    assert.equal(requests.length, 1);
  });

  test('has an answer when its time runs out in the middle of the body', async (t) => {
    const { clock, send, requests } = await rig(t, says('HTTP/1.1 404 Not Found\r\ncontent-length: 9\r\n\r\nhal'));
    const sent = watch(send());
    await eventually('it arrives', () => requests.length === 1);
    await eventually('it is over', async () => {
      await clock.advance(1_000);
      return sent.outcome;
    });
    assert.ok(sent.outcome?.kind === 'answered');
    assert.deepEqual([sent.outcome.status, sent.outcome.body.toString()], [404, 'hal']);
  });

  test('to a name that nobody answers for has not left in time', async (t) => {
    const { clock, client, send } = await rig(t, says(OK), { lookup: () => {} });
    const first = watch(send());
    await clock.advance(100);
    const second = watch(send());
    await clock.advance(TIMEOUT_MS - 100);
    assert.deepEqual(first.outcome, { kind: 'not_left', reason: 'no connection in time' });
    assert.equal(second.outcome, undefined, 'it has an attempt and a time of its own');
    await clock.advance(100);
    assert.deepEqual(second.outcome, { kind: 'not_left', reason: 'no connection in time' });
    assert.equal(client.openConnections(), 0);
  });

  test('to a name that is not known, or a host that refuses, has not left', async (t) => {
    const unknown = Object.assign(new Error('queryA ENOTFOUND receiver.example'), { code: 'ENOTFOUND' });
    const { send, server, port } = await rig(t, says(OK), { lookup: (_host, _options, done) => done(unknown, '', 0) });
    assert.deepEqual(await send(), { kind: 'not_left', reason: 'queryA ENOTFOUND receiver.example' });
    await new Promise((resolve) => server.close(resolve));
    const all = await Promise.all([send('/', `127.0.0.1:${port}`), send('/', `127.0.0.1:${port}`)]);
    for (const outcome of all) {
      assert.equal(outcome.kind, 'not_left');
      assert.match(reasonOf(outcome) ?? '', /ECONNREFUSED/);
    }
  });

  test('that cannot be connected for fails alone', async (t) => {
    let asked = 0;
    const failed = Object.assign(new Error('no route'), { code: 'EHOSTUNREACH' });
    const lookup: LookupFunction = (host, options, done) => {
      asked += 1;
      if (asked === 1) setImmediate(() => done(failed, '', 0));
      else toLoopback(host, options, done);
    };
    const { send } = await rig(t, says(OK), { lookup });
    const [first, second] = await Promise.all([send(), send()]);
    assert.equal(second.kind, 'answered');
    // It found the connection of the other, or its own attempt failed sooner; either is true.
    assert.ok(first.kind === 'answered' || /EHOSTUNREACH/.test(reasonOf(first) ?? ''));
  });

  test('is answered behind "100 Continue", which it did not ask for', async (t) => {
    const { send, sockets } = await rig(t, says(`HTTP/1.1 100 Continue\r\n\r\n${OK}`));
    assert.deepEqual([(await send()).kind, (await send()).kind, sockets.length], ['answered', 'answered', 1]);
  });

  test('says why its answer is none', async (t) => {
    const { send } = await rig(t, (socket, request) => socket.end(request.includes('/none') ? '' : 'SMTP 220 hello'));
    assert.equal(reasonOf(await send('/other')), 'the answer is not HTTP/1.1');
    assert.equal(reasonOf(await send('/none')), 'the receiver has closed the connection');
  });

  test('ends with the client: what had left is told from what had not', async (t) => {
    const { client, send, requests, sockets } = await rig(t, () => {}, { connections: 1 });
    const [first, second] = [send(), send()];
    await eventually('it arrives', () => requests.length === 1);
    await client.close();
    assert.deepEqual(await first, { kind: 'unanswered', reason: 'the client is closed' });
    assert.deepEqual(await second, { kind: 'not_left', reason: 'the client is closed' });
    assert.deepEqual(await send(), { kind: 'not_left', reason: 'the client is closed' });
    assert.equal(client.openConnections(), 0);
    await eventually('its connection is closed', () => sockets[0]?.closed);
    assert.equal(sockets.length, 1);
  });

  test('ends with the client while it connects', async (t) => {
    const { client, send } = await rig(t, says(OK), { lookup: () => {} });
    const first = send();
    await settle();
    const second = send();
    await client.close();
    assert.deepEqual([(await first).kind, (await second).kind], ['not_left', 'not_left']);
  });
});

describe('a callback over TLS', () => {
  // Newer than the types of the oldest Node.
  const authorities = tls as unknown as {
    getCACertificates(): string[];
    setDefaultCACertificates(those: readonly string[]): void;
  };
  const trusted = authorities.getCACertificates();
  const trust = (those: readonly string[]) => authorities.setDefaultCACertificates(those);
  after(() => trust(trusted));

  async function secureRig(t: TestContext) {
    const protocols: Array<string | false | null> = [];
    const names: Array<string | false | null> = [];
    const reused: boolean[] = [];
    const server = tls.createServer({ key: pem('smsc-key'), cert: pem('smsc'), ALPNProtocols: ['h2', 'http/1.1'] });
    server.on('secureConnection', (socket) => {
      protocols.push(socket.alpnProtocol);
      names.push(socket.servername);
      reused.push(socket.isSessionReused());
    });
    return { protocols, names, reused, ...(await rig(t, says(OK), { server })) };
  }

  test('goes to whom a trusted authority knows by the name of the host, and takes the session up again', async (t) => {
    trust([pem('ca')]);
    const { send, port, protocols, names, reused, clock, client } = await secureRig(t);
    const to = (path: string) => send(path, `smsc.test:${port}`);
    for (let count = 0; count < 2; count += 1) assert.equal((await to('/')).kind, 'answered');
    assert.deepEqual([protocols, names, reused], [['http/1.1'], ['smsc.test'], [false]]);
    await eventually('the session is here', () => settle().then(() => true));
    await Promise.all([to('/'), to('/')]);
    assert.deepEqual(reused, [false, true]);
    assert.equal(client.openConnections(), 2);
    await clock.advance(4_000);
    await eventually('they are closed', () => client.openConnections() === 0);
  });

  test('does not go to a host of another name, by an address, or of an unknown authority', async (t) => {
    trust([pem('ca')]);
    const { send, port, requests, client } = await secureRig(t);
    for (const host of ['receiver.example', '127.0.0.1']) {
      const outcome = await send('/', `${host}:${port}`);
      assert.equal(outcome.kind, 'not_left');
      assert.match(reasonOf(outcome) ?? '', /ERR_TLS_CERT_ALTNAME_INVALID/);
    }
    trust(trusted);
    const outcome = await send('/', `smsc.test:${port}`);
    assert.equal(outcome.kind, 'not_left');
    assert.match(reasonOf(outcome) ?? '', /UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED|UNABLE_TO_GET_ISSUER/);
    assert.deepEqual([requests, client.openConnections()], [[], 0]);
  });

  test('does not leave where TLS is not spoken', async (t) => {
    trust([pem('ca')]);
    const plain = createServer((socket) => socket.on('error', () => {}).on('data', () => socket.end(OK)));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    t.after(() => plain.close());
    const { send } = await secureRig(t);
    assert.equal((await send('/', `smsc.test:${(plain.address() as { port: number }).port}`)).kind, 'not_left');
  });
});
