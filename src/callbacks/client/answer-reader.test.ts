import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BadAnswer } from './answer-head.ts';
import { AnswerReader, LONGEST_BODY_BYTES, LONGEST_HEAD_BYTES } from './answer-reader.ts';

const KEPT_BYTES = 8;

interface Seen {
  status?: number;
  body?: string;
  isWhole?: boolean;
  isSpent?: boolean;
  retryAfter?: string | null;
  keepsIdleMs?: number | null;
  bad?: string;
}

/** `size`: of the pieces in which it comes. */
function read(answer: string, size = answer.length): Seen {
  const reader = new AnswerReader(() => KEPT_BYTES);
  const bytes = Buffer.from(answer, 'latin1');
  try {
    for (let at = 0; at < bytes.length; at += size) {
      const piece = Buffer.from(bytes.subarray(at, at + size));
      reader.read(piece);
      // Another connection's bytes come to lie there.
      piece.fill('!');
    }
  } catch (error) {
    assert.ok(error instanceof BadAnswer);
    return { bad: error.message };
  }
  const { head, isWhole, isSpent } = reader;
  if (head === null) return {};
  const { status, retryAfter, keepsIdleMs } = head;
  return { status, body: reader.body.toString('latin1'), isWhole, isSpent, retryAfter, keepsIdleMs };
}

/** However it is cut, it says the same. */
function readCut(answer: string): Seen {
  const whole = read(answer);
  for (let cut = 1; cut < answer.length; cut += 1) {
    const reader = new AnswerReader(() => KEPT_BYTES);
    let bad: string | undefined;
    try {
      reader.read(Buffer.from(answer.slice(0, cut), 'latin1'));
      reader.read(Buffer.from(answer.slice(cut), 'latin1'));
    } catch (error) {
      bad = (error as Error).message;
    }
    assert.equal(bad, whole.bad, `cut at ${cut}`);
    if (bad !== undefined) continue;
    const seen = [reader.head?.status, reader.isWhole, reader.isSpent, reader.head && reader.body.toString('latin1')];
    assert.deepEqual(seen, [whole.status, whole.isWhole ?? false, whole.isSpent ?? true, whole.body ?? null]);
  }
  assert.deepEqual(read(answer, 1), whole, 'byte by byte');
  return whole;
}

const lines = (...those: string[]): string => `${those.join('\r\n')}\r\n\r\n`;

