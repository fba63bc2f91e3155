import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { GATHER_MS, type Hint, Hints, MOST_OF_TOPIC } from './hints.ts';

test('hints of a quarter of a second are told together, one of each thing', async () => {
  const clock = new ManualClock();
  const hints = new Hints(clock);
  const told: Array<readonly Hint[]> = [];
  hints.watch((each) => told.push(each));
  hints.of('messages', 'A', 'account');
  hints.of('messages', 'A', 'account');
  hints.of('carriers', 'sms', null);
  await clock.advance(GATHER_MS - 1);
  assert.deepEqual(told, []);
  await clock.advance(1);
  assert.deepEqual(told, [
    [
      { topic: 'messages', id: 'A', accountId: 'account' },
      { topic: 'carriers', id: 'sms', accountId: null },
    ],
  ]);
  await clock.advance(10 * GATHER_MS);
  assert.equal(told.length, 1, 'nothing is told when there is nothing');
  hints.of('messages', 'B', null);
  await clock.advance(GATHER_MS);
  assert.deepEqual(told[1], [{ topic: 'messages', id: 'B', accountId: null }]);
});

test('of very many things of one topic there is one hint, and the other topics keep theirs', async () => {
  const clock = new ManualClock();
  const hints = new Hints(clock);
  let told: readonly Hint[] = [];
  hints.watch((each) => {
    told = each;
  });
  for (let n = 0; n < MOST_OF_TOPIC; n += 1) hints.of('calls', String(n), null);
  for (let n = 0; n < 10 * MOST_OF_TOPIC; n += 1) hints.of('messages', String(n), null);
  await clock.advance(GATHER_MS);
  assert.equal(told.filter(({ topic }) => topic === 'calls').length, MOST_OF_TOPIC);
  assert.deepEqual(
    told.filter(({ topic }) => topic === 'messages'),
    [{ topic: 'messages', id: null, accountId: null, more: 10 * MOST_OF_TOPIC }],
  );
});

test('nothing is kept and no timer runs while nobody watches', async () => {
  let timers = 0;
  const hints = new Hints({
    setTimer: () => {
      timers += 1;
      return {} as never;
    },
  });
  hints.of('messages', 'A', null);
  const end = hints.watch(() => {});
  assert.equal(hints.isWatched, true);
  end();
  assert.equal(hints.isWatched, false);
  hints.of('messages', 'A', null);
  assert.equal(timers, 0);
});
