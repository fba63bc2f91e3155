/**
 * Watches how full the pools of masks are: figures for /metrics, and a warning in the log before a party gets no further
 * session.
 *
 * 1. Counting reads every leg that is taken, so it is done every five minutes, and rarer where it takes long: in one
 *    hundredth of the time, and at least once an hour.
 * 2. A pool that fills up is warned of once, and once more after it has been below the threshold.
 */
import { Gauge } from 'prom-client';
import type { Context } from '../../context.ts';
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import type { Database } from '../../store/database.ts';
import { forecastLegs, type PoolForecast } from './forecast.ts';

export interface PoolWatchOptions {
  readonly context: Context;
  readonly db: Database;
  /** Of the legs of a party, in percent; above it there is a warning. */
  readonly warnAtPercent: number;
}

const EVERY_MS = 300_000;
const LONGEST_MS = 3_600_000;
const REST_FOR_EACH_MS = 100;

export class PoolWatch implements Service {
  readonly name = 'masks';
  private readonly options: PoolWatchOptions;
  private readonly worker: Worker;
  private readonly numbers: Gauge;
  private readonly legs: Gauge;
  private readonly fullest: Gauge;
  /** Pools that were warned of. */
  private warned = new Set<string>();

  constructor(options: PoolWatchOptions) {
    this.options = options;
    const { context } = options;
    const registers = [context.metrics];
    this.numbers = new Gauge({
      name: 'trunkline_masking_numbers',
      help: 'Masking numbers that are given to new sessions, by pool and country',
      // Of several processes of a gateway.
      aggregator: 'max',
      labelNames: ['pool', 'country'],
      registers,
    });
    this.legs = new Gauge({
      name: 'trunkline_masking_seats',
      help: 'Seats that are taken (party and masking number), by pool, country and state: live or resting',
      // Of several processes of a gateway.
      aggregator: 'max',
      labelNames: ['pool', 'country', 'state'],
      registers,
    });
    this.fullest = new Gauge({
      name: 'trunkline_masking_fullest_ratio',
      help: 'Share of its seats that the fullest party of a pool and country has taken; at 1 it gets no further session',
      // Of several processes of a gateway.
      aggregator: 'max',
      labelNames: ['pool', 'country'],
      registers,
    });
    this.worker = new Worker({
      context,
      name: this.name,
      work: () => this.look(),
      longestSleepMs: Number.MAX_SAFE_INTEGER,
    });
  }

  start(): Promise<void> {
    return this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  private async look(): Promise<number> {
    const { context, db } = this.options;
    const began = context.clock.monotonic();
    const { pools } = await forecastLegs(db, context.clock.now(), 0);
    this.show(pools);
    this.warn(pools);
    const tookMs = context.clock.monotonic() - began;
    return Math.min(Math.max(EVERY_MS, tookMs * REST_FOR_EACH_MS), LONGEST_MS);
  }

  private show(pools: readonly PoolForecast[]): void {
    // A pool that is gone is shown no longer.
    for (const gauge of [this.numbers, this.legs, this.fullest]) gauge.reset();
    for (const pool of pools) {
      const { country } = pool;
      const labels = { pool: nameOf(pool), country };
      this.numbers.set(labels, pool.numbers);
      this.legs.set({ ...labels, state: 'live' }, pool.live);
      this.legs.set({ ...labels, state: 'resting' }, pool.resting);
      if (pool.numbers > 0) this.fullest.set(labels, pool.fullest);
    }
  }

  private warn(pools: readonly PoolForecast[]): void {
    const { context, warnAtPercent } = this.options;
    const full = pools.filter(({ numbers, fullest }) => numbers > 0 && fullest * 100 >= warnAtPercent);
    for (const pool of full) {
      if (this.warned.has(keyOf(pool))) continue;
      context.log.warn(
        {
          pool: nameOf(pool),
          country: pool.country,
          numbers: pool.numbers,
          left: pool.leastFree,
        },
        'masking numbers run short: the busiest party has taken most of them (trunkline number forecast)',
      );
    }
    this.warned = new Set(full.map(keyOf));
  }
}

function nameOf({ accountId }: PoolForecast): string {
  return accountId === '' ? 'shared' : accountId;
}

function keyOf({ accountId, country }: PoolForecast): string {
  return `${accountId} ${country}`;
}
