import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepsOf } from '../../test/support/steps.ts';
import { nearest } from './problems.ts';

const KNOWN = Array.from({ length: 100 }, (_, index) => `setting_of_the_gateway_${index}`);

test('the name that was meant is found', () => {
  assert.equal(nearest('Setting-of-the-gatewya_7', KNOWN), 'setting_of_the_gateway_7');
  assert.equal(nearest('colour', KNOWN), undefined);
});

test('a name as long as a body is compared with none', () => {
  const steps = stepsOf(() => assert.equal(nearest('a'.repeat(65_536), KNOWN), undefined));
  assert.ok(steps < 1_000_000, `${steps} steps`);
});
