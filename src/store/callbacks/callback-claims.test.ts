import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import {
  newCallbacks,
  type Owed,
  recordCallbacks,
  storedCallback,
  URL_A,
} from '../../../test/support/gateway/callback-sender.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { CITUS, LANE } from '../../../test/support/postgres/citus.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createContext } from '../../context.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { createLog } from '../../lib/log.ts';
import type { Database } from '../database.ts';
import { ensurePartitions } from '../schema/partitions.ts';
import { claimCallbacks, endpointsOwed, putOffCallbacks, releaseCallbacks } from './callback-claims.ts';
import { listCallbacks, redeliverCallback } from './callback-lists.ts';
import { type CallbackResult, giveUpUrl, settleCallbacks } from './callback-results.ts';
import type { NewCallback } from './callback-rows.ts';

const ENDPOINT = 'https://a.example';
const ONE = { node: 'node-1', epoch: 1 };
const TWO = { node: 'node-2', epoch: 1 };
const NOW = Date.UTC(2026, 0, 1, 12);
const ALL = { buckets: LANE, fromMs: 0, toMs: NOW + DAY_MS };

async function rig(t: TestContext) {
  const days = [NOW - 3 * DAY_MS, NOW + 3 * DAY_MS] as const;
  const { db } = await testDatabase(t, { days });
  const context = createContext({ logLevel: 'silent', clock: new ManualClock(NOW), log: createLog('silent') });
  await ensurePartitions(db, ...days);
  const record = async (list: readonly Owed[]): Promise<NewCallback[]> => {
    const rows = newCallbacks(
      context,
      list.map((owed) => ({ messageId: context.ids.next(0), ...owed })),
    );
    await recordCallbacks(db, rows);
    return rows;
  };
  return { db, context, record };
}

const claim = (db: Database, owner = ONE, limit = 10, now = NOW) =>
  claimCallbacks(db, { endpoint: ENDPOINT, owner, now, leasedUntil: now + 30_000, limit }, ALL);

function result({ messageId, seq }: NewCallback, change: Partial<CallbackResult> = {}): CallbackResult {
  return { messageId, seq, state: 'delivered', dueAt: null, tries: 1, status: 200, error: null, ...change };
}

/** It reads a plan. */
const ON_ONE_SERVER = { skip: CITUS !== undefined && 'on a cluster a plan names the shards' };

