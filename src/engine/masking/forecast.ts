/**
 * How full the pools of masks are, and how soon a party gets no further session.
 *
 * 1. What counts is the fullest party of a pool in a country: the others have room as long as it has.
 */
import type { Database } from '../../store/database.ts';
import { activeMasks } from '../../store/masking/masks.ts';
import { busiestParties, countMasks, countSeats, type PoolMask } from '../../store/masking/seat-counts.ts';

export interface PoolForecast {
  /** '' for the shared pool. */
  readonly accountId: string;
  readonly country: string;
  /** Masks that are given to new sessions: so many legs each party may hold. */
  readonly numbers: number;
  readonly retired: number;
  /** Legs of open sessions. */
  readonly live: number;
  /** Legs whose session is over, and which are given to nobody else for a while. */
  readonly resting: number;
  /** Parties that have any of these. */
  readonly parties: number;
  /** What these parties together have left. */
  readonly free: number;
  /** What the fullest of them has left. */
  readonly leastFree: number;
  /** Of the legs of the fullest party the share that is taken, 0 to 1; 1 where there is no mask. */
  readonly fullest: number;
}

export interface PartyForecast {
  readonly party: string;
  readonly accountId: string;
  readonly country: string;
  readonly live: number;
  readonly resting: number;
  readonly free: number;
}

export interface Forecast {
  /** In the order of pools and countries. */
  readonly pools: readonly PoolForecast[];
  /** The fullest first. */
  readonly busiest: readonly PartyForecast[];
}

/** `mostParties`: of how many parties it tells. Rejects with StoreDown. */
export async function forecastLegs(db: Database, now: number, mostParties: number): Promise<Forecast> {
  const pools = await countMasks(db);
  const indexOf = new Map(pools.map(({ accountId, country }, index) => [`${accountId} ${country}`, index]));
  const masks: PoolMask[] = (await activeMasks(db)).map(({ number, accountId, country }) => ({
    number,
    pool: indexOf.get(`${accountId} ${country}`) ?? -1,
  }));
  const counts = new Map((await countSeats(db, masks, now)).map((each) => [each.pool, each]));
  const parties = mostParties === 0 ? [] : await busiestParties(db, masks, now, mostParties);
  return {
    pools: pools.map((pool, index) => {
      const { live = 0, taken = 0, parties: count = 0, most = 0 } = counts.get(index) ?? {};
      return {
        ...pool,
        live,
        resting: taken - live,
        parties: count,
        free: count * pool.numbers - taken,
        leastFree: pool.numbers - most,
        fullest: pool.numbers === 0 ? 1 : most / pool.numbers,
      };
    }),
    busiest: parties.flatMap(({ party, pool: index, live, taken }) => {
      const pool = pools[index];
      if (!pool) return [];
      const { accountId, country, numbers } = pool;
      return [{ party, accountId, country, live, resting: taken - live, free: numbers - taken }];
    }),
  };
}
