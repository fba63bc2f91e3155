/**
 * Callbacks of a range that are sent once more: how many there are, and the order that makes them due a step at a time.
 *
 * 1. A step makes callbacks due and says how far it came, in one transaction: after a crash the next one goes on from
 *    there, so each callback is made due once. Callbacks that are recorded after the order are none of its.
 * 2. Whoever goes on takes the order under a lease, which is `due_at` itself; a step counts where the lease still stands.
 * 3. A callback that a node is sending just now is left: it is told anyway. So is one that has no address, and one whose
 *    body has been removed.
 * 4. What is looked at in one go is bounded, however few of it fit.
 */
import { bucketOf, lowestIdAt } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable, Transaction } from '../database.ts';
import { type Buckets, byLane, type Lanes } from '../sql/lanes.ts';
import type { CallbackState } from './callback-lists.ts';
import { CALLBACK_KEYS } from './callback-rows.ts';

export interface RedeliveryRange {
  readonly accountId: string;
  /** Undefined: whatever became of them. */
  readonly state?: CallbackState | undefined;
  /** Scheme, host and port, or a whole URL. */
  readonly endpoint?: string | undefined;
  /** Epoch milliseconds; included. */
  readonly from: number;
  /** Not included. */
  readonly to: number;
}

export interface Redelivery {
  readonly id: string;
  readonly accountId: string;
  readonly state: CallbackState | null;
  readonly endpoint: string | null;
  readonly fromId: string;
  readonly toId: string;
  readonly reachedId: string;
  /** How many there were when it was ordered. */
  readonly counted: number;
  /** How many have been made due. */
  readonly madeDue: number;
  readonly askedAt: number;
  readonly doneAt: number | null;
  readonly dueAt: number;
}

const COLUMNS = `r.id, r.account_id as "accountId", r.state, r.endpoint, r.from_id as "fromId", r.to_id as "toId",
  r.reached_id as "reachedId", r.counted, r.made_due as "madeDue", r.asked_at as "askedAt", r.done_at as "doneAt",
  r.due_at as "dueAt"`;

/** Of a callback `c` on parameters 1 and 2 (rule 3). */
const FITS = `(c.url <> '' and c.body <> '' and ($1::text is null or c.state = $1)
  and ($2::text is null or c.endpoint = $2 or c.url = $2) and (c.state <> 'pending' or c.lease_node is null))`;

const COUNTED_AT_ONCE = 10_000;
/** Rule 4: callbacks of the account in the range, whether they fit or not. */
export const LONGEST_RANGE = 1_000_000;

/** Null: the range holds more than `LONGEST_RANGE` callbacks. */
export async function countRange(db: Queryable, range: RedeliveryRange): Promise<number | null> {
  const to = lowestIdAt(range.to);
  let counted = 0;
  let from: string | null = lowestIdAt(range.from);
  for (let examined = 0; examined <= LONGEST_RANGE; examined += COUNTED_AT_ONCE) {
    const page: { readonly fitting: number; readonly last: string | null } = await countPage(db, range, from, to);
    counted += page.fitting;
    from = page.last;
    if (from === null) return counted;
  }
  return null;
}

async function countPage(db: Queryable, { accountId, state, endpoint }: RedeliveryRange, from: string, to: string) {
  const { rows } = await db.query<{ fitting: number; examined: number; last: string | null }>(
    `select count(*) filter (where p.fits)::int as fitting, count(*)::int as examined, max(p.id::text) as last
       from (select c.id, ${FITS} as fits from callbacks c
              where c.account_id = $3 and c.is_event and c.id > $4::uuid and c.id < $5::uuid
              order by c.id limit ${COUNTED_AT_ONCE}) p`,
    [state ?? null, endpoint ?? null, accountId, from, to],
  );
  const [page] = rows;
  return { fitting: page?.fitting ?? 0, last: page?.examined === COUNTED_AT_ONCE ? page.last : null };
}

export async function insertRedelivery(
  db: Queryable,
  id: string,
  { accountId, state, endpoint, from, to }: RedeliveryRange,
  { counted, now }: { readonly counted: number; readonly now: number },
): Promise<void> {
  const first = lowestIdAt(from);
  await db.query(
    `insert into redeliveries
       (id, bucket, account_id, state, endpoint, from_id, to_id, reached_id, counted, asked_at, due_at)
     values ($1::uuid, $2, $3, $4, $5, $6::uuid, $7::uuid, $6::uuid, $8, $9::timestamptz, $9::timestamptz)
     on conflict do nothing`,
    [id, bucketOf(id), accountId, state ?? null, endpoint ?? null, first, lowestIdAt(to), counted, iso(now)],
  );
}

