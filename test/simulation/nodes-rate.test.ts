/**
 * One contract, two nodes: a carrier's rate holds for both of them together, while a node joins and when one leaves.
 */
import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { test } from 'node:test';
import { createCluster } from '../support/cluster/cluster.ts';
import { startClusterDatabase } from '../support/cluster/database.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { textOnly } from '../support/gateway/requests.ts';

const TPS = 60;
const COUNT = 1_200;
/** The bucket of each node holds a tenth of a second's worth. */
const AT_ONCE = (2 * TPS) / 10;
/** What is seen here may be seen late, the first of it later than the last; by as much more as this process stood still. */
const SEEN_LATE_MS = 1_500;

test('two nodes together keep to the rate of a carrier, while one joins and the other one leaves', async (t) => {
  const standing = monitorEventLoopDelay();
  standing.enable();
  t.after(() => standing.disable());
  const cluster = await createCluster({
    database: await startClusterDatabase(),
    nodes: 2,
    smpp: { binds: 2, tps: TPS },
    leaseMs: 10_000,
    heartbeatMs: 500,
  });
  t.after(() => cluster.stop());
  const [one, two] = [cluster.node(0), cluster.node(1)];
  const sentBy = new Map<string, Set<string>>();
  const times: number[] = [];
  for (const { name, links } of cluster.nodes) {
    const numbers = new Set<string>();
    sentBy.set(name, numbers);
    let rest = '';
    links.sms.sent = (chunk) => {
      rest = (rest + chunk.toString('latin1')).slice(-200_000);
      for (const [number] of rest.matchAll(/491513\d{4}100/g)) {
        if (!numbers.has(number)) times.push(performance.now());
        numbers.add(number);
      }
    };
  }
  const sent = (node = one) => sentBy.get(node.name)?.size ?? 0;

  one.start();
  await one.ready();
  const body = (index: number) => textOnly(`491513${String(index).padStart(4, '0')}100`, { messageType: 'MKT' });
  two.start();
  let next = 0;
  const post = async () => {
    while (next < COUNT) {
      const { status } = await one.call('POST', '/v1/omnichannel', { body: body(next++) });
      assert.equal(status, 200);
    }
  };
  await Promise.all(Array.from({ length: 30 }, post));
  await eventually('both of them send for a while', () => sent(two) > 300);
  await one.stop();
  await eventually('all has been sent', () => sent(one) + sent(two) >= COUNT);
  assert.ok(sent(one) > 60);

  assert.equal(times.length, COUNT, 'each once');
  const spanMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const stoodMs = standing.max / 1e6;
  const leastMs = ((COUNT - AT_ONCE) / TPS) * 1_000 - SEEN_LATE_MS - stoodMs;
  t.diagnostic(`${sent(one)} and ${sent(two)} in ${Math.round(spanMs)} ms, at least ${Math.round(leastMs)}`);
  assert.ok(spanMs >= leastMs, `${COUNT} texts in ${Math.round(spanMs)} ms are more than ${TPS} a second`);
});
