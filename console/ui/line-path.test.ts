import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linePath } from './line-path.ts';

const BOX = { width: 100, height: 20 };

test('figures become a line from 0 up, and what is not known a hole in it', () => {
  assert.equal(linePath([0, 10, 5], BOX), 'M0 20L50 0L100 10');
  assert.equal(linePath([10, null, 10, 20], BOX), 'M0 10M66.7 10L100 0');
  assert.equal(linePath([10, 20], BOX, true), 'M0 20L100 0');
});

test('too few figures make no line, and equal ones a flat one', () => {
  assert.equal(linePath([], BOX), '');
  assert.equal(linePath([1, null], BOX), '');
  assert.equal(linePath([0, 0], BOX), 'M0 20L100 20');
});
