import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GIVE_UP_AFTER_MS, nextTryAt } from './retry-schedule.ts';

const HOUR_S = 3_600;

test('a callback is tried after 10 s, 30 s, 2 min, 10 min, 1 h, 3 h, 6 h, then every 12 h for five days', () => {
  let at = 0;
  const waits: number[] = [];
  for (let tries = 1; ; tries += 1) {
    const next = nextTryAt({ createdAt: 0, tries, at, retryAfterMs: null, random: 0 });
    if (next === null) break;
    waits.push((next - at) / 1000);
    at = next;
  }
  assert.deepEqual(waits.slice(0, 9), [10, 30, 120, 600, HOUR_S, 3 * HOUR_S, 6 * HOUR_S, 12 * HOUR_S, 12 * HOUR_S]);
  assert.equal(at, GIVE_UP_AFTER_MS, 'the last try is at the end of the fifth day');
});

test('waits are up to a tenth longer, and as long as the receiver asks', () => {
  const failure = { createdAt: 0, tries: 1, at: 0, retryAfterMs: null, random: 1 };
  assert.equal(nextTryAt(failure), 11_000);
  assert.equal(nextTryAt({ ...failure, retryAfterMs: 60_000 }), 60_000);
});

test('one that is sent again long after its five days gets the short waits once more', () => {
  const late = { createdAt: 0, at: 2 * GIVE_UP_AFTER_MS, retryAfterMs: null, random: 0 };
  assert.equal(nextTryAt({ ...late, tries: 1 }), late.at + 10_000);
  assert.equal(nextTryAt({ ...late, tries: 8 }), null);
});
