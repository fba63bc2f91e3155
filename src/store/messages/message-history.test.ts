import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { LANE } from '../../../test/support/postgres/citus.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createIds } from '../../lib/ids.ts';
import { eraseHistory, forgetHistory, insertHistory, listHistory, type MessageHistory } from './message-history.ts';

const NOW = Date.UTC(2026, 0, 1);
const NUMBER = '4915112345678';

/** Two messages, the second a millisecond later. */
async function rig(t: TestContext) {
  const { db } = await testDatabase(t);
  let now = NOW;
  const ids = createIds(
    () => now,
    (size) => Buffer.alloc(size),
  );
  const first = ids.next(0);
  now += 1;
  const second = ids.next(0);
  const happened = (messageId: string, details: MessageHistory['details'] = null): MessageHistory => {
    return { id: ids.next(0), messageId, n: 1, at: NOW, kind: 'retry', details };
  };
  const record = (rows: readonly MessageHistory[]) => db.transaction((tx) => insertHistory(tx, rows));
  return { db, first, second, happened, record };
}

describe('what happened to messages', () => {
  test('loses what holds a number, of the messages named alone', async (t) => {
    const { db, first, second, happened, record } = await rig(t);
    const named = { carrier: 'sms-1', reason: `no route to ${NUMBER}.` };
    const rows = [
      happened(first, named),
      happened(first, { carrier: 'sms-1' }),
      happened(first),
      happened(second, named),
    ];
    await record(rows);
    await db.transaction((tx) => eraseHistory(tx, { number: NUMBER, messageIds: [first] }, LANE));
    const left = [...(await listHistory(db, first, 10)), ...(await listHistory(db, second, 10))];
    assert.deepEqual(left, [{ ...rows[0], details: null }, ...rows.slice(1)]);
  });

  test('is forgotten with the messages of before, however much, and no others', async (t) => {
    const { db, first, second, happened, record } = await rig(t);
    // More than is deleted in one go.
    await record([...Array.from({ length: 1_500 }, () => happened(first)), happened(second)]);
    // Whatever is kept for ever.
    await forgetHistory(db, Number.NEGATIVE_INFINITY, LANE);
    await forgetHistory(db, NOW, LANE);
    assert.equal((await listHistory(db, first, 2_000)).length, 1_500);
    await forgetHistory(db, NOW + 1, LANE);
    assert.deepEqual(await listHistory(db, first, 1), []);
    assert.equal((await listHistory(db, second, 10)).length, 1);
  });
});
