/**
 * What look-ups learned of numbers: the network and the SIM of each, and when these changed.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Database, Queryable, Transaction } from '../database.ts';
import { foundBy } from '../sql/id-range.ts';
import type { Buckets } from '../sql/lanes.ts';
import { recordset } from '../sql/recordset.ts';

export interface ObservedNetwork {
  readonly number: string;
  readonly mcc: string | null;
  readonly mnc: string | null;
  readonly name: string | null;
  readonly source: string;
  readonly seenAt: number;
}

const NETWORKS = recordset<ObservedNetwork>([
  { name: 'number', type: 'text', of: ({ number }) => number },
  { name: 'bucket', type: 'smallint', of: ({ number }) => hash12(number) },
  { name: 'mcc', type: 'text', of: ({ mcc }) => mcc },
  { name: 'mnc', type: 'text', of: ({ mnc }) => mnc },
  { name: 'name', type: 'text', of: ({ name }) => name },
  { name: 'source', type: 'text', of: ({ source }) => source },
  { name: 'seen_at', type: 'instant', of: ({ seenAt }) => seenAt },
]);

/** As they were seen last, locked; of one lane. */
export async function lockNetworks(
  tx: Transaction,
  numbers: readonly string[],
  buckets: Buckets,
): Promise<ObservedNetwork[]> {
  const { rows } = await tx.query<ObservedNetwork>(
    `select o.number, o.mcc, o.mnc, o.name, o.source, o.seen_at as "seenAt" from observed_networks o
      where o.number = any($1::text[]) and ($2::smallint[] is null or o.bucket = any($2::smallint[]))
      order by o.number for update`,
    [numbers, buckets],
    'kept',
  );
  return rows;
}

/** One for each number, of one lane. */
export async function writeNetworks(tx: Queryable, networks: readonly ObservedNetwork[]): Promise<void> {
  const inOrder = [...networks].sort((a, b) => (a.number < b.number ? -1 : 1));
  await tx.query(
    `insert into observed_networks as o (${NETWORKS.names}) select ${NETWORKS.list(1)} from ${NETWORKS.from(1)}
     on conflict (number, bucket) do update set mcc = excluded.mcc, mnc = excluded.mnc, name = excluded.name,
       source = excluded.source, seen_at = excluded.seen_at where o.seen_at <= excluded.seen_at`,
    NETWORKS.values(inOrder),
    'kept',
  );
}

interface Side {
  readonly mcc: string | null;
  readonly mnc: string | null;
  readonly name: string | null;
}

export interface ObservedPort {
  readonly number: string;
  readonly seenAt: number;
  readonly from: Side;
  readonly to: Side;
}

const PORTS = recordset<ObservedPort>([
  { name: 'number', type: 'text', of: ({ number }) => number },
  { name: 'seen_at', type: 'instant', of: ({ seenAt }) => seenAt },
  { name: 'bucket', type: 'smallint', of: ({ number }) => hash12(number) },
  { name: 'from_mcc', type: 'text', of: ({ from }) => from.mcc },
  { name: 'from_mnc', type: 'text', of: ({ from }) => from.mnc },
  { name: 'from_name', type: 'text', of: ({ from }) => from.name },
  { name: 'to_mcc', type: 'text', of: ({ to }) => to.mcc },
  { name: 'to_mnc', type: 'text', of: ({ to }) => to.mnc },
  { name: 'to_name', type: 'text', of: ({ to }) => to.name },
]);

export async function writePorts(tx: Queryable, ports: readonly ObservedPort[]): Promise<void> {
  if (ports.length === 0) return;
  await tx.query(
    `insert into observed_ports (${PORTS.names}) select ${PORTS.list(1)} from ${PORTS.from(1)} on conflict do nothing`,
    PORTS.values(ports),
    'kept',
  );
}

