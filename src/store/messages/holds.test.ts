import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { newMessage } from '../../../test/support/engine/messages.ts';
import { newCallbacks, recordCallbacks, storedCallback, URL_A } from '../../../test/support/gateway/callback-sender.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { CITUS, LANE } from '../../../test/support/postgres/citus.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createContext } from '../../context.ts';
import { begin } from '../../engine/message/begin.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { createLog } from '../../lib/log.ts';
import { claimCallbacks } from '../callbacks/callback-claims.ts';
import { settleCallbacks } from '../callbacks/callback-results.ts';
import type { Database, Queryable } from '../database.ts';
import { isUnderWay } from '../keeping/usage.ts';
import { dropPartitions, ensurePartitions } from '../schema/partitions.ts';
import { readLanes } from '../sql/lanes.ts';
import { HeldRows } from './held-rows.ts';
import { liftHolds, releaseHolds, removeHolds } from './holds.ts';
import type { StoredMessage } from './message-rows.ts';
import { insertMessages, lockMessages, updateMessages } from './messages.ts';

const DAY = Date.UTC(2026, 0, 1);
const NOW = DAY + DAY_MS / 2;
const ONE = { node: 'node-1', epoch: 3 };
/** Not a full second. */
const UNTIL = NOW + 30_400;
const LIFTED_AT = NOW + 31_000;

async function rig(t: TestContext) {
  const { db } = await testDatabase(t);
  const clock = new ManualClock(NOW);
  const context = createContext({ logLevel: 'silent', clock, log: createLog('silent') });
  await ensurePartitions(db, NOW, NOW);
  const make = (heldUntil: number | null, owner = ONE): StoredMessage => {
    const moment = { at: NOW, optedOut: false, canWithdraw: () => false };
    const { message } = begin(newMessage(context.ids.next(0)), moment);
    message.dueAt = heldUntil ?? UNTIL;
    return { message, queue: null, owner, version: 0, heldUntil };
  };
  const record = async (...stored: StoredMessage[]): Promise<string[]> => {
    await db.transaction((tx) => insertMessages(tx, stored));
    return stored.map(({ message }) => message.id);
  };
  const lift = (at: number, limit = 10) => db.transaction((tx) => liftHolds(tx, at, limit, LANE));
  return { db, context, make, record, lift };
}

async function timesOf(db: Database, id = ''): Promise<{ due: number | null; held: number | null; version: number }> {
  const { rows } = await db.query<{ due: number | null; held: number | null; version: number }>(
    'select due_at as due, held_until as held, version from messages where id = $1',
    [id],
  );
  assert.ok(rows[0]);
  return rows[0];
}

async function holdsIn(db: Database): Promise<number[]> {
  const { rows } = await db.query<{ until: number }>('select until from holds order by until');
  return rows.map(({ until }) => until);
}

function over({ message, queue }: StoredMessage): StoredMessage {
  return { message: { ...message, finalAt: NOW, dueAt: null }, queue, owner: null, version: 1, heldUntil: null };
}

/** Rows of the table that this transaction has changed, and how many of them in place. */
async function changesOf(tx: Queryable, table: string): Promise<{ all: number; inPlace: number }> {
  const { rows } = await tx.query<{ all: number; inPlace: number }>(
    `select pg_stat_get_xact_tuples_updated($1::regclass) as all,
            pg_stat_get_xact_tuples_hot_updated($1::regclass) as "inPlace"`,
    [table],
  );
  assert.ok(rows[0]);
  return rows[0];
}

/** Its own counts are asked for. */
const ON_ONE_SERVER = { skip: CITUS !== undefined && 'on a cluster the workers count' };

