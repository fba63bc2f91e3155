import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createContext } from '../../context.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import { createLog } from '../../lib/log.ts';
import type { Database } from '../../store/database.ts';
import { moveLegs, takeLegs } from '../../store/masking/legs.ts';
import { type Mask, putMasks, retireMask } from '../../store/masking/masks.ts';
import { forecastLegs } from './forecast.ts';
import { PoolWatch } from './pool-watch.ts';

const SESSION = '019b76da-ab0c-7000-8297-ced39d666b8f';
const DE = ['4915700000001', '4915700000002', '4915700000003', '4915700000004'];
const FULL = '4915112345678';
const OTHER = '4915112345679';

async function poolOf(t: TestContext): Promise<{ db: Database; clock: ManualClock }> {
  const { db } = await testDatabase(t);
  const clock = new ManualClock();
  const mask = (number: string, country: string, accountId = ''): Mask => ({
    number,
    country,
    accountId,
    carrier: null,
  });
  const masks = [
    ...DE.map((number) => mask(number, 'DE')),
    mask('447700900001', 'GB'),
    mask('447700900002', 'GB', 'ACME'),
  ];
  await putMasks(db, masks, clock.now());
  return { db, clock };
}

/** Taken from now on, over in half of the time, then at rest. */
async function take(
  db: Database,
  now: number,
  party: string,
  masks: readonly string[],
  forMs = 2 * HOUR_MS,
): Promise<void> {
  const legs = masks.map((mask) => ({
    party,
    mask,
    sessionId: SESSION,
    other: '447700900999',
    takenAt: now,
    endsAt: now + forMs / 2,
    freeAt: now + forMs,
  }));
  assert.equal((await takeLegs(db, legs)).length, masks.length);
}

test('a forecast counts what is held, what rests and what is left, for each pool and the busiest parties', async (t) => {
  const { db, clock } = await poolOf(t);
  await take(db, clock.now(), FULL, DE.slice(0, 3));
  await take(db, clock.now(), OTHER, ['447700900002', ...DE.slice(3)]);
  const [first = ''] = DE;
  await moveLegs(db, SESSION, [{ party: FULL, mask: first }], { endsAt: clock.now(), freeAt: clock.now() + HOUR_MS });
  const { pools, busiest } = await forecastLegs(db, clock.now(), 2);
  const idle = { retired: 0, live: 0, resting: 0, parties: 0, free: 0 };
  assert.deepEqual(pools, [
    {
      ...idle,
      accountId: '',
      country: 'DE',
      numbers: 4,
      live: 3,
      resting: 1,
      parties: 2,
      free: 4,
      leastFree: 1,
      fullest: 0.75,
    },
    { ...idle, accountId: '', country: 'GB', numbers: 1, leastFree: 1, fullest: 0 },
    { ...idle, accountId: 'ACME', country: 'GB', numbers: 1, live: 1, parties: 1, leastFree: 0, fullest: 1 },
  ]);
  assert.deepEqual(busiest, [
    { party: FULL, accountId: '', country: 'DE', live: 2, resting: 1, free: 1 },
    { party: OTHER, accountId: '', country: 'DE', live: 1, resting: 0, free: 3 },
  ]);
  await retireMask(db, first, clock.now());
  const [germany] = (await forecastLegs(db, clock.now(), 0)).pools;
  assert.deepEqual([germany?.numbers, germany?.retired, germany?.leastFree], [3, 1, 1], 'a retired one is no seat');
  const later = await forecastLegs(db, clock.now() + 2 * HOUR_MS, 5);
  assert.deepEqual([later.busiest, later.pools.map(({ live }) => live)], [[], [0, 0, 0]], 'all are free again');
});

test('a pool that runs short is warned of once, and again after it had room', async (t) => {
  const { db, clock } = await poolOf(t);
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => lines.push(line) });
  const context = createContext({ logLevel: 'warn', clock, log });
  const watch = new PoolWatch({ context, db, warnAtPercent: 75 });
  t.after(() => watch.stop());
  await watch.start();
  const fullest = (value: number) =>
    eventually(`the fullest has ${value}`, async () => {
      await clock.advance(60_000);
      const metric = `trunkline_masking_fullest_ratio{pool="shared",country="DE"} ${value}`;
      return (await context.metrics.metrics()).includes(metric);
    });
  await fullest(0);
  await take(db, clock.now(), FULL, DE.slice(0, 2), 400 * HOUR_MS);
  await fullest(0.5);
  assert.deepEqual(lines, []);
  await take(db, clock.now(), FULL, DE.slice(2, 3), 400 * HOUR_MS);
  await fullest(0.75);
  await take(db, clock.now(), FULL, DE.slice(3), 400 * HOUR_MS);
  await fullest(1);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /"pool":"shared","country":"DE","numbers":4,"left":1/);
  assert.doesNotMatch(lines.join(''), new RegExp(FULL));
  await clock.advance(400 * HOUR_MS);
  await fullest(0);
  await take(db, clock.now(), FULL, DE, 400 * HOUR_MS);
  await fullest(1);
  assert.equal(lines.length, 2);
});
