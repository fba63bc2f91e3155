import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../errors.ts';
import { DAY_MS, MINUTE_MS } from '../lib/durations.ts';
import { readSendAt, sendAtIn } from './send-at.ts';

const NOW = Date.UTC(2026, 0, 15, 12);

test('a time with its zone is read, as far as 35 days ahead', () => {
  for (const [text, at] of [
    ['2026-01-15T13:00:00Z', NOW + 60 * MINUTE_MS],
    ['2026-01-15T14:00:00.250+01:00', NOW + 60 * MINUTE_MS + 250],
    ['2026-02-19T12:00:00Z', NOW + 35 * DAY_MS],
    ['2026-01-15T11:55:00Z', NOW - 5 * MINUTE_MS],
  ] as const) {
    assert.equal(readSendAt({ send_at: text }, NOW), at, text);
  }
  assert.deepEqual(sendAtIn({ send_at: '2026-01-15T13:00:00Z' }, NOW), { sendAt: NOW + 60 * MINUTE_MS });
});

test('without one nothing is read', () => {
  assert.deepEqual(sendAtIn({}, NOW), {});
  assert.deepEqual(sendAtIn({ send_at: null }, NOW), {});
});

test('anything else is refused by name', () => {
  for (const value of [
    '',
    'now',
    '2026-01-16',
    '2026-01-16T09:00:00',
    '2026-02-30T09:00:00Z',
    '2026-02-19T12:00:00.001Z',
    '2026-01-15T11:54:59.999Z',
    NOW,
    true,
    ['2026-01-15T13:00:00Z'],
  ]) {
    assert.throws(
      () => readSendAt({ send_at: value }, NOW),
      (error) => error instanceof Refusal && error.case === 'value_invalid' && error.values.name === 'send_at',
      String(value),
    );
  }
});