describe('claims of callbacks', () => {
  test('take the front of each line only, and put the others behind it', async (t) => {
    const { db, context, record } = await rig(t);
    const messageId = context.ids.next(0);
    const [first, second] = await record([
      { messageId, seq: 1 },
      { messageId, seq: 2 },
    ]);
    const { rows, isMore } = await claim(db, ONE, 2);
    assert.deepEqual(
      rows.map(({ id }) => id),
      [first?.id],
    );
    assert.equal(isMore, true);
    assert.equal((await storedCallback(db, second?.id ?? '')).dueAt, NOW + 1);
    assert.deepEqual((await claim(db, TWO, 10, NOW + 1)).rows, [], 'the front is leased');
    assert.equal((await storedCallback(db, second?.id ?? '')).dueAt, NOW + 1 + 1_000, 'another look in a second');
  });

  test('are let on one after the other: when the front is settled the next alone is due', async (t) => {
    const { db, context, record } = await rig(t);
    const messageId = context.ids.next(0);
    const rows = await record([1, 2, 3, 4].map((seq) => ({ messageId, seq })));
    const dueAt = (index: number) => storedCallback(db, rows[index]?.id ?? '').then((row) => row.dueAt);
    await db.query(`update callbacks set due_at = to_timestamp($2 / 1000.0) where message_id = $1 and seq > 1`, [
      messageId,
      NOW + 60_000,
    ]);
    const [front] = (await claim(db)).rows;
    assert.equal(front?.seq, 1);
    const sent = { owner: ONE, buckets: LANE, now: NOW + 500 };
    assert.deepEqual(await settleCallbacks(db, [result({ ...rows[0], seq: 1 } as NewCallback)], sent), [ENDPOINT]);
    assert.deepEqual([await dueAt(1), await dueAt(2), await dueAt(3)], [NOW + 500, NOW + 60_000, NOW + 60_000]);
    assert.deepEqual(
      (await claim(db, ONE, 10, NOW + 500)).rows.map(({ seq }) => seq),
      [2],
    );
  });

  test('put what stands behind a retry behind that retry', async (t) => {
    const { db, context, record } = await rig(t);
    const messageId = context.ids.next(0);
    const [first, second] = await record([
      { messageId, seq: 1 },
      { messageId, seq: 2 },
    ]);
    await db.query(`update callbacks set due_at = to_timestamp($2 / 1000.0) where id = $1`, [first?.id, NOW + 60_000]);
    assert.deepEqual((await claim(db)).rows, []);
    assert.equal((await storedCallback(db, second?.id ?? '')).dueAt, NOW + 60_001);
  });

  test('of two nodes at once never take the same', async (t) => {
    const { db, record } = await rig(t);
    await record(Array.from({ length: 200 }, () => ({})));
    const claims = await Promise.all(Array.from({ length: 8 }, (_, index) => claim(db, index % 2 ? ONE : TWO, 50)));
    const ids = claims.flatMap(({ rows }) => rows.map(({ id }) => id));
    assert.equal(new Set(ids).size, ids.length);
    for (let round = 0; round < 8 && ids.length < 200; round += 1) {
      ids.push(...(await claim(db, ONE, 50)).rows.map(({ id }) => id));
    }
    assert.equal(new Set(ids).size, 200);
  });

  test('touch one endpoint, found by the index however much is owed to others', ON_ONE_SERVER, async (t) => {
    const { db, record } = await rig(t);
    const dead = Array.from({ length: 5_000 }, (_, index) => ({ url: `https://dead.example/${index}` }));
    await record(dead);
    const [row] = await record([{ url: URL_A }]);
    await db.query('analyze callbacks');
    assert.deepEqual(
      (await endpointsOwed(db, '', 10, ALL)).map(({ endpoint }) => endpoint),
      [ENDPOINT, 'https://dead.example'],
    );
    assert.deepEqual(
      (await claim(db)).rows.map(({ id }) => id),
      [row?.id],
    );
    const { rows: plan } = await db.query<Record<string, string>>(
      `explain select c.message_id from callbacks c where c.endpoint = $1 and c.due_at <= to_timestamp($2 / 1000.0)
        order by c.due_at limit 10`,
      [ENDPOINT, NOW],
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    assert.match(text, /Index Scan using callbacks_20260101\w* on callbacks_20260101/);
    assert.doesNotMatch(text, /Seq Scan on callbacks_20260101/);
  });

  test('endpoints come page by page, each with the time of its first', async (t) => {
    const { db, record } = await rig(t);
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `https://${name}.example`);
    await record(names.flatMap((name) => [{ url: `${name}/1` }, { url: `${name}/2` }]));
    await db.query(`update callbacks set due_at = to_timestamp($1 / 1000.0) where url = 'https://b.example/2'`, [
      NOW - 5_000,
    ]);
    const first = await endpointsOwed(db, '', 2, ALL);
    const second = await endpointsOwed(db, first.at(-1)?.endpoint ?? '', 10, ALL);
    assert.deepEqual(
      [...first, ...second].map(({ endpoint }) => endpoint),
      names,
    );
    assert.equal(first[1]?.dueAt, NOW - 5_000);
  });

  test('open only the days that they are told to', async (t) => {
    const { db, context, record } = await rig(t);
    const [row] = await record([{}]);
    const within = (fromMs: number, toMs: number) => ({ buckets: LANE, fromMs, toMs });
    for (const reach of [within(0, NOW - 1), within(NOW + 1, NOW + DAY_MS)]) {
      assert.deepEqual(await endpointsOwed(db, '', 10, reach), []);
      const due = { endpoint: ENDPOINT, owner: ONE, now: context.clock.now(), leasedUntil: NOW + 30_000, limit: 10 };
      assert.deepEqual((await claimCallbacks(db, due, reach)).rows, []);
    }
    assert.equal((await endpointsOwed(db, '', 10, within(NOW, NOW))).length, 1);
    const due = { endpoint: ENDPOINT, owner: ONE, now: NOW, leasedUntil: NOW + 30_000, limit: 10 };
    const { rows } = await claimCallbacks(db, due, within(NOW, NOW));
    assert.deepEqual(
      rows.map(({ id }) => id),
      [row?.id],
    );
  });
});

