import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { newMessage } from '../../../test/support/engine/messages.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createContext } from '../../context.ts';
import type { NewMessage } from '../../engine/door/accept.ts';
import { begin } from '../../engine/message/begin.ts';
import { createLog } from '../../lib/log.ts';
import type { Transaction } from '../database.ts';
import { ensurePartitions } from '../schema/partitions.ts';
import { lockQueuedMessages } from './message-queue.ts';
import { insertMessages } from './messages.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const CARRIER = 'sms-1';

async function rig(t: TestContext) {
  const { db } = await testDatabase(t);
  const clock = new ManualClock(NOW);
  const { ids } = createContext({ logLevel: 'silent', clock, log: createLog('silent') });
  await ensurePartitions(db, NOW, NOW);
  /** In bucket 0, which is in the lane that is asked below. */
  const queue = async (count: number, changes: Partial<NewMessage>, carrier = CARRIER): Promise<string[]> => {
    const waiting = Array.from({ length: count }, () => {
      const moment = { at: clock.now(), optedOut: false, canWithdraw: () => false };
      const { message } = begin(newMessage(ids.next(0), changes), moment);
      return { message, queue: carrier, owner: null, version: 0, heldUntil: null };
    });
    await db.transaction((tx) => insertMessages(tx, waiting));
    return waiting.map(({ message }) => message.id);
  };
  const claim = (limit: number) => db.transaction((tx) => lockQueuedMessages(tx, CARRIER, limit, [0]));
  return { db, queue, claim };
}

test('what waits is claimed by priority, and in turn between accounts', async (t) => {
  const { queue, claim } = await rig(t);
  const marketing = await queue(5, { accountId: 'A', messageType: 'MKT' });
  const others = await queue(2, { accountId: 'B', messageType: 'MKT' });
  const codes = await queue(3, { accountId: 'C', messageType: 'OTP' });
  await queue(2, { accountId: 'A', messageType: 'OTP' }, 'sms-0');
  await queue(2, { accountId: 'A', messageType: 'OTP' }, 'sms-2');
  const claimed = await claim(7);
  assert.deepEqual([...claimed.keys()].sort(), [...codes, ...marketing.slice(0, 2), ...others].sort());
  assert.equal((await claim(100)).size, 10);
});

test('what an account has sent is not read to find what it has waiting, whatever the server thinks of it', async (t) => {
  const { db, queue } = await rig(t);
  await queue(10, { accountId: 'A', messageType: 'MKT' });
  const plans = await db.transaction(async (tx) => {
    const asked: Array<{ text: string; values: readonly unknown[] }> = [];
    const noting: Transaction = {
      commitBehind: () => tx.commitBehind(),
      query: (text, values = []) => {
        asked.push({ text, values });
        return tx.query(text, values);
      },
    };
    assert.equal((await lockQueuedMessages(noting, CARRIER, 5, [0])).size, 5);
    // Who could take another index for the order would now, rather than sort.
    await tx.query('drop index messages_queued');
    await tx.query('set local enable_sort = off');
    const lines: string[] = [];
    for (const { text, values } of asked) {
      const { rows } = await tx.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      lines.push(...rows.map((row) => row['QUERY PLAN']));
    }
    return lines;
  });
  assert.match(plans.join('\n'), /recursive union/i);
  assert.deepEqual(
    plans.filter((line) => line.includes('account_id_id_idx')),
    [],
  );
});
