import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ConflictError,
  InvalidRequestError,
  NoAnswerError,
  NotAuthorizedError,
  NotFoundError,
  RateLimitError,
  TimedOutError,
  Trunkline,
  UnavailableError,
} from './index.ts';
import { type Call, Transport, type TransportOptions } from './transport.ts';

const GET: Call = { method: 'GET', path: '/v1/events' };
const POST: Call = { method: 'POST', path: '/v1/messaging', body: { text: 'Hello' } };

interface Asked {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
}

type Answer = Response | Error | ((signal: AbortSignal) => Promise<Response>);

/** Answers one after the other, and keeps what it was asked. */
function scripted(answers: readonly Answer[], options: Partial<TransportOptions> = {}) {
  const asked: Asked[] = [];
  const transport = new Transport({
    url: 'https://gateway.example/below/',
    customerId: 'ID',
    apiKey: 'KEY',
    ...options,
    fetch: async (url, init = {}) => {
      asked.push({
        url: String(url),
        method: String(init.method),
        headers: new Headers(init.headers),
        body: String(init.body ?? ''),
      });
      const answer = answers[asked.length - 1];
      assert.ok(answer, 'it was asked more often than it was to be');
      if (answer instanceof Error) throw answer;
      return answer instanceof Response ? answer : answer(init.signal ?? assert.fail('it has no end'));
    },
  });
  return { transport, asked };
}

