import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnEntries } from './entries.ts';

const drawn = (kind: string, details: object) =>
  drawnEntries(
    [{ at: '2026-01-01T12:00:00.000Z', kind, text: 'It happened.', details: details as never }],
    () => 'noon',
  )[0];

test('an entry is as good as what happened', () => {
  assert.equal(drawn('accepted', {})?.tone, 'accent');
  assert.equal(drawn('receipt', { code: 3000 })?.tone, 'good');
  assert.equal(drawn('ended', { code: 3000 })?.tone, 'good');
  assert.equal(drawn('ended', { code: 3007 })?.tone, 'calm');
  assert.equal(drawn('channel_ended', { code: 3033 })?.tone, 'bad');
  assert.equal(drawn('retry', {})?.tone, 'warn');
  assert.equal(drawn('something newer', {})?.tone, 'calm');
});

test('what the details add is said in words', () => {
  assert.equal(drawn('accepted', { channels: ['rcs'] })?.more, null);
  const details = { carriers_tried: ['smsc-1'], parts: 3, until: 'x' };
  assert.equal(drawn('handed_over', details)?.more, 'before it smsc-1, in 3 parts, has time until noon');
  assert.equal(drawn('handed_over', { carriers_tried: [], parts: 1, until: null })?.more, null);
  assert.equal(drawn('retry', { retry_at: 'x' })?.more, 'again at noon');
  const failed = drawn('callback_failed', { id: 'c-1', seq: 1, status: 500, took_ms: 12 });
  assert.deepEqual([failed?.more, failed?.callback], ['answered 500, in 12 ms', 'c-1']);
});
