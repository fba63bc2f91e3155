/**
 * Debian's PostgreSQL as a primary with a synchronous standby: the primary dies under load, the standby is promoted.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { createCluster } from '../support/cluster/cluster.ts';
import { Load } from '../support/cluster/load.ts';
import { assertKept } from '../support/cluster/test.ts';
import { DEBIAN_BINARIES, startStandbyPair } from '../support/postgres/standby-pair.ts';

before(() => assert.ok(existsSync(join(DEBIAN_BINARIES, 'pg_basebackup')), 'the package postgresql-15 is installed'));

test('a standby that is promoted under load has everything that was acknowledged, and is found', async (t) => {
  const database = await startStandbyPair();
  const cluster = await createCluster({ database, nodes: 2 });
  t.after(() => cluster.stop());
  await cluster.start();
  const load = new Load(cluster, { seed: 6, perSecond: 80 }).start();
  await load.more(100);
  const processes = cluster.nodes.map((node) => node.process);
  await database.killPrimary();
  const acknowledged = load.owed.length;
  await database.promoteStandby();
  await load.more(60);
  await load.stop();
  assert.ok(acknowledged >= 100);
  assert.ok(
    cluster.nodes.every((node, index) => node.process === processes[index]),
    'no process was started again',
  );
  assertKept(t, await load.account(cluster.node(0)));
});
