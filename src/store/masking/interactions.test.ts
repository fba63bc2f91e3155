import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createContext } from '../../context.ts';
import { createLog } from '../../lib/log.ts';
import { ensurePartitions } from '../schema/partitions.ts';
import { findFates, type Interaction, insertInteractions } from './interactions.ts';

test('what became of texts before is found by their session and their own id, and of others nothing', async (t) => {
  const { db } = await testDatabase(t);
  const { ids, clock } = createContext({ logLevel: 'silent', log: createLog('silent') });
  await ensurePartitions(db, clock.now(), clock.now());
  const text = (fate: Interaction['fate'], reply: string | null): Interaction => ({
    sessionId: ids.next(),
    id: ids.next(),
    accountId: 'ACME',
    party: 1,
    fate,
    reply,
    receivedAt: clock.now(),
    textDueAt: null,
  });
  const [relayed, stopped] = [text('relayed', null), text('stop', 'stopped')] as const;
  const unasked = { ...text('blocked', null), sessionId: relayed.sessionId };
  await insertInteractions(db, [relayed, unasked, stopped]);
  const elsewhere = { sessionId: stopped.sessionId, id: relayed.id };
  const found = await findFates(db, [relayed, stopped, elsewhere, { sessionId: ids.next(), id: ids.next() }]);
  assert.deepEqual(
    [...found.values()].map(({ fate, reply }) => ({ fate, reply })).sort((a, b) => a.fate.localeCompare(b.fate)),
    [
      { fate: 'relayed', reply: null },
      { fate: 'stop', reply: 'stopped' },
    ],
  );
  assert.deepEqual([...found.keys()].sort(), [relayed.id, stopped.id].sort());
  assert.deepEqual(await findFates(db, [elsewhere]), new Map(), 'a text of one session is not found in another');
});
