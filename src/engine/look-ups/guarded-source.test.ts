/** A source as the engine asks it: remembered, shared, rested and kept to its rate. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { createNumbering } from '../../sources/numbering/numbering.ts';
import type { Finding, Question, Source } from '../../sources/source.ts';
import { guardSource, type SourceLimits } from './guarded-source.ts';
import { createSourceMetrics } from './metrics.ts';

const numbering = createNumbering();
const FOUND: Finding = { kind: 'found', facts: { about: 'sim_swap', swappedAt: null } };

function question(number = '4915112345678', lastVerifiedAt: number | null = null): Question {
  const facts = numbering.describe(number);
  assert.ok(facts);
  return { addOn: 'sim_swap', number: facts, input: { match: null, lastVerifiedAt, pastDays: null, ageThreshold: 18 } };
}

function rigOf(lookUp: Source['lookUp'], limits: Partial<SourceLimits> = {}) {
  const clock = new ManualClock(Date.UTC(2026, 10, 21));
  let asked = 0;
  const source: Source = {
    name: 'operator',
    addOns: ['sim_swap'],
    covers: () => true,
    lookUp: (...args) => {
      asked += 1;
      return lookUp(...args);
    },
  };
  const all = {
    timeoutMs: 4_000,
    concurrency: 10,
    perSecond: 0,
    ttlMs: () => 60_000,
    restsAfterFailures: true,
    ...limits,
  };
  const guarded = guardSource(clock, source, all, createSourceMetrics(new Registry()));
  return { clock, guarded, asked: () => asked };
}

test('what was found is given again with the time at which it was said, until its time is over', async () => {
  const { clock, guarded, asked } = rigOf(async () => FOUND);
  const first = await guarded.ask(question(), 1_000);
  await clock.advance(59_000);
  const second = await guarded.ask(question(), 1_000);
  assert.equal(asked(), 1);
  assert.equal(second.fetchedAt, first.fetchedAt);
  assert.equal(clock.now() - second.fetchedAt, 59_000);
  await clock.advance(2_000);
  await guarded.ask(question(), 1_000);
  assert.equal(asked(), 2);
});

test('another number or another value is another question, and failures are not kept', async () => {
  let finding: Finding = FOUND;
  const { guarded, asked } = rigOf(async () => finding);
  await guarded.ask(question(), 1_000);
  await guarded.ask(question('4915112345679'), 1_000);
  await guarded.ask(question('4915112345678', 5), 1_000);
  assert.equal(asked(), 3);
  finding = { kind: 'down', reason: 'x' };
  await guarded.ask(question('4915112345670'), 1_000);
  await guarded.ask(question('4915112345670'), 1_000);
  assert.equal(asked(), 5);
});

test('who asks the same at once shares one question, each for as long as it may wait', async () => {
  let answer: (finding: Finding) => void = () => {};
  const { clock, guarded, asked } = rigOf(() => new Promise((resolve) => (answer = resolve)));
  const hasty = guarded.ask(question(), 100);
  const patient = guarded.ask(question(), 3_000);
  await clock.advance(100);
  assert.equal((await hasty).finding.kind, 'timed_out');
  answer(FOUND);
  assert.equal((await patient).finding.kind, 'found');
  assert.equal(asked(), 1);
  assert.equal((await guarded.ask(question(), 100)).finding.kind, 'found', 'it was kept for those who come later');
});

test('a source that fails again and again is left alone, and asked again after a pause', async () => {
  let finding: Finding = { kind: 'timed_out' };
  const { clock, guarded, asked } = rigOf(async () => finding);
  for (let index = 0; index < 5; index += 1) await guarded.ask(question(), 1_000);
  const refused = await guarded.ask(question(), 1_000);
  assert.equal(refused.finding.kind, 'down');
  assert.equal(asked(), 5);
  finding = FOUND;
  await clock.advance(1_001);
  assert.equal((await guarded.ask(question(), 1_000)).finding.kind, 'found');
  assert.equal((await guarded.ask(question('4915112345679'), 1_000)).finding.kind, 'found');
});

test('a source that asks to be left alone is asked nothing of the kind until then, a minute at most', async () => {
  let finding: Finding = { kind: 'down', reason: 'x', retryAfterMs: 5_000 };
  const { clock, guarded, asked } = rigOf(async () => finding);
  const ask = async () => (await guarded.ask(question(), 1_000)).finding.kind;
  const other = { ...question(), addOn: 'contact' } as const;
  await ask();
  finding = FOUND;
  assert.equal(guarded.look(question()).downFor, 'it asked to be left alone for a while');
  assert.equal(guarded.look(other).downFor, null);
  await clock.advance(4_999);
  assert.deepEqual([await ask(), asked()], ['down', 1]);
  await clock.advance(1);
  assert.deepEqual([await ask(), asked()], ['found', 2]);
  finding = { kind: 'down', reason: 'x', retryAfterMs: 86_400_000 };
  await clock.advance(60_000);
  await ask();
  await clock.advance(60_000);
  await ask();
  assert.equal(asked(), 4);
  const simulated = rigOf(async () => finding, { restsAfterFailures: false });
  await simulated.guarded.ask(question(), 1_000);
  await simulated.guarded.ask(question(), 1_000);
  assert.equal(simulated.asked(), 2);
});

test('above its rate and above what may be under way a source is not asked', async () => {
  const slow = rigOf(() => new Promise(() => {}), { concurrency: 2 });
  for (const number of ['4915112345671', '4915112345672']) void slow.guarded.ask(question(number), 1_000);
  assert.equal((await slow.guarded.ask(question('4915112345673'), 1_000)).finding.kind, 'down');
  const { clock, guarded, asked } = rigOf(async () => FOUND, { perSecond: 2, ttlMs: () => 0 });
  const kinds = [];
  for (let index = 0; index < 4; index += 1) kinds.push((await guarded.ask(question(), 1_000)).finding.kind);
  assert.deepEqual(kinds, ['found', 'found', 'down', 'down']);
  await clock.advance(500);
  assert.equal((await guarded.ask(question(), 1_000)).finding.kind, 'found');
  assert.equal(asked(), 3);
});

test('a source that may be asked less than once a second is asked so often', async () => {
  const { clock, guarded, asked } = rigOf(async () => FOUND, { perSecond: 0.25, ttlMs: () => 0 });
  const ask = async () => (await guarded.ask(question(), 1_000)).finding.kind;
  assert.deepEqual([await ask(), await ask()], ['found', 'down']);
  await clock.advance(3_900);
  assert.equal(await ask(), 'down');
  await clock.advance(100);
  assert.equal(await ask(), 'found');
  await clock.advance(60_000);
  assert.deepEqual([await ask(), await ask()], ['found', 'down'], 'what was not used is not saved up');
  assert.equal(asked(), 3);
});

test('a source that throws is one that cannot be used', async () => {
  const { guarded } = rigOf(async () => {
    throw new TypeError('no');
  });
  assert.equal((await guarded.ask(question(), 1_000)).finding.kind, 'unusable');
});
