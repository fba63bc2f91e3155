/**
 * Two nodes under load, of which one is killed, or held for longer than its lease: the other one takes its work over,
 * and what the first would still have done it does not do.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/cluster/eventually.ts';
import { Load } from '../support/cluster/load.ts';
import { assertKept, startCluster } from '../support/cluster/test.ts';
import { textOnly } from '../support/gateway/requests.ts';

test('a node that is killed loses nothing: the other one takes over its work', async (t) => {
  const { cluster } = await startCluster(t);
  const load = new Load(cluster, { seed: 1 }).start();
  await load.more(60, ({ node }) => node === 'node-1');
  await cluster.node(0).kill();
  await load.more(60);
  await load.stop();
  assertKept(t, await load.account(cluster.node(1)));
});

test('a node that is held for longer than its lease sends nothing of what it held', async (t) => {
  // A bind for each, and so slow a carrier that the node has work in hand when it is held.
  const { cluster } = await startCluster(t, { smpp: { binds: 2, tps: 80 } });
  const [stalled, other] = [cluster.node(0), cluster.node(1)];
  const load = new Load(cluster, { seed: 2, perSecond: 1_000, to: () => [stalled] }).start();
  await load.more(100);
  stalled.stall();
  await load.stop();
  const held = new Set(load.owed.map(({ number }) => number));

  assertKept(t, await load.account(other));
  let sent = '';
  stalled.links.sms.sent = (chunk) => {
    sent += chunk.toString('latin1');
  };
  stalled.links.rcs.sent = stalled.links.sms.sent;
  stalled.goOn();
  await eventually('it noticed, and is at work again', async () => {
    const after = await stalled.call('POST', '/v1/omnichannel', { body: textOnly('4915199999100') });
    return after.status === 200 && sent.includes('4915199999100');
  });
  assert.deepEqual(
    [...held].filter((number) => sent.includes(number)),
    [],
  );
  assertKept(t, await load.account(other));
});
