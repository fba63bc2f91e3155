import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
import { isTimeZone, type QuietHours, quietUntil } from './quiet-hours.ts';

const NIGHT: QuietHours = { from: '21:00', to: '08:00' };
const BERLIN = ['Europe/Berlin'];

/** When quiet ends, as text; null where there is none. */
function until(hours: QuietHours, zones: readonly string[], at: string): string | null {
  const end = quietUntil(hours, zones, Date.parse(at));
  return end === null ? null : new Date(end).toISOString().replace(':00.000Z', 'Z');
}

test('zones that do not exist do not slow down those that do', () => {
  for (let count = 0; count < 2_000; count += 1) assert.equal(isTimeZone(`Nowhere/${count}`), false);
  const { DateTimeFormat } = Intl;
  let made = 0;
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct(target, given: [string, object]) {
      made += 1;
      return new target(...given);
    },
  });
  try {
    for (let count = 0; count < 10; count += 1) assert.equal(isTimeZone('Pacific/Chatham'), true);
  } finally {
    Intl.DateTimeFormat = DateTimeFormat;
  }
  assert.equal(made, 1);
});

describe('quiet hours', () => {
  test('begin at their first minute and are over at their last, in the time of the recipient', () => {
    assert.equal(until(NIGHT, BERLIN, '2026-01-15T19:59:59.999Z'), null);
    assert.equal(until(NIGHT, BERLIN, '2026-01-15T20:00:00.000Z'), '2026-01-16T07:00Z');
    assert.equal(until(NIGHT, BERLIN, '2026-01-16T06:59:59.999Z'), '2026-01-16T07:00Z');
    assert.equal(until(NIGHT, BERLIN, '2026-01-16T07:00:00.000Z'), null);
    assert.equal(until(NIGHT, ['Asia/Kolkata'], '2026-01-15T15:30:00Z'), '2026-01-16T02:30Z');
    assert.equal(until(NIGHT, ['Asia/Kolkata'], '2026-01-15T15:29:00Z'), null);
  });

  test('may begin and end on one day', () => {
    const noon: QuietHours = { from: '12:00', to: '14:30' };
    assert.equal(until(noon, BERLIN, '2026-01-15T11:00:00Z'), '2026-01-15T13:30Z');
    assert.equal(until(noon, BERLIN, '2026-01-15T13:30:00Z'), null);
    assert.equal(until(noon, BERLIN, '2026-01-15T22:00:00Z'), null);
  });

  test('begin on the days that are named alone', () => {
    const weekend: QuietHours = { ...NIGHT, days: ['fri', 'sat'] };
    // A Friday evening, the Saturday morning after it, Sunday evening.
    assert.equal(until(weekend, BERLIN, '2026-01-16T21:00:00Z'), '2026-01-17T07:00Z');
    assert.equal(until(weekend, BERLIN, '2026-01-17T05:00:00Z'), '2026-01-17T07:00Z');
    assert.equal(until(weekend, BERLIN, '2026-01-18T05:00:00Z'), '2026-01-18T07:00Z');
    assert.equal(until(weekend, BERLIN, '2026-01-18T21:00:00Z'), null);
    assert.equal(until(weekend, BERLIN, '2026-01-16T05:00:00Z'), null);
  });

  test('end an hour earlier or later when clocks have been changed', () => {
    // Put forward on 29 March 2026 and back on 25 October, both at 01:00 UTC.
    assert.equal(until(NIGHT, BERLIN, '2026-03-28T22:00:00Z'), '2026-03-29T06:00Z');
    assert.equal(until(NIGHT, BERLIN, '2026-10-24T20:00:00Z'), '2026-10-25T07:00Z');
    assert.equal(until(NIGHT, BERLIN, '2026-10-25T19:59:00Z'), null);
    assert.equal(until(NIGHT, ['America/New_York'], '2026-03-08T05:00:00Z'), '2026-03-08T12:00Z');
    assert.equal(until(NIGHT, ['America/New_York'], '2026-11-01T05:00:00Z'), '2026-11-01T13:00Z');
    // By half an hour, in the south.
    assert.equal(until(NIGHT, ['Australia/Lord_Howe'], '2026-04-04T12:00:00Z'), '2026-04-04T21:30Z');
  });

  test('that end or begin at a time that clocks leave out do so when clocks are put forward', () => {
    assert.equal(until({ from: '22:00', to: '02:30' }, BERLIN, '2026-03-28T23:00:00Z'), '2026-03-29T01:00Z');
    assert.equal(until({ from: '02:30', to: '08:00' }, BERLIN, '2026-03-29T00:59:00Z'), null);
    assert.equal(until({ from: '02:30', to: '08:00' }, BERLIN, '2026-03-29T01:00:00Z'), '2026-03-29T06:00Z');
  });

  test('begin at the first and end at the second of a time that comes twice', () => {
    assert.equal(until({ from: '22:00', to: '02:30' }, BERLIN, '2026-10-25T00:45:00Z'), '2026-10-25T01:30Z');
    assert.equal(until({ from: '02:30', to: '08:00' }, BERLIN, '2026-10-25T00:29:00Z'), null);
    assert.equal(until({ from: '02:30', to: '08:00' }, BERLIN, '2026-10-25T00:30:00Z'), '2026-10-25T07:00Z');
  });

  test('of a number with several zones are those of the zone that the account names', () => {
    const zones = ['America/New_York', 'America/Los_Angeles'];
    const named = { ...NIGHT, timeZone: 'America/Chicago' };
    assert.equal(until(named, zones, '2026-01-15T14:00:00Z'), null);
    assert.equal(until(named, zones, '2026-01-15T13:59:00Z'), '2026-01-15T14:00Z');
    assert.equal(until(named, ['America/New_York'], '2026-01-15T13:30:00Z'), null, 'its own where it has one');
  });

  test('of a number with several zones are those of any of them where the account names none', () => {
    const zones = ['America/New_York', 'America/Los_Angeles'];
    assert.equal(until(NIGHT, zones, '2026-01-15T13:30:00Z'), '2026-01-15T16:00Z');
    assert.equal(until(NIGHT, zones, '2026-01-15T02:30:00Z'), '2026-01-15T16:00Z', 'night after night');
    assert.equal(until(NIGHT, zones, '2026-01-15T16:00:00Z'), null);
    assert.equal(until(NIGHT, zones, '2026-01-16T01:59:00Z'), null);
    assert.equal(until(NIGHT, zones, '2026-01-16T02:00:00Z'), '2026-01-16T16:00Z');
  });

  test('of a number whose zone nobody knows are those of the account, or of UTC', () => {
    assert.equal(until({ ...NIGHT, timeZone: 'Asia/Tokyo' }, [], '2026-01-15T12:00:00Z'), '2026-01-15T23:00Z');
    assert.equal(until(NIGHT, [], '2026-01-15T21:00:00Z'), '2026-01-16T08:00Z');
    assert.equal(until(NIGHT, ['Nowhere/Land'], '2026-01-15T21:00:00Z'), '2026-01-16T08:00Z');
  });

  test('that would never end in all zones at once are those of the first', () => {
    const long: QuietHours = { from: '10:00', to: '09:00' };
    const zones = ['Europe/Berlin', 'Asia/Tokyo'];
    assert.equal(until(long, zones, '2026-01-15T12:00:00Z'), '2026-01-16T08:00Z');
    assert.equal(until(long, zones, '2026-01-15T08:30:00Z'), null);
  });

  test('an instant after their end is never quiet, in every zone and at every hour of a year', () => {
    let quiet = 0;
    for (const zone of ['Europe/Berlin', 'America/St_Johns', 'Africa/Casablanca', 'Pacific/Chatham']) {
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 7 * HOUR_MS + 11 * MINUTE_MS) {
        const end = quietUntil(NIGHT, [zone], at);
        if (end === null) continue;
        quiet += 1;
        assert.ok(end > at && end <= at + 12 * HOUR_MS);
        assert.equal(quietUntil(NIGHT, [zone], end), null);
        assert.equal(quietUntil(NIGHT, [zone], end - 1), end);
      }
    }
    assert.ok(quiet > (365 * 4 * DAY_MS) / (8 * HOUR_MS) / 3);
  });
});

test('zones are those that the runtime knows', () => {
  assert.deepEqual(
    ['Europe/Berlin', 'UTC', 'Nowhere/Land', ''].map((name) => isTimeZone(name)),
    [true, true, false, false],
  );
});
