import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeText, paceText, refusedText, standingOf } from './words.ts';

const NOW = Date.parse('2026-01-01T12:00:00Z');

test('an import whose sender is silent for long is left', () => {
  const changed = (ms: number) => new Date(NOW - ms).toISOString();
  assert.equal(standingOf({ state: 'open', changed_on: changed(60_000) }, NOW).word, 'Comes in');
  assert.equal(standingOf({ state: 'open', changed_on: changed(601_000) }, NOW).word, 'Left');
  assert.equal(standingOf({ state: 'whole', changed_on: changed(601_000) }, NOW).word, 'Whole');
  assert.equal(standingOf({ state: 'stopped', changed_on: changed(0) }, NOW).word, 'Stopped');
});

test('what was refused is a share of all', () => {
  assert.equal(refusedText({ refused: 0, position: 10 }), '–');
  assert.equal(refusedText({ refused: 12, position: 12_000 }), '12 (0.1 %)');
});

test('the pace is that of the rows until the last ones came', () => {
  const started = '2026-01-01T12:00:00Z';
  assert.equal(
    paceText({ position: 20_000, started_on: started, changed_on: '2026-01-01T12:00:10Z' }),
    '2,000 a second',
  );
  assert.equal(paceText({ position: 20_000, started_on: started, changed_on: started }), null);
});

test('a whole import that took nothing makes no set', () => {
  assert.match(outcomeText({ state: 'whole', taken: 0 }), /makes no set/);
  assert.match(outcomeText({ state: 'whole', taken: 1 }), /look into/);
});
