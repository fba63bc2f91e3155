/** Sources of Phone ID whose settings change while look-ups ask them. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { createContext } from '../context.ts';
import type { Journal } from '../engine/look-ups/journal.ts';
import { createSourceMetrics } from '../engine/look-ups/metrics.ts';
import { createLog } from '../lib/log.ts';
import { parseSource } from '../sources/configured.ts';
import { createNumbering } from '../sources/numbering/numbering.ts';
import { createSimulatedServer } from '../sources/simulated-server.ts';
import type { OwnData } from './own-data.ts';
import { createSources, type SourceRules } from './sources.ts';

const RULES: SourceRules = { order: {}, ttlMs: () => 60_000, restsAfterFailures: true, askedWithinMs: 8_000 };

/** Sources `names` of one server, which answers when it is told to. */
async function rig(t: TestContext, names: readonly string[]) {
  const clock = new ManualClock();
  const context = createContext({ logLevel: 'silent', log: createLog('silent'), clock });
  let asked = 0;
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const server = createSimulatedServer('service', { host: '127.0.0.1', port: 0 }, async () => {
    asked += 1;
    await mayAnswer;
    return { status: 404, body: {} };
  });
  await server.start();
  const config = (name: string, more: object = {}) =>
    parseSource(name, 'breaches', { url: `${server.origin}/api`, api_key: 'k', requests_per_second: 100, ...more });
  const sources = createSources({
    context,
    configs: names.map((name) => config(name)),
    rules: RULES,
    metrics: createSourceMetrics(context.metrics),
    own: {} as OwnData,
    journal: { observe: () => {} } as unknown as Journal,
  });
  t.after(async () => {
    await sources.close();
    await server.stop();
  });
  const number = createNumbering().describe('4915112345678');
  assert.ok(number);
  const input = { match: null, lastVerifiedAt: null, pastDays: null, ageThreshold: 18 };
  const question = { addOn: 'breached_data', number, input } as const;
  return { clock, sources, config, question, asked: () => asked, answer };
}

test('a source whose settings are the same stays as it is, and another order is followed', async (t) => {
  const { sources, config } = await rig(t, ['a', 'b']);
  const [a, b] = sources.of('breached_data');
  sources.renew([config('c'), config('b'), config('a', { cost: 2 })], RULES);
  assert.deepEqual(
    sources.of('breached_data').map(({ name }) => name),
    ['c', 'b', 'a'],
  );
  assert.equal(sources.of('breached_data')[1], b);
  assert.notEqual(sources.of('breached_data')[2], a, 'it costs something now');
  sources.renew([config('b')], { ...RULES, order: { breached_data: ['b', 'gone'] } });
  assert.deepEqual(sources.of('breached_data'), [b]);
  assert.deepEqual(
    sources.list().map(({ name }) => name),
    ['b'],
  );
});

test('a source that goes answers what it was asked, and is closed when nobody can be asking it any more', async (t) => {
  const { sources, question, clock, answer, asked } = await rig(t, ['a']);
  const [source] = sources.of('breached_data');
  assert.ok(source);
  const asking = source.ask(question, 60_000);
  await eventually('it is asked', () => asked() === 1);
  sources.renew([], RULES);
  assert.deepEqual(sources.of('breached_data'), []);
  answer();
  assert.equal((await asking).finding.kind, 'found');
  source.forget();
  assert.equal((await source.ask(question, 60_000)).finding.kind, 'found', 'by a look-up that has begun before');
  source.forget();
  await clock.advance(RULES.askedWithinMs + 60_000);
  assert.equal((await source.ask(question, 60_000)).finding.kind, 'down');
});
