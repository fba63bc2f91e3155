/** Heads of requests that our own reader takes, in front of Node's. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { LONGEST_BODY_BYTES, LONGEST_HEAD_BYTES, MOST_LINES, readPlainHead } from '../../../src/http/wire/head.ts';
import { assertBounded, type OpenTarget, type Target } from '../target.ts';

const LINES = 'Host: example.org:8080\r\nAuthorization: Basic QTpC\r\n';
const SAMPLES = [
  `POST /v1/omnichannel HTTP/1.1\r\n${LINES}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a":"b"}`,
  `GET /v1/omnichannel/${'0'.repeat(32)}?a=%20&b HTTP/1.1\r\n${LINES}Connection: keep-alive\r\n\r\n`,
  `DELETE /v1/verify/x HTTP/1.1\r\n${LINES}Connection: close\r\nx-ts-nonce: a b, c\r\naccept:\r\n\r\n`,
  `POST /v1/x HTTP/1.1\r\n${LINES}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
];
const WORDS = [
  ...['\r\n', '\r\n\r\n', '\n', '\r', ': ', ' :', '\t', ' HTTP/1.1', ' HTTP/1.0', 'GET ', 'HEAD ', '\0', '\x7f'],
  ...[
    'Content-Length: 1',
    'Transfer-Encoding: chunked',
    'Connection: ',
    'Host: x',
    'Expect: 100-continue',
    '__proto__',
  ],
];

/** What comes out is bounded, and in small letters what is compared. */
function readHead(input: Buffer): void {
  const head = readPlainHead(input, 0);
  if (!head) return;
  assert.ok(head.end <= input.length && head.end <= LONGEST_HEAD_BYTES + 4);
  assert.ok(head.bodyBytes >= 0 && head.bodyBytes <= LONGEST_BODY_BYTES);
  const lines = Object.entries(head.headers);
  assert.ok(lines.length <= MOST_LINES);
  for (const [name, value] of lines) {
    assert.equal(name, name.toLowerCase());
    assert.match(String(value), /^([!-~]([ -~]*[!-~])?)?$/);
  }
  assertBounded([head.method, head.url, lines], input, 'head');
  assert.deepEqual(readPlainHead(Buffer.concat([Buffer.from('x'), input]), 1), { ...head, end: head.end + 1 });
}

/** What we take, Node takes for the same. */
async function openAsNode(): Promise<OpenTarget> {
  const server = createServer({ requireHostHeader: false });
  return {
    read: async (input) => {
      const head = readPlainHead(input, 0);
      if (!head || input.length < head.end + head.bodyBytes) return;
      const bytes = input.subarray(0, head.end + head.bodyBytes);
      const request = await new Promise<IncomingMessage>((resolve, reject) => {
        server.removeAllListeners('request').once('request', resolve);
        server.removeAllListeners('clientError').once('clientError', reject);
        const socket = new Duplex({ read: () => undefined, write: (_, __, done) => done() });
        server.emit('connection', socket);
        socket.push(bytes);
      });
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      assert.deepEqual([request.method, request.url], [head.method, head.url]);
      assert.deepEqual(request.headers, head.headers);
      assert.deepEqual(Buffer.concat(chunks), bytes.subarray(head.end));
    },
    close: async () => void server.close(),
  };
}

export const PLAIN_REQUEST_TARGETS: readonly Target[] = [
  {
    name: 'http-plain-head',
    about: 'heads of requests that our own reader takes',
    samples: SAMPLES,
    words: WORDS,
    read: readHead,
    files: ['src/http/wire/head.ts'],
    around: [
      (text) => text,
      (text) => `GET /v1/${text} HTTP/1.1\r\nhost: x\r\n\r\n`,
      (text) => `GET /v1/x HTTP/1.1\r\nhost: x\r\n${text}: x\r\n\r\n`,
      (text) => `GET /v1/x HTTP/1.1\r\nhost: x\r\na: ${text}\r\n\r\n`,
    ],
  },
  {
    name: 'http-plain-as-node',
    about: 'whole requests that our own reader takes; Node reads the same in them',
    samples: SAMPLES,
    words: WORDS,
    read: { open: openAsNode },
    files: [],
  },
];
