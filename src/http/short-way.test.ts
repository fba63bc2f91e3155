/**
 * Which requests go to their operation without the framework, and that they are answered, counted and noted as by the
 * framework. That has those whose type is written with a sign more.
 */
import assert from 'node:assert/strict';
import { connect, Socket } from 'node:net';
import { test } from 'node:test';
import { eventually } from '../../test/support/cluster/eventually.ts';
import { basic, type HttpRig, httpRig } from '../../test/support/gateway/http.ts';
import { textOnly } from '../../test/support/gateway/requests.ts';
import { createContext } from '../context.ts';
import type { Operation } from '../operations/operation.ts';
import type { EdgeRequest } from './edge.ts';
import { createShortWay } from './short-way.ts';
import { readPlainHead } from './wire/head.ts';
import { PlainRequest } from './wire/request.ts';
import { PlainResponse } from './wire/response.ts';

const TYPE = 'application/json';
const TYPE_FOR_FRAMEWORK = 'application/json;charset=utf-8';
const BODY = JSON.stringify(textOnly('4915112345678'));

interface Said {
  readonly type?: string;
  readonly who?: string | null;
  readonly more?: string;
  readonly body?: string;
  readonly path?: string;
  readonly method?: string;
}

function bytesOf({ type = TYPE, who = basic(), more = '', body = BODY, ...line }: Said): string {
  const { method = 'POST', path = '/v1/omnichannel' } = line;
  const credentials = who === null ? '' : `authorization: ${who}\r\n`;
  const head = `host: x\r\n${credentials}content-type: ${type}\r\ncontent-length: ${body.length}\r\n${more}`;
  return `${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`;
}

const OPERATION: Pick<Operation, 'name' | 'product' | 'bodyLimitBytes' | 'handle'> = {
  name: 'tried',
  product: 'omnichannel',
  bodyLimitBytes: 2_000,
  handle: async () => ({ status: 200, body: '{}' }),
};

/** What the edge is given of these bytes by the short way; null: it does not take them. */
function taken(bytes: string, { isStopping = false, isFree = true } = {}): EdgeRequest | null {
  let given: EdgeRequest | null = null;
  const shortWay = createShortWay(createContext({ logLevel: 'silent' }), {
    edge: async (request, { handle }) => {
      given = request;
      return { answer: (await handle(request as never)) as never, rate: null };
    },
    operations: [
      { ...OPERATION, method: 'POST', path: '/v1/omnichannel' },
      { ...OPERATION, method: 'GET', path: '/v1/omnichannels' },
      { ...OPERATION, method: 'GET', path: '/v1/omnichannel/:reference_id' },
      { ...OPERATION, method: 'GET', path: '/v1/omnichannel/templates' },
      { ...OPERATION, method: 'POST', path: '/v1/phoneid/:number' },
      { ...OPERATION, method: 'GET', path: '/v1/omnichannel/history/:reference_id' },
      { ...OPERATION, method: 'POST', path: '/v1/phoneid/:number/again' },
      { ...OPERATION, method: 'DELETE', path: '/v1/omnichannel/:reference_id' },
    ],
    times: { took: () => undefined },
    strangers: { isFree: () => isFree, answered: () => undefined },
    isStopping: () => isStopping,
    mustClose: () => false,
  });
  const whole = Buffer.from(bytes);
  const head = readPlainHead(whole, 0);
  if (!head) return null;
  const request = new PlainRequest(new Socket(), head);
  request.take(whole, head.end);
  const connection = { closingLines: () => '', ended: () => undefined };
  const isTaken = shortWay.takes(request, new PlainResponse(request, false, connection));
  assert.equal(isTaken, given !== null);
  return given;
}

test('the short way is for whole requests to plain paths, of which no guard would say anything', () => {
  const given = taken(bytesOf({}));
  assert.equal(String(given?.body), BODY);
  assert.equal(given?.routeOptions.url, '/v1/omnichannel');
  assert.ok(taken(bytesOf({ type: 'application/x-www-form-urlencoded' })));
  assert.equal(taken(bytesOf({ type: TYPE_FOR_FRAMEWORK })), null);
  assert.equal(taken(bytesOf({ type: 'text/plain' })), null);
  assert.equal(taken(bytesOf({ method: 'PUT' })), null);
  assert.equal(taken(bytesOf({ path: '/v1/omnichannels' })), null);
  assert.equal(taken(bytesOf({ path: '/v1/omnichannel?' })), null);
  assert.equal(taken(bytesOf({ path: '/v1/omnichanne%6c' })), null);
  assert.equal(taken(bytesOf({ path: '/v1/omnichannel/:id' })), null);
  assert.equal(taken(bytesOf({ body: 'x'.repeat(2_001) })), null);
  assert.equal(taken(bytesOf({}).slice(0, -1)), null);
  assert.equal(taken(bytesOf({}), { isStopping: true }), null);
  assert.equal(taken(bytesOf({}), { isFree: false }), null);
});

const ID = '0123456789abcdefABCDEF0123456789';

