/**
 * Legs: a party, the mask that this party texts, and the session that holds the two. A row of `seats` is a leg.
 *
 * 1. The database decides who gets a leg: its row is inserted, or taken over when the leg is free. Two nodes that want
 *    the same leg meet in its key, and the second waits for the first.
 * 2. A leg rests after its session's end, until `free_at`. For the same two parties it is free from the end itself: a
 *    late text then reaches whom it was meant for.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';
import { foundByBoth } from '../sql/id-range.ts';
import { recordset } from '../sql/recordset.ts';

export interface Leg {
  readonly party: string;
  /** The number that the party texts. */
  readonly mask: string;
}

export interface HeldLeg extends Leg {
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

const HELD = recordset<HeldLeg>([
  { name: 'party', type: 'text', of: ({ party }) => party },
  { name: 'mask', type: 'text', of: ({ mask }) => mask },
  { name: 'bucket', type: 'smallint', of: ({ party }) => hash12(party) },
  { name: 'session_id', type: 'uuid', of: ({ sessionId }) => sessionId },
  { name: 'other', type: 'text', of: ({ other }) => other },
  { name: 'taken_at', type: 'instant', of: ({ takenAt }) => takenAt },
  { name: 'ends_at', type: 'instant', of: ({ endsAt }) => endsAt },
  { name: 'free_at', type: 'instant', of: ({ freeAt }) => freeAt },
]);

export interface TakenLeg {
  readonly party: string;
  readonly mask: string;
  readonly other: string;
  readonly endsAt: number;
}

/** The legs of these parties that are not free yet, by party. */
export async function legsTakenOf(
  db: Queryable,
  parties: readonly string[],
  now: number,
): Promise<Map<string, TakenLeg[]>> {
  // Neither as a join nor by the time: either would read all legs when there are many.
  const distinct = [...new Set(parties)];
  const { rows } = await db.query<TakenLeg>(
    `select s.party, s.mask, s.other, s.ends_at as "endsAt" from seats s
      where s.party = any($1::text[]) and s.bucket = any($2::smallint[])
        and case when s.free_at > $3::timestamptz then true else false end`,
    [distinct, distinct.map(hash12), iso(now)],
    'kept',
  );
  const held = new Map<string, TakenLeg[]>();
  for (const row of rows) {
    const legs = held.get(row.party);
    if (legs) legs.push(row);
    else held.set(row.party, [row]);
  }
  return held;
}

/**
 * Takes what is free of them at their `takenAt`, each leg named once; returns the legs that were taken. Behind
 * `on conflict` stands no parameter: Citus 13.2 forgets those of an insert whose rows come from a select.
 */
export async function takeLegs(tx: Queryable, legs: readonly HeldLeg[]): Promise<Leg[]> {
  const { rows } = await tx.query<Leg>(
    `insert into seats as s (${HELD.names}) select ${HELD.list(1)} from ${HELD.from(1)} order by r.party, r.mask
     on conflict (party, mask, bucket) do update
        set session_id = excluded.session_id, other = excluded.other, taken_at = excluded.taken_at,
            ends_at = excluded.ends_at, free_at = excluded.free_at
      where s.free_at <= excluded.taken_at or (s.other = excluded.other and s.ends_at <= excluded.taken_at)
     returning s.party, s.mask`,
    HELD.values(legs),
    'kept',
  );
  return rows;
}

/** Moves the end of legs, as far as the session still holds them. */
export async function moveLegs(
  tx: Queryable,
  sessionId: string,
  legs: readonly Leg[],
  { endsAt, freeAt }: Pick<HeldLeg, 'endsAt' | 'freeAt'>,
): Promise<void> {
  for (const { party, mask } of legs) {
    await tx.query(
      `update seats s set ends_at = $5::timestamptz, free_at = $6::timestamptz
        where ${foundByBoth('s.party, s.mask', '$1, $2')} and s.bucket = $3 and s.session_id = $4::uuid`,
      [party, mask, hash12(party), sessionId, iso(endsAt), iso(freeAt)],
      'kept',
    );
  }
}

export interface FoundLeg extends Leg {
  readonly sessionId: string;
  /** The other party of the session. */
  readonly other: string;
  readonly takenAt: number;
}

/** Who holds the legs; those that nobody ever held are absent. Reads without a lock. */
export async function findLegs(db: Queryable, legs: readonly Leg[]): Promise<Map<string, FoundLeg>> {
  const { rows } = await db.query<FoundLeg>(
    `select s.party, s.mask, s.session_id as "sessionId", s.other, s.taken_at as "takenAt" from seats s
       join ${LEGS.from(1)} on ${foundByBoth('s.party, s.mask', 'r.party, r.mask')} and s.bucket = r.bucket`,
    LEGS.values(legs),
    'kept',
  );
  return new Map(rows.map((row) => [legName(row), row]));
}

export function legName({ party, mask }: Leg): string {
  return `${party} ${mask}`;
}
