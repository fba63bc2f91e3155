import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { Ending } from './ending.ts';

test('a signal that is passed on counts once, and a second one ends the process at once', async () => {
  const clock = new ManualClock();
  let atOnce = 0;
  const ending = new Ending(clock, () => {
    atOnce += 1;
  });
  assert.equal(ending.isUnderWay, false);
  assert.equal(ending.begin(), true);
  assert.equal(ending.begin(), false);
  await clock.advance(1_000);
  assert.deepEqual([ending.begin(), atOnce], [false, 0]);
  await clock.advance(1);
  assert.deepEqual([ending.begin(), atOnce, ending.isUnderWay], [false, 1, true]);
});