test('a plain parameter at the end of a path goes with it', () => {
  const routeOf = (method: string, path: string) => {
    const given = taken(bytesOf({ method, path, body: '' }));
    return given && [given.routeOptions.url, given.params];
  };
  const status = '/v1/omnichannel/:reference_id';
  assert.deepEqual(routeOf('GET', `/v1/omnichannel/${ID}`), [status, { reference_id: ID }]);
  assert.deepEqual(routeOf('GET', '/v1/omnichannel/templates'), ['/v1/omnichannel/templates', {}]);
  const history = '/v1/omnichannel/history/:reference_id';
  assert.deepEqual(routeOf('GET', `/v1/omnichannel/history/${ID}`), [history, { reference_id: ID }]);
  assert.deepEqual(routeOf('POST', '/v1/phoneid/4915112345678'), ['/v1/phoneid/:number', { number: '4915112345678' }]);
  assert.equal(routeOf('GET', `/v1/omnichannel/${ID.slice(1)}`), null, 'no reference');
  assert.equal(routeOf('GET', '/v1/omnichannel/'), null);
  assert.equal(routeOf('GET', `/v1/omnichannel/${ID}/`), null);
  assert.equal(routeOf('GET', `/v1/omnichannel/${ID}?a=b`), null);
  assert.equal(routeOf('POST', `/v1/omnichannel/${ID}`), null);
  assert.equal(routeOf('DELETE', `/v1/omnichannel/${ID}`), null);
  assert.equal(routeOf('POST', '/v1/phoneid/%34915112345678'), null);
  assert.equal(routeOf('POST', '/v1/phoneid/+4915112345678'), null);
  assert.equal(routeOf('POST', '/v1/phoneid/4915112345678/again'), null);
});

/** The answer, without what differs from request to request. */
async function answerTo(rig: HttpRig, said: Said): Promise<string> {
  const { hostname, port } = new URL(rig.url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    socket.end();
  });
  socket.write(bytesOf(said));
  await closed;
  return String(Buffer.concat(chunks))
    .replace(/^Date: .*$/m, 'Date')
    .replaceAll(/[0-9A-F]{32}/g, 'ID')
    .replaceAll(/;r=\d+/g, ';r=');
}

/** By both ways; a key of idempotency belongs to one of them. */
async function answersTo(rig: HttpRig, said: Said): Promise<string> {
  const short = await answerTo(rig, said);
  assert.equal(short, await answerTo(rig, { ...said, type: TYPE_FOR_FRAMEWORK }));
  return short;
}

async function countOf(rig: HttpRig, status: number): Promise<number> {
  const line = `trunkline_http_request_seconds_count{operation="send_message",status="${status}"}`;
  const text = await rig.context.metrics.metrics();
  return Number(
    text
      .split('\n')
      .find((each) => each.startsWith(line))
      ?.slice(line.length) ?? 0,
  );
}

test('both ways answer the same, and count it', async (t) => {
  const rig = await httpRig(t);
  assert.match(await answersTo(rig, {}), /^HTTP\/1\.1 200 /);
  assert.match(await answersTo(rig, { body: '{}' }), /^HTTP\/1\.1 400 .*\r\nlink: /s);
  const key = 'idempotency-key: "once"\r\n';
  assert.doesNotMatch(await answerTo(rig, { more: key }), /idempotency-replayed/);
  assert.match(await answersTo(rig, { more: key }), /\r\nidempotency-replayed: true\r\n/);
  rig.server.connections.letGo(2);
  assert.match(await answersTo(rig, {}), /\r\nconnection: close\r\n/);
  rig.acceptWith(() => Promise.reject(new Error('it fails')));
  assert.match(await answersTo(rig, {}), /^HTTP\/1\.1 500 /);
  rig.acceptWith(null);
  await eventually('7 are counted', async () => (await countOf(rig, 200)) === 7);
  await eventually('2 are counted', async () => (await countOf(rig, 400)) === 2);
  await eventually('2 are counted', async () => (await countOf(rig, 500)) === 2);
});

test('both ways say that the requests of a second are used up', async (t) => {
  const rig = await httpRig(t, { requestLimits: { omnichannel: 1 } });
  assert.match(await answerTo(rig, {}), /^HTTP\/1\.1 200 /);
  assert.match(await answersTo(rig, {}), /^HTTP\/1\.1 429 .*\r\nratelimit: .*\r\nretry-after: 1\r\n/s);
});

test('who guesses has to wait, by both ways', async (t) => {
  const rig = await httpRig(t);
  assert.match(await answerTo(rig, {}), /^HTTP\/1\.1 200 /);
  for (let guess = 0; guess < 10; guess += 1) {
    const who = basic(undefined, `guess ${guess}`);
    assert.match(await answersTo(rig, { who }), /^HTTP\/1\.1 401 .*\r\nwww-authenticate: /s);
  }
  assert.match(await answersTo(rig, { who: basic(undefined, 'one more') }), /^HTTP\/1\.1 429 /);
  assert.match(await answersTo(rig, {}), /^HTTP\/1\.1 200 /, 'it was right from there before');
});
