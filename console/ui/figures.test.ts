import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountText, countText, overSteps, rateText, shareText } from './figures.ts';

test('a share is 100 % only when it is all', () => {
  assert.deepEqual([shareText(9_999, 10_000), shareText(3, 3), shareText(4, 3)], ['99.9 %', '100 %', '100 %']);
  assert.deepEqual([shareText(0, 3), shareText(0, 0)], ['0 %', '–']);
});

test('an amount has its millionths, and nothing of how it was added up', () => {
  assert.deepEqual([0.1 + 0.2, 0.000_004, 1_234.5].map(amountText), ['0.3', '0.000004', '1,234.5']);
});

test('a rate has as many digits as help', () => {
  assert.deepEqual([0, 0.04, 0.26, 12.4, 1_234.5].map(rateText), ['0', '0', '0.3', '12', '1,235']);
  assert.equal(countText(1_234_567), '1,234,567');
});

test('the step that runs is left out, unless little else is there', () => {
  const points = [0, 60_000, 120_000].map((ms) => ({ at: new Date(ms).toISOString() }));
  assert.equal(overSteps(points, { stepMs: 60_000, now: 150_000 }).length, 2);
  assert.equal(overSteps(points, { stepMs: 60_000, now: 180_000 }).length, 3);
  assert.equal(overSteps(points.slice(0, 2), { stepMs: 60_000, now: 70_000 }).length, 2);
});
