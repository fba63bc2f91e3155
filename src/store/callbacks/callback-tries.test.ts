import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANE } from '../../../test/support/postgres/citus.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createIds, lowestIdAt } from '../../lib/ids.ts';
import { type CallbackTry, forgetTries, insertTries, listTries } from './callback-tries.ts';

const NOW = Date.UTC(2026, 0, 1);

function tryOf(messageId: string, triedAt: number): CallbackTry {
  return { messageId, seq: 1, triedAt, status: 500, tookMs: 3, error: 'answered 500', answer: 'no' };
}

test('tries are forgotten with the messages of before, however many, and no others', async (t) => {
  const { db } = await testDatabase(t);
  let now = NOW;
  const ids = createIds(
    () => now,
    (size) => Buffer.alloc(size),
  );
  const old = ids.next(0);
  now += 1;
  const kept = ids.next(0);
  // More than are deleted in one go.
  const tries = Array.from({ length: 1_500 }, (_, n) => tryOf(old, NOW + n));
  await insertTries(db, [...tries, tryOf(kept, NOW)]);
  // Whatever is kept for ever.
  await forgetTries(db, Number.NEGATIVE_INFINITY, LANE);
  await forgetTries(db, NOW, LANE);
  assert.equal((await listTries(db, old, { limit: 2_000 })).length, 1_500);
  await forgetTries(db, NOW + 1, LANE);
  assert.deepEqual(await listTries(db, old, { limit: 1 }), []);
  assert.deepEqual(await listTries(db, kept, { seq: 1, limit: 2 }), [tryOf(kept, NOW)]);
});

test('of more tries than are shown the newest are, oldest first', async (t) => {
  const { db } = await testDatabase(t);
  const id = lowestIdAt(NOW);
  await insertTries(
    db,
    [0, 1, 2, 3].map((later) => tryOf(id, NOW + later)),
  );
  const shown = await listTries(db, id, { seq: 1, limit: 2 });
  assert.deepEqual(
    shown.map(({ triedAt }) => triedAt - NOW),
    [2, 3],
  );
});
