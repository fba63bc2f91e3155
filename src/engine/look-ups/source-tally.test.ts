import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceTally } from './source-tally.ts';

test('answers are counted by add-on, with what they cost, how long they took and how the last failure was', () => {
  const tally = new SourceTally();
  assert.deepEqual(tally.view(), { addOns: [], lastAnswerAt: null, lastFailure: null, tookMs: null });
  for (let n = 1; n <= 100; n += 1) tally.answered('sim_swap', { kind: 'nothing' }, { at: n, tookMs: n, cost: 0.5 });
  tally.answered('sim_swap', { kind: 'not_covered' }, { at: 101, tookMs: 1, cost: 0 });
  tally.answered('sim_swap', { kind: 'down', reason: 'status 503' }, { at: 102, tookMs: 1_000, cost: 0 });
  tally.remembered('sim_swap');
  tally.leftAlone('contact');
  const { addOns, lastAnswerAt, lastFailure, tookMs } = tally.view();
  assert.deepEqual(addOns, [
    { addOn: 'sim_swap', found: 0, nothing: 100, notCovered: 1, failed: 1, leftAlone: 0, remembered: 1, cost: 50 },
    { addOn: 'contact', found: 0, nothing: 0, notCovered: 0, failed: 0, leftAlone: 1, remembered: 0, cost: 0 },
  ]);
  assert.deepEqual([lastAnswerAt, lastFailure], [101, { at: 102, said: 'down', reason: 'status 503' }]);
  assert.deepEqual(tookMs, { p50: 50, p99: 100 });
});

test('only the last answers say how long it takes', () => {
  const tally = new SourceTally();
  for (let n = 0; n < 500; n += 1) {
    tally.answered('contact', { kind: 'nothing' }, { at: n, tookMs: n < 300 ? 9_000 : 5, cost: 0 });
  }
  assert.deepEqual(tally.view().tookMs, { p50: 5, p99: 5 });
});