describe('results of callbacks', () => {
  test('count only from who holds the lease', async (t) => {
    const { db, record } = await rig(t);
    const [row] = await record([{}]);
    if (!row) throw new Error('nothing was recorded');
    await claim(db, ONE);
    await settleCallbacks(db, [result(row)], { owner: TWO, buckets: LANE, now: NOW });
    await settleCallbacks(db, [result(row)], { owner: { ...ONE, epoch: 2 }, buckets: LANE, now: NOW });
    assert.equal((await storedCallback(db, row.id)).state, 'pending');
    await settleCallbacks(db, [result(row)], { owner: ONE, buckets: LANE, now: NOW });
    assert.equal((await storedCallback(db, row.id)).state, 'delivered');
    await settleCallbacks(db, [result(row, { state: 'given_up' })], { owner: ONE, buckets: LANE, now: NOW });
    assert.equal((await storedCallback(db, row.id)).state, 'delivered');
  });

  test('let the next of the line go, and name where; a failure moves the line behind its retry', async (t) => {
    const { db, context, record } = await rig(t);
    const messageId = context.ids.next(0);
    const rows = await record([1, 2, 3].map((seq) => ({ messageId, seq })));
    const [first, second, third] = rows;
    if (!first || !second || !third) throw new Error('nothing was recorded');
    await claim(db, ONE);
    assert.deepEqual(
      await settleCallbacks(db, [result(first, { state: 'pending', dueAt: NOW + 10_000, status: 500 })], {
        owner: ONE,
        buckets: LANE,
        now: NOW,
      }),
      [],
    );
    for (const { id } of [second, third]) assert.equal((await storedCallback(db, id)).dueAt, NOW + 10_001);
    await claim(db, ONE, 1, NOW + 10_000);
    assert.deepEqual(await settleCallbacks(db, [result(first)], { owner: ONE, buckets: LANE, now: NOW + 10_500 }), [
      ENDPOINT,
    ]);
    assert.equal((await storedCallback(db, second.id)).dueAt, NOW + 10_500);
    assert.deepEqual(
      (await claim(db, ONE, 10, NOW + 10_500)).rows.map(({ id }) => id),
      [second.id],
    );
  });

  test('let go what was put behind a callback that is sent once more', async (t) => {
    const { db, context, record } = await rig(t);
    const messageId = context.ids.next(0);
    const [first] = await record([{ messageId, seq: 1 }]);
    if (!first) throw new Error('nothing was recorded');
    await claim(db, ONE);
    await settleCallbacks(db, [result(first)], { owner: ONE, buckets: LANE, now: NOW });
    const [second] = await record([{ messageId, seq: 2 }]);
    if (!second) throw new Error('nothing was recorded');
    await redeliverCallback(db, first.id, NOW);
    await claim(db, ONE);
    assert.deepEqual(await settleCallbacks(db, [result(first)], { owner: ONE, buckets: LANE, now: NOW + 500 }), [
      ENDPOINT,
    ]);
    assert.equal((await storedCallback(db, second.id)).dueAt, NOW + 500);
  });

  test('are written and given back in any lane, and only there', async (t) => {
    const { db, record } = await rig(t);
    const [row] = await record([{ owner: ONE }]);
    if (!row) throw new Error('nothing was recorded');
    const bucket = Number.parseInt(row.messageId.slice(-3), 16);
    await releaseCallbacks(db, [row], { owner: ONE, dueAt: NOW, buckets: [(bucket + 1) % 4096] });
    assert.equal((await storedCallback(db, row.id)).leaseNode, 'node-1');
    await releaseCallbacks(db, [row], { owner: ONE, dueAt: NOW, buckets: [bucket] });
    assert.equal((await storedCallback(db, row.id)).leaseNode, null);
    assert.deepEqual(await endpointsOwed(db, '', 5, { ...ALL, buckets: [(bucket + 1) % 4096] }), []);
    assert.equal((await endpointsOwed(db, '', 5, { ...ALL, buckets: [bucket] })).length, 1);
  });
});

