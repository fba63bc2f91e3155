import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDay, iso, parseInstant } from './instant.ts';

test('a time with a zone is that instant, whatever the zone of the machine', () => {
  const at = Date.UTC(2026, 10, 20, 14, 27, 8);
  for (const text of [
    '2026-11-20T14:27:08Z',
    '2026-11-20t14:27:08z',
    '2026-11-20 14:27:08+00:00',
    '2026-11-20T19:57:08+05:30',
    '2026-11-20T09:27:08-0500',
    '2026-11-20T14:27:08.000000Z',
  ]) {
    assert.equal(parseInstant(text, 'is_refused'), at, text);
    assert.equal(parseInstant(text, 'is_utc'), at, text);
  }
  assert.equal(parseInstant('2026-11-20T14:27:08.123987Z', 'is_refused'), at + 123);
  assert.equal(parseInstant('2026-11-20T14:27Z', 'is_refused'), at - 8_000);
});

test('a time without a zone is UTC where that is so, and refused where it is not, in every zone of a machine', () => {
  const before = process.env.TZ;
  try {
    for (const zone of ['UTC', 'America/New_York', 'Pacific/Auckland']) {
      process.env.TZ = zone;
      assert.equal(parseInstant('2026-11-20T14:27:08', 'is_utc'), Date.UTC(2026, 10, 20, 14, 27, 8), zone);
      assert.equal(parseInstant('2026-11-20T14:27:08', 'is_refused'), null);
      assert.equal(parseInstant('2026-11-20 14:27', 'is_refused'), null);
      assert.equal(parseInstant('2026-11-20', 'is_refused'), Date.UTC(2026, 10, 20), 'a day needs no zone');
    }
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
});

test('what no calendar and no clock has is nothing', () => {
  for (const text of [
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2025-02-29T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T10:61:00Z',
    '2026-01-01T10:00:00+99',
    '2026-01-01T10:00:00 Z',
    '2026-01-01T',
    '20260101',
    'yesterday',
    '',
    `2026-01-01T10:00:00.${'1'.repeat(100)}Z`,
    1_700_000_000,
    null,
  ]) {
    assert.equal(parseInstant(text, 'is_utc'), null, String(text));
  }
  assert.equal(isDay('2024-02-29'), true);
  assert.equal(isDay('2026-02-29'), false);
  assert.equal(isDay('2026-2-9'), false);
});

test('an instant is written in UTC with milliseconds, and read back as it was', () => {
  const at = Date.UTC(2026, 0, 31, 23, 59, 59, 7);
  assert.equal(iso(at), '2026-01-31T23:59:59.007Z');
  assert.equal(parseInstant(iso(at), 'is_refused'), at);
});
