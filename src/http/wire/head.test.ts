import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LONGEST_BODY_BYTES, LONGEST_HEAD_BYTES, MOST_LINES, readPlainHead } from './head.ts';

const read = (text: string, start = 0) => readPlainHead(Buffer.from(text, 'latin1'), start);

test('a plain head is read as Node reads it', () => {
  const text =
    'POST /v1/x?a=b%20c HTTP/1.1\r\nHost:x:80\r\nX-TS-Nonce:  a b \r\nx_odd|name: \r\nContent-Length: 12\r\n\r\n';
  assert.deepEqual(read(`${text}{"a":"b"}`), {
    method: 'POST',
    url: '/v1/x?a=b%20c',
    headers: { host: 'x:80', 'x-ts-nonce': 'a b', 'x_odd|name': '', 'content-length': '12' },
    bodyBytes: 12,
    isLast: false,
    end: text.length,
  });
  assert.equal(read(`${text}${text}`, text.length)?.end, 2 * text.length);
  assert.equal(read('GET / HTTP/1.1\r\nhost: x\r\nConnection: Close\r\n\r\n')?.isLast, true);
  assert.equal(read('GET / HTTP/1.1\r\nhost: x\r\nConnection: Keep-Alive\r\n\r\n')?.isLast, false);
});

const LINES: Readonly<Record<string, string>> = {
  'no Host': 'accept: x',
  'two of one name': 'host: x\r\nHost: x',
  'two lengths': 'host: x\r\ncontent-length: 1\r\ncontent-length: 1',
  'a list of lengths': 'host: x\r\ncontent-length: 1, 1',
  'a sign before the length': 'host: x\r\ncontent-length: +1',
  'a hexadecimal length': 'host: x\r\ncontent-length: 0x1',
  'a zero before the length': 'host: x\r\ncontent-length: 01',
  'an empty length': 'host: x\r\ncontent-length:',
  'a large body': `host: x\r\ncontent-length: ${LONGEST_BODY_BYTES + 1}`,
  'a coded transfer': 'host: x\r\ntransfer-encoding: chunked',
  'a coded transfer and a length': 'host: x\r\ncontent-length: 1\r\nTransfer-Encoding: chunked',
  'an upgrade': 'host: x\r\nupgrade: websocket',
  'an expectation': 'host: x\r\nexpect: 100-continue',
  trailers: 'host: x\r\ntrailer: x',
  'options of the connection': 'host: x\r\nconnection: close, te',
  'an empty option': 'host: x\r\nconnection:',
  'a folded line': 'host: x\r\na: b\r\n c',
  'a line without colon': 'host: x\r\nabc',
  'a blank before the colon': 'host : x\r\nhost: x',
  'a blank before the name': ' host: x\r\nhost: x',
  'no name': 'host: x\r\n: x',
  'a tab': 'host: x\r\na: b\tc',
  'a NUL': 'host: x\r\na: b\0c',
  'an LF alone': 'host: x\r\na: b\nc: d',
  'a CR alone': 'host: x\r\na: b\rc: d',
  'beyond ASCII': 'host: x\r\na: \xe4',
  'a DEL': 'host: x\r\na: \x7f',
  'what every object has': 'host: x\r\nconstructor: x',
  'a prototype': 'host: x\r\n__proto__: x',
  'a long head': `host: x\r\na: ${'x'.repeat(LONGEST_HEAD_BYTES)}`,
  'many lines': `host: x\r\n${Array.from({ length: MOST_LINES }, (_, at) => `a${at}: b`).join('\r\n')}`,
};

for (const [what, lines] of Object.entries(LINES)) {
  test(`not plain: ${what}`, () => assert.equal(read(`POST /v1/x HTTP/1.1\r\n${lines}\r\n\r\n`), null));
}

const FIRST_LINES = [
  'HEAD /v1/x HTTP/1.1',
  'CONNECT /v1/x HTTP/1.1',
  'post /v1/x HTTP/1.1',
  'GET http://x/v1/x HTTP/1.1',
  'GET * HTTP/1.1',
  'GET /v1/x HTTP/1.0',
  'GET /v1/x HTTP/1.1 ',
  'GET  /v1/x HTTP/1.1',
  'GET /v1/x#y HTTP/1.1',
  'GET /v1/"x" HTTP/1.1',
  'GET /v1/\xe4 HTTP/1.1',
  'GET /v1/x',
  '',
  '\r\nGET /v1/x HTTP/1.1',
];

for (const line of FIRST_LINES) {
  test(`not plain: ${JSON.stringify(line)}`, () => assert.equal(read(`${line}\r\nhost: x\r\n\r\n`), null));
}

test('not plain: a GET with a body, and a head that has not come whole', () => {
  const lines = 'host: x\r\ncontent-length: 1\r\n\r\n';
  assert.equal(read(`GET /v1/x HTTP/1.1\r\n${lines}x`), null);
  const whole = `POST /v1/x HTTP/1.1\r\n${lines}`;
  for (let length = 0; length < whole.length; length += 1) assert.equal(read(whole.slice(0, length)), null);
});
