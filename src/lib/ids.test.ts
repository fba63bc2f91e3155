import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { attemptIdOf, BUCKETS, bucketOf, createIds, fromReference, messageIdOf, timeOf, toReference } from './ids.ts';

const AT = Date.UTC(2026, 10, 23, 12);
const RANDOM = Uint8Array.from([0xff, 0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd]);

function idsAt(times: readonly number[]) {
  const left = [...times];
  let now = 0;
  return createIds(
    () => {
      now = left.shift() ?? now;
      return now;
    },
    () => RANDOM,
  );
}

describe('an id', () => {
  test('is a UUIDv7 of its millisecond, its number in it, and the random octets', () => {
    const ids = idsAt([AT]);
    assert.equal(ids.next(), '01a20846-fe00-7000-bf01-23456789abcd');
    assert.equal(ids.next(), '01a20846-fe00-7001-bf01-23456789abcd');
  });

  test('is in the bucket that is asked for, and tells its own', () => {
    const ids = idsAt([AT]);
    assert.equal(bucketOf(ids.next()), 0xbcd);
    for (const bucket of [0, 1, 0x7ff, BUCKETS - 1]) {
      const id = ids.next(bucket);
      assert.equal(bucketOf(id), bucket);
      assert.match(id, /-23456789a[0-9a-f]{3}$/);
    }
  });

  test('is above all before it, though the clock goes back or 4,096 are made in a millisecond', () => {
    const ids = idsAt([AT, AT - 3_600_000]);
    const made = Array.from({ length: 4_098 }, () => ids.next());
    assert.deepEqual(made, [...made].sort());
    assert.equal(new Set(made).size, made.length);
    assert.deepEqual([timeOf(made[4_095] ?? ''), timeOf(made[4_096] ?? '')], [AT, AT + 1]);
  });

  test('has a reference of 32 upper-case digits, which is read in either case', () => {
    const id = idsAt([AT]).next();
    assert.equal(toReference(id), '01A20846FE007000BF0123456789ABCD');
    assert.equal(fromReference(toReference(id)), id);
    assert.equal(fromReference(toReference(id).toLowerCase()), id);
    assert.equal(fromReference(`${toReference(id)}0`), null);
    assert.equal(fromReference(id.slice(4)), null);
  });

  test('of an attempt leads to the message and back, in the same bucket and millisecond', () => {
    const id = idsAt([AT]).next();
    assert.equal(attemptIdOf(id, 1), '01a20846-fe00-7000-bf00-23456789abcd');
    for (const n of [1, 2, 0x0e, 255]) {
      const attempt = attemptIdOf(id, n);
      assert.match(attempt, /^01a20846-fe00-7000-bf[0-9a-f]{2}-23456789abcd$/);
      assert.equal(messageIdOf(attempt, n), id);
    }
  });
});
