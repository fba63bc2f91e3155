/**
 * Two nodes and one bind, since the SMSC allows no more: one of them has it at any time, and either accepts messages.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SMSC_WAITS_MS } from '../support/cluster/cluster.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { Load } from '../support/cluster/load.ts';
import { assertKept, startCluster } from '../support/cluster/test.ts';

test('of two nodes that race for one bind one has it at any time, and what either accepts arrives', async (t) => {
  const { cluster } = await startCluster(t, { smscLimits: { mostBinds: 1, silentMs: SMSC_WAITS_MS } });
  const connected = () => cluster.nodes.filter(({ links }) => links.sms.open > 0);
  let inARow = 0;
  let most = 0;
  const look = setInterval(() => {
    // The end of a connection and the beginning of the next may be seen in one turn: once is not twice.
    inARow = connected().length > 1 ? inARow + 1 : 0;
    most = Math.max(most, inARow);
  }, 20);
  t.after(() => clearInterval(look));

  const load = new Load(cluster, { seed: 5 }).start();
  for (const round of [1, 2]) {
    const holder = await eventually('one of them is bound', () => connected()[0]);
    for (const { name } of cluster.nodes) await load.more(15, ({ node }) => node === name);
    await holder.kill();
    await eventually('its connection is gone', () => holder.links.sms.open === 0);
    const next = await eventually('the other one has taken the bind', () => connected()[0]);
    assert.notEqual(next, holder, `round ${round}`);
    holder.start();
    await holder.ready();
  }
  for (const { name } of cluster.nodes) await load.more(15, ({ node }) => node === name);
  await load.stop();
  assertKept(t, await load.account(cluster.node(0)));
  assert.ok(most <= 1, 'never two at the same time');
});
