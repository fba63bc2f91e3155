/**
 * Two nodes under load while their schema moves on: a node of the next release has brought it one version ahead, and the
 * nodes of this one work on, and start, until their turn comes.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../src/store/connection/pool.ts';
import { applyMigrations, type Migration, readMigrations } from '../../src/store/schema/migrate.ts';
import { Load } from '../support/cluster/load.ts';
import { assertKept, startCluster } from '../support/cluster/test.ts';
import { quietContext } from '../support/postgres/postgres.ts';

/** All that a migration may do (docs/decisions/rolling-upgrade.md), to the tables that every message touches. */
const NEXT = `
  create table novelties (id uuid not null, bucket smallint not null, primary key (id, bucket));
  alter table messages add column novelty text, add column counted int not null default 0;
  alter table attempts add column novelty text;
  alter table callbacks add column novelty text not null default 'none';
  alter table inbox add column novelty text;
  alter table meetings add column novelty jsonb not null default '[]';
  alter table holds add column novelty text;
  alter table nodes add column novelty text;
  alter table carrier_seats add column novelty text;
  create index messages_novelty on messages (novelty, bucket) where novelty is not null;`;

test('nodes serve a schema that is one version ahead, while it comes and when they start', async (t) => {
  const { cluster, database } = await startCluster(t);
  const [one, other] = [cluster.node(0), cluster.node(1)];
  const processes = cluster.nodes.map((node) => node.process);
  const load = new Load(cluster, { seed: 7 }).start();
  await load.more(30);

  const known = await readMigrations();
  const next: Migration = { version: known.length + 1, name: 'next', sql: NEXT };
  const db = await openDatabase(quietContext(), { url: database.url, poolSize: 1 });
  t.after(() => db.close());
  assert.deepEqual(await applyMigrations(quietContext(), db, [...known, next]), {
    from: known.length,
    to: next.version,
  });
  for (const { name } of cluster.nodes) await load.more(20, ({ node }) => node === name);
  assert.ok(
    cluster.nodes.every((node, index) => node.process === processes[index]),
    'nobody had to start again',
  );

  await one.stop();
  await load.more(20, ({ node }) => node === other.name);
  one.start();
  await one.ready();
  await load.more(20, ({ node }) => node === one.name);
  await load.stop();
  assertKept(t, await load.account(other));
});
