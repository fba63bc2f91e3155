import assert from 'node:assert/strict';
import { test } from 'node:test';
import { together } from './database.ts';

test('statements that leave together give their values in their order', async () => {
  const slow = new Promise<string>((resolve) => setImmediate(() => resolve('slow')));
  assert.deepEqual(await together([slow, Promise.resolve(2), Promise.resolve(null)]), ['slow', 2, null]);
  assert.deepEqual(await together([]), []);
});

test('of statements that fail the first in their order is told, once all have ended', async () => {
  let hasEnded = false;
  const last = Promise.reject(new Error('the third, which fails first'));
  const slow = new Promise<never>((_, reject) => setImmediate(() => reject(new Error('the second'))));
  const slowest = new Promise<void>((resolve) => {
    setImmediate(() =>
      setImmediate(() => {
        hasEnded = true;
        resolve();
      }),
    );
  });
  await assert.rejects(together([slowest, slow, last]), /the second/);
  assert.equal(hasEnded, true);
});
