import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planOf } from './plan.ts';

test('a plan says with what add-ons end at once, and who would be asked in which order', () => {
  const source = { state: 'up', cost: 0.1, networks: [], reason: null, from_memory: false };
  const plan = planOf({
    dry_run: true,
    plan: {
      code: 300,
      description: 'Completed.',
      most_cost: 0.2,
      addons: {
        sim_swap: {
          code: null,
          sources: [
            { ...source, source: 'a', reason: 'its rate is used up' },
            { ...source, source: 'b', from_memory: true },
          ],
          cap: { most: 10, used: 3, left: 7 },
          most_cost: 0.2,
        },
        contact: { code: 2806, sources: [], cap: null, most_cost: 0 },
      },
    },
  });
  assert.deepEqual(plan, {
    code: 300,
    description: 'Completed',
    mostCost: 0.2,
    addOns: [
      {
        key: 'sim_swap',
        code: null,
        sources: ['a (its rate is used up)', 'b (known already)'],
        cap: '3 of 10 used',
        mostCost: 0.2,
      },
      { key: 'contact', code: 2806, sources: [], cap: null, mostCost: 0 },
    ],
  });
});
