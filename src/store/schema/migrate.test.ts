import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDatabase } from '../../../test/support/postgres/database.ts';
import { quietContext } from '../../../test/support/postgres/postgres.ts';
import { NO_LIMITS } from '../accounts/account-limits.ts';
import { openDatabase } from '../connection/pool.ts';
import { applyMigrations, type Migration, migrate, readMigrations } from './migrate.ts';

const ONE: Migration = { version: 1, name: '0001-one', sql: 'create table one (n int); insert into one values (1)' };
const TWO: Migration = { version: 2, name: '0002-two', sql: 'create table two (n int)' };
const BROKEN: Migration = { version: 2, name: '0002-two', sql: 'create table two (n int); select 1 / 0' };
const THREE: Migration = { version: 3, name: '0003-three', sql: 'create table three (n int)' };

test('an empty database gets the schema of this release, and a second start finds it done', async (t) => {
  const { db, url } = await emptyDatabase(t);
  const known = (await readMigrations()).length;
  assert.deepEqual(await migrate(quietContext(), { url }), { from: 0, to: known });
  assert.deepEqual(await migrate(quietContext(), { url }), { from: known, to: known });
  const { rows } = await db.query<{ lane: number }>('select lane(4095::smallint) as lane');
  assert.deepEqual(rows, [{ lane: 0 }]);
});

test('only what is missing is applied', async (t) => {
  const { db } = await emptyDatabase(t);
  assert.deepEqual(await applyMigrations(quietContext(), db, [ONE]), { from: 0, to: 1 });
  assert.deepEqual(await applyMigrations(quietContext(), db, [ONE, TWO]), { from: 1, to: 2 });
  assert.equal((await db.query('select from one')).rowCount, 1);
  const { rows } = await db.query('select version, name from schema_versions order by version');
  assert.deepEqual(rows, [
    { version: 1, name: '0001-one' },
    { version: 2, name: '0002-two' },
  ]);
});

test('a migration that fails leaves the schema as it was', async (t) => {
  const { db } = await emptyDatabase(t);
  await assert.rejects(applyMigrations(quietContext(), db, [ONE, BROKEN]), { code: '22012' });
  await assert.rejects(db.query('select from one'), { code: '42P01' });
  assert.deepEqual(await applyMigrations(quietContext(), db, [ONE, TWO]), { from: 0, to: 2 });
});

test('nodes that start at once apply each migration once', async (t) => {
  const { db, url } = await emptyDatabase(t);
  const nodes = await Promise.all(Array.from({ length: 4 }, () => openDatabase(quietContext(), { url, poolSize: 1 })));
  const done = await Promise.all(nodes.map((node) => applyMigrations(quietContext(), node, [ONE, TWO])));
  await Promise.all(nodes.map((node) => node.close()));
  assert.deepEqual(
    done.map(({ to }) => to),
    [2, 2, 2, 2],
  );
  assert.equal((await db.query('select from one')).rowCount, 1);
});

test('a schema that is one version newer is served, and one further ahead is refused', async (t) => {
  const { db } = await emptyDatabase(t);
  await applyMigrations(quietContext(), db, [ONE, TWO, THREE]);
  assert.deepEqual(await applyMigrations(quietContext(), db, [ONE, TWO]), { from: 3, to: 3 });
  await assert.rejects(applyMigrations(quietContext(), db, [ONE]), /has schema version 3, and this release knows 1/);
});

test('a user who may not make tables is told what to do', async (t) => {
  const { db } = await emptyDatabase(t);
  const refused = db.transaction(async (tx) => {
    // It goes when the transaction is rolled back.
    await tx.query('create role guest_of_migrations');
    await tx.query('set local role guest_of_migrations');
    const guest = { ...db, query: tx.query.bind(tx) };
    return applyMigrations(quietContext(), guest, [ONE]);
  });
  await assert.rejects(refused, /permission denied for schema public\): make this user the owner of the database/);
});

test('accounts that exist keep what they may do: every limit that came later is switched off for them', async (t) => {
  const { db } = await emptyDatabase(t);
  const all = await readMigrations();
  const before = all.filter(({ name }) => name < '0017');
  await applyMigrations(quietContext(), db, before);
  const add = (id: string, settings: object) =>
    db.query(
      `insert into accounts (id, name, kind, state, products, addons, settings, created_at, updated_at)
       values ($1, 'Acme', 'full_service', 'active', '{}', '{}', $2::jsonb, '2026-01-01Z', '2026-01-01Z')`,
      [id, JSON.stringify(settings)],
    );
  await add('OLD', { allowedCountries: ['DE'], perNumberPerDay: 7 });
  await applyMigrations(quietContext(), db, all);
  const { rows } = await db.query<{ settings: Record<string, unknown> }>('select settings from accounts');
  const { allowedCountries, perNumberPerDay, allowedNumberKinds, codePausesS, extensionKeys, ...limits } =
    rows[0]?.settings ?? {};
  assert.deepEqual([allowedCountries, perNumberPerDay], [['DE'], 7]);
  assert.deepEqual([allowedNumberKinds, codePausesS, extensionKeys], [NO_LIMITS.allowedNumberKinds, [], true]);
  const { allowedNumberKinds: _, codePausesS: __, perNumberPerMinute: ___, perNumberPerDay: ____, ...off } = NO_LIMITS;
  assert.deepEqual(limits, off);
});
