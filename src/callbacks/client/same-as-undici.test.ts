/**
 * The same requests through undici, whose ways callers and receivers know, and through our own client: the same bytes
 * reach the receiver over as many connections, and the same becomes known of them, whatever it does.
 */
import assert from 'node:assert/strict';
import { createServer, type LookupFunction, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { Agent } from 'undici';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ManualClock, settle } from '../../../test/support/manual-clock.ts';
import { exchange } from '../../lib/http-exchange.ts';
import { partsOf } from '../../lib/url-parts.ts';
import { LONGEST_HEAD_BYTES } from './answer-reader.ts';
import { CallbackClient } from './client.ts';
import type { Outcome } from './exchange.ts';
import { writeRequest } from './request-text.ts';

const TIMEOUT_MS = 15_000;
const KEPT_BYTES = 16;
const HEADERS = { 'X-Signed': 'a=b', 'webhook-id': '1' };
const OWN_HEADERS = { 'Content-Type': 'application/json', 'User-Agent': 'Trunkline' };

interface Sent {
  readonly url: string;
  readonly method?: 'POST' | 'GET';
  readonly body?: string;
}

interface Sender {
  send(sent: Required<Sent>): Promise<Record<string, unknown>>;
  close(): Promise<unknown>;
}

const lookup: LookupFunction = (_host, options, done) => {
  if (options.all)
    (done as unknown as (error: null, all: unknown) => void)(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
};

const SENDERS: Record<string, (clock: ManualClock) => Sender> = {
  undici: (clock) => {
    const connect = { lookup, timeout: TIMEOUT_MS };
    const agent = new Agent({ connections: 4, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, connect });
    const limits = { withinMs: TIMEOUT_MS, dropBody: true, excerptBytes: () => KEPT_BYTES };
    return {
      async send({ url, method, body }) {
        const { origin, path } = partsOf(url);
        const headers = { ...HEADERS, ...OWN_HEADERS, 'content-length': String(Buffer.byteLength(body)) };
        const result = await exchange(agent, clock, { origin, path, method, headers, body }, limits);
        if (result.kind !== 'answered') return { ...result };
        const retryAfter = result.headers['retry-after'];
        const { kind, status } = result;
        return {
          kind,
          status,
          retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
          body: String(result.body),
        };
      },
      close: () => agent.destroy(),
    };
  },
  'our own client': (clock) => {
    const client = new CallbackClient({ clock, lookup, timeoutMs: TIMEOUT_MS, connections: 4 });
    return {
      async send({ url, method, body }) {
        const target = partsOf(url);
        const { origin, path } = target;
        const written = writeRequest({ method, origin, path, headers: HEADERS, body });
        assert.ok(written);
        const isLast = method === 'GET' && body !== '';
        const request = { ...written, isLast, keeps: () => KEPT_BYTES };
        const result = await new Promise<Outcome>((resolve) => client.exchange(target, request, resolve));
        return result.kind === 'answered' ? { ...result, body: String(result.body) } : { ...result };
      },
      close: () => client.close(),
    };
  },
};

interface Receiver {
  readonly port: number;
  /** What each connection brought. */
  readonly brought: string[];
  readonly sockets: Socket[];
}

/** `answer` is called with each request that is whole; `greet` with each connection. */
async function listen(t: TestContext, answer: Behaviour, greet: (socket: Socket) => void): Promise<Receiver> {
  const receiver = { port: 0, brought: [] as string[], sockets: [] as Socket[] };
  const server = createServer((socket) => {
    const index = receiver.brought.push('') - 1;
    receiver.sockets.push(socket);
    let unread = '';
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      receiver.brought[index] += bytes.toString();
      unread += bytes.toString('latin1');
      for (let end = endOfRequest(unread); end > 0; end = endOfRequest(unread)) {
        unread = unread.slice(end);
        answer(socket);
      }
    });
    greet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.port = (server.address() as { port: number }).port;
  t.after(() => {
    for (const socket of receiver.sockets) socket.destroy();
    server.close();
  });
  return receiver;
}

function endOfRequest(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  const length = /content-length: (\d+)/i.exec(text)?.[1] ?? '0';
  const end = head + 4 + Number(length);
  return text.length >= end ? end : 0;
}

type Behaviour = (socket: Socket) => void;

const ok = (...headers: string[]): string => ['HTTP/1.1 200 OK', ...headers, '', ''].join('\r\n');
const says =
  (text: string): Behaviour =>
  (socket) =>
    socket.write(text, 'latin1');
const saysAndEnds =
  (text: string): Behaviour =>
  (socket) =>
    socket.end(text, 'latin1');
const inPieces =
  (...pieces: string[]): Behaviour =>
  (socket) => {
    const [piece, ...rest] = pieces;
    socket.write(piece ?? '', 'latin1', () => rest.length > 0 && setImmediate(() => inPieces(...rest)(socket)));
  };

const BEHAVIOURS: Record<string, Behaviour> = {
  'answers with a length': says(`${ok('content-length: 2', 'keep-alive: timeout=5')}ok`),
  'answers without a reason': says(`HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n`),
  'answers in pieces': inPieces('HTT', 'P/1.1 200 O', 'K\r', '\ncontent-le', 'ngth: 5\r\n\r', '\nhe', 'llo'),
  'answers in chunks': says(`${ok('transfer-encoding: chunked')}2\r\nhi\r\n3;a=b\r\nyou\r\n0\r\n\r\n`),
  'answers in chunks and pieces': inPieces(
    ok('transfer-encoding: chunked'),
    '1',
    '0\r\n0123456',
    '789abcdef\r',
    '\n0\r\na: b\r\n',
    '\r\n',
  ),
  'answers until it closes': saysAndEnds(`${ok()}all of it`),
  'answers in another coding': saysAndEnds(`${ok('transfer-encoding: gzip')}all of it`),
  'has nothing to say': says('HTTP/1.1 204 No Content\r\n\r\n'),
  'has nothing to say, and says how long that is': says('HTTP/1.1 204 No Content\r\ncontent-length: 3\r\n\r\n'),
  'has nothing new': says('HTTP/1.1 304 Not Modified\r\n\r\n'),
  'is gone': says('HTTP/1.1 410 Gone\r\ncontent-length: 4\r\n\r\ngone'),
  'asks for patience': says('HTTP/1.1 503 Busy\r\nRetry-After: 120\r\ncontent-length: 0\r\n\r\n'),
  'asks twice for patience': says('HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nretry-after: 2\r\ncontent-length: 0\r\n\r\n'),
  'leads elsewhere': says('HTTP/1.1 307 Elsewhere\r\nlocation: /x\r\ncontent-length: 0\r\n\r\n'),
  'has a status of its own': says('HTTP/1.1 999 No\r\ncontent-length: 0\r\n\r\n'),
  'announces its answer': says(`HTTP/1.1 103 Hints\r\nlink: <x>\r\n\r\n${ok('content-length: 0')}`),
  'announces its answer twice': inPieces(
    'HTTP/1.1 102 Wait\r\n\r\nHTTP/1.1 103 Hints\r\n\r\n',
    ok('content-length: 0'),
  ),
  'announces an answer and ends': saysAndEnds('HTTP/1.1 103 Hints\r\n\r\n'),
  'changes the protocol': says('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  'answers with much': says(`${ok('content-length: 60000')}${'x'.repeat(60_000)}`),
  'answers with too much': says(`${ok('content-length: 70000')}${'x'.repeat(70_000)}`),
  'wants its connection closed': says(`${ok('connection: close', 'content-length: 2')}ok`),
  'closes its connection': saysAndEnds(`${ok('connection: close', 'content-length: 2')}ok`),
  'speaks HTTP/1.0': says('HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n'),
  'speaks HTTP/1.0 and keeps its connection': says(
    'HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n',
  ),
  'keeps its connection for a second': says(ok('keep-alive: timeout=1', 'content-length: 0')),
  'says more than was asked': says(`${ok('content-length: 2')}ok${ok('content-length: 0')}`),
  'sends a stray empty line': says(`\r\n${ok('content-length: 2')}ok`),
  'ends without an answer': (socket) => socket.end(),
  'cuts the connection': (socket) => socket.resetAndDestroy(),
  'ends in its status line': saysAndEnds('HTTP/1.1 20'),
  'ends in a header': saysAndEnds('HTTP/1.1 200 OK\r\ncontent-le'),
  'ends in its body': saysAndEnds(`${ok('content-length: 10')}hal`),
  'ends in a chunk': saysAndEnds(`${ok('transfer-encoding: chunked')}a\r\nhal`),
  'breaks off in its body': (socket) =>
    socket.write(`${ok('content-length: 9')}hal`, () => setImmediate(() => socket.resetAndDestroy())),
  'speaks something else': says('220 mail.example ESMTP\r\n'),
  'speaks TLS': says('\x15\x03\x01\x00\x02\x02\x50'),
  'folds a header': says(`HTTP/1.1 200 OK\r\na: b\r\n c\r\ncontent-length: 0\r\n\r\n`),
  'ends its lines by halves': says('HTTP/1.1 200 OK\ncontent-length: 0\n\n'),
  'has no name for a header': says(`HTTP/1.1 200 OK\r\n: b\r\n\r\n`),
  'is at odds with itself about its length': says(`${ok('content-length: 1', 'content-length: 2')}ok`),
  'has two kinds of length': says(`${ok('content-length: 1', 'transfer-encoding: chunked')}0\r\n\r\n`),
  'has a length that is none': says(ok('content-length: x')),
  'has a head without end': says(ok(`a: ${'x'.repeat(LONGEST_HEAD_BYTES)}`)),
};

describe('what a receiver does', () => {
  for (const [what, behaviour] of Object.entries(BEHAVIOURS)) {
    test(`it ${what}`, async (t) => {
      const seen = await throughBoth(t, behaviour);
      assert.deepEqual(seen['our own client'], seen.undici);
    });
  }

  test('it speaks before it is asked', async (t) => {
    const seen = await throughBoth(t, says(ok('content-length: 0')), { greet: says('SSH-2.0-x\r\n') });
    // What has been read by then depends on who is faster.
    assert.deepEqual(seen['our own client']?.outcomes, seen.undici?.outcomes);
  });

  test('it says "100 Continue", though nobody asked for it: only our own goes on', async (t) => {
    const seen = await throughBoth(t, says(`HTTP/1.1 100 Continue\r\n\r\n${ok('content-length: 0')}`));
    const answered = { kind: 'answered', status: 200, retryAfter: null, body: '' };
    assert.deepEqual(seen['our own client']?.outcomes, [answered, answered]);
    assert.deepEqual(seen.undici?.outcomes, [{ kind: 'unanswered' }, { kind: 'unanswered' }]);
  });

  test('it closes a connection that is not used', async (t) => {
    const behaviour = saysAndEnds(ok('content-length: 0'));
    const seen = await throughBoth(t, behaviour, {
      between: (socket) => eventually('it is closed', () => socket.closed),
    });
    assert.deepEqual(seen['our own client'], seen.undici);
    assert.equal(seen.undici?.brought.length, 2);
  });

  const requests: Record<string, Omit<Sent, 'url'> & { path?: string; host?: string }> = {
    'a POST': {},
    'a POST in signs of any language': { body: '{"text":"Grüße 👋 \ud800 x"}' },
    'a POST of much': { body: JSON.stringify({ text: 'long '.repeat(40_000) }) },
    'a POST of nothing': { body: '' },
    'a GET': { method: 'GET' },
    'a GET without a body': { method: 'GET', body: '' },
    'a query': { path: '/a%20b/ü?x=1&y=ä b|c#d' },
    'no path': { path: '' },
    'an address': { host: '127.0.0.1' },
    'a user and a password': { host: 'user:secret@receiver.example' },
    'a name in capitals and other letters': { host: 'BÜCHER.example' },
  };
  for (const [what, { path = '/hook', host = 'receiver.example', ...change }] of Object.entries(requests)) {
    test(`it gets ${what}`, async (t) => {
      const seen = await throughBoth(t, says(ok('content-length: 0')), { path, host, ...change });
      assert.deepEqual(seen['our own client'], seen.undici);
    });
  }
});

interface Both extends Omit<Sent, 'url'> {
  readonly host?: string;
  readonly path?: string;
  readonly greet?: Behaviour;
  readonly between?: (first: Socket) => Promise<unknown>;
}

/** Two requests, one after the other, through each. */
async function throughBoth(t: TestContext, behaviour: Behaviour, both: Both = {}) {
  const {
    host = 'receiver.example',
    path = '/hook?a=1',
    greet = () => {},
    between,
    method = 'POST',
    body = '{"a":1}',
  } = both;
  const seen: Record<string, { outcomes: unknown[]; brought: string[] }> = {};
  for (const [name, open] of Object.entries(SENDERS)) {
    const { port, brought, sockets } = await listen(t, behaviour, greet);
    const sender = open(new ManualClock());
    const url = `http://${host}:${port}${path}`;
    const outcomes = [await sender.send({ url, method, body })];
    if (sockets[0]) await between?.(sockets[0]);
    // undici takes a while until it takes a connection again, and would open another.
    await settle();
    outcomes.push(await sender.send({ url, method, body }));
    // Where it has given up an answer, undici opens a connection that it does not use.
    const used = brought.filter((text) => text !== '').map((text) => text.replaceAll(String(port), 'PORT'));
    // Each has its own words for what is no answer.
    const known = outcomes.map(({ reason, ...rest }) =>
      String(reason).includes('ECONN') ? { ...rest, reason } : rest,
    );
    seen[name] = { outcomes: known, brought: used };
    await sender.close();
  }
  return seen;
}
