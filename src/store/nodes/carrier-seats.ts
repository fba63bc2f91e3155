/**
 * The statements on seats: which node holds which bind of a carrier.
 *
 * 1. A seat is held for as long as that start of its node lives (nodes.ts); there is nothing to renew.
 * 2. A seat changes hands by one conditional statement that names the holder that was found there: of two nodes that
 *    try at once, one gets it.
 * 3. Whoever looks for seats to take reads them before the nodes: a holder that registered later is not taken for dead.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';
import type { Owner } from './owner.ts';

export interface SeatRow {
  readonly carrier: string;
  readonly seat: number;
  /** Null while it is free. */
  readonly holder: Owner | null;
  /** Since when it is held, or free; epoch milliseconds. */
  readonly changedAt: number;
}

/** The seats that were ever taken, of these carriers; of all of them when none are named. */
export async function listSeats(db: Queryable, carriers: readonly string[] | null = null): Promise<SeatRow[]> {
  const { rows } = await db.query<{
    carrier: string;
    seat: number;
    node: string | null;
    epoch: number | null;
    changedAt: number;
  }>(
    `select s.carrier, s.seat, s.node, s.epoch, s.changed_at as "changedAt" from carrier_seats s
      where $1::text[] is null or (s.carrier = any($1::text[]) and s.bucket = any($2::smallint[]))
      order by s.carrier, s.seat`,
    [carriers, carriers?.map((carrier) => hash12(carrier)) ?? null],
    'kept',
  );
  return rows.map(({ carrier, seat, node, epoch, changedAt }) => ({
    carrier,
    seat,
    holder: node === null || epoch === null ? null : { node, epoch },
    changedAt,
  }));
}

export interface SeatClaim {
  /** Who takes it. */
  readonly owner: Owner;
  /** Who held it when it was read, and is known to be gone; null: nobody. */
  readonly from: Owner | null;
  readonly now: number;
}

/** True when it is the owner's now: it was free, the owner's before, or still held by `from`. */
export async function takeSeat(
  db: Queryable,
  { carrier, seat }: Pick<SeatRow, 'carrier' | 'seat'>,
  { owner, from, now }: SeatClaim,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into carrier_seats as s (carrier, seat, bucket, node, epoch, changed_at)
     values ($1, $2, $3, $4, $5, $6::timestamptz)
     on conflict (carrier, seat, bucket) do update
       set node = excluded.node, epoch = excluded.epoch, changed_at = excluded.changed_at
       where s.node is null or (s.node = excluded.node and s.epoch <= excluded.epoch) or (s.node = $7 and s.epoch = $8)
     returning s.seat`,
    [carrier, seat, hash12(carrier), owner.node, owner.epoch, iso(now), from?.node ?? null, from?.epoch ?? null],
  );
  return rowCount === 1;
}

/** Nothing happens when it is not the owner's. */
export async function giveBackSeat(
  db: Queryable,
  { carrier, seat }: Pick<SeatRow, 'carrier' | 'seat'>,
  owner: Owner,
  now: number,
): Promise<void> {
  await db.query(
    `update carrier_seats s set node = null, epoch = null, changed_at = $6::timestamptz
      where s.carrier = $1 and s.seat = $2 and s.bucket = $3 and s.node = $4 and s.epoch = $5`,
    [carrier, seat, hash12(carrier), owner.node, owner.epoch, iso(now)],
  );
}
