import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf, placeOf, wellText } from './findings.ts';

const CHECKS = [
  { name: 'clock', state: 'ok' },
  { name: 'disk', state: 'warn' },
  { name: 'server', state: 'fail' },
];

test('what fails comes before what warns, and what is well is left out', () => {
  assert.deepEqual(
    findingsOf(CHECKS).map(({ name }) => name),
    ['server', 'disk'],
  );
});

test('what is found of a carrier leads to it', () => {
  assert.equal(placeOf({ name: 'carrier north' }), '/carriers/north');
  assert.equal(placeOf({ name: 'carrier north: addresses' }), '/carriers/north');
  assert.equal(placeOf({ name: 'disk' }), null);
});

test('what is well is counted', () => {
  const well = wellText({ node: 'node-1', checks: CHECKS });
  assert.equal(well, '1 of 3 checks are well, on the node node-1 that answered.');
});
