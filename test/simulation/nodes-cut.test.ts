/**
 * Two nodes under load, of which one is cut off from the database or from its carriers: the other one does the work
 * until the link heals, and then the first is at work again without anybody's help.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClusterNode } from '../support/cluster/cluster.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { Load } from '../support/cluster/load.ts';
import { assertKept, startCluster } from '../support/cluster/test.ts';
import { textOnly } from '../support/gateway/requests.ts';

async function refusal(node: ClusterNode): Promise<number | false> {
  const { status, body } = await node.call('POST', '/v1/omnichannel', { body: textOnly('4915199999100') });
  return status === 503 && (body.status as { code: number }).code;
}

test('a node that is cut off from the database answers 503 while the other one takes over its work', async (t) => {
  const { cluster } = await startCluster(t);
  const [cut, other] = [cluster.node(0), cluster.node(1)];
  const [link] = cut.links.database;
  assert.ok(link);
  const load = new Load(cluster, { seed: 3 }).start();
  await load.more(20, ({ node }) => node === cut.name);
  const process = cut.process;
  link.cut('silent');
  assert.equal(await eventually('silence is noticed', () => refusal(cut)), 3500);
  link.cut('refused');
  assert.equal(await eventually('so it is when connections are refused', () => refusal(cut)), 3500);
  await load.more(20, ({ node }) => node === other.name);
  assertKept(t, await load.account(other, [...load.owed]));

  link.heal();
  await load.more(20, ({ node }) => node === cut.name);
  await load.stop();
  assertKept(t, await load.account(cut));
  assert.ok(cut.process === process, 'it is the same process');
});

test('a node that is cut off from its carriers lets its messages go by the other one', async (t) => {
  const { cluster } = await startCluster(t);
  const [cut, other] = [cluster.node(0), cluster.node(1)];
  const load = new Load(cluster, { seed: 4 }).start();
  await load.more(20, ({ node }) => node === cut.name);
  cut.links.sms.cut('silent');
  cut.links.rcs.cut('refused');
  await eventually('it has noticed', async () => {
    const { body } = await cut.call('GET', '/operator/v1/carriers');
    return (body.carriers as Array<{ state: string }>).every(({ state }) => state === 'down');
  });
  await load.more(20, ({ node }) => node === cut.name);
  await load.stop();
  assertKept(t, await load.account(other));
});
