import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backlogFigure, carrierFigure, nodeFigure, trafficFigures } from './figures.ts';

const point = (ms: number, taken: number) => ({ at: new Date(ms).toISOString(), taken, finished: 0, delivered: 0 });

test('the last minute is one that is over', () => {
  const traffic = {
    from: new Date(0).toISOString(),
    to: new Date(150_000).toISOString(),
    step_seconds: 60 as const,
    taken: 12,
    finished: 4,
    delivered: 3,
    callbacks_delivered: 9,
    callbacks_failed: 1,
    callbacks_given_up: 1,
    codes: [],
    points: [point(0, 4), point(60_000, 7), point(120_000, 1)],
    carriers: [],
  };
  const [minute, delivered, callbacks] = trafficFigures(traffic);
  assert.deepEqual([minute?.value, delivered?.value, callbacks?.value, callbacks?.tone], ['7', '75 %', '90 %', 'warn']);
});

test('what is overdue is said before what waits', () => {
  const carrier = {
    carrier: 'a',
    more: false,
    by_type: [],
    in_hand: null,
    room: null,
    allowed_per_second: null,
    parts_per_second: 0,
    handed_over_per_second: 0,
    gone_in_seconds: null,
  };
  const carriers = [
    { ...carrier, waiting: 2, oldest_on: '2026-01-01T12:00:00Z' },
    { ...carrier, waiting: 3, oldest_on: '2026-01-01T11:00:00Z' },
  ];
  const of = (overdue: string | null) => backlogFigure({ carriers, overdue_since: overdue }, (at) => at.slice(11, 13));
  assert.deepEqual([of(null).value, of(null).note], ['5', 'the oldest 11']);
  assert.deepEqual([of('2026-01-01T10:00:00Z').note, of('2026-01-01T10:00:00Z').tone], ['overdue since 10', 'warn']);
});

test('a carrier that is down is worse than one that is drained, and a silent node than one that has stopped', () => {
  const carrier = { name: 'a', channel: 'sms' as const, simulated: false, seats: [], details: {} };
  const up = { ...carrier, state: 'up' as const, up_on: ['n'] };
  const down = { ...carrier, state: 'down' as const, up_on: [] };
  const drained = { ...carrier, state: 'draining' as const, up_on: [] };
  assert.deepEqual([carrierFigure([up, drained]).tone, carrierFigure([up, drained]).note], ['warn', '1 drained']);
  assert.deepEqual([carrierFigure([up, drained, down]).tone, carrierFigure([up, down]).value], ['bad', '1 of 2']);
  assert.equal(nodeFigure([{ state: 'running' }, { state: 'stopped' }]).value, '1 of 1');
  assert.equal(nodeFigure([{ state: 'running' }, { state: 'silent' }]).tone, 'bad');
});
