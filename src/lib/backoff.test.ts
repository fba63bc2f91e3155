import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffMs, doublingMs } from './backoff.ts';

test('the wait doubles with each failure in a row, up to the longest', () => {
  const waits = [1, 2, 3, 4, 5, 6, 31, 32, 1_000, 1e9].map((failures) => doublingMs(failures, 500, 4_000));
  assert.deepEqual(waits, [500, 1_000, 2_000, 4_000, 4_000, 4_000, 4_000, 4_000, 4_000, 4_000]);
});

test('no failure yet counts like the first one', () => {
  assert.equal(doublingMs(0, 1_000, 60_000), 1_000);
});

test('a wait without an end in sight stays a number after any number of failures', () => {
  assert.equal(doublingMs(5_000, 1, Number.POSITIVE_INFINITY), 2 ** 30);
});

test('the dice choose between half of the wait and the whole of it', () => {
  const withDice = (value: number) =>
    backoffMs(3, 1_000, 60_000, (size) => {
      const bytes = Buffer.alloc(size);
      bytes.writeUInt32BE(value);
      return bytes;
    });
  assert.deepEqual([0, 0x80000000, 0xffffffff].map(withDice), [2_000, 3_000, 4_000]);
});
