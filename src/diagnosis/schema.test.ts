import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { emptyDatabase, testDatabase } from '../../test/support/postgres/database.ts';
import type { Database, Transaction } from '../store/database.ts';
import { checkSchema } from './schema.ts';

/** As a newer release would have left it. */
async function bring(db: Database): Promise<void> {
  await db.query(
    `insert into schema_versions (version, name, applied_at)
     select max(version) + 1, 'from a newer release', to_timestamp(0) from schema_versions`,
  );
}

/** As a user who has no rights, and is there for this transaction alone. */
async function asGuest<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  const guest = `guest_${randomBytes(6).toString('hex')}`;
  await tx.query(`create role ${guest}`);
  await tx.query(`set local role ${guest}`);
  const done = await work();
  await tx.query('reset role');
  await tx.query(`drop role ${guest}`);
  return done;
}

test('a schema is as this release knows it, one version ahead and served, or too far ahead', async (t) => {
  const { db } = await testDatabase(t);
  assert.equal((await checkSchema(db)).state, 'ok');
  await bring(db);
  const ahead = await checkSchema(db);
  assert.equal(ahead.state, 'warn');
  assert.match(ahead.says, /it is served$/);
  await bring(db);
  assert.equal((await checkSchema(db)).state, 'fail');
});

test('an empty database gets its schema at the first start', async (t) => {
  const { db } = await emptyDatabase(t);
  const { state, says } = await checkSchema(db);
  assert.deepEqual([state, says], ['ok', 'none yet; made at the first start']);
});

test('an older schema is brought up at the next start', async (t) => {
  const { db } = await testDatabase(t);
  await db.query('delete from schema_versions where version > 20');
  const { state, says } = await checkSchema(db);
  assert.equal(state, 'warn');
  assert.match(says, /^version 20, and this release brings \d+$/);
});

test('a user who may not make tables is told about, in an empty database and in one with tables of others', async (t) => {
  for (const { db } of [await emptyDatabase(t), await testDatabase(t)]) {
    const { state, says } = await db.transaction((tx) => asGuest(tx, () => checkSchema(tx)));
    assert.equal(state, 'fail');
    assert.match(says, /^the user guest_\w+ may not make tables, or change those that are there$/);
  }
});
