/** Answers as servers send them that were asked for plain JSON. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { answerJson } from './answer-json.ts';

const read = (body: Buffer | string, coding?: string) =>
  answerJson({ headers: coding === undefined ? {} : { 'content-encoding': coding }, body: Buffer.from(body) });

test('an answer is read with a byte order mark and without one', () => {
  assert.deepEqual(read('{"a":1}'), { a: 1 });
  assert.deepEqual(read('\ufeff{"a":1}'), { a: 1 });
  assert.equal(read('\ufeff'), undefined);
  assert.equal(read('\ufeff\ufeff1'), undefined);
  assert.equal(read(''), undefined);
});

test('gzip that nobody asked for is read, whatever its name, and to no more bytes than a plain answer has', () => {
  for (const coding of ['gzip', 'GZIP', 'x-gzip', ' gzip ']) {
    assert.deepEqual(read(gzipSync('\ufeff{"a":1}'), coding), { a: 1 }, coding);
  }
  assert.deepEqual(read('{"a":1}', 'identity'), { a: 1 });
  assert.deepEqual(read('{"a":1}', ''), { a: 1 });
  const bomb = gzipSync(JSON.stringify('x'.repeat(10_000_000)));
  assert.ok(bomb.length < 20_000);
  assert.equal(read(bomb, 'gzip'), undefined);
  assert.equal(read('{"a":1}', 'gzip'), undefined, 'it is not what it says');
  assert.equal(read(gzipSync('{"a":1}').subarray(0, 15), 'gzip'), undefined, 'it is cut');
  assert.equal(read(gzipSync('{"a":1}'), 'br'), undefined);
});
