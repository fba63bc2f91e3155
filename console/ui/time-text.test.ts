import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisText, changesIn, dayText, lengthText, localText, relativeText, utcText } from './time-text.ts';

const NOON = Date.UTC(2026, 5, 1, 12, 0, 0);

test('a length of time has two units at most', () => {
  const lengths = [4, 250, 1_240, 12_000, 60_000, 185_000, 7_200_000, 4 * 86_400_000 + 6 * 3_600_000];
  assert.deepEqual(lengths.map(lengthText), [
    '4 ms',
    '0.25 s',
    '1.2 s',
    '12 s',
    '1 min',
    '3 min 5 s',
    '2 h',
    '4 d 6 h',
  ]);
});

test('a time is said from now, back and ahead', () => {
  const ago = (ms: number) => relativeText(NOON - ms, NOON);
  assert.deepEqual([0, 2_000, 61_000, 7_300_000, 90_000_000].map(ago), [
    'just now',
    '2 s ago',
    '1 min ago',
    '2 h ago',
    '1 d ago',
  ]);
  assert.equal(relativeText(NOON + 180_000, NOON), 'in 3 min');
  const ahead = [7_190_000, 5_000_000, 2 * 86_400_000 - 60_000].map((ms) => relativeText(NOON + ms, NOON));
  assert.deepEqual(ahead, ['in 2 h', 'in 1 h', 'in 2 d'], 'to the nearest');
  assert.deepEqual(
    [0, 90_000, 90_000_000].map((ms) => changesIn(NOON - ms, NOON)),
    [1_000, 30_000, 600_000],
  );
});

test('a time stands in the zone of the reader, with as much of the date as is needed, and in UTC', () => {
  const at = (time: number) => localText(time, NOON, 'Europe/Berlin');
  assert.equal(at(NOON), '14:00:00');
  assert.match(at(NOON - 86_400_000), /^31 May,? (at )?14:00:00$/);
  assert.match(at(Date.UTC(2025, 11, 31, 23, 30)), /^1 Jan,? (at )?00:30:00$/, 'in that zone it is this year');
  assert.match(at(Date.UTC(2025, 6, 1)), /2025/);
  assert.equal(utcText(NOON), '2026-06-01 12:00:00.000 UTC');
});

test('an axis shows the time of the day, or the day where it spans many', () => {
  assert.deepEqual([axisText(NOON, 1, 'Europe/Berlin'), axisText(NOON, 7, 'Europe/Berlin')], ['14:00', '1 Jun']);
});

test('a day of UTC is the same one for every reader', () => {
  assert.equal(dayText(Date.UTC(2026, 10, 27)), '27 Nov 2026');
});
