/**
 * Masks: the numbers that stand in for parties of masking sessions. Which of them is taken by whom: sessions.ts.
 *
 * 1. A mask stands in one pool: an account's own, or the shared one, whose account is ''.
 * 2. A retired mask is given to no new session. Its row stays: sessions that have it go on, and it remains a mask, which
 *    can be no party.
 */
import { hash12 } from '../../lib/ids.ts';
import type { Queryable } from '../database.ts';
import type { Buckets } from '../sql/lanes.ts';
import { recordset } from '../sql/recordset.ts';

export interface Mask {
  /** Digits. */
  readonly number: string;
  /** Whose pool it stands in; '' for the shared one. */
  readonly accountId: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  /** Which carrier takes what leaves from it; null: the routes say. */
  readonly carrier: string | null;
}

export interface ListedMask extends Mask {
  readonly createdAt: number;
  /** Null while it is given to new sessions. */
  readonly retiredAt: number | null;
}

const MASKS = recordset<Mask>([
  { name: 'number', type: 'text', of: ({ number }) => number },
  { name: 'bucket', type: 'smallint', of: ({ number }) => hash12(number) },
  { name: 'account_id', type: 'text', of: ({ accountId }) => accountId },
  { name: 'country', type: 'text', of: ({ country }) => country },
  { name: 'carrier', type: 'text', of: ({ carrier }) => carrier },
]);

const COLUMNS = `m.number, m.account_id as "accountId", m.country, m.carrier, m.created_at as "createdAt",
  m.retired_at as "retiredAt"`;

/** Of these numbers, those that are masks, retired or not. */
export async function findMasks(db: Queryable, numbers: readonly string[]): Promise<Map<string, ListedMask>> {
  const { rows } = await db.query<ListedMask>(
    `select ${COLUMNS} from masks m
      where m.number = any($1::text[]) and m.bucket = any($2::smallint[]) order by m.number`,
    [numbers, numbers.map(hash12)],
    'kept',
  );
  return new Map(rows.map((row) => [row.number, row]));
}

/**
 * Puts masks into their pools, or changes those that stand there; a retired one is given out again. Returns how many it
 * wrote: one that stands in another pool stays as it is.
 */
export async function putMasks(tx: Queryable, masks: readonly Mask[], now: number): Promise<number> {
  const { rowCount } = await tx.query(
    `insert into masks as m (created_at, ${MASKS.names})
     select $1::timestamptz, ${MASKS.list(2)} from ${MASKS.from(2)}
     on conflict (number, bucket) do update
       set country = excluded.country, carrier = excluded.carrier, retired_at = null
     where m.account_id = excluded.account_id
     returning m.number`,
    [new Date(now).toISOString(), ...MASKS.values(masks)],
  );
  return rowCount;
}

/** All that are given to new sessions. */
export async function activeMasks(db: Queryable): Promise<Mask[]> {
  const { rows } = await db.query<Mask>(
    `select m.number, m.account_id as "accountId", m.country, m.carrier from masks m where m.retired_at is null`,
  );
  return rows;
}

/** Whether one is given to new sessions. */
export async function hasActiveMask(db: Queryable): Promise<boolean> {
  const { rows } = await db.query('select 1 from masks m where m.retired_at is null limit 1');
  return rows.length > 0;
}

/** Another text whenever a mask has come, was retired or has changed: as long as it is the same, nothing need be read. */
export async function printOfMasks(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ masks: number; hashes: string }>(
    `select count(*) as masks,
            coalesce(sum(hashtextextended(
              m.number || ' ' || m.account_id || ' ' || m.country || ' ' || coalesce(m.carrier, '')
                || case when m.retired_at is null then '' else ' retired' end, 0)), 0)::text as hashes
       from masks m`,
    [],
    'kept',
  );
  return `${rows[0]?.masks} ${rows[0]?.hashes}`;
}

/** Returns false when there is no such mask. Retiring again keeps the time of the first. */
export async function retireMask(db: Queryable, number: string, now: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update masks m set retired_at = coalesce(m.retired_at, $3::timestamptz) where m.number = $1 and m.bucket = $2`,
    [number, hash12(number), new Date(now).toISOString()],
  );
  return rowCount > 0;
}

/** Many at once, of one lane. Those that are no masks, or retired, stay as they are. */
export async function retireMasks(
  db: Queryable,
  numbers: readonly string[],
  now: number,
  buckets: Buckets,
): Promise<void> {
  await db.query(
    `update masks m set retired_at = $2::timestamptz
      where m.number = any($1::text[]) and m.retired_at is null
        and ($3::smallint[] is null or m.bucket = any($3::smallint[]))`,
    [numbers, new Date(now).toISOString(), buckets],
  );
}

export interface MaskFilter {
  /** '' is the shared pool. */
  readonly accountId?: string | undefined;
  readonly country?: string | undefined;
  readonly state?: 'active' | 'retired' | undefined;
  /** Go on after this number. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** In the order of their digits. */
export async function listMasks(db: Queryable, filter: MaskFilter): Promise<ListedMask[]> {
  const { accountId, country, state, after, limit } = filter;
  const { rows } = await db.query<ListedMask>(
    `select ${COLUMNS} from masks m
      where ($1::text is null or m.account_id = $1) and ($2::text is null or m.country = $2)
        and ($3::boolean is null or (m.retired_at is not null) = $3)
        and ($4::text is null or m.number > $4)
      order by m.number limit $5`,
    [accountId ?? null, country ?? null, state === undefined ? null : state === 'retired', after ?? null, limit],
  );
  return rows;
}
