import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schema } from '../../api/client.ts';
import { ageOf, bySorrow, costText, reachText, spendingOf, sumOf } from './words.ts';

const SOURCE: Schema<'OperatorSource'> = {
  name: 'operator-a',
  kind: 'camara',
  state: 'up',
  rests_until: null,
  add_ons: ['sim_swap'],
  under_way: 0,
  max_in_flight: 100,
  requests_per_second: 0,
  request_timeout_ms: 4_000,
  cost: 0,
  accounts: [],
  mccmnc: [],
  prefixes: [],
  countries: [],
  took_ms: null,
  last_answer_on: null,
  last_failure: null,
  said: [],
};

test('sources that need somebody come first', () => {
  const sources = (['unasked', 'up', 'resting', 'failing'] as const).map((state) => ({ ...SOURCE, state }));
  assert.deepEqual(
    bySorrow(sources).map(({ state }) => state),
    ['resting', 'failing', 'up', 'unasked'],
  );
});

test('what a source said is summed up over its add-ons', () => {
  const counts = { found: 1, nothing: 2, not_covered: 0, failed: 1, left_alone: 0, remembered: 4, cost: 0.5 };
  const sum = sumOf([
    { add_on: 'contact', ...counts },
    { add_on: 'sim_swap', ...counts },
  ]);
  assert.deepEqual([sum.found, sum.nothing, sum.failed, sum.cost], [2, 4, 2, 1]);
});

test('what a source may be asked about is told where it is not everything', () => {
  assert.equal(reachText(SOURCE), null);
  assert.equal(reachText({ ...SOURCE, prefixes: ['4915'], countries: ['DE'] }), '4915…, DE');
});

test('spending is that of the add-ons, the dearest first; look-ups are counted once', () => {
  const none = { messages: 0, parts: 0, delivered: 0, calls: 0 };
  const row = (channel: string | null, look_ups: number, cost: number) =>
    ({ ...none, product: 'phoneid', channel, look_ups, cost_millionths: cost }) as const;
  const other = { ...none, product: 'messaging', channel: 'sms', look_ups: 0, cost_millionths: 0 } as const;
  const spending = spendingOf([row(null, 10, 0), row('contact', 4, 0), row('sim_swap', 9, 36_000), other]);
  assert.deepEqual(spending, {
    lookUps: 10,
    cost: 0.036,
    addOns: [
      { addOn: 'sim_swap', lookUps: 9, cost: 0.036 },
      { addOn: 'contact', lookUps: 4, cost: 0 },
    ],
  });
  assert.equal(costText(0.0004), '0.0004');
});

test('a set is as old as its newest file, and old when a month was missed', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  assert.deepEqual(ageOf({ last_date: '2026-02-27', imported_on: '2026-03-01T11:00:00Z' }, now), {
    days: 2,
    isOld: false,
  });
  assert.equal(ageOf({ last_date: null, imported_on: '2026-01-01T00:00:00Z' }, now).isOld, true);
});
