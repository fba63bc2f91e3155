import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { Receivers } from './receivers.ts';

const START = Date.UTC(2026, 0, 1, 12);
const request = (body = '{}') => ({ method: 'POST', headers: { 'webhook-id': 'one' }, body });

test('what comes is kept in its order, and counted on when the oldest is dropped', () => {
  const receivers = new Receivers(new ManualClock(START));
  assert.deepEqual(receivers.list(), [{ name: 'callbacks', count: 0, last_on: null, answers: 200 }]);
  for (let n = 1; n <= 101; n += 1) receivers.receive('callbacks', request(String(n)));
  const kept = receivers.requestsAfter('callbacks', 0) ?? [];
  assert.deepEqual([kept.length, kept[0]?.n, kept.at(-1)?.n, kept.at(-1)?.body], [100, 2, 101, '101']);
  assert.equal(receivers.requestsAfter('callbacks', 100)?.length, 1);
  assert.equal(receivers.requestsAfter('nobody', 0), null);
  const [listed] = receivers.list();
  assert.deepEqual([listed?.count, listed?.last_on], [101, '2026-01-01T12:00:00.000Z']);
});

test('it answers as it was told, from the next request on', () => {
  const receivers = new Receivers(new ManualClock(START));
  assert.equal(receivers.receive('callbacks', request()).answered, 200);
  assert.equal(receivers.answerWith('callbacks', 503), true);
  assert.equal(receivers.receive('callbacks', request()).answered, 503);
  assert.equal(receivers.answerWith('nobody', 503), false);
});

test('however many receivers are named, and however much they get, what they hold is bounded', () => {
  const receivers = new Receivers(new ManualClock(START), 10_000);
  for (let n = 0; n < 200; n += 1) receivers.receive(`other-${n}`, request('x'.repeat(1_000)));
  const names = receivers.list().map(({ name }) => name);
  assert.equal(names.length, 50);
  assert.ok(names.includes('callbacks') && names.includes('other-199') && !names.includes('other-1'));
  const held = names.flatMap((name) => receivers.requestsAfter(name, 0) ?? []);
  assert.equal(held.length, 9, 'of 1,020 or so characters each');
  assert.equal(receivers.requestsAfter('other-199', 0)?.length, 1);
});