describe('callbacks of one URL', () => {
  test('are put off or given up a few at a time, with nobody else of the endpoint', async (t) => {
    const { db, record } = await rig(t);
    const here = await record(Array.from({ length: 5 }, () => ({})));
    const [other] = await record([{ url: `${ENDPOINT}/other` }]);
    const target = { accountId: 'ACME', endpoint: ENDPOINT, url: URL_A };
    const times = { now: NOW, until: NOW + 60_000, limit: 3 };
    assert.equal(await putOffCallbacks(db, target, times, ALL), 3);
    assert.equal(await putOffCallbacks(db, target, times, ALL), 2);
    assert.equal((await storedCallback(db, other?.id ?? '')).dueAt, NOW);
    assert.equal(await giveUpUrl(db, { ...target, accountId: 'OTHER' }, 3, LANE), 0);
    assert.equal(await giveUpUrl(db, target, 3, LANE), 3);
    assert.equal(await giveUpUrl(db, target, 3, LANE), 2);
    for (const { id } of here) assert.equal((await storedCallback(db, id)).state, 'given_up');
    assert.equal((await storedCallback(db, other?.id ?? '')).state, 'pending');
  });
});

describe('callbacks as operators see them', () => {
  test('are listed newest first, by account, message and state, page by page', async (t) => {
    const { db, context, record } = await rig(t);
    const messageId = context.ids.next(0);
    const rows = await record([{ messageId, seq: 1 }, { messageId, seq: 2 }, { accountId: 'OTHER' }, {}]);
    const newest = [rows[3], rows[2], rows[1], rows[0]].map((row) => row?.id);
    const ids = async (filter: Partial<Parameters<typeof listCallbacks>[1]>) =>
      (await listCallbacks(db, { limit: 10, ...filter })).map(({ id }) => id);
    assert.deepEqual(await ids({}), newest);
    assert.deepEqual(await ids({ accountId: 'OTHER' }), [rows[2]?.id]);
    assert.deepEqual(await ids({ messageId }), [rows[1]?.id, rows[0]?.id]);
    assert.deepEqual(await ids({ state: 'delivered' }), []);
    const page = await listCallbacks(db, { limit: 2 });
    const last = page.at(-1);
    assert.ok(last);
    assert.deepEqual(await ids({ before: { messageId: last.messageId, seq: last.seq } }), newest.slice(2));
  });

  test('are due again when sent again, whatever became of them; an unknown one is none', async (t) => {
    const { db, context, record } = await rig(t);
    const [row] = await record([{ owner: ONE }]);
    if (!row) throw new Error('nothing was recorded');
    await settleCallbacks(db, [result(row, { state: 'given_up', tries: 17 })], { owner: ONE, buckets: LANE, now: NOW });
    assert.equal(await redeliverCallback(db, row.id, NOW + 1), 'due');
    const stored = await storedCallback(db, row.id);
    assert.deepEqual([stored.state, stored.dueAt, stored.tries], ['pending', NOW + 1, 0]);
    assert.equal(await redeliverCallback(db, context.ids.next(), NOW), 'unknown');
  });
});