/** Newest first. */
export async function findPorts(db: Queryable, number: string, limit: number): Promise<ObservedPort[]> {
  const { rows } = await db.query<Record<'fm' | 'fn' | 'fa' | 'tm' | 'tn' | 'ta', string | null> & { at: number }>(
    `select o.seen_at as at, o.from_mcc as fm, o.from_mnc as fn, o.from_name as fa, o.to_mcc as tm, o.to_mnc as tn,
            o.to_name as ta
       from observed_ports o where ${foundBy('o.number', '$1')} and o.bucket = $2
      order by o.number desc, o.seen_at desc limit $3`,
    [number, hash12(number), limit],
    'kept',
  );
  return rows.map(({ at, fm, fn, fa, tm, tn, ta }) => ({
    number,
    seenAt: at,
    from: { mcc: fm, mnc: fn, name: fa },
    to: { mcc: tm, mnc: tn, name: ta },
  }));
}

export interface ObservedSim {
  readonly since: number;
  readonly changedAt: number | null;
}

/** The SIM was seen at `now`; returns what is known of it since then. `sim`: what stands for it. */
export async function noteSim(db: Queryable, number: string, sim: string, now: number): Promise<ObservedSim> {
  const { rows } = await db.query<ObservedSim>(
    `insert into observed_sims as o (number, bucket, sim, since, changed_at, seen_at)
     values ($1, $2, $3, $4::timestamptz, null, $4::timestamptz)
     on conflict (number, bucket) do update set sim = excluded.sim, seen_at = excluded.seen_at,
       since = case when o.sim = excluded.sim then o.since else excluded.since end,
       changed_at = case when o.sim <> excluded.sim then excluded.seen_at else o.changed_at end
     returning o.since, o.changed_at as "changedAt"`,
    [number, hash12(number), sim, iso(now)],
    'kept',
  );
  return rows[0] ?? { since: now, changedAt: null };
}

/** A source said that the SIM was swapped then. */
export async function noteSwap(db: Queryable, number: string, swappedAt: number, now: number): Promise<void> {
  await db.query(
    `insert into observed_sims as o (number, bucket, sim, since, changed_at, seen_at)
     values ($1, $2, null, $3::timestamptz, $3::timestamptz, $4::timestamptz)
     on conflict (number, bucket) do update set seen_at = excluded.seen_at,
       changed_at = greatest(o.changed_at, excluded.changed_at)`,
    [number, hash12(number), iso(swappedAt), iso(now)],
    'kept',
  );
}

/** When the SIM was last seen or told to have changed; null when that is not known. */
export async function findSwap(db: Queryable, number: string): Promise<number | null> {
  const { rows } = await db.query<{ at: number | null }>(
    'select o.changed_at as at from observed_sims o where o.number = $1 and o.bucket = $2',
    [number, hash12(number)],
    'kept',
  );
  return rows[0]?.at ?? null;
}

const TABLES = ['observed_networks', 'observed_ports', 'observed_sims'] as const;
const AT_ONCE = 5_000;

/** All that was seen of the number; returns how many rows. */
export async function eraseObservations(tx: Queryable, number: string): Promise<number> {
  let erased = 0;
  for (const table of TABLES) {
    const { rowCount } = await tx.query(`delete from ${table} o where o.number = $1 and o.bucket = $2`, [
      number,
      hash12(number),
    ]);
    erased += rowCount;
  }
  return erased;
}

/** What was last seen before that instant; returns how many rows. `signal` ends it between batches. */
export async function forgetObservations(
  db: Database,
  before: number,
  buckets: Buckets,
  signal: AbortSignal,
): Promise<number> {
  let forgotten = 0;
  for (const table of TABLES) {
    for (;;) {
      signal.throwIfAborted();
      const { rowCount } = await db.query(
        `delete from ${table} t where ($2::smallint[] is null or t.bucket = any($2::smallint[]))
           and (t.number, t.seen_at, t.bucket) in (
             select o.number, o.seen_at, o.bucket from ${table} o
              where o.seen_at < $1::timestamptz and ($2::smallint[] is null or o.bucket = any($2::smallint[]))
              limit ${AT_ONCE})`,
        [iso(before), buckets],
      );
      forgotten += rowCount;
      if (rowCount < AT_ONCE) break;
    }
  }
  return forgotten;
}
