/**
 * Seats: which session holds a leg, a party and the mask that this party texts.
 *
 * 1. The database decides who gets a seat: it is inserted, or taken over when it is free. Two nodes that want the same
 *    one meet in its key, and the second waits for the first.
 * 2. A seat is free from `free_at` on, which is some time after the session's end; for the same two parties from the end
 *    itself: a late text then reaches whom it was meant for.
 */

import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';
import { recordset } from '../sql/recordset.ts';

export interface Leg {
  readonly party: string;
  /** The number that the party texts. */
  readonly mask: string;
}

export interface Seat extends Leg {
  readonly sessionId: string;
  readonly other: string;
  readonly takenAt: number;
  readonly endsAt: number;
  readonly freeAt: number;
}

const LEGS = recordset<Leg>([
  { name: 'party', type: 'text', of: ({ party }) => party },
  { name: 'mask', type: 'text', of: ({ mask }) => mask },
  { name: 'bucket', type: 'smallint', of: ({ party }) => hash12(party) },
]);

const SEATS = recordset<Seat>([
  { name: 'party', type: 'text', of: ({ party }) => party },
  { name: 'mask', type: 'text', of: ({ mask }) => mask },
  { name: 'bucket', type: 'smallint', of: ({ party }) => hash12(party) },
  { name: 'session_id', type: 'uuid', of: ({ sessionId }) => sessionId },
  { name: 'other', type: 'text', of: ({ other }) => other },
  { name: 'taken_at', type: 'instant', of: ({ takenAt }) => takenAt },
  { name: 'ends_at', type: 'instant', of: ({ endsAt }) => endsAt },
  { name: 'free_at', type: 'instant', of: ({ freeAt }) => freeAt },
]);

export interface HeldSeat {
  readonly party: string;
  readonly mask: string;
  readonly other: string;
  readonly endsAt: number;
}

/** The seats of these parties that are not free yet, by party. */
export async function seatsHeldBy(
  db: Queryable,
  parties: readonly string[],
  now: number,
): Promise<Map<string, HeldSeat[]>> {
  // Neither as a join nor by the time: either would read all seats when there are many.
  const distinct = [...new Set(parties)];
  const { rows } = await db.query<HeldSeat>(
    `select s.party, s.mask, s.other, s.ends_at as "endsAt" from seats s
      where s.party = any($1::text[]) and s.bucket = any($2::smallint[])
        and case when s.free_at > $3::timestamptz then true else false end`,
    [distinct, distinct.map(hash12), iso(now)],
    'kept',
  );
  const held = new Map<string, HeldSeat[]>();
  for (const row of rows) {
    const seats = held.get(row.party);
    if (seats) seats.push(row);
    else held.set(row.party, [row]);
  }
  return held;
}

/**
 * Takes what is free of them at their `takenAt`, each leg named once; returns the legs that were taken. Behind
 * `on conflict` stands no parameter: Citus 13.2 forgets those of an insert whose rows come from a select.
 */
export async function takeSeats(tx: Queryable, seats: readonly Seat[]): Promise<Leg[]> {
  const { rows } = await tx.query<Leg>(
    `insert into seats as s (${SEATS.names}) select ${SEATS.list(1)} from ${SEATS.from(1)} order by r.party, r.mask
     on conflict (party, mask, bucket) do update
        set session_id = excluded.session_id, other = excluded.other, taken_at = excluded.taken_at,
            ends_at = excluded.ends_at, free_at = excluded.free_at
      where s.free_at <= excluded.taken_at or (s.other = excluded.other and s.ends_at <= excluded.taken_at)
     returning s.party, s.mask`,
    SEATS.values(seats),
    'kept',
  );
  return rows;
}

/** Moves the end of seats, as far as the session still holds them. */
export async function moveSeats(
  tx: Queryable,
  sessionId: string,
  legs: readonly Leg[],
  { endsAt, freeAt }: Pick<Seat, 'endsAt' | 'freeAt'>,
): Promise<void> {
  for (const { party, mask } of legs) {
    await tx.query(
      `update seats s set ends_at = $5::timestamptz, free_at = $6::timestamptz
        where s.party = $1 and s.mask = $2 and s.bucket = $3 and s.session_id = $4::uuid`,
      [party, mask, hash12(party), sessionId, iso(endsAt), iso(freeAt)],
      'kept',
    );
  }
}

export interface FoundSeat extends Leg {
  readonly sessionId: string;
  /** The other party of the session. */
  readonly other: string;
  readonly takenAt: number;
}

/** Who holds the legs; those that nobody ever held are absent. Reads without a lock. */
export async function findSeats(db: Queryable, legs: readonly Leg[]): Promise<Map<string, FoundSeat>> {
  const { rows } = await db.query<FoundSeat>(
    `select s.party, s.mask, s.session_id as "sessionId", s.other, s.taken_at as "takenAt" from seats s
       join ${LEGS.from(1)} on s.party = r.party and s.mask = r.mask and s.bucket = r.bucket`,
    LEGS.values(legs),
    'kept',
  );
  return new Map(rows.map((row) => [legName(row), row]));
}

export function legName({ party, mask }: Leg): string {
  return `${party} ${mask}`;
}
