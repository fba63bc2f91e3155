import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { OnceAMinute } from './once-a-minute.ts';

function lines(most?: number) {
  const clock = new ManualClock();
  const said: string[] = [];
  const log = new OnceAMinute(clock, most);
  return { clock, said, log, happen: (key: string) => log.happened(key, (times) => said.push(`${key} ${times}`)) };
}

describe('what others cause', () => {
  test('is said once at once, and what follows as one number when the minute is over', async () => {
    const { clock, said, happen } = lines();
    for (let count = 0; count < 3_000; count += 1) happen('a');
    assert.deepEqual(said, ['a 1']);
    await clock.advance(59_999);
    assert.deepEqual(said, ['a 1']);
    await clock.advance(1);
    assert.deepEqual(said, ['a 1', 'a 2999']);
  });

  test('goes on at one line a minute while it goes on, and is new again after a minute of quiet', async () => {
    const { clock, said, happen } = lines();
    for (let second = 0; second < 180; second += 1) {
      happen('a');
      await clock.advance(1_000);
    }
    assert.deepEqual(said, ['a 1', 'a 59', 'a 60', 'a 60']);
    await clock.advance(120_000);
    happen('a');
    assert.deepEqual(said.slice(4), ['a 1']);
    assert.equal(clock.pending, 0);
  });

  test('has a line for each kind and each who causes it', async () => {
    const { clock, said, happen } = lines();
    for (const key of ['a', 'b', 'a', 'b', 'b']) happen(key);
    await clock.advance(60_000);
    assert.deepEqual(said, ['a 1', 'b 1', 'a 1', 'b 2']);
  });

  test('shares one line when too many cause it, and no count is lost', async () => {
    const { clock, said, happen } = lines(2);
    for (const key of ['a', 'b', 'c', 'd', 'e']) happen(key);
    assert.deepEqual(said, ['a 1', 'b 1', 'c 1']);
    await clock.advance(60_000);
    assert.deepEqual(said.slice(3), ['e 2']);
    await clock.advance(60_000);
    happen('f');
    assert.deepEqual(said.slice(4), ['f 1']);
  });

  test('is told at the end', () => {
    const { clock, said, log, happen } = lines();
    happen('a');
    happen('a');
    log.end();
    assert.deepEqual(said, ['a 1', 'a 1']);
    assert.equal(clock.pending, 0);
  });
});
