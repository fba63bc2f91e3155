import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createContext } from '../../context.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { bucketOf, createIds } from '../../lib/ids.ts';
import { createLog } from '../../lib/log.ts';
import { openDatabase } from '../connection/pool.ts';
import { isMissingPartition } from '../connection/sql-states.ts';
import type { Database } from '../database.ts';
import { createPartitionKeeper, dropPartitions, ensurePartitions, listPartitions } from './partitions.ts';

const DAY = Date.UTC(2026, 10, 21);
const NOON = DAY + DAY_MS / 2;

const namesOf = async (db: Database) => (await listPartitions(db)).map(({ name }) => name);

/** An input row made at `at`; open until somebody has dealt with it. */
async function putInput(db: Database, at: number, isOpen: boolean): Promise<string> {
  const id = createIds(() => at, randomBytes).next();
  await db.query(
    `insert into inbox (id, bucket, carrier, kind, body, received_at, due_at)
     values ($1, $2, 'a', 'k', '', to_timestamp($3 / 1000.0), case when $4 then to_timestamp($3 / 1000.0) end)`,
    [id, bucketOf(id), at, isOpen],
  );
  return id;
}

test('a day has a partition of each table, however often and by however many it is asked for', async (t) => {
  const { db, url } = await testDatabase(t, { days: null });
  const others = await Promise.all([1, 2, 3].map(() => openDatabase(createContext({ logLevel: 'silent' }), { url })));
  await Promise.all([db, ...others].map((each) => ensurePartitions(each, NOON, NOON + DAY_MS)));
  await Promise.all(others.map((each) => each.close()));
  await ensurePartitions(db, NOON, NOON);
  assert.deepEqual((await namesOf(db)).sort(), [
    'attempts_20261121',
    'attempts_20261122',
    'callbacks_20261121',
    'callbacks_20261122',
    'calls_20261121',
    'calls_20261122',
    'inbox_20261121',
    'inbox_20261122',
    'interactions_20261121',
    'interactions_20261122',
    'look_ups_20261121',
    'look_ups_20261122',
    'messages_20261121',
    'messages_20261122',
  ]);
});

test('nodes that start together on a new database meet on every day, and none gives up', async (t) => {
  const { db, url } = await testDatabase(t, { days: null });
  const other = await openDatabase(createContext({ logLevel: 'silent' }), { url });
  t.after(() => other.close());
  await Promise.all([db, other].map((each) => ensurePartitions(each, NOON, NOON + 11 * DAY_MS)));
  assert.equal((await namesOf(db)).length, 12 * 7);
});

test('a partition holds the ids of its UTC day, from the first millisecond to the last', async (t) => {
  const { db } = await testDatabase(t, { days: null });
  await ensurePartitions(db, NOON, NOON);
  await putInput(db, DAY, false);
  await putInput(db, DAY + DAY_MS - 1, false);
  assert.equal((await db.query('select from inbox_20261121')).rowCount, 2);
  for (const outside of [DAY - 1, DAY + DAY_MS]) {
    await assert.rejects(putInput(db, outside, false), isMissingPartition);
  }
  const [partition] = await listPartitions(db);
  assert.equal(partition?.fromMs, DAY);
  assert.equal(partition?.toMs, DAY + DAY_MS);
});

test('a statement on the tables of a day that is not there says so', async (t) => {
  const { db } = await testDatabase(t, { days: null });
  await assert.rejects(db.query('select from messages_20261121'), isMissingPartition);
});

test('a row that breaks a constraint is not taken for one without a partition', async (t) => {
  const { db } = await testDatabase(t, { days: null });
  await db.query('create table things (n int constraint "n is small" check (n < 5))');
  await assert.rejects(db.query('insert into things values (7)'), (error) => !isMissingPartition(error));
});

test('a call is a message of the same day', async (t) => {
  const { db } = await testDatabase(t, { days: null });
  await ensurePartitions(db, NOON, NOON);
  const id = createIds(() => NOON, randomBytes).next();
  await assert.rejects(
    db.query(
      `insert into calls (message_id, bucket, account_id, number, code_hash) values ($1, $2, 'A', '4915112345901', '')`,
      [id, bucketOf(id)],
    ),
    { code: '23503', message: /a call is a message/ },
  );
});

test('making a partition does not wait for those who write to the others', async (t) => {
  const { db } = await testDatabase(t, { days: null, idleInTransactionMs: 120_000 });
  await ensurePartitions(db, NOON, NOON);
  await db.transaction(async (tx) => {
    await tx.query(
      'lock table messages, attempts, calls, callbacks, inbox, look_ups, interactions in row exclusive mode',
    );
    await ensurePartitions(db, NOON + DAY_MS, NOON + DAY_MS);
  });
  assert.equal((await namesOf(db)).length, 14);
});

test('days that are past are dropped whole, unless something in them is open', async (t) => {
  const { db } = await testDatabase(t, { days: null });
  await ensurePartitions(db, NOON - 2 * DAY_MS, NOON);
  await putInput(db, NOON - 2 * DAY_MS, false);
  await putInput(db, NOON - DAY_MS, true);
  const dropped = await dropPartitions(db, DAY);
  assert.deepEqual(dropped.sort(), [
    'attempts_20261119',
    'attempts_20261120',
    'callbacks_20261119',
    'callbacks_20261120',
    'calls_20261119',
    'calls_20261120',
    'inbox_20261119',
    'interactions_20261119',
    'interactions_20261120',
    'look_ups_20261119',
    'look_ups_20261120',
    'messages_20261119',
    'messages_20261120',
  ]);
  assert.deepEqual((await namesOf(db)).sort(), [
    'attempts_20261121',
    'callbacks_20261121',
    'calls_20261121',
    'inbox_20261120',
    'inbox_20261121',
    'interactions_20261121',
    'look_ups_20261121',
    'messages_20261121',
  ]);
});

test('a day is kept while its tables are in use for long, and nobody is made to wait', async (t) => {
  const { db } = await testDatabase(t, { days: null, idleInTransactionMs: 120_000 });
  await ensurePartitions(db, NOON - DAY_MS, NOON - DAY_MS);
  await db.transaction(async (tx) => {
    await tx.query('lock table messages, inbox, look_ups, interactions in row exclusive mode');
    assert.deepEqual(await dropPartitions(db, DAY), []);
  });
  assert.equal((await dropPartitions(db, DAY)).length, 7);
});

test('the keeper makes days ahead at start and every hour', async (t) => {
  const { db } = await testDatabase(t, { days: null });
  const clock = new ManualClock(NOON);
  const context = createContext({ logLevel: 'silent', clock, log: createLog('silent') });
  const keeper = createPartitionKeeper(context, db, { aheadDays: 2 });
  const days = async () =>
    [...new Set((await listPartitions(db)).map(({ fromMs }) => new Date(fromMs).toISOString().slice(5, 10)))].join(' ');
  await keeper.start();
  assert.match(await days(), /^11-20 11-21 11-22/, 'what is needed first is there');
  await eventually('the others follow, and the hour begins', async () => clock.pending === 1);
  assert.equal(await days(), '11-20 11-21 11-22 11-23');
  await eventually('the next day is made', async () => {
    await clock.advance(3_600_000);
    return (await days()) === '11-20 11-21 11-22 11-23 11-24';
  });
  await keeper.stop();
  assert.equal(clock.pending, 0);
});
