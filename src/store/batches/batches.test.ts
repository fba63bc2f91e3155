import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { storedBatch, storedRecipient } from '../../../test/support/engine/batches.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { createIds } from '../../lib/ids.ts';
import { forgetBatches } from '../keeping/erase-batches.ts';
import type { Whose } from '../keeping/which-rows.ts';
import { readLanes } from '../sql/lanes.ts';
import {
  claimBatch,
  findBatch,
  findHeldBack,
  insertBatch,
  listBatches,
  lockBatch,
  moveBatch,
  nextBatchAt,
  recipientsNotEnded,
} from './batches.ts';
import {
  countRecipients,
  dropParameters,
  insertRecipients,
  listRecipients,
  messagesMade,
  recipientsToMake,
  unfinishedMessages,
  writeMade,
} from './recipients.ts';

const NOW = Date.UTC(2026, 0, 1);
const LEASE_MS = 10_000;

async function rigOf(t: TestContext) {
  const { db } = await testDatabase(t);
  const lanes = await readLanes(db);
  const ids = createIds(
    () => NOW,
    (size) => Buffer.alloc(size, 7),
  );
  const id = ids.next();
  const buckets = lanes.bucketsOf(lanes.laneOf(id));
  const batch = storedBatch(id, NOW, { total: 3, externalId: 'spring', sendAt: NOW + 1 });
  const recipients = [
    storedRecipient(0, { parameters: { name: 'Ann' }, externalId: 'one' }),
    storedRecipient(1, { number: '', code: 3101, reason: 'no number' }),
    storedRecipient(2, { parameters: { name: 'Bob' } }),
  ];
  await db.transaction(async (tx) => {
    assert.equal(await insertBatch(tx, batch), true);
    await insertRecipients(tx, id, recipients);
  });
  return { db, ids, id, buckets, batch, recipients };
}

test('a batch is stored as it is, once, and shown without what it says', async (t) => {
  const { db, id, batch, recipients } = await rigOf(t);
  assert.equal(await db.transaction((tx) => insertBatch(tx, batch)), false);
  assert.deepEqual(await findBatch(db, id), { ...batch, body: null });
  assert.deepEqual(await db.transaction((tx) => lockBatch(tx, id)), batch);
  assert.deepEqual(await recipientsToMake(db, batch, 10), [recipients[0], recipients[2]]);
  assert.deepEqual([await recipientsNotEnded(db, 'ACME'), await recipientsNotEnded(db, 'OTHER')], [3, 0]);
  const listed = (filter: object) => listBatches(db, { limit: 10, ...filter });
  assert.equal((await listed({})).length, 1);
  assert.equal((await listed({ accountId: 'ACME', state: 'in_progress' })).length, 1);
  assert.equal((await listed({ accountId: 'OTHER' })).length, 0);
  assert.equal((await listed({ before: id })).length, 0);
});

test('it is taken by one node at a time, and what a node does after its lease counts for nothing', async (t) => {
  const { db, buckets, batch } = await rigOf(t);
  assert.equal(await nextBatchAt(db), NOW);
  assert.equal(await claimBatch(db, NOW - 1, NOW + LEASE_MS, buckets), null);
  const first = await claimBatch(db, NOW, NOW + LEASE_MS, buckets);
  assert.deepEqual(first, { ...batch, dueAt: NOW + LEASE_MS });
  assert.equal(await claimBatch(db, NOW + 1, NOW + 2 * LEASE_MS, buckets), null);
  const second = await claimBatch(db, NOW + LEASE_MS, NOW + 2 * LEASE_MS, buckets);
  assert.ok(first && second);
  const move = { ...batch, nextPlace: 2, dueAt: NOW, keepsBody: true };
  assert.equal(await moveBatch(db, first, move), false);
  assert.equal(await moveBatch(db, second, move), true);
  assert.equal(await moveBatch(db, second, move), false);
});

test('an order waits for what is being handed over, and a step does not keep anything from it', async (t) => {
  const { db, id, batch } = await rigOf(t);
  const events: string[] = [];
  let handOver: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    handOver = resolve;
  });
  let isReading: () => void = () => {};
  const reading = new Promise<void>((resolve) => {
    isReading = resolve;
  });
  const handing = db.transaction(async (tx) => {
    assert.deepEqual([...(await findHeldBack(tx, [id]))], []);
    isReading();
    await held;
    events.push('handed over');
  });
  await reading;
  assert.equal(await moveBatch(db, batch, { ...batch, nextPlace: 1, keepsBody: true }), true);
  const ordering = db.transaction(async (tx) => {
    const locked = await lockBatch(tx, id);
    events.push('ordered');
    assert.ok(locked);
    await moveBatch(tx, locked, { ...locked, state: 'paused', keepsBody: true });
  });
  handOver();
  await Promise.all([handing, ordering]);
  assert.deepEqual(events, ['handed over', 'ordered']);
  assert.deepEqual([...(await db.transaction((tx) => findHeldBack(tx, [id])))], [id]);
});

test('what became of its recipients stands in their places, counted, without their values', async (t) => {
  const { db, ids, id, batch, recipients } = await rigOf(t);
  const messageId = ids.next(Number.parseInt(id.slice(-3), 16));
  const made = [{ place: 0, messageId, code: null, reason: null }];
  const gone = { place: 9, messageId: ids.next(), code: null, reason: null };
  const left = await db.transaction((tx) => writeMade(tx, id, [...made, gone]));
  assert.deepEqual([...left], [0], 'what was erased meanwhile is not there');
  assert.deepEqual([...(await messagesMade(db, id, [0, 1, 2]))], [[0, messageId]]);
  assert.deepEqual(await recipientsToMake(db, batch, 10), [recipients[2]]);
  assert.deepEqual(await countRecipients(db, batch, NOW), [
    { state: 'made', code: null, count: 1 },
    { state: 'refused', code: 3101, count: 1 },
    { state: 'waiting', code: null, count: 1 },
  ]);
  const shown = await listRecipients(db, batch, { after: 0, limit: 1, now: NOW });
  assert.deepEqual(
    shown.map(({ place, code, status }) => [place, code, status]),
    [[1, 3101, null]],
  );
  assert.deepEqual(await unfinishedMessages(db, { batch, places: 10, now: NOW }), []);
  await dropParameters(db, id);
  const { rows } = await db.query('select 1 from batch_recipients p where p.parameters is not null');
  assert.equal(rows.length, 0);
});

test('it is forgotten when its account keeps it no longer, and not before it is over', async (t) => {
  const { db, id, buckets, batch } = await rigOf(t);
  const { signal } = new AbortController();
  const forget = (whose: Whose, before: number) => forgetBatches(db, whose, { before, buckets }, signal);
  const isThere = async () => (await findBatch(db, id)) !== null;
  await forget({ only: 'ACME' }, NOW + 1);
  assert.ok(await isThere());
  await moveBatch(db, batch, { ...batch, state: 'done', endedAt: NOW, dueAt: null, keepsBody: false });
  await forget({ only: 'ACME' }, NOW);
  await forget({ except: ['ACME'] }, NOW + 1);
  assert.ok(await isThere());
  await db.query("update batches set send_at = send_at + interval '20 days'");
  await forget({ only: 'ACME' }, NOW + DAY_MS);
  assert.ok(await isThere(), 'its messages wait');
  await forget({ only: 'ACME' }, NOW + 21 * DAY_MS);
  assert.ok(!(await isThere()));
  const { rows } = await db.query('select 1 from batch_recipients');
  assert.equal(rows.length, 0);
});
