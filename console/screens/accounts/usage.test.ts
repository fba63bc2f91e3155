import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rangeOf, seriesOf, totalsOf } from './usage.ts';

const NONE = { parts: 0, delivered: 0, calls: 0, look_ups: 0, cost_millionths: 0 };
const RANGE = { from: '2026-01-01', to: '2026-01-04' };

test('a range ends with today, in UTC', () => {
  assert.deepEqual(rangeOf('7', Date.parse('2026-01-31T23:59:00Z')), { from: '2026-01-25', to: '2026-02-01' });
});

test('a day without use is a day with nothing', () => {
  const usage = [
    { ...NONE, day: '2026-01-01', country: 'DE', messages: 2 },
    { ...NONE, day: '2026-01-03', country: 'DE', messages: 1 },
    { ...NONE, day: '2026-01-03', country: null, messages: 9 },
    { ...NONE, day: '2026-01-03', country: 'AT', messages: 0 },
  ];
  const { times, series } = seriesOf(usage, 'country', 'messages', RANGE);
  assert.deepEqual(
    times.map((time) => new Date(time).toISOString().slice(0, 10)),
    ['2026-01-01', '2026-01-02', '2026-01-03'],
  );
  assert.deepEqual(
    series.map(({ label, values }) => [label, values]),
    [
      ['None', [0, 0, 9]],
      ['Germany (DE)', [2, 0, 1]],
    ],
  );
});

test('the largest have a series of their own, and what is left is one', () => {
  const usage = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((channel, at) => {
    return { ...NONE, day: '2026-01-02', channel, messages: 10 - at };
  });
  const { series } = seriesOf(usage, 'channel', 'messages', RANGE);
  assert.deepEqual(
    series.map(({ label, values }) => [label, values[1]]),
    [...['A', 'B', 'C', 'D', 'E'].map((channel, at) => [channel, 10 - at]), ['Others', 9]],
  );
  assert.equal(new Set(series.map(({ color }) => color)).size, 6);
});

test('sums are over all days, what was used most first, and costs in whole units', () => {
  const usage = [
    { ...NONE, day: '2026-01-01', product: 'phoneid', messages: 0, look_ups: 1, cost_millionths: 1_500_000 },
    { ...NONE, day: '2026-01-01', product: 'omnichannel', messages: 1, parts: 2 },
    { ...NONE, day: '2026-01-02', product: 'omnichannel', messages: 1, parts: 1 },
  ] as const;
  const totals = totalsOf(usage, 'product');
  assert.deepEqual(
    totals.map(({ name, amounts: { messages, parts, look_ups: looks, cost_millionths: cost } }) => {
      return [name, messages, parts, looks, cost];
    }),
    [
      ['Omnichannel', 2, 3, 0, 0],
      ['Phone ID', 0, 0, 1, 1.5],
    ],
  );
});
