import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressProblem, degreeOf, FILES, PLACES } from './things.ts';

test('a degree is taken as people write it, within its bounds', () => {
  assert.deepEqual(
    ['52.5163', ' -9,1366 ', '90', '90.1', '', 'north'].map((text) => degreeOf(text, 90)),
    [52.5163, -9.1366, 90, null, null, null],
  );
});

test('a file needs a whole address', () => {
  assert.equal(addressProblem('https://files.example.com/a.jpg'), null);
  assert.match(String(addressProblem('a.jpg')), /whole address/);
});

test('what can be chosen would be taken', () => {
  for (const { thing } of FILES) assert.equal(addressProblem(thing.uri), null);
  for (const { thing } of PLACES) {
    assert.equal(degreeOf(String(thing.latitude), 90), thing.latitude);
    assert.equal(degreeOf(String(thing.longitude), 180), thing.longitude);
  }
});
