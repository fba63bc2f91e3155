import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CITUS } from '../../test/support/postgres/citus.ts';
import { testDatabase } from '../../test/support/postgres/database.ts';
import { lowestIdAt } from '../lib/ids.ts';
import { claimCallbacks, endpointsOwed } from './callbacks/callback-claims.ts';
import { PLAN_BY } from './connection/statement.ts';
import type { Database, Transaction } from './database.ts';
import { nextInputAt } from './messages/inbox.ts';
import { nextDueAt } from './messages/message-queue.ts';
import { lockDueMessages } from './messages/messages.ts';
import { pollStore } from './poll.ts';
import { ensurePartitions } from './schema/partitions.ts';
import { recentIds } from './sql/id-range.ts';

const NOW = Date.UTC(2026, 0, 1, 12);

/** As a connection that keeps plans has the statement planned; the lines about tables of a day. */
async function planOf(tx: Transaction, send: (noting: Transaction) => Promise<unknown>): Promise<string[]> {
  let asked = '';
  let given: readonly unknown[] = [];
  const noting: Transaction = {
    commitBehind: () => tx.commitBehind(),
    query: (text, values = [], planning) => {
      [asked, given] = [text, values];
      return tx.query(text, values, planning);
    },
  };
  await send(noting);
  await tx.query(PLAN_BY.kept);
  await tx.query(`prepare poll as ${asked}`);
  const values = given.map((value) => (value === null ? 'null' : `'${value}'`));
  const { rows } = await tx.query<{ 'QUERY PLAN': string }>(`explain execute poll (${values.join(', ')})`);
  await tx.query(`deallocate poll; ${PLAN_BY.anew}`);
  return rows.map((row) => row['QUERY PLAN']).filter((line) => /_2026\d{4} /.test(line));
}

/** They read plans. */
const ON_ONE_SERVER = { skip: CITUS !== undefined && 'on a cluster a plan names the shards' };

const SPAN = recentIds(NOW);
/** The first digits of ids of the moment. */
const IDS = lowestIdAt(NOW).slice(0, -12);

function planOfPoll(db: Database): Promise<string[]> {
  return db.transaction((tx) =>
    planOf(tx, async (noting) => {
      assert.equal((await pollStore(noting, null, SPAN)).isCallbackOwed, true);
    }),
  );
}

/** As they lie under load: most are done with, a few wait. */
async function putCallbacks(db: Database): Promise<void> {
  await db.query(
    `insert into callbacks
       (id, bucket, message_id, seq, account_id, url, method, endpoint, body, created_at, state, due_at)
     select id, n % 4096, id, 1, 'A', 'https://a.example/', 'POST', 'https://a.example', '{}', to_timestamp(0),
            case when n % 4000 = 0 then 'pending' else 'delivered' end,
            case when n % 4000 = 0 then to_timestamp(n) end
       from (select n, ($1 || lpad(to_hex(n), 12, '0'))::uuid as id from generate_series(1, 20000) as n) as each`,
    [IDS],
  );
}

async function putMessages(db: Database): Promise<void> {
  await db.query(
    `insert into messages (id, bucket, account_id, kind, recipient, message_type, priority, plan, opt_out_applies,
       created_at, step, status, last_channel, updated_at, final_at, due_at)
     select id, n % 4096, 'A', 'omnichannel', '4915112345678', 'ARN', 1, '[]', false, to_timestamp(0), 0, 3000, 'sms',
            to_timestamp(0), case when n % 500 > 0 then to_timestamp(0) end,
            case when n % 500 = 0 then to_timestamp(n) end
       from (select n, ($1 || lpad(to_hex(n), 12, '0'))::uuid as id from generate_series(1, 20000) as n) as each`,
    [IDS],
  );
}

/**
 * What the server knows of the day. That what is due lies in no order it knows of is so where a sample has one such row, or
 * they came in another order than their times.
 */
const KNOWN = {
  '': 'analyze',
  ', on a day that the server knows nothing of': '',
  ', where it knows no order of what is due':
    'alter table messages_20260101 alter column due_at set statistics 0; ' +
    'alter table callbacks_20260101 alter column due_at set statistics 0; analyze',
} as const;

for (const [whatever, learn] of Object.entries(KNOWN)) {
  test(
    `a poll takes the first of what is due, and reads nothing of what is done with${whatever}`,
    ON_ONE_SERVER,
    async (t) => {
      const { db } = await testDatabase(t);
      await ensurePartitions(db, NOW, NOW);
      await putCallbacks(db);
      await putMessages(db);
      if (learn !== '') await db.query(learn);
      const plan = await planOfPoll(db);
      for (const [table, index] of [
        ['callbacks', 'endpoint_due_at'],
        ['messages', 'due_at'],
        ['messages', 'queue_priority_account_id_id'],
        ['inbox', 'due_at'],
      ] as const) {
        const name = `${table}_20260101`;
        assert.ok(
          plan.some((line) => line.includes(`Index Scan using ${name}_${index}_idx`)),
          `${name} by ${index}: ${plan.join('; ')}`,
        );
      }
      for (const line of plan) assert.doesNotMatch(line, /_pkey|Seq Scan/);
    },
  );

  test(`callbacks that are due are taken by their index${whatever}`, ON_ONE_SERVER, async (t) => {
    const { db } = await testDatabase(t);
    await ensurePartitions(db, NOW, NOW);
    await putCallbacks(db);
    if (learn !== '') await db.query(learn);
    const reach = { buckets: null, fromMs: NOW, toMs: NOW };
    const claim = { endpoint: 'x', owner: { node: 'n', epoch: 1 }, now: NOW, leasedUntil: NOW + 1_000, limit: 10 };
    const plan = await db.transaction(async (tx) => [
      ...(await planOf(tx, (noting) => endpointsOwed(noting, '', 10, reach))),
      ...(await planOf(tx, (noting) => claimCallbacks(noting, claim, reach))),
    ]);
    const due = plan.filter((line) => line.includes('Index Scan using callbacks_20260101_endpoint_due_at_idx'));
    assert.equal(due.length, 3);
    // By the keys of what is due: the line of each, and its row.
    assert.equal(plan.length - due.length, 2 + 1);
  });

  test(`what is due is taken by its index${whatever}`, ON_ONE_SERVER, async (t) => {
    const { db } = await testDatabase(t);
    await ensurePartitions(db, NOW, NOW);
    await putMessages(db);
    if (learn !== '') await db.query(learn);
    const plans = await db.transaction(async (tx) => [
      ...(await planOf(tx, (noting) => nextDueAt(noting, SPAN))),
      ...(await planOf(tx, (noting) => nextInputAt(noting, SPAN))),
      // The statement before the one that reads the attempts.
      ...(await planOf(tx, (noting) => lockDueMessages(noting, { now: 0, limit: 10, buckets: null, span: SPAN }))),
    ]);
    assert.equal(plans.length, 3);
    for (const line of plans) assert.match(line, /Index Scan using (messages|inbox)_20260101_due_at_idx/);
  });
}
