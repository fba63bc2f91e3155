import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Breaker } from './breaker.ts';

function failing(breaker: Breaker, times: number, now: number): void {
  for (let count = 0; count < times; count += 1) breaker.failed(now);
}

describe('a breaker', () => {
  test('lets so many go at a time until five in a row have failed', () => {
    const breaker = new Breaker(16);
    breaker.underWay = 6;
    assert.equal(breaker.room(0), 10);
    failing(breaker, 4, 0);
    breaker.succeeded();
    failing(breaker, 4, 0);
    assert.equal(breaker.room(0), 10);
    assert.equal(breaker.isUnwell, false);
    breaker.failed(0);
    assert.equal(breaker.room(0), 0);
    assert.equal(breaker.pausedUntil(0), 1_000);
    assert.equal(breaker.isUnwell, true);
  });

  test('lets more go at a time, one by one, while answers are swift, and falls back with the first that is not', () => {
    const breaker = new Breaker(16, 64);
    assert.equal(breaker.room(0), 16);
    breaker.succeeded(true);
    assert.equal(breaker.room(0), 17);
    for (let count = 0; count < 100; count += 1) breaker.succeeded(true);
    assert.equal(breaker.room(0), 64);
    breaker.succeeded(false);
    assert.equal(breaker.room(0), 16);
    breaker.succeeded(false);
    assert.equal(breaker.room(0), 16);
  });

  test('sends one probe after a pause, which doubles up to a minute', () => {
    const breaker = new Breaker(16);
    failing(breaker, 5, 0);
    let now = 0;
    const pauses: number[] = [];
    for (let probe = 0; probe < 8; probe += 1) {
      const end = breaker.pausedUntil(now) ?? now;
      pauses.push((end - now) / 1_000);
      now = end;
      assert.equal(breaker.room(now), 1, 'one probe');
      breaker.failed(now);
    }
    assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 60, 60]);
  });

  test('counts what fails during a pause no further', () => {
    const breaker = new Breaker(16);
    failing(breaker, 16, 0);
    assert.equal(breaker.pausedUntil(0), 1_000);
    assert.equal(breaker.pauseMs, 1_000);
  });

  test('lets more go one by one after a success, up to all', () => {
    const breaker = new Breaker(4);
    failing(breaker, 5, 0);
    const room: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      breaker.succeeded();
      room.push(breaker.room(0));
    }
    assert.deepEqual(room, [2, 3, 4, 4, 4]);
    failing(breaker, 5, 10_000);
    assert.equal(breaker.pausedUntil(10_000), 11_000, 'and begins with the shortest pause again');
  });
});
