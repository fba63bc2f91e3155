/**
 * How full the pools of masks are. Reads the legs that are not free, and nothing is locked.
 *
 * 1. A leg is taken while a session holds it, and after that while it rests. Each mask is one leg of each party: where
 *    all legs of a party are taken, it gets no further session, however many masks are idle for others.
 * 2. Only masks that are still given out count: what is taken of retired ones says nothing about what is left.
 */
import type { Queryable } from '../database.ts';
import { recordset } from '../sql/recordset.ts';

export interface PoolCount {
  /** '' for the shared pool. */
  readonly accountId: string;
  readonly country: string;
  /** Masks that are given out. */
  readonly numbers: number;
  readonly retired: number;
}

export async function countMasks(db: Queryable): Promise<PoolCount[]> {
  const { rows } = await db.query<PoolCount>(
    `select m.account_id as "accountId", m.country, count(*) filter (where m.retired_at is null) as numbers,
            count(*) filter (where m.retired_at is not null) as retired
       from masks m group by m.account_id, m.country order by m.account_id, m.country`,
  );
  return rows.map((row) => ({ ...row, numbers: Number(row.numbers), retired: Number(row.retired) }));
}

export interface PoolMask {
  readonly number: string;
  /** Its place in a list of pools that the caller has. */
  readonly pool: number;
}

const MASKS = recordset<PoolMask>([
  { name: 'number', type: 'text', of: ({ number }) => number },
  { name: 'pool', type: 'smallint', of: ({ pool }) => pool },
]);

/** One row for each party and pool; the parties of a bucket lie together. */
const BY_PARTY = `select s.party, r.pool, count(*) filter (where s.ends_at > $1::timestamptz) as live, count(*) as taken
   from seats s join ${MASKS.from(2)} on r.number = s.mask
  where s.free_at > $1::timestamptz group by s.bucket, s.party, r.pool`;

export interface SeatCount {
  readonly pool: number;
  /** Held by sessions that have not ended. */
  readonly live: number;
  /** Held or at rest. */
  readonly taken: number;
  /** How many parties they are of. */
  readonly parties: number;
  /** Of the party that has the most of them. */
  readonly most: number;
}

/** Pools of which nothing is taken are absent. */
export async function countSeats(db: Queryable, masks: readonly PoolMask[], now: number): Promise<SeatCount[]> {
  const { rows } = await db.query<SeatCount>(
    `select p.pool, sum(p.live) as live, sum(p.taken) as taken, count(*) as parties, max(p.taken) as most
       from (${BY_PARTY}) p group by p.pool`,
    [new Date(now).toISOString(), ...MASKS.values(masks)],
  );
  return rows.map(({ pool, live, taken, parties, most }) => ({
    pool,
    live: Number(live),
    taken: Number(taken),
    parties: Number(parties),
    most: Number(most),
  }));
}

export interface BusyParty {
  readonly party: string;
  readonly pool: number;
  readonly live: number;
  readonly taken: number;
}

/** Those that have taken most legs of a pool, the busiest first. */
export async function busiestParties(
  db: Queryable,
  masks: readonly PoolMask[],
  now: number,
  limit: number,
): Promise<BusyParty[]> {
  const { rows } = await db.query<BusyParty>(
    `select p.party, p.pool, p.live, p.taken from (${BY_PARTY}) p order by p.taken desc, p.party, p.pool limit $4`,
    [new Date(now).toISOString(), ...MASKS.values(masks), limit],
  );
  return rows.map((row) => ({ ...row, live: Number(row.live), taken: Number(row.taken) }));
}
