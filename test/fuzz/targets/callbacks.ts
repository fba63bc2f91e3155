/** Answers to callbacks as they come over a connection. */
import assert from 'node:assert/strict';
import { BadAnswer } from '../../../src/callbacks/client/answer-head.ts';
import { AnswerReader, LONGEST_BODY_BYTES } from '../../../src/callbacks/client/answer-reader.ts';
import { orDeclared, type Target } from '../target.ts';

const KEPT_BYTES = 64;
const FOLDER = 'src/callbacks/client';

/** However it is cut it says the same; what is kept is bounded, and nothing of it changes when the bytes are overwritten. */
function readAnswer(input: Buffer): void {
  const whole = said(input, input.length);
  assert.deepEqual(said(input, 1 + (input.length % 7)), whole, 'in pieces it says something else');
  assert.deepEqual(said(input, Math.ceil(input.length / 2)), whole, 'in halves it says something else');
}

function said(input: Buffer, size: number): unknown {
  const reader = new AnswerReader(() => KEPT_BYTES);
  const isRead = orDeclared(BadAnswer, () => {
    for (let at = 0; at < input.length && !reader.isTooLong; at += size) {
      const piece = Buffer.from(input.subarray(at, at + size));
      reader.read(piece);
      piece.fill(0);
    }
    return true;
  });
  const { head, isWhole, isSpent, isTooLong, body } = reader;
  assert.ok(body.length <= KEPT_BYTES && !(isWhole && isTooLong), 'more than is kept');
  if (!isRead) return 'refused';
  assert.ok(isSpent || (isWhole && head?.staysOpen), 'an answer that is not over is the last one');
  if (isTooLong) return [head, 'too long'];
  if (head === null) return 'not there yet';
  assert.ok(head.status >= 200 && head.status <= 999 && head.length >= 0);
  return [head, isWhole, isSpent, body.toString('latin1')];
}

const ok = (...lines: string[]): string => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
const SAMPLES = [
  `${ok('Content-Type: text/plain', 'Date: Thu, 26 Nov 2026 18:00:00 GMT', 'Connection: keep-alive', 'Content-Length: 2')}ok`,
  `${ok('Transfer-Encoding: chunked', 'Keep-Alive: timeout=5')}5\r\nhello\r\nA;a=b\r\n0123456789\r\n0\r\nx: y\r\n\r\n`,
  `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 503 Busy\r\nRetry-After: 120\r\ncontent-length: 4\r\n\r\nbusy`,
  'HTTP/1.1 204 No Content\r\n\r\n',
  'HTTP/1.0 200 OK\r\nconnection: keep-alive, x\r\ncontent-length: 0\r\n\r\n',
  `${ok('Connection: close')}all of it`,
  `${ok(`content-length: ${LONGEST_BODY_BYTES + 1}`)}x`,
];

export const CALLBACK_TARGETS: readonly Target[] = [
  {
    name: 'callback-response',
    about: 'what receivers of callbacks answer: a TCP stream as one answer, in pieces of any length',
    samples: SAMPLES,
    words: [
      '\r\n',
      '\r\n\r\n',
      '\n',
      '\r',
      ':',
      'chunked',
      'Content-Length: ',
      'Transfer-Encoding: ',
      'HTTP/1.1 ',
      '0\r\n\r\n',
    ],
    read: readAnswer,
    files: [`${FOLDER}/answer-head.ts`, `${FOLDER}/answer-reader.ts`, `${FOLDER}/chunks.ts`],
    around: [
      (text) => text,
      (text) => `HTTP/1.1 200 ${text.slice(0, 16_000)}`,
      (text) => `HTTP/1.1 200 OK\r\n${text.slice(0, 16_000)}`,
      (text) => `HTTP/1.1 200 OK\r\nconnection: ${text.slice(0, 16_000)}\r\n\r\n`,
      (text) => `HTTP/1.1 200 OK\r\ncontent-length: ${text.slice(0, 16_000)}\r\n\r\n`,
      (text) => `${ok('transfer-encoding: chunked')}${text}`,
      (text) => `${ok('transfer-encoding: chunked')}0\r\n${text}`,
    ],
  },
];
