/** How late the event loop is, as it is shown. */
import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type TestContext, test } from 'node:test';
import { Registry } from 'prom-client';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { collectProcessMetrics, SAMPLE_EVERY_MS } from './process-metrics.ts';

const HELD_MS = SAMPLE_EVERY_MS + 300;

test('what holds up the event loop is shown as its delay, without the time between two samples', async (t) => {
  const register = new Registry();
  collectProcessMetrics(register);
  const sampled = samples(t);
  await sampled();
  holdUp(HELD_MS);
  await sampled();
  const metrics = await register.metrics();
  const shown = (delay: string) =>
    Number(new RegExp(`^nodejs_eventloop_lag_${delay}_seconds (.*)$`, 'm').exec(metrics)?.[1]);
  assert.ok(shown('max') > 0.25 && shown('max') < 2 * (HELD_MS / 1000), `${shown('max')}`);
  assert.ok(shown('min') < 0.2, `${shown('min')}`);
  const again = await register.metrics();
  assert.match(again, /^nodejs_eventloop_lag_max_seconds 0$/m, 'a reading begins anew');
  assert.match(again, /^nodejs_eventloop_lag_p99_seconds 0$/m);
});

/** Resolves when one more sample has been taken by one that started later. */
function samples(t: TestContext): () => Promise<unknown> {
  const histogram = monitorEventLoopDelay({ resolution: SAMPLE_EVERY_MS });
  histogram.enable();
  t.after(() => histogram.disable());
  return () => {
    const { count } = histogram;
    return eventually('a sample is taken', () => histogram.count > count);
  };
}

function holdUp(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    // Nothing else runs.
  }
}
