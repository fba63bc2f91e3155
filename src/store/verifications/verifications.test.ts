import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { storedVerification } from '../../../test/support/engine/verifications.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createIds } from '../../lib/ids.ts';
import { isRepeat } from '../connection/sql-states.ts';
import { forgetVerifications } from '../keeping/erase-verifications.ts';
import type { Whose } from '../keeping/which-rows.ts';
import { readLanes } from '../sql/lanes.ts';
import {
  findDueVerifications,
  findVerification,
  insertVerifications,
  lockDueVerifications,
  lockVerification,
  nextVerificationAt,
  putOffVerification,
  tellVerifications,
  updateVerifications,
} from './verifications.ts';

const NOW = Date.UTC(2026, 0, 1);

async function rigOf(t: TestContext) {
  const { db } = await testDatabase(t);
  const lanes = await readLanes(db);
  const ids = createIds(
    () => NOW,
    (size) => Buffer.alloc(size, 9),
  );
  const id = ids.next();
  const buckets = lanes.bucketsOf(lanes.laneOf(id));
  const fresh = storedVerification(id, NOW, {
    externalId: 'order-17',
    callback: { url: 'https://example.com/', method: 'POST' },
    voiceLanguage: 'en',
    template: 'otp',
  });
  await insertVerifications(db, [fresh]);
  return { db, ids, id, buckets, fresh, verification: fresh.verification };
}

test('a verification is stored as it is, once', async (t) => {
  const { db, id, fresh, verification } = await rigOf(t);
  await assert.rejects(insertVerifications(db, [fresh]), isRepeat);
  const stored = await findVerification(db, id);
  assert.deepEqual(stored?.verification, verification);
  assert.deepEqual([stored?.codeSealed, stored?.codeHash], [fresh.codeSealed, fresh.codeHash]);
  assert.deepEqual((await db.transaction((tx) => lockVerification(tx, id)))?.verification, verification);
  assert.equal(await findVerification(db, id.replace(/^./, '1')), null);
});

test('it is due when its time has come, and no sooner', async (t) => {
  const { db, id, buckets, verification } = await rigOf(t);
  const dueAt = verification.dueAt ?? 0;
  assert.equal(await nextVerificationAt(db), dueAt);
  assert.deepEqual(await findDueVerifications(db, dueAt - 1, 10, buckets), []);
  assert.equal((await findDueVerifications(db, dueAt, 10, buckets))[0]?.verification.id, id);
  const locked = (now: number) => db.transaction((tx) => lockDueVerifications(tx, [id], now, buckets));
  assert.deepEqual([(await locked(dueAt - 1)).length, (await locked(dueAt)).length], [0, 1]);
  await putOffVerification(db, id, dueAt + 1);
  assert.equal(await nextVerificationAt(db), dueAt + 1);
});

test('one that is told of its attempt is due at once, once more also while somebody works on it', async (t) => {
  const { db, id, buckets, verification } = await rigOf(t);
  await tellVerifications(db, [id], NOW + 5, buckets);
  assert.equal(await nextVerificationAt(db), NOW + 5);
  let told: Promise<void> = Promise.resolve();
  await db.transaction(async (tx) => {
    assert.equal((await lockDueVerifications(tx, [id], NOW + 5, buckets)).length, 1);
    told = db.transaction((other) => tellVerifications(other, [id], NOW + 6, buckets));
    await updateVerifications(tx, [{ ...verification, dueAt: NOW + 100 }], buckets);
  });
  await told;
  assert.equal(await nextVerificationAt(db), NOW + 6);
});

test('one that is final keeps no code, and nobody makes it due again', async (t) => {
  const { db, id, buckets, verification } = await rigOf(t);
  const over = { ...verification, state: 'VERIFIED', finalAt: NOW + 1, dueAt: null } as const;
  await updateVerifications(db, [over], buckets);
  const stored = await findVerification(db, id);
  assert.deepEqual([stored?.codeSealed, stored?.verification], [null, over]);
  await tellVerifications(db, [id], NOW + 2, buckets);
  await putOffVerification(db, id, NOW + 3);
  assert.equal(await nextVerificationAt(db), null);
});

test('those that were begun long ago are forgotten, unless something is left to do', async (t) => {
  const { db, id, buckets, verification } = await rigOf(t);
  const { signal } = new AbortController();
  const forget = (whose: Whose, before: number) => forgetVerifications(db, whose, { before, buckets }, signal);
  await forget({ except: [] }, NOW + 1);
  assert.notEqual(await findVerification(db, id), null);
  await updateVerifications(db, [{ ...verification, state: 'FAILED', finalAt: NOW, dueAt: null }], buckets);
  await forget({ except: [verification.accountId] }, NOW + 1);
  await forget({ only: 'ANOTHER' }, NOW + 1);
  await forget({ except: [] }, NOW);
  assert.notEqual(await findVerification(db, id), null);
  await forget({ only: verification.accountId }, NOW + 1);
  assert.equal(await findVerification(db, id), null);
});

test('what is not final says when it is looked at', async (t) => {
  const { db, buckets, verification } = await rigOf(t);
  await assert.rejects(updateVerifications(db, [{ ...verification, dueAt: null }], buckets), /next looked at/);
});