/** Rule 2: takes what has waited longest, for as long as the lease lasts. */
export async function claimRedelivery(
  db: Queryable,
  now: number,
  leasedUntil: number,
  buckets: Buckets,
): Promise<Redelivery | null> {
  const { rows } = await db.query<Redelivery>(
    `with due as (
       select o.id, o.bucket from redeliveries o
        where o.due_at <= $1::timestamptz and ($2::smallint[] is null or o.bucket = any($2::smallint[]))
        order by o.due_at limit 1 for update skip locked)
     update redeliveries r set due_at = $3::timestamptz from due
      where r.id = due.id and r.bucket = due.bucket and ($2::smallint[] is null or r.bucket = any($2::smallint[]))
     returning ${COLUMNS}`,
    [iso(now), buckets, iso(leasedUntil)],
  );
  return rows[0] ?? null;
}

/** When the next one is due; null: there is none. */
export async function nextRedeliveryAt(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ at: number | null }>('select min(r.due_at) as at from redeliveries r', [], 'kept');
  return rows[0]?.at ?? null;
}

export interface RedeliveryStep {
  readonly reachedId: string;
  readonly madeDue: number;
  readonly doneAt: number | null;
  readonly dueAt: number;
}

/** Rule 2: false when somebody else has gone on with it meanwhile. */
export async function writeStep(
  tx: Transaction,
  { id, dueAt: leasedUntil }: Redelivery,
  { reachedId, madeDue, doneAt, dueAt }: RedeliveryStep,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update redeliveries r
        set reached_id = $4::uuid, made_due = $5, done_at = $6::timestamptz, due_at = $7::timestamptz
      where r.id = $1::uuid and r.bucket = $2 and r.due_at = $3::timestamptz`,
    [id, bucketOf(id), iso(leasedUntil), reachedId, madeDue, doneAt === null ? null : iso(doneAt), iso(dueAt)],
  );
  return rowCount > 0;
}

export async function forgetRedelivery(db: Queryable, { id, dueAt }: Redelivery): Promise<void> {
  await db.query('delete from redeliveries r where r.id = $1::uuid and r.bucket = $2 and r.due_at = $3::timestamptz', [
    id,
    bucketOf(id),
    iso(dueAt),
  ]);
}

interface Found {
  readonly id: string;
  readonly messageId: string;
  readonly seq: number;
  readonly fits: boolean;
}

/** Of the range behind what has been reached, oldest first: fewer than `limit` are all. */
export async function readRange(db: Queryable, order: Redelivery, limit: number): Promise<Found[]> {
  const { rows } = await db.query<Found>(
    `select c.id, c.message_id as "messageId", c.seq, ${FITS} as fits from callbacks c
      where c.account_id = $3 and c.is_event and c.id > $4::uuid and c.id < $5::uuid
      order by c.id limit $6`,
    [order.state, order.endpoint, order.accountId, order.reachedId, order.toId, limit],
  );
  return rows;
}

/** Those that still fit; returns how many. Others may stand behind each of them by now. */
export async function makeDue(
  tx: Transaction,
  order: Redelivery,
  found: readonly Found[],
  { lanes, now }: { readonly lanes: Lanes; readonly now: number },
): Promise<number> {
  let count = 0;
  for (const { rows, buckets } of byLane(found, lanes, ({ messageId }) => messageId)) {
    const sorted = rows.map(({ messageId }) => messageId).sort();
    const { rowCount } = await tx.query(
      `update callbacks c
          set state = 'pending', due_at = $3::timestamptz, tries = 0, delivered_at = null, redelivered_at = $3::timestamptz,
              lease_node = null, lease_epoch = null, has_later = true
         from ${CALLBACK_KEYS.from(7)}
        where c.message_id = r.message_id and c.seq = r.seq and c.bucket = r.bucket and ${FITS}
          and c.message_id >= $4::uuid and c.message_id <= $5::uuid
          and ($6::smallint[] is null or c.bucket = any($6::smallint[]))`,
      [order.state, order.endpoint, iso(now), sorted[0], sorted.at(-1), buckets, ...CALLBACK_KEYS.values(rows)],
    );
    count += rowCount;
  }
  return count;
}