function refusal(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

const BUSY = { status: { code: 3408, description: 'Too many requests' } };

test('a request has its credentials, its query and its body; a POST a key of its own', async () => {
  const { transport, asked } = scripted([Response.json({ a: 1 }), Response.json({}), Response.json({})]);
  assert.deepEqual(await transport.send({ ...GET, query: { limit: 5, after: undefined, from: 'a b' } }), { a: 1 });
  await transport.send(POST);
  await transport.send(POST, { idempotencyKey: 'mine' });
  assert.equal(asked[0]?.url, 'https://gateway.example/below/v1/events?limit=5&from=a+b');
  assert.equal(asked[0]?.headers.get('authorization'), `Basic ${btoa('ID:KEY')}`);
  assert.equal(asked[0]?.headers.get('idempotency-key'), null);
  assert.equal(asked[1]?.body, '{"text":"Hello"}');
  assert.match(String(asked[1]?.headers.get('idempotency-key')), /^[0-9a-f-]{36}$/);
  assert.equal(asked[2]?.headers.get('idempotency-key'), 'mine');
});

test('what was not answered is asked again, a POST under the same key', async () => {
  const { transport, asked } = scripted([new TypeError('cut'), Response.json({ a: 1 })]);
  assert.deepEqual(await transport.send(POST), { a: 1 });
  assert.equal(asked[0]?.headers.get('idempotency-key'), asked[1]?.headers.get('idempotency-key'));
});

test('what may have been done and may not be repeated is asked once', async () => {
  const { transport, asked } = scripted([
    new TypeError('fetch failed', { cause: { message: '', code: 'ECONNREFUSED' } }),
  ]);
  await assert.rejects(transport.send({ ...GET, mayRepeat: false }), (error) => {
    assert.ok(error instanceof NoAnswerError);
    assert.equal(error.message, 'GET https://gateway.example/below/v1/events was not answered: ECONNREFUSED');
    return true;
  });
  assert.equal(asked.length, 1);
  const other = scripted([refusal(429, BUSY, { 'retry-after': '0' }), Response.json({ a: 1 })]);
  assert.deepEqual(await other.transport.send({ ...GET, mayRepeat: false }), { a: 1 }, 'a refusal has done nothing');
});

test('Retry-After is obeyed; what is told to wait for longer than it may is refused at once', async () => {
  const { transport, asked } = scripted([refusal(429, BUSY, { 'retry-after': '1' }), Response.json({})]);
  const began = performance.now();
  await transport.send(GET);
  assert.ok(performance.now() - began >= 990, 'it waited');
  assert.equal(asked.length, 2);
  const long = scripted([refusal(429, BUSY, { 'retry-after': '61' })]);
  await assert.rejects(long.transport.send(GET), (error) => {
    assert.ok(error instanceof RateLimitError);
    assert.deepEqual([error.retryAfterMs, error.code, error.status], [61_000, 3408, 429]);
    return true;
  });
});

test('it gives up after as many tries as it may make', async () => {
  const { transport, asked } = scripted(Array.from({ length: 3 }, () => refusal(503, BUSY, { 'retry-after': '0' })));
  await assert.rejects(transport.send(GET, { retries: 2 }), UnavailableError);
  assert.equal(asked.length, 3);
});

test('a refusal is of the class of its status, with the code, the fault and the page that explains it', async () => {
  const cases = [
    [400, InvalidRequestError],
    [401, NotAuthorizedError],
    [404, NotFoundError],
    [409, ConflictError],
    [422, InvalidRequestError],
    [500, UnavailableError],
  ] as const;
  for (const [status, type] of cases) {
    const { transport } = scripted([refusal(status, { status: { code: 3304, description: 'Missing' } })]);
    await assert.rejects(transport.send(GET), (error) => {
      assert.ok(error instanceof type, `${status}`);
      assert.deepEqual([error.code, error.description], [3304, 'Missing']);
      assert.equal(error.docs, 'https://gateway.example/below/docs/errors');
      return true;
    });
  }
  const verify = {
    status: { code: 501, description: 'Not authorized' },
    errors: [{ code: -30006, description: 'Bad' }],
  };
  const link = { link: '</docs/errors#code--30006>; rel="help"' };
  const { transport } = scripted([refusal(401, verify, link)]);
  await assert.rejects(transport.send(GET), {
    code: -30006,
    description: 'Bad',
    docs: 'https://gateway.example/below/docs/errors#code--30006',
  });
  const html = scripted([new Response('<html>', { status: 418, statusText: 'Teapot' })]);
  await assert.rejects(html.transport.send(GET), { code: null, description: 'Teapot', body: '<html>' });
});

const hangs = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('a try that takes too long ends; the signal ends all of it, also a pause', async (t) => {
  // A time limit keeps no process alive; what is waited for would.
  const waitedFor = setInterval(() => {}, 60_000);
  t.after(() => clearInterval(waitedFor));
  const slow = scripted([hangs], { retries: 0 });
  await assert.rejects(slow.transport.send(GET, { timeoutMs: 5 }), TimedOutError);
  const controller = new AbortController();
  const stopped = scripted([hangs]);
  const sending = stopped.transport.send(GET, { signal: controller.signal });
  controller.abort(new Error('enough'));
  await assert.rejects(sending, /enough/);
  const later = new AbortController();
  const pausing = scripted([
    async () => {
      queueMicrotask(() => setImmediate(() => later.abort(new Error('enough'))));
      return refusal(429, BUSY, { 'retry-after': '50' });
    },
  ]);
  await assert.rejects(pausing.transport.send(GET, { signal: later.signal }), /enough/);
});

test('parts of paths are encoded', async () => {
  const asked: string[] = [];
  const client = new Trunkline({
    url: 'http://127.0.0.1:8080',
    customerId: 'ID',
    apiKey: 'KEY',
    fetch: async (url) => {
      asked.push(String(url));
      return Response.json({});
    },
  });
  await client.templates.get('rcs', 'a/b ?');
  await client.capabilities.check('+49151');
  assert.deepEqual(asked, [
    'http://127.0.0.1:8080/v1/omnichannel/templates/rcs/a%2Fb%20%3F',
    'http://127.0.0.1:8080/capability/rcs/%2B49151',
  ]);
  assert.throws(
    () => new Trunkline({ url: 'http://127.0.0.1:8080', customerId: '', apiKey: 'KEY' }),
    /customerId is missing/,
  );
});
