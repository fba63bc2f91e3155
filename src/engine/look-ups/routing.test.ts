/** Which sources an add-on asks: by account, by country, by the network in which the number is now; and what it costs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { quietContext } from '../../../test/support/postgres/postgres.ts';
import { createNumbering } from '../../sources/numbering/numbering.ts';
import { type AddOn, type Finding, NO_INPUT, type Source } from '../../sources/source.ts';
import type { Account } from '../../store/accounts/account.ts';
import { createAnswerAddOns } from './answer.ts';
import { guardSource, type SourceLimits } from './guarded-source.ts';
import { createSourceMetrics } from './metrics.ts';

const NUMBER = createNumbering().describe('4915112345678');
const SWAP: Finding = { kind: 'found', facts: { about: 'sim_swap', swappedAt: null } };

function inNetwork(mcc: string | null, mnc: string | null): Finding {
  return { kind: 'found', facts: { about: 'porting_status', current: { name: null, mcc, mnc }, isPorted: true } };
}

interface Scripted {
  readonly name: string;
  readonly addOn: AddOn;
  readonly says: Finding;
  readonly limits?: Partial<SourceLimits>;
}

function rigOf(scripts: readonly Scripted[]) {
  const clock = new ManualClock(Date.UTC(2026, 10, 21));
  const context = { ...quietContext(), clock };
  const registry = new Registry();
  const metrics = createSourceMetrics(registry);
  const asked: string[] = [];
  const sources = scripts.map(({ name, addOn, says, limits }) => {
    const source: Source = {
      name,
      addOns: [addOn],
      covers: () => true,
      async lookUp() {
        asked.push(name);
        return says;
      },
    };
    const all = { timeoutMs: 1_000, concurrency: 10, perSecond: 0, ttlMs: () => 60_000, restsAfterFailures: true };
    return guardSource(clock, source, { ...all, ...limits }, metrics);
  });
  const answer = createAnswerAddOns({
    context,
    sourcesOf: () => sources,
    caps: { reserve: async () => async () => {}, look: async () => null },
    metrics,
    budgetMs: 8_000,
    perSourceMs: 5_000,
  });
  const ask = async (addOn: AddOn, id = 'ACME') => {
    assert.ok(NUMBER);
    const question = { addOn, number: NUMBER, input: NO_INPUT };
    const [answered] = await answer({ id } as Account, [{ key: addOn, asked: { kind: 'question', question } }]);
    assert.ok(answered);
    return answered;
  };
  return { ask, asked, registry };
}

const OPERATORS: readonly Scripted[] = [
  { name: 'operator-1', addOn: 'sim_swap', says: SWAP, limits: { networks: ['26201'], cost: 0.5 } },
  { name: 'operator-2', addOn: 'sim_swap', says: SWAP, limits: { networks: ['26202'], cost: 0.25 } },
];

test('of two operators the one is asked in whose network the number is now, which is asked once', async () => {
  const where = {
    name: 'enum',
    addOn: 'porting_status',
    says: inNetwork('262', '002'),
    limits: { cost: 0.001 },
  } as const;
  const { ask, asked } = rigOf([...OPERATORS, where]);
  const answered = await ask('sim_swap');
  assert.deepEqual(asked, ['enum', 'operator-2']);
  assert.equal(answered.evidence.source, 'operator-2');
  assert.deepEqual(answered.evidence.tried, [{ source: 'enum', said: 'found' }]);
  assert.equal(answered.evidence.cost, 0.251);
  assert.equal((await ask('porting_status')).evidence.age_ms, 0);
  assert.deepEqual(asked, ['enum', 'operator-2'], 'the answer to porting_status is the same one');
});

test('a network that no operator has is outside of the coverage, and costs the question for the network alone', async () => {
  const where = {
    name: 'enum',
    addOn: 'porting_status',
    says: inNetwork('262', '07'),
    limits: { cost: 0.001 },
  } as const;
  const { ask, asked } = rigOf([...OPERATORS, where]);
  const answered = await ask('sim_swap');
  assert.deepEqual([answered.code, answered.evidence.cost], [2803, 0.001]);
  assert.deepEqual(asked, ['enum']);
});

test('while nobody can tell the network, operators are tried one after the other', async () => {
  for (const says of [{ kind: 'nothing' }, inNetwork(null, null)] satisfies Finding[]) {
    const [first, second] = OPERATORS;
    assert.ok(first && second);
    const elsewhere = { ...first, says: { kind: 'not_covered' } } as const;
    const { ask, asked } = rigOf([elsewhere, second, { name: 'enum', addOn: 'porting_status', says }]);
    assert.equal((await ask('sim_swap')).evidence.source, 'operator-2');
    assert.deepEqual(asked, ['enum', 'operator-1', 'operator-2']);
  }
});

test('a source that belongs to some accounts is asked for them alone', async () => {
  const { ask, asked } = rigOf([{ name: 'own', addOn: 'sim_swap', says: SWAP, limits: { accounts: ['ACME'] } }]);
  assert.equal((await ask('sim_swap', 'OTHER')).code, 2803);
  assert.deepEqual(asked, []);
  assert.equal((await ask('sim_swap', 'ACME')).code, 2800);
});

test('an answer costs once: given again from memory it is free, and so is a failure', async () => {
  const down: Finding = { kind: 'down', reason: 'closed' };
  const { ask, registry } = rigOf([
    { name: 'broken', addOn: 'sim_swap', says: down, limits: { cost: 7 } },
    { name: 'dear', addOn: 'sim_swap', says: SWAP, limits: { cost: 0.1 } },
  ]);
  const costs = [];
  for (let n = 0; n < 3; n += 1) costs.push((await ask('sim_swap')).evidence.cost);
  assert.deepEqual(costs, [0.1, 0, 0]);
  assert.match(await registry.metrics(), /trunkline_source_cost_total\{source="dear",add_on="sim_swap"\} 0\.1\n/);
});

test('a set that does not have the number is followed by the next, and a breach found there counts', async () => {
  const none: Finding = { kind: 'found', facts: { about: 'breached_data', breaches: [] } };
  const one: Finding = { kind: 'found', facts: { about: 'breached_data', breaches: [{ at: null, data: ['names'] }] } };
  const breachOf = (answered: { fields: object }) => (answered.fields as Record<string, unknown>).phone_number_breached;
  const both = rigOf([
    { name: 'set', addOn: 'breached_data', says: none },
    { name: 'api', addOn: 'breached_data', says: one },
  ]);
  assert.equal(breachOf(await both.ask('breached_data')), true);
  const alone = rigOf([
    { name: 'set', addOn: 'breached_data', says: none },
    { name: 'api', addOn: 'breached_data', says: { kind: 'nothing' } },
  ]);
  const answered = await alone.ask('breached_data');
  assert.deepEqual([answered.code, breachOf(answered), answered.evidence.source], [2800, false, 'set']);
  const failing = rigOf([
    { name: 'set', addOn: 'breached_data', says: none },
    { name: 'api', addOn: 'breached_data', says: { kind: 'down', reason: 'closed' } },
  ]);
  assert.equal((await failing.ask('breached_data')).code, 2802, 'the one that failed might have known');
});

test('facts that no calendar has are an answer that cannot be used', async () => {
  const says: Finding = { kind: 'found', facts: { about: 'sim_swap', swappedAt: Number.MAX_VALUE } };
  const { ask } = rigOf([{ name: 'operator', addOn: 'sim_swap', says }]);
  const answered = await ask('sim_swap');
  assert.deepEqual([answered.code, answered.evidence.source], [2810, 'operator']);
});
