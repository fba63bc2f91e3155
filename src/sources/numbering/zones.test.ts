import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createZones } from './zones.ts';

const zonesOf = createZones();

test('a number has the zones of its prefix in its country', () => {
  assert.deepEqual(zonesOf('4915112345678'), ['Europe/Berlin']);
  assert.deepEqual(zonesOf('447400123456'), ['Europe/London']);
  assert.deepEqual(zonesOf('16502530000'), ['America/Los_Angeles']);
});

test('a number that may be anywhere in its country has all of its zones', () => {
  assert.ok(zonesOf('18002530000').includes('America/New_York'));
  assert.ok(zonesOf('18002530000').includes('America/Los_Angeles'));
});

test('a number of a range that no table has has the zones of its country, and one of no country none', () => {
  assert.deepEqual(zonesOf('4910000000000'), ['Europe/Berlin']);
  assert.deepEqual(zonesOf('hello'), []);
});
