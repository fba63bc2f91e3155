import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDatabase, testDatabase } from '../../test/support/postgres/database.ts';
import type { Database } from '../store/database.ts';
import { checkSchema } from './schema.ts';

/** As a newer release would have left it. */
async function bring(db: Database): Promise<void> {
  await db.query(
    `insert into schema_versions (version, name, applied_at)
     select max(version) + 1, 'from a newer release', to_timestamp(0) from schema_versions`,
  );
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

test('an empty database gets its schema at the next start', async (t) => {
  const { db } = await emptyDatabase(t);
  const { state, says } = await checkSchema(db);
  assert.equal(state, 'warn');
  assert.match(says, /^version 0, and this release brings \d+$/);
});
