/**
 * The same bytes are answered the same, whoever reads them: our reader, or Node's server, to which a connection belongs once
 * it has asked for a document.
 */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { basic, type HttpRig, httpRig } from '../../../test/support/gateway/http.ts';
import { textOnly } from '../../../test/support/gateway/requests.ts';

const BODY = JSON.stringify(textOnly('4915112345678'));
const WHO = `authorization: ${basic()}\r\n`;
const LAST = `GET /v1/last HTTP/1.1\r\nhost: x\r\n${WHO}connection: close\r\n\r\n`;
/** Not one of those that are answered whole. */
const TO_NODE = `GET /openapi.yaml HTTP/1.1\r\nhost: x\r\n${WHO}\r\n`;

function post(lines: string, body = BODY, path = '/v1/omnichannel'): string {
  return `POST ${path} HTTP/1.1\r\nhost: x\r\n${WHO}${lines}\r\n\r\n${body}`;
}

const get = (path: string, lines = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${WHO}${lines}\r\n`;
const TYPE = 'content-type: application/json';
const LENGTH = `content-length: ${BODY.length}`;
const HIDDEN = get('/v1/hidden');

/** A last request ends the connection where what stands there does not. */
const RAW: Readonly<Record<string, string>> = {
  'a message': post(`${TYPE}\r\n${LENGTH}`),
  'a message and its end': post(`${TYPE}\r\n${LENGTH}\r\nconnection: close`),
  'two messages': post(`${TYPE}\r\n${LENGTH}`).repeat(2),
  'many messages': post(LENGTH).repeat(20),
  'a message with its charset': post(`${TYPE}; charset=utf-8\r\n${LENGTH}`),
  'a message with a charset in another way': post(`${TYPE};charset="UTF-8"\r\n${LENGTH}`),
  'a message that is none': post(`${TYPE}\r\ncontent-length: 2`, '{}'),
  'a message that is no JSON': post(`${TYPE}\r\n${LENGTH}`, BODY.replace('{', '[')),
  'a message of nobody': post(`${TYPE}\r\n${LENGTH}`).replace(WHO, ''),
  'a message with a wrong key': post(`${TYPE}\r\n${LENGTH}`).replace(
    WHO,
    `authorization: ${basic(undefined, 'wrong')}\r\n`,
  ),
  'a message with credentials that are none': post(`${TYPE}\r\n${LENGTH}`).replace(WHO, 'authorization: TSA x\r\n'),
  'a message under a key that is none': post(`${TYPE}\r\n${LENGTH}\r\nidempotency-key: "a`),
  'a message with a query': post(`${TYPE}\r\n${LENGTH}`, BODY, '/v1/omnichannel?a=b'),
  'a message to a path with a slash more': post(`${TYPE}\r\n${LENGTH}`, BODY, '/v1/omnichannel/'),
  'a message, packed': post(`${TYPE}\r\ncontent-encoding: gzip\r\n${LENGTH}`),
  'a message of a type without body': post(`${TYPE}\r\ncontent-length: 0`, ''),
  'a message that is too large': post(`${TYPE}\r\ncontent-length: 12000`, 'x'.repeat(12_000)),
  'a message that is too large, on a connection that is to be closed': post(
    `${TYPE}\r\nconnection: close\r\ncontent-length: 12000`,
    'x'.repeat(12_000),
  ),
  'a form': post('content-type: application/x-www-form-urlencoded\r\ncontent-length: 3', 'a=b', '/v1/messaging'),
  'a message of an older kind': post(`${TYPE}\r\n${LENGTH}`, BODY, '/v1/messaging'),
  'a method that a path has not': post(`${TYPE}\r\n${LENGTH}`).replace('POST', 'PUT'),
  'a wrong type': post(`content-type: text/css\r\n${LENGTH}`),
  'an empty type': post(`content-type:\r\n${LENGTH}`),
  'a type that is none': post(`content-type: json\r\n${LENGTH}`),
  'a packed body': post(`content-encoding: gzip\r\n${LENGTH}`),
  'no body': post('content-length: 0', ''),
  'no length': post(TYPE, ''),
  'no length, and a body': post(TYPE),
  'a body that is too large for its route': post('content-length: 12000', 'x'.repeat(12_000)),
  'a large body': post('content-length: 40000', 'x'.repeat(40_000)),
  'a body of a GET': `${get('/v1/x', 'content-length: 5\r\n')}hello`,
  'no credentials': get('/v1/omnichannel/0123456789ABCDEF0123456789ABCDEF').replace(WHO, ''),
  'no such message': get('/v1/omnichannel/0123456789ABCDEF0123456789ABCDEF?a=b'),
  'no such message, in a plain path': get('/v1/omnichannel/0123456789ABCDEF0123456789ABCDEF'),
  'no reference': get('/v1/omnichannel/0123456789ABCDEF0123456789ABCDE'),
  'a template that is none': get('/v1/omnichannel/templates'),
  'a history of nothing': get('/v1/omnichannel/history/0123456789ABCDEF0123456789ABCDEF'),
  'a look-up by path': post('content-length: 0', '', '/v1/phoneid/4915112345678'),
  'a look-up of no number': post(`${TYPE}\r\ncontent-length: 2`, '{}', '/v1/phoneid/x'),
  'a look-up with a sign': post('content-length: 0', '', '/v1/phoneid/+4915112345678'),
  'an account of its own': get('/v1/account'),
  'a list': get('/v1/phoneid'),
  'a callback with another name': get('/v1/callbacks/redeliver'),
  'no such path': get('/v1/nowhere'),
  'an encoded path': get('/v1/%6fmnichannel'),
  'a path that is no URL': get('/v1/omnichannel/%zz'),
  'no such method': post(LENGTH, BODY, '/v1/omnichannel/0123456789ABCDEF0123456789ABCDEF').replace('POST', 'DELETE'),
  'a HEAD': get('/v1/x').replace('GET', 'HEAD'),
  'an odd method': get('/v1/x').replace('GET', 'PROPFIND'),
  'an absolute path': get('http://x/v1/x'),
  'the older version': get('/v1/x').replace('1.1', '1.0'),
  'no Host': get('/v1/x').replace('host: x\r\n', ''),
  'two Hosts': get('/v1/x', 'host: y\r\n'),
  'an empty Host': get('/v1/x').replace('host: x', 'host:'),
  'a credential twice': get('/v1/x', WHO),
  'an expectation': post(`${LENGTH}\r\nexpect: nothing`),
  'a body to go on with': post(`${LENGTH}\r\nexpect: 100-continue`),
  chunks: post('transfer-encoding: chunked', `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`),
  'chunks that are none': post('transfer-encoding: chunked', `zz\r\n${BODY}`),
  'CL.TE': post('content-length: 6\r\ntransfer-encoding: chunked', `0\r\n\r\n${HIDDEN}`),
  'TE.CL': post('transfer-encoding: chunked\r\ncontent-length: 4', `5c\r\n${HIDDEN}\r\n0\r\n\r\n`),
  'TE.TE': post('transfer-encoding: chunked\r\ntransfer-encoding: x', `0\r\n\r\n${HIDDEN}`),
  'a coding that is hidden': post('transfer-encoding : chunked\r\ncontent-length: 5', `0\r\n\r\n${HIDDEN}`),
  'a coding behind a tab': post('transfer-encoding:\tchunked\r\ncontent-length: 5', `0\r\n\r\n${HIDDEN}`),
  'two lengths': post(`content-length: 0\r\ncontent-length: ${HIDDEN.length}`, HIDDEN),
  'two equal lengths': post(`${LENGTH}\r\n${LENGTH}`),
  'a list of lengths': post(`content-length: 0, ${HIDDEN.length}`, HIDDEN),
  'a length with a sign': post(`content-length: +${BODY.length}`),
  'a length with a zero': post(`content-length: 0${BODY.length}`),
  'a length that is none': post('content-length: 1e2'),
  'a length and a blank': post(`content-length: ${BODY.length} `),
  'a length too short': post(`content-length: ${BODY.length - 1}`),
  'a folded line': get('/v1/x', 'a: b\r\n c: d\r\n'),
  'a blank before the colon': get('/v1/x', 'a : b\r\n'),
  'a line of nothing': get('/v1/x', ': b\r\n'),
  'a line without colon': get('/v1/x', 'abc\r\n'),
  'a NUL': get('/v1/x', 'a: b\0c\r\n'),
  'an LF alone': get('/v1/x', 'a: b\nc: d\r\n'),
  'a CR alone': get('/v1/x', 'a: b\rc: d\r\n'),
  'LFs only': get('/v1/x').replaceAll('\r', ''),
  'beyond ASCII': get('/v1/x', 'a: \xe4\r\n'),
  'a path beyond ASCII': get('/v1/\xe4'),
  'a blank in the path': get('/v1/x y'),
  'a tab in the first line': get('/v1/x').replace(' ', '\t'),
  'lines before the first': `\r\n\r\n${get('/v1/x')}`,
  'a long head': get('/v1/x', `a: ${'x'.repeat(20_000)}\r\n`),
  'a head that Node takes': get('/v1/x', `a: ${'x'.repeat(12_000)}\r\n`),
  'many lines': get('/v1/x', Array.from({ length: 500 }, (_, at) => `a${at}: b\r\n`).join('')),
  'no HTTP': 'hello\r\n\r\n',
  'a message, and no HTTP': `${post(LENGTH)}\0\r\n\r\n`,
  'a message, and another path': post(LENGTH) + get('/nowhere') + post(LENGTH),
  'probes, and a document': get('/healthz') + get('/readyz') + get('/openapi.yaml') + get('/healthz'),
  'a webhook of nobody': post(LENGTH, BODY, '/carriers/nobody/webhook'),
  'bytes behind the last request': `${get('/v1/x', 'connection: close\r\n')}\r\n${HIDDEN}`,
};

