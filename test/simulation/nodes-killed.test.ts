/**
 * Two nodes under load, of which one is killed: the other one takes its work over.
 */
import { test } from 'node:test';
import { Load } from '../support/cluster-load.ts';
import { assertKept, startCluster } from '../support/cluster-test.ts';

test('a node that is killed loses nothing: the other one takes over its work', async (t) => {
  const { cluster } = await startCluster(t);
  const load = new Load(cluster, { seed: 1 }).start();
  await load.more(60, ({ node }) => node === 'node-1');
  await cluster.node(0).kill();
  await load.more(60);
  await load.stop();
  assertKept(t, await load.account(cluster.node(1)));
});
