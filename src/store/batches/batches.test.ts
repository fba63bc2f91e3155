import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { insertRows, storedBatch, storedRecipient } from '../../../test/support/engine/batches.ts';
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
  listRecipients,
  messagesMade,
  recipientsToMake,
  unfinishedMessages,
  writeMade,
} from './recipients.ts';
import { eraseInSlices, insertSlices, SLICE } from './slices.ts';

const NOW = Date.UTC(2026, 0, 1);
const LEASE_MS = 10_000;

/** Where its recipients lie. */
const LYING = [
  ['in slices', true],
  ['as the release before has it', false],
] as const;

async function rigOf(t: TestContext, isSliced = true) {
  const { db } = await testDatabase(t);
  const lanes = await readLanes(db);
  const ids = createIds(
    () => NOW,
    (size) => Buffer.alloc(size, 7),
  );
  const id = ids.next();
  const buckets = lanes.bucketsOf(lanes.laneOf(id));
  const batch = storedBatch(id, NOW, { total: 3, externalId: 'spring', sendAt: NOW + 1, isSliced });
  const recipients = [
    storedRecipient(0, { parameters: { name: 'Ann' }, externalId: 'one' }),
    storedRecipient(1, { number: '', code: 3101, reason: 'no number' }),
    storedRecipient(2, { parameters: { name: 'Bob' } }),
  ];
  await db.transaction(async (tx) => {
    assert.equal(await insertBatch(tx, batch), true);
    await (isSliced ? insertSlices : insertRows)(tx, id, recipients);
  });
  return { db, ids, id, buckets, batch, recipients };
}

for (const [how, isSliced] of LYING) {
  test(`a batch is stored as it is, once, and shown without what it says, ${how}`, async (t) => {
    const { db, id, batch, recipients } = await rigOf(t, isSliced);
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
}

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

for (const [how, isSliced] of LYING) {
  test(`what became of its recipients stands in their places, counted, without their values, ${how}`, async (t) => {
    const { db, ids, id, batch, recipients } = await rigOf(t, isSliced);
    const messageId = ids.next(Number.parseInt(id.slice(-3), 16));
    const made = [{ place: 0, messageId, code: null, reason: null }];
    const gone = { place: 9, messageId: ids.next(), code: null, reason: null };
    const left = await db.transaction((tx) => writeMade(tx, batch, [...made, gone]));
    assert.deepEqual([...left], [0], 'what was erased meanwhile is not there');
    assert.deepEqual([...(await messagesMade(db, batch, [0, 1, 2]))], [[0, messageId]]);
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
    await db.transaction((tx) => dropParameters(tx, batch));
    assert.deepEqual(
      (await recipientsToMake(db, batch, 10)).map(({ place, parameters }) => [place, parameters]),
      [[2, null]],
    );
  });
}

for (const [how, isSliced] of LYING) {
  test(`it is forgotten when its account keeps it no longer, and not before it is over, ${how}`, async (t) => {
    const { db, id, buckets, batch } = await rigOf(t, isSliced);
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
    for (const table of ['batch_recipients', 'batch_slices']) {
      assert.equal((await db.query(`select 1 from ${table}`)).rows.length, 0);
    }
  });
}

test('a batch of several slices is gone through from any place, and shown page by page', async (t) => {
  const { db, ids, buckets } = await rigOf(t);
  const id = ids.next();
  const total = 3 * SLICE + 5;
  const batch = storedBatch(id, NOW, { total });
  const refused = { code: 3101, reason: 'no number' };
  const recipients = Array.from({ length: total }, (_, place) =>
    storedRecipient(place, place >= SLICE && place < 2 * SLICE ? refused : { parameters: { n: String(place) } }),
  );
  await db.transaction((tx) => insertBatch(tx, batch).then(() => insertSlices(tx, id, recipients)));
  const placesFrom = async (nextPlace: number, limit: number) =>
    (await recipientsToMake(db, { ...batch, nextPlace }, limit)).map(({ place }) => place);
  const span = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
  assert.deepEqual(await placesFrom(0, SLICE), span(0, SLICE));
  assert.deepEqual(await placesFrom(7, 1), span(7, SLICE), 'of the slice in which it stands');
  assert.deepEqual(await placesFrom(SLICE, SLICE), span(2 * SLICE, 3 * SLICE), 'a slice of which nothing is left');
  assert.deepEqual(await placesFrom(0, 10 * SLICE), [...span(0, SLICE), ...span(2 * SLICE, total)]);
  assert.deepEqual(await placesFrom(total, SLICE), []);

  const listed = await listRecipients(db, batch, { after: SLICE - 2, limit: 3, now: NOW });
  assert.deepEqual(
    listed.map(({ place, code }) => [place, code]),
    [
      [SLICE - 1, null],
      [SLICE, 3101],
      [SLICE + 1, 3101],
    ],
  );
  const waiting = await listRecipients(db, batch, { after: 1, limit: total, now: NOW, state: 'waiting' });
  assert.equal(waiting.length, total - SLICE - 2);

  const erase = (number: string) =>
    db.transaction((tx) => eraseInSlices(tx, number, [id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'], buckets));
  const erased = recipients[2 * SLICE + 1]?.number ?? '';
  assert.deepEqual([await erase(erased), await erase(erased), await erase('49')], [1, 0, 0]);
  const made = [0, 1].map((n) => ({ place: 2 * SLICE + n, messageId: ids.next(), code: null, reason: null }));
  const left = await db.transaction((tx) => writeMade(tx, batch, made));
  assert.deepEqual([...left], [2 * SLICE], 'nothing is put where a number was erased');
  assert.deepEqual([...(await messagesMade(db, batch, span(0, total))).keys()], [2 * SLICE]);
  assert.equal((await listRecipients(db, batch, { after: -1, limit: total, now: NOW })).length, total - 1);
});

test('the release before takes a batch in slices for none that is done', async (t) => {
  const { db, id, batch } = await rigOf(t);
  // As it ends one of which it finds no recipients.
  const ending = db.query(
    "update batches set state = 'done', ended_at = now(), due_at = null, body = null where id = $1",
    [id],
  );
  await assert.rejects(ending, /a batch in slices is ended by who reads them/);
  assert.equal(
    await moveBatch(db, batch, { ...batch, state: 'done', endedAt: NOW, dueAt: null, keepsBody: false }),
    true,
  );
});