function open(rig: HttpRig): Promise<Socket> {
  const { hostname, port } = new URL(rig.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.setNoDelay(true).once('error', reject);
  });
}

/** Long enough for the other side, which is in this process, to read what was sent. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** All that comes until the connection is gone. */
async function exchange(rig: HttpRig, pieces: readonly string[]): Promise<string> {
  const socket = await open(rig);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  for (const piece of pieces) {
    socket.write(piece, 'latin1');
    if (pieces.length > 1) await turns();
  }
  await closed;
  return Buffer.concat(chunks).toString('latin1');
}

/** Without what differs from request to request. */
function comparable(answers: string): string[] {
  const same = answers
    .replaceAll(/^Date: .*$/gm, 'Date')
    .replaceAll(/[0-9A-F]{32}/g, 'ID')
    .replaceAll(/;r=\d+/g, ';r=');
  return same.split(/(?=HTTP\/1\.1 \d{3} )/);
}

async function answersOf(rig: HttpRig, pieces: readonly string[]): Promise<{ ours: string[]; nodes: string[] }> {
  const ours = comparable(await exchange(rig, pieces));
  const [, ...nodes] = comparable(await exchange(rig, [TO_NODE, ...pieces]));
  return { ours, nodes };
}

test('whatever comes is answered as Node answers it', async (t: TestContext) => {
  const rig = await httpRig(t);
  for (const [what, bytes] of Object.entries(RAW)) {
    await t.test(what, async () => {
      const before = rig.accepted.length;
      const ours = comparable(await exchange(rig, [bytes + LAST]));
      const byUs = rig.accepted.length - before;
      const [, ...nodes] = comparable(await exchange(rig, [TO_NODE + bytes + LAST]));
      assert.deepEqual(ours, nodes);
      assert.equal(byUs, rig.accepted.length - before - byUs);
      assert.ok(ours.length > 0);
    });
  }
});

test('it is answered the same in whatever pieces it comes', async (t) => {
  const rig = await httpRig(t);
  const refused = post('content-type: text/css\r\ncontent-length: 9', '{"a":"b"}');
  const whole = refused + get('/v1/x') + LAST;
  const expected = comparable(await exchange(rig, [whole]));
  assert.equal(expected.length, 3);
  for (let at = 1; at < whole.length; at += 1) {
    const ours = comparable(await exchange(rig, [whole.slice(0, at), whole.slice(at)]));
    assert.deepEqual(ours, expected, `cut at ${at}`);
  }
  const { ours, nodes } = await answersOf(rig, [...(post(LENGTH) + LAST)]);
  assert.deepEqual(ours, nodes, 'sign by sign');
  assert.match(ours[0] ?? '', /^HTTP\/1\.1 200 /);
});
