import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeFault, isKill, planSoak, type Step } from '../../bench/soak-plan.ts';

function first(count: number, seed: number): Step[] {
  const steps: Step[] = [];
  for (const step of planSoak(seed, 2, 2_000)) {
    if (steps.push(step) === count) break;
  }
  return steps;
}

test('the same seed gives the same faults in the same order, another seed others', () => {
  assert.deepEqual(first(200, 7), first(200, 7));
  assert.notDeepEqual(first(200, 7), first(200, 8));
});

test('every kind of fault comes, and about half of them are kills', () => {
  const steps = first(400, 1);
  assert.equal(new Set(steps.map(({ fault }) => fault.kind)).size, 5);
  const kills = steps.filter(({ fault }) => isKill(fault)).length;
  assert.ok(kills > 160 && kills < 240, `${kills} kills`);
  assert.ok(steps.every(({ fault }) => describeFault(fault).length > 0));
});
