/** What look-ups see of numbers over time, and what the journal makes of it as a source. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Registry } from 'prom-client';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { quietContext } from '../../../test/support/postgres/postgres.ts';
import { createOwnData } from '../../assembly/own-data.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { createJournalSource } from '../../sources/journal/journal.ts';
import { parseJournalSettings } from '../../sources/journal/settings.ts';
import { createNumbering } from '../../sources/numbering/numbering.ts';
import { type Facts, type Finding, NO_INPUT, type Source } from '../../sources/source.ts';
import { findDeactivations, writeDeactivations } from '../../store/phone-id/imported-rows.ts';
import { findPorts } from '../../store/phone-id/observations.ts';
import { readLanes } from '../../store/sql/lanes.ts';
import { DataSets } from '../data/data-sets.ts';
import { Poller } from '../due/poll.ts';
import { guardSource } from './guarded-source.ts';
import { createJournal } from './journal.ts';
import { createSourceMetrics } from './metrics.ts';

const DIGITS = '4915112345678';
const NUMBER = createNumbering().describe(DIGITS);

async function rigOf(t: TestContext) {
  const { db } = await testDatabase(t);
  const clock = new ManualClock(Date.UTC(2026, 10, 21));
  const context = { ...quietContext(), clock };
  const lanes = await readLanes(db);
  const days = { contacts: 10, deactivations: 10, observations: 30 };
  const dataSets = new DataSets({ context, db, lanes, days });
  const own = createOwnData(clock, db, dataSets, (text) => `alias of ${text.length}`);
  const journal = createJournal({ context, db, lanes });
  const source = createJournalSource(context, 'journal', parseJournalSettings({}), own.observations);
  const ask = async (addOn: 'porting_history' | 'sim_swap'): Promise<Finding> => {
    assert.ok(NUMBER);
    return source.lookUp({ addOn, number: NUMBER, input: NO_INPUT }, { withinMs: 5_000 });
  };
  const see = async (facts: Facts, source = 'enum') => {
    await clock.advance(1_000);
    journal.observe(DIGITS, facts, source);
    await journal.settled();
    return clock.now();
  };
  return { db, clock, context, lanes, own, journal, dataSets, ask, see };
}

function inNetwork(mcc: string | null, mnc: string | null, name: string | null = null): Facts {
  return { about: 'porting_status', current: { mcc, mnc, name }, isPorted: null };
}

test('a network that is another one than before is a porting, dated when it was first seen', async (t) => {
  const { ask, see } = await rigOf(t);
  await see(inNetwork('262', '01'));
  assert.deepEqual(await ask('porting_history'), { kind: 'nothing' }, 'one look is no history');
  await see(inNetwork('262', '001', 'One'));
  assert.deepEqual(await ask('porting_history'), { kind: 'nothing' }, 'the same network, written in another way');
  const first = await see(inNetwork('262', '02', 'Two'));
  const second = await see(inNetwork('262', '03'), 'http');
  const finding = await ask('porting_history');
  assert.ok(finding.kind === 'found' && finding.facts.about === 'porting_history');
  const { current, ports } = finding.facts;
  assert.deepEqual(current, { mcc: '262', mnc: '03', name: null });
  assert.deepEqual(
    ports.map(({ portedAt, from, to }) => [portedAt, from.mnc, from.name, to.mnc]),
    [
      [second, '02', 'Two', '03'],
      [first, '001', 'One', '02'],
    ],
  );
});

test('names count only where there are no codes, and only beside names of the same source', async (t) => {
  const { ask, see } = await rigOf(t);
  await see(inNetwork(null, null, 'Telekom'), 'a');
  await see(inNetwork(null, null, 'T-Mobile'), 'b');
  await see(inNetwork('262', '01', 'Telekom Deutschland'), 'c');
  assert.deepEqual(await ask('porting_history'), { kind: 'nothing' });
  await see(inNetwork(null, null, 'Elsewhere'), 'c');
  assert.deepEqual(await ask('porting_history'), { kind: 'nothing' });
});

test('what is seen at once by several is written once', async (t) => {
  const { db, journal, see, clock } = await rigOf(t);
  await see(inNetwork('262', '01'));
  await clock.advance(1_000);
  for (let n = 0; n < 50; n += 1) journal.observe(DIGITS, inNetwork('262', '02'), 'enum');
  await journal.settled();
  assert.equal((await findPorts(db, DIGITS, 10)).length, 1);
});

test('a SIM that takes the place of another one is a swap, and the journal warns of it while it matters', async (t) => {
  const { own, ask, see, clock } = await rigOf(t);
  const start = clock.now();
  assert.deepEqual(await own.sims.seen(DIGITS, '26201123456789'), { since: start, changedAt: null });
  await clock.advance(DAY_MS);
  assert.deepEqual(await own.sims.seen(DIGITS, '26201123456789'), { since: start, changedAt: null });
  assert.deepEqual(await ask('sim_swap'), { kind: 'nothing' });
  const changedAt = clock.now();
  assert.deepEqual(await own.sims.seen(DIGITS, '262011234567890'), { since: changedAt, changedAt });
  assert.deepEqual(await ask('sim_swap'), { kind: 'found', facts: { about: 'sim_swap', swappedAt: changedAt } });
  await see({ about: 'sim_swap', swappedAt: changedAt + 500 }, 'operator');
  assert.deepEqual(await ask('sim_swap'), { kind: 'found', facts: { about: 'sim_swap', swappedAt: changedAt + 500 } });
  await see({ about: 'sim_swap', swappedAt: null }, 'operator');
  await clock.advance(15 * DAY_MS);
  assert.deepEqual(await ask('sim_swap'), { kind: 'nothing' }, 'it never clears');
});

test('what a source has found is told once, when it is asked and not when it is remembered', async (t) => {
  const { journal, clock, db } = await rigOf(t);
  const source: Source = {
    name: 'enum',
    addOns: ['porting_status'],
    covers: () => true,
    lookUp: async () => ({ kind: 'found', facts: inNetwork('262', '01') }),
  };
  let told = 0;
  const observe = (number: string, facts: Facts) => {
    told += 1;
    journal.observe(number, facts, 'enum');
  };
  const limits = {
    timeoutMs: 1_000,
    concurrency: 9,
    perSecond: 0,
    ttlMs: () => 60_000,
    restsAfterFailures: true,
    observe,
  };
  const guarded = guardSource(clock, source, limits, createSourceMetrics(new Registry()));
  assert.ok(NUMBER);
  for (let n = 0; n < 3; n += 1) {
    await guarded.ask({ addOn: 'porting_status', number: NUMBER, input: NO_INPUT }, 1_000);
  }
  await journal.settled();
  assert.equal(told, 1);
  assert.equal((await db.query('select from observed_networks')).rowCount, 1);
});

test('what nobody saw or imported for its days is forgotten', async (t) => {
  const { context, db, lanes, clock, dataSets, see, own } = await rigOf(t);
  await writeDeactivations(db, lanes, { name: 'A', day: '2026-11-20' }, [DIGITS]);
  await see(inNetwork('262', '01'));
  await see(inNetwork('262', '02'));
  await own.sims.seen(DIGITS, '26201123456789');
  const rows = async () => {
    const { rows: counts } = await db.query<{ n: number }>(
      `select (select count(*) from observed_networks) + (select count(*) from observed_ports)
            + (select count(*) from observed_sims) as n`,
    );
    return [counts[0]?.n, (await findDeactivations(db, ['A'], DIGITS)).length];
  };
  const poller = new Poller({ context, db, lanes, listeners: [dataSets] });
  await dataSets.start();
  await poller.start();
  t.after(async () => {
    await poller.stop();
    await dataSets.stop();
  });
  const passed = async (days: number) => {
    await clock.advance(days * DAY_MS);
    for (let n = 0; n < 3; n += 1) await clock.advance(2_000);
  };
  await passed(9);
  assert.deepEqual(await rows(), [3, 1]);
  await passed(3);
  await eventually('the deactivation is forgotten', async () => {
    await clock.advance(2_000);
    return (await rows())[1] === 0 || undefined;
  });
  assert.equal((await rows())[0], 3);
  await passed(20);
  await eventually('all of it is forgotten', async () => {
    await clock.advance(2_000);
    return (await rows())[0] === 0 || undefined;
  });
});
