import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createContext } from '../../context.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { Database } from '../database.ts';
import { ensurePartitions } from './partitions.ts';
import { createSearchIndexKeeper, missingIndexes } from './search-indexes.ts';

const DAY = Date.UTC(2026, 10, 21);

const missing = async (db: Database) => (await missingIndexes(db)).map(({ name }) => name);

test('a day is searched by its own indexes from the beginning', async (t) => {
  const { db } = await testDatabase(t, { days: null });
  await ensurePartitions(db, DAY, DAY + DAY_MS);
  assert.deepEqual(await missing(db), []);
  const { rows } = await db.query<{ name: string }>(
    "select indexname as name from pg_indexes where indexname ~ '_20261122_(by|in)_' order by 1",
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['callbacks_20261122_in_order', 'messages_20261122_by_external_id', 'messages_20261122_by_recipient'],
  );
});

test('days of the release before get theirs while the gateway runs, and one that was left half made is made again', async (t) => {
  const { db, url } = await testDatabase(t, { days: null });
  await ensurePartitions(db, DAY, DAY + DAY_MS);
  await db.query(
    'drop index messages_20261121_by_recipient, messages_20261121_by_external_id, callbacks_20261121_in_order',
  );
  await db.query(
    "update pg_index set indisvalid = false where indexrelid = 'messages_20261122_by_recipient'::regclass",
  );
  assert.deepEqual(await missing(db), [
    'messages_20261122_by_recipient',
    'messages_20261121_by_recipient',
    'messages_20261121_by_external_id',
    'callbacks_20261121_in_order',
  ]);
  const context = createContext({ logLevel: 'silent' });
  // Two nodes start together: one of them does it.
  const keepers = [1, 2].map(() => createSearchIndexKeeper(context, db, { url }));
  for (const keeper of keepers) await keeper.start();
  await eventually('all are there', async () => (await missing(db)).length === 0);
  for (const keeper of keepers) await keeper.stop();
});
