import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excessOf } from './even-connections.ts';

const excess = (...counts: number[]) => [...excessOf(new Map(counts.map((count, index) => [index, count])))];

test('a process with too many lets so many go that an even share of them brings it to the mean', () => {
  assert.deepEqual(excess(64, 0), [[0, 64]]);
  assert.deepEqual(excess(2, 0), [[0, 2]]);
  assert.deepEqual(excess(3, 1), [[0, 2]]);
  assert.deepEqual(excess(40, 40, 0, 40), [
    [0, 14],
    [1, 14],
    [3, 14],
  ]);
});

test('a difference that chance makes is left', () => {
  assert.deepEqual(excess(1, 0), []);
  assert.deepEqual(excess(5, 3), []);
  assert.deepEqual(excess(33, 31), []);
  assert.deepEqual(excess(0, 0, 0), []);
  assert.deepEqual(excess(7), []);
});
