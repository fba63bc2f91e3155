import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detailName, failuresOf, refusalsOf, seatsText, standingOf } from './standing.ts';

test('a carrier is up where any node can send by it, and drained whatever else', () => {
  assert.equal(standingOf({ state: 'down', up_on: ['node-2'] }).word, 'Up');
  assert.equal(standingOf({ state: 'down', up_on: [] }).word, 'Down');
  assert.equal(standingOf({ state: 'up', up_on: null }).word, 'Up');
  assert.equal(standingOf({ state: 'draining', up_on: ['node-1'] }).word, 'Drained');
});

test('binds that are held are counted of all', () => {
  const since = '2026-01-01T00:00:00Z';
  const seats = [
    { seat: 1, node: 'a', since },
    { seat: 2, node: null, since: null },
  ];
  assert.equal(seatsText({ seats }), '1 of 2');
  assert.equal(seatsText({ seats: [] }), null);
});

test('what was taken and what was delivered is no trouble', () => {
  const refusals = refusalsOf({
    answers: [
      { answer: 'accepted', reason: null, count: 8 },
      { answer: 'busy', reason: '0x58 ESME_RTHROTTLED', count: 2 },
    ],
  });
  assert.deepEqual(
    refusals.map(({ reason, count, of }) => [reason, count, of]),
    [['0x58 ESME_RTHROTTLED', 2, 10]],
  );
  const failures = failuresOf({
    ended: 5,
    ends: [
      { code: 3000, description: 'Delivered', reason: null, count: 3 },
      { code: 3005, description: 'Read', reason: null, count: 1 },
      { code: 3003, description: 'Delivery error', reason: 'UNDELIV', count: 1 },
    ],
  });
  assert.deepEqual(
    failures.map(({ code, count, of }) => [code, count, of]),
    [[3003, 1, 5]],
  );
});

test('what a carrier says of itself has names of words', () => {
  assert.deepEqual(['tps_allowed', 'smsc', 'system_id'].map(detailName), ['TPS allowed', 'SMSC', 'System id']);
});
