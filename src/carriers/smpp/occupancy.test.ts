import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Occupancy } from './occupancy.ts';

test('a count weighs as long as it stands', () => {
  const use = new Occupancy(500);
  use.change(100, 500);
  use.change(-100, 600);
  use.change(20, 1_000);
  assert.equal(use.mean(1_499), 0, 'the first second is not over');
  assert.equal(use.mean(1_500), (100 * 100 + 20 * 500) / 1_000);
});

test('what stands for long is the mean in the end, though nothing changes', () => {
  const use = new Occupancy(0);
  use.change(10, 0);
  assert.equal(use.mean(1_000), 10);
  use.change(-10, 1_000);
  assert.equal(use.mean(1_999), 10, 'the second before counts until the next is over');
  assert.equal(use.mean(7_000), 0);
});
