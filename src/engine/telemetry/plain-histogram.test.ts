import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Histogram, Registry } from 'prom-client';
import { PlainHistogram } from './plain-histogram.ts';

const VALUES = [0, 0.0005, 0.001, 0.0010001, 0.07, 0.1, 2.5, 9.99, 10, 10.1, 4000];

test('a plain histogram shows what the one of the package does, as text and as JSON', async () => {
  const options = {
    name: 'took_seconds',
    help: 'How long\nit took',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.1, 2.5, 10],
  };
  const theirs = new Registry();
  const ours = new Registry();
  const known = new Histogram({ ...options, registers: [theirs] });
  const plain = new PlainHistogram({ ...options, registers: [ours] });
  for (const labels of [
    ['send', '200'],
    ['a "quoted" one', '429'],
  ]) {
    for (const value of VALUES) {
      known.labels(...labels).observe(value);
      plain.of(...labels).observe(value);
    }
  }
  assert.equal(await ours.metrics(), await theirs.metrics());
  assert.deepEqual(await asJson(ours), await asJson(theirs));
});

/** As the processes of a gateway tell it to one another; the package leaves room for exemplars. */
async function asJson(registry: Registry): Promise<unknown> {
  return JSON.parse(
    JSON.stringify(await registry.getMetricsAsJSON(), (name, value) => (name === 'exemplar' ? undefined : value)),
  );
}

test('a plain histogram without labels shows its zeros before anything was observed', async () => {
  const options = { name: 'late_seconds', help: 'How late', labelNames: [], buckets: [0.5, 1] };
  const theirs = new Registry();
  const ours = new Registry();
  new Histogram({ ...options, registers: [theirs] });
  const plain = new PlainHistogram({ ...options, registers: [ours] });
  plain.of();
  assert.equal(await ours.metrics(), await theirs.metrics());
});