describe('what is held', () => {
  test('is in no index of times, and gets its time when it should be over', async (t) => {
    const { db, make, record, lift } = await rig(t);
    const [held, queued] = await record(make(UNTIL), make(null));
    assert.deepEqual(await timesOf(db, held), { due: null, held: UNTIL, version: 0 });
    assert.deepEqual(await timesOf(db, queued), { due: UNTIL, held: null, version: 0 });
    assert.deepEqual(await holdsIn(db), [LIFTED_AT], 'the full second after it');
    assert.equal(await lift(LIFTED_AT - 1), 0);
    assert.equal(await lift(LIFTED_AT), 1);
    assert.deepEqual(await timesOf(db, held), { due: UNTIL, held: null, version: 1 }, 'another version of itself');
    assert.deepEqual(await timesOf(db, queued), { due: UNTIL, held: null, version: 0 });
    assert.deepEqual(await holdsIn(db), []);
  });

  test('is left alone when it is over, or has a time of its own by then', async (t) => {
    const { db, make, record, lift } = await rig(t);
    const messages = [make(UNTIL), make(UNTIL), make(UNTIL)] as const;
    const [final, timed] = await record(...messages);
    const later = { ...messages[1], version: 1, heldUntil: null };
    await db.transaction((tx) => updateMessages(tx, [over(messages[0]), later], LANE));
    // A release that knows of no holds ends a message and lets `held_until` stand.
    await db.query('update messages set held_until = $2 where id = $1', [final, new Date(UNTIL).toISOString()]);
    assert.equal(await lift(LIFTED_AT), 1);
    assert.equal((await timesOf(db, final)).due, null);
    assert.deepEqual(await timesOf(db, timed), { due: UNTIL, held: null, version: 1 });
  });

  test('is read as due when it should be over', async (t) => {
    const { db, make, record } = await rig(t);
    const [held = '', timed = ''] = await record(make(UNTIL), make(null));
    const found = await db.transaction((tx) => lockMessages(tx, [held, timed], LANE));
    assert.deepEqual([found.get(held)?.message.dueAt, found.get(held)?.heldUntil], [UNTIL, UNTIL]);
    assert.deepEqual([found.get(timed)?.message.dueAt, found.get(timed)?.heldUntil], [UNTIL, null]);
  });

  test('of a batch comes up together, unless its times are seconds apart', async (t) => {
    const { db, make, record, lift } = await rig(t);
    await record(make(UNTIL), make(UNTIL + 500), make(UNTIL + 90_000));
    assert.deepEqual(await holdsIn(db), [LIFTED_AT, LIFTED_AT + 90_000]);
    assert.equal(await lift(LIFTED_AT), 1);
    assert.deepEqual(await holdsIn(db), [LIFTED_AT + 90_000]);
  });

  test('by a node that is gone is lifted at once, and nobody else’s', async (t) => {
    const { db, make, record, lift } = await rig(t);
    const [gone] = await record(make(UNTIL, { node: 'node-1', epoch: 2 }));
    await record(make(UNTIL, ONE));
    await record(make(UNTIL, { node: 'node-2', epoch: 1 }));
    await releaseHolds(db, { node: 'node-1', beforeEpoch: 3 }, NOW, LANE);
    assert.equal(await lift(NOW), 1);
    assert.equal((await timesOf(db, gone)).due, UNTIL);
    assert.equal((await holdsIn(db)).length, 2);
  });

  test('is lifted by one of those who would', async (t) => {
    const { db, make, record, lift } = await rig(t);
    await record(make(UNTIL));
    await record(make(UNTIL + 1_000));
    await db.transaction(async (tx) => {
      assert.equal(await liftHolds(tx, NOW + 60_000, 1, LANE), 1);
      assert.equal(await lift(NOW + 60_000), 1, 'the other one');
    });
    assert.deepEqual(await holdsIn(db), []);
  });

  test('changes in place when it is over', ON_ONE_SERVER, async (t) => {
    const { db, context, make, record } = await rig(t);
    const messages = Array.from({ length: 20 }, () => make(UNTIL));
    await record(...messages);
    const callbacks = newCallbacks(
      context,
      messages.map(({ message }) => ({ messageId: message.id, owner: ONE })),
    );
    await recordCallbacks(db, callbacks);
    const results = callbacks.map(({ messageId, seq }) => {
      return { messageId, seq, state: 'delivered', dueAt: null, tries: 1, status: 200, error: null } as const;
    });
    await db.transaction(async (tx) => {
      await updateMessages(tx, messages.map(over), LANE);
      await settleCallbacks(tx, results, { owner: ONE, buckets: LANE, now: NOW });
      for (const table of ['messages_20260101', 'callbacks_20260101']) {
        assert.deepEqual(await changesOf(tx, table), { all: 20, inPlace: 20 }, table);
      }
    });
  });

  test('of callbacks stands before what was put behind it, and is claimed when it has been lifted', async (t) => {
    const { db, context, lift } = await rig(t);
    const messageId = context.ids.next(0);
    const [front, behind] = newCallbacks(context, [
      { messageId, seq: 1, owner: ONE },
      { messageId, seq: 2 },
    ]);
    assert.ok(front && behind);
    await recordCallbacks(db, [front, behind]);
    assert.deepEqual(await holdsIn(db), [Math.ceil(front.dueAt / 1_000) * 1_000]);
    const reach = { buckets: LANE, fromMs: 0, toMs: NOW + DAY_MS };
    const of = { endpoint: new URL(URL_A).origin, owner: { node: 'node-2', epoch: 1 }, limit: 10 };
    const claim = (now: number) => claimCallbacks(db, { ...of, now, leasedUntil: now + 9 }, reach);
    assert.deepEqual((await claim(NOW)).rows, []);
    assert.equal((await storedCallback(db, behind.id)).dueAt, NOW + 1_000, 'the front is being sent');
    const end = front.dueAt + 1_000;
    assert.equal(await lift(end), 1);
    assert.deepEqual(
      (await claim(end)).rows.map(({ id }) => id),
      [front.id],
    );
  });

  test('is removed by its key, of whatever lane', async (t) => {
    const { db, context, lift } = await rig(t);
    const held = new HeldRows();
    const rows = newCallbacks(
      context,
      [0, 4_095, 1].map((bucket) => ({ messageId: context.ids.next(bucket), owner: { ...ONE, held } })),
    );
    for (const row of rows) await recordCallbacks(db, [row]);
    const [first, last, other] = rows;
    assert.ok(first && last && other);
    held.over(first.id);
    held.over(last.id);
    const done = held.takeDone(NOW);
    assert.equal(done.length, 2);
    await removeHolds(db, done, await readLanes(db));
    const { rows: left } = await db.query('select id, messages from holds');
    assert.deepEqual(left, [{ id: other.id, messages: [other.messageId] }]);
    assert.equal(await lift(other.dueAt + 1_000), 1);
    const { rows: due } = await db.query('select id from callbacks where due_at is not null');
    assert.deepEqual(due, [{ id: other.id }]);
  });

  test('keeps its day, and the bill of its day open', async (t) => {
    const { db, make, record, lift } = await rig(t);
    const [id] = await record(make(UNTIL));
    const isOpen = () => isUnderWay(db, { fromMs: DAY, toMs: DAY + DAY_MS }, LANE);
    assert.equal(await isOpen(), true);
    assert.equal(await isUnderWay(db, { fromMs: DAY - DAY_MS, toMs: DAY }, LANE), false);
    assert.deepEqual(await dropPartitions(db, DAY + DAY_MS), [
      'inbox_20260101',
      'look_ups_20260101',
      'interactions_20260101',
    ]);
    await db.query('update messages set final_at = $2, held_until = null where id = $1', [
      id,
      new Date(NOW).toISOString(),
    ]);
    await lift(LIFTED_AT);
    assert.equal(await isOpen(), false);
    assert.equal((await dropPartitions(db, DAY + DAY_MS)).length, 4);
  });
});