describe('an answer to a callback', () => {
  const whole: Array<[what: string, answer: string, body: string]> = [
    ['with a length', `${lines('HTTP/1.1 200 OK', 'Content-Length: 5')}hello`, 'hello'],
    ['with a length of nothing', lines('HTTP/1.1 200 OK', 'content-length:0'), ''],
    ['without a reason', `${lines('HTTP/1.1 200', 'content-length: \t2 ')}hi`, 'hi'],
    ['with a reason that is empty', lines('HTTP/1.1 200 ', 'content-length: 0'), ''],
    ['with a reason in any signs', lines('HTTP/1.1 200 D\xe9j\xe0 \x00\x7f', 'x: \xe9', 'content-length: 0'), ''],
    ['of which the beginning is kept', `${lines('HTTP/1.1 200 OK', 'Content-Length: 10')}0123456789`, '01234567'],
    [
      'in chunks',
      `${lines('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked')}5\r\nhello\r\n0A;a="b"\r\n0123456789\r\n0\r\n\r\n`,
      'hello012',
    ],
    [
      'in chunks with a trailer',
      `${lines('HTTP/1.1 200 OK', 'transfer-encoding: gzip, Chunked')}1\r\nx\r\n0\r\nMD5: y\r\nz: \r\n\r\n`,
      'x',
    ],
    ['that has nothing to say', lines('HTTP/1.1 204 No Content'), ''],
    ['that nothing has changed', lines('HTTP/1.1 304 Not Modified', 'etag: "a"'), ''],
    [
      'after others that announced it',
      `${lines('HTTP/1.1 100 Continue')}${lines('HTTP/1.1 103 Hints', 'content-length: 9')}${lines('HTTP/1.1 200 OK', 'content-length: 0')}`,
      '',
    ],
    ['after empty lines', `\r\n\n\r\n${lines('HTTP/1.1 200 OK', 'content-length: 0')}`, ''],
    [
      'of HTTP/1.0 that keeps its connection',
      lines('HTTP/1.0 200 OK', 'connection: Keep-Alive', 'content-length: 0'),
      '',
    ],
    [
      'with headers named like those of every object',
      lines('HTTP/1.1 200 OK', 'constructor: x', '__proto__: y', 'content-length: 0'),
      '',
    ],
  ];
  for (const [what, answer, body] of whole) {
    test(`${what} is read to its last byte, wherever it is cut`, () => {
      const { bad, isWhole, isSpent, body: got } = readCut(answer);
      assert.deepEqual({ bad, isWhole, isSpent, body: got }, { bad: undefined, isWhole: true, isSpent: false, body });
      const { isSpent: isOver } = readCut(`${answer}H`);
      assert.equal(isOver, true, 'nothing may follow');
    });
  }

  const spent: Array<[what: string, answer: string, isWhole: boolean]> = [
    ['that says so', lines('HTTP/1.1 200 OK', 'Connection: Close', 'content-length: 0'), true],
    ['that says so among other things', lines('HTTP/1.1 200 OK', 'Connection: a , close', 'content-length: 0'), true],
    ['of HTTP/1.0', lines('HTTP/1.0 200 OK', 'content-length: 0'), true],
    ['without a length', `${lines('HTTP/1.1 200 OK')}hello`, false],
    ['in another coding', `${lines('HTTP/1.1 200 OK', 'transfer-encoding: gzip')}hello`, false],
    [
      'in chunks that are coded once more',
      `${lines('HTTP/1.1 200 OK', 'transfer-encoding: chunked, gzip')}hello`,
      false,
    ],
    ['without a body that announces one', lines('HTTP/1.1 204 No Content', 'content-length: 3'), true],
    ['without a body that announces chunks', lines('HTTP/1.1 304 Not Modified', 'transfer-encoding: chunked'), true],
    ['that is not over', `${lines('HTTP/1.1 200 OK', 'content-length: 3')}hi`, false],
    ['whose chunks are not over', `${lines('HTTP/1.1 200 OK', 'transfer-encoding: chunked')}2\r\nhi\r\n0\r\n`, false],
  ];
  for (const [what, answer, isWhole] of spent) {
    test(`${what} is the last one of its connection`, () => {
      const { bad, isSpent, ...seen } = readCut(answer);
      assert.deepEqual([bad, isSpent, seen.isWhole], [undefined, true, isWhole]);
    });
  }

  const refused: Array<[answer: string, why: RegExp]> = [
    ['SSH-2.0-OpenSSH_9.6\r\n', /not HTTP/],
    ['\x15\x03\x01\x00\x02\x02\x50', /not HTTP/],
    [lines('HTTP/2.0 200 OK'), /not HTTP/],
    [lines('HTTP/1.2 200 OK'), /not HTTP/],
    [lines('HTTP/1.1 20 OK'), /not HTTP/],
    [lines('HTTP/1.1 099 OK'), /not HTTP/],
    [lines('HTTP/1.1 200OK'), /not HTTP/],
    [lines('HTTP/1.1  200 OK'), /not HTTP/],
    [lines('HTTP/1.1 200 OK\rx'), /not HTTP/],
    [lines('HTTP/1.1 101 Switching Protocols', 'upgrade: x'), /leaves HTTP/],
    ['HTTP/1.1 200 OK\ncontent-length: 0\n\n', /bad header/],
    [lines('HTTP/1.1 200 OK', 'a: b', ' c: folded'), /bad header/],
    [lines('HTTP/1.1 200 OK', 'a : b'), /bad header/],
    [lines('HTTP/1.1 200 OK', ': b'), /bad header/],
    [lines('HTTP/1.1 200 OK', 'ab'), /bad header/],
    [lines('HTTP/1.1 200 OK', 'a: b\rc'), /bad header/],
    [lines('HTTP/1.1 200 OK', 'a: \x00'), /bad header/],
    [lines('HTTP/1.1 200 OK', 'content-length: 2', 'content-length: 3'), /bad Content-Length/],
    [lines('HTTP/1.1 200 OK', 'content-length: 2', 'content-length: 2'), /bad Content-Length/],
    [lines('HTTP/1.1 200 OK', 'content-length: 2, 2'), /bad Content-Length/],
    [lines('HTTP/1.1 200 OK', 'content-length: -1'), /bad Content-Length/],
    [lines('HTTP/1.1 200 OK', 'content-length: +1'), /bad Content-Length/],
    [lines('HTTP/1.1 200 OK', 'content-length: 0x1'), /bad Content-Length/],
    [lines('HTTP/1.1 200 OK', 'content-length: \xa01'), /bad Content-Length/],
    [lines('HTTP/1.1 200 OK', 'content-length:'), /bad Content-Length/],
    [lines('HTTP/1.1 200 OK', 'content-length: 2', 'transfer-encoding: chunked'), /two kinds of length/],
    [`${lines('HTTP/1.1 200 OK', 'transfer-encoding: chunked')}x\r\n`, /bad chunk/],
    [`${lines('HTTP/1.1 200 OK', 'transfer-encoding: chunked')}-1\r\n`, /bad chunk/],
    [`${lines('HTTP/1.1 200 OK', 'transfer-encoding: chunked')}1\nx\n`, /bad chunk/],
    [`${lines('HTTP/1.1 200 OK', 'transfer-encoding: chunked')}1 \r\nx\r\n`, /bad chunk/],
    [`${lines('HTTP/1.1 200 OK', 'transfer-encoding: chunked')}1\r\nxy\r\n`, /bad chunk/],
    [`${lines('HTTP/1.1 200 OK', 'transfer-encoding: chunked')}\r\n`, /bad chunk/],
  ];
  for (const [answer, why] of refused) {
    test(`is refused: ${JSON.stringify(answer)}`, () => assert.match(readCut(answer).bad ?? '', why));
  }

  test('says when to come back, and for how long its connection is kept', () => {
    const of = (...headers: string[]) => read(lines('HTTP/1.1 503 Busy', 'content-length: 0', ...headers));
    assert.equal(of('Retry-After:  120 ').retryAfter, '120');
    assert.equal(of('Retry-After: 120', 'retry-after: 5').retryAfter, null, 'nobody knows which');
    assert.equal(of().retryAfter, null);
    assert.equal(of('Keep-Alive: max=100, timeout=5').keepsIdleMs, 5_000);
    assert.equal(of('Keep-Alive: x').keepsIdleMs, null);
  });

  test('keeps what its status is worth', () => {
    const reader = new AnswerReader((status) => (status === 200 ? 0 : 3));
    reader.read(Buffer.from(`${lines('HTTP/1.1 500 Broken', 'content-length: 6')}broken`));
    assert.equal(reader.body.toString(), 'bro');
    const success = new AnswerReader((status) => (status === 200 ? 0 : 3));
    success.read(Buffer.from(`${lines('HTTP/1.1 200 OK', 'content-length: 6')}thanks`));
    assert.equal(success.body.length, 0);
  });

  test('has heads of a limited size, all of them together', () => {
    const long = 'x'.repeat(LONGEST_HEAD_BYTES);
    for (const answer of [
      `HTTP/1.1 200 ${long}`,
      `HTTP/1.1 200 OK\r\na: ${long}\r\n`,
      lines('HTTP/1.1 103 Hints').repeat(LONGEST_HEAD_BYTES / 16),
      '\r\n'.repeat(LONGEST_HEAD_BYTES),
    ]) {
      for (const size of [answer.length, 1_000, 7]) {
        // Blank lines alone are let pass while they are few.
        assert.match(read(`${answer}${answer}`, size).bad ?? '', /head of the answer is too long/);
      }
    }
    const most = `HTTP/1.1 200 OK\r\ncontent-length: 0\r\na: \r\n\r\n`;
    const fits = most.replace('a: ', `a: ${'x'.repeat(LONGEST_HEAD_BYTES - most.length)}`);
    assert.equal(read(fits).isWhole, true);
    assert.match(read(fits.replace('xx', 'xxx')).bad ?? '', /too long/);
  });

  test('is not read on when its body is too long', () => {
    const body = 'x'.repeat(LONGEST_BODY_BYTES + 1);
    const chunk = `${(1_000).toString(16)}\r\n${'x'.repeat(1_000)}\r\n`;
    for (const [answer, expected] of [
      [`${lines('HTTP/1.1 200 OK', `content-length: ${body.length}`)}${body}`, true],
      [`${lines('HTTP/1.1 200 OK')}${body}`, true],
      [`${lines('HTTP/1.1 200 OK', 'transfer-encoding: chunked')}${chunk.repeat(66)}`, true],
      [`${lines('HTTP/1.1 200 OK', `content-length: ${body.length - 1}`)}${body.slice(1)}`, false],
      [`${lines('HTTP/1.1 200 OK', 'transfer-encoding: chunked')}${chunk.repeat(65)}0\r\n\r\n`, false],
    ] as const) {
      for (const size of [answer.length, 1_460]) {
        const reader = new AnswerReader(() => KEPT_BYTES);
        for (let at = 0; at < answer.length; at += size) reader.read(Buffer.from(answer.slice(at, at + size)));
        assert.deepEqual([reader.isTooLong, reader.isWhole], [expected, !expected], answer.slice(0, 60));
      }
    }
  });

  test('has chunks about which not much is said', () => {
    const head = lines('HTTP/1.1 200 OK', 'transfer-encoding: chunked');
    assert.match(read(`${head}1;${'x'.repeat(5_000)}\r\n`, 900).bad ?? '', /bad chunk/);
    assert.match(read(`${head}0\r\n${'a: b\r\n'.repeat(5_000)}\r\n`, 900).bad ?? '', /bad chunk/);
  });
});
