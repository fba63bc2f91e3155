/**
 * Callbacks while they are owed: claiming, settling, and what operators see.
 *
 * 1. Only the lowest unsent callback of a message may be claimed. One that finds a lower one unsent is put behind it.
 * 2. Claims go endpoint by endpoint, so that a million rows of a dead one are in nobody's way.
 * 3. A result counts only while the row is still leased to who sent it.
 * 4. A row under a lease is due when the lease ends: nobody has to notice that its sender is gone.
 * 5. A row that was recorded by its sender is held (holds.ts) and comes due like any other when its time has come: none
 *    of these statements finds it before, but by its message.
 * 6. What stands behind a callback is looked for only when something was put there while it was owed (`has_later`):
 *    most messages have one callback.
 */

import { bucketOf, lowestIdAt } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { type Queryable, together } from '../database.ts';
import type { FormerOwner, Owner } from '../nodes/owner.ts';
import { byDay, EVER, idRange } from '../sql/id-range.ts';
import type { Buckets } from '../sql/lanes.ts';
import { recordset } from '../sql/recordset.ts';
import { PLACES } from './callback-rows.ts';

export interface CallbackRow {
  readonly id: string;
  readonly messageId: string;
  readonly seq: number;
  readonly accountId: string;
  readonly url: string;
  readonly method: 'POST' | 'GET';
  readonly endpoint: string;
  readonly body: string;
  readonly createdAt: number;
  readonly tries: number;
}

export interface ClaimedCallback extends CallbackRow {
  /** False: the release before wrote the body, in its own numbers. */
  readonly hasPublicCodes: boolean;
}

interface Row {
  id: string;
  message_id: string;
  seq: number;
  account_id: string;
  url: string;
  method: 'POST' | 'GET';
  endpoint: string;
  body: string;
  has_public_codes: boolean;
  created_at: number;
  tries: number;
}

/** What a statement looks at: the buckets of a lane, and messages of a span of time, so that other days are not even opened. */
export interface Reach {
  readonly buckets: Buckets;
  /** Epoch milliseconds; both included. */
  readonly fromMs: number;
  readonly toMs: number;
}

export interface DueEndpoint {
  readonly endpoint: string;
  /** When the first of its callbacks is due. */
  readonly dueAt: number;
}

/** All endpoints, as the bounds of a range: they begin with `http`. Why a range is named: look-out.ts. */
export const EVERYWHERE: readonly [string, string] = ['', 'zzzz'];

/**
 * Endpoints that something is owed to, in the order of their names, from the first one after `after`: found by skipping
 * through the index, however much each of them is owed.
 */
export async function endpointsOwed(db: Queryable, after: string, limit: number, reach: Reach): Promise<DueEndpoint[]> {
  const within = `($3::smallint[] is null or c.bucket = any($3::smallint[]))
           and c.message_id >= $4::uuid and c.message_id < $5::uuid`;
  const { rows } = await db.query<{ endpoint: string; due_at: number }>(
    `with recursive owed as (
       (select c.endpoint, c.due_at from callbacks c
         where c.due_at is not null and c.endpoint > $1 and c.endpoint <= $6 and ${within}
         order by c.endpoint, c.due_at limit 1)
       union all
       select next.endpoint, next.due_at from owed
        cross join lateral (
          select c.endpoint, c.due_at from callbacks c
           where c.due_at is not null and c.endpoint > owed.endpoint and c.endpoint <= $6 and ${within}
           order by c.endpoint, c.due_at limit 1) next)
     select endpoint, due_at from owed limit $2`,
    [after, limit, ...valuesOf(reach), EVERYWHERE[1]],
    'kept',
  );
  return rows.map((row) => ({ endpoint: row.endpoint, dueAt: row.due_at }));
}

function valuesOf({ buckets, fromMs, toMs }: Reach): unknown[] {
  return [buckets, lowestIdAt(fromMs), lowestIdAt(toMs + 1)];
}

export interface Claim {
  readonly rows: ClaimedCallback[];
  /** As many were due as were asked for: there may be more. */
  readonly isMore: boolean;
}

/** A millisecond later, in the only way that is immutable: Citus refuses any other in an UPDATE. */
function justAfter(instant: string): string {
  return `(${instant} at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC'`;
}

/**
 * Takes due callbacks of one endpoint; why it is named as a range of one: look-out.ts. One that is not at the front of its message's line is put behind the front: to
 * the front's next try, or, while the front is being sent, to a second from now.
 */
export async function claimCallbacks(
  db: Queryable,
  endpoint: string,
  owner: Owner,
  times: { readonly now: number; readonly leasedUntil: number },
  limit: number,
  reach: Reach,
): Promise<Claim> {
  const within = (row: string) => `($7::smallint[] is null or ${row}.bucket = any($7::smallint[]))
          and ${row}.message_id >= $8::uuid and ${row}.message_id < $9::uuid`;
  const { rows, rowCount } = await db.query<Row & { claimed: boolean }>(
    `with due as (
       select c.message_id, c.seq, c.bucket from callbacks c
        where c.endpoint >= $1 and c.endpoint <= $1 and c.due_at >= $11::timestamptz and c.due_at <= $2::timestamptz
          and ${within('c')}
        order by c.endpoint, c.due_at limit $6 for update skip locked),
     lined as (
       select d.message_id, d.seq, d.bucket, front.due_at as front_at, front.lease_node as front_node
         from due d left join lateral (
           select coalesce(f.due_at, f.held_until) as due_at, f.lease_node from callbacks f
            where f.message_id = d.message_id and f.bucket = d.bucket and f.seq < d.seq and f.state = 'pending'
              and ${within('f')}
            order by f.seq limit 1) front on true)
     update callbacks c
        set due_at = case when lined.front_at is null then $3::timestamptz
                          when lined.front_node is not null then $10::timestamptz
                          else ${justAfter('greatest(lined.front_at, $2::timestamptz)')} end,
            lease_node = case when lined.front_at is null then $4 end,
            lease_epoch = case when lined.front_at is null then $5::bigint end
       from lined
      where c.message_id = lined.message_id and c.seq = lined.seq and c.bucket = lined.bucket and ${within('c')}
     returning c.id, c.message_id, c.seq, c.account_id, c.url, c.method, c.endpoint, c.body, c.has_public_codes, c.created_at, c.tries,
       lined.front_at is null as claimed`,
    [
      endpoint,
      iso(times.now),
      iso(times.leasedUntil),
      owner.node,
      owner.epoch,
      limit,
      ...valuesOf(reach),
      iso(times.now + 1_000),
      EVER[0],
    ],
    'kept',
  );
  return { rows: rows.filter((row) => row.claimed).map(toCallback), isMore: rowCount >= limit };
}

export interface CallbackResult {
  readonly messageId: string;
  readonly seq: number;
  readonly state: 'pending' | 'delivered' | 'given_up';
  /** Of the next try; null when there is none. */
  readonly dueAt: number | null;
  readonly tries: number;
  readonly status: number | null;
  readonly error: string | null;
}

const RESULTS = recordset<CallbackResult>([
  { name: 'message_id', type: 'uuid', of: ({ messageId }) => messageId },
  { name: 'seq', type: 'smallint', of: ({ seq }) => seq },
  { name: 'bucket', type: 'smallint', of: ({ messageId }) => bucketOf(messageId) },
  { name: 'state', type: 'text', shared: true, of: ({ state }) => state },
  { name: 'due_at', type: 'instant', shared: true, of: ({ dueAt }) => dueAt },
  { name: 'tries', type: 'smallint', shared: true, of: ({ tries }) => tries },
  { name: 'last_status', type: 'smallint', shared: true, of: ({ status }) => status },
  { name: 'last_error', type: 'text', shared: true, of: ({ error }) => error },
]);

/**
 * That the sender still has the lease. As a `case`, which the planner does not guess at: told that hardly any row is
 * like this, it would compare all of them with every result.
 */
function stillLeased(node: string, epoch: string): string {
  return `case when c.state = 'pending' and c.lease_node = ${node} and c.lease_epoch = ${epoch} then true else false end`;
}

function rangeOf(rows: ReadonlyArray<Pick<CallbackRow, 'messageId'>>): [string, string] {
  return idRange(rows.map(({ messageId }) => messageId));
}

/**
 * Writes results, and moves what stands behind each in its message's line: to now when it is settled, behind the next
 * try when it is not. Returns the endpoints of what may go now.
 */
export async function settleCallbacks(
  db: Queryable,
  results: readonly CallbackResult[],
  owner: Owner,
  now: number,
  buckets: Buckets,
): Promise<string[]> {
  const settled = byDay(results, ({ messageId }) => messageId).map(({ day, rows }) =>
    settleThose(db, day, rows, owner, now, buckets),
  );
  return [...new Set((await together(settled)).flat())];
}

async function settleThose(
  db: Queryable,
  day: string,
  results: readonly CallbackResult[],
  owner: Owner,
  now: number,
  buckets: Buckets,
): Promise<string[]> {
  const { form, values } = RESULTS.fitted(results);
  const { rows } = await db.query<{ endpoint: string; moved_for: CallbackResult['state'] }>(
    `with settled as (
       update callbacks${day} c
          set ${form.set(['state', 'due_at', 'tries', 'last_status', 'last_error'], 5)},
              delivered_at = case when ${form.value('state', 5)} = 'delivered' then $1::timestamptz end,
              held_until = null, lease_node = null, lease_epoch = null
         from ${form.from(5)}
        where c.message_id = r.message_id and c.seq = r.seq and c.bucket = r.bucket and ${stillLeased('$2', '$3')}
          and ($4::smallint[] is null or c.bucket = any($4::smallint[]))
       returning c.message_id, c.seq, c.bucket, c.state, c.due_at, c.has_later)
     update callbacks${day} c
        set due_at = case when s.state = 'pending' then ${justAfter('s.due_at')} else $1::timestamptz end,
            lease_node = null, lease_epoch = null
       from settled s
      where s.has_later and c.message_id = s.message_id and c.seq > s.seq and c.bucket = s.bucket and c.state = 'pending'
        and (c.lease_node is null or s.state = 'pending')
        and ($4::smallint[] is null or c.bucket = any($4::smallint[]))
     returning c.endpoint, s.state as moved_for`,
    [iso(now), owner.node, owner.epoch, buckets, ...values],
    'kept',
  );
  return rows.filter((row) => row.moved_for !== 'pending').map((row) => row.endpoint);
}

/** Lets others have callbacks that this node does not send now; they are due at `dueAt`. */
export async function releaseCallbacks(
  db: Queryable,
  rows: ReadonlyArray<Pick<CallbackRow, 'messageId' | 'seq'>>,
  owner: Owner,
  dueAt: number,
  buckets: Buckets,
): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    `update callbacks c set due_at = $1::timestamptz, lease_node = null, lease_epoch = null
       from ${PLACES.from(7)}
      where c.message_id = r.message_id and c.seq = r.seq and c.bucket = r.bucket and ${stillLeased('$2', '$3')}
        and c.message_id >= $4::uuid and c.message_id <= $5::uuid
        and ($6::smallint[] is null or c.bucket = any($6::smallint[]))`,
    [iso(dueAt), owner.node, owner.epoch, ...rangeOf(rows), buckets, ...PLACES.values(rows)],
    'kept',
  );
}

/**
 * Moves what is due for one URL to later, so that it does not stand before what is owed to others at the same endpoint.
 * Returns how many; fewer than `limit` are all.
 */
export async function putOffCallbacks(
  db: Queryable,
  target: { readonly endpoint: string; readonly url: string },
  times: { readonly now: number; readonly until: number },
  limit: number,
  reach: Reach,
): Promise<number> {
  const within = `($6::smallint[] is null or c.bucket = any($6::smallint[]))
          and c.message_id >= $7::uuid and c.message_id < $8::uuid`;
  const { rowCount } = await db.query(
    `with due as (
       select c.message_id, c.seq, c.bucket from callbacks c
        where c.endpoint = $1 and c.url = $2 and c.due_at <= $3::timestamptz and ${within}
        order by c.due_at limit $5 for update skip locked)
     update callbacks c set due_at = $4::timestamptz, lease_node = null, lease_epoch = null from due
      where c.message_id = due.message_id and c.seq = due.seq and c.bucket = due.bucket and ${within}`,
    [target.endpoint, target.url, iso(times.now), iso(times.until), limit, ...valuesOf(reach)],
  );
  return rowCount;
}

/** Gives back what a node had leased in its starts before `beforeEpoch`; what it held must have been lifted. */
export async function releaseCallbackLeases(
  db: Queryable,
  owner: FormerOwner,
  now: number,
  buckets: Buckets,
): Promise<void> {
  await db.query(
    `update callbacks c set due_at = $1::timestamptz, lease_node = null, lease_epoch = null
      where c.lease_node = $2 and c.lease_epoch < $3 and c.due_at > $1::timestamptz
        and ($4::smallint[] is null or c.bucket = any($4::smallint[]))`,
    [iso(now), owner.node, owner.beforeEpoch, buckets],
  );
}

/** The receiver is gone (410): gives up what is pending for the URL of this account. Fewer than `limit` are all. */
export async function giveUpUrl(
  db: Queryable,
  target: { readonly accountId: string; readonly endpoint: string; readonly url: string },
  limit: number,
  buckets: Buckets,
): Promise<number> {
  const { rowCount } = await db.query(
    `with gone as (
       select c.message_id, c.seq, c.bucket from callbacks c
        where c.endpoint = $1 and c.due_at is not null and c.account_id = $2 and c.url = $3
          and ($5::smallint[] is null or c.bucket = any($5::smallint[]))
        limit $4 for update)
     update callbacks c set state = 'given_up', due_at = null, last_error = 'the receiver answered 410',
            lease_node = null, lease_epoch = null
       from gone
      where c.message_id = gone.message_id and c.seq = gone.seq and c.bucket = gone.bucket
        and ($5::smallint[] is null or c.bucket = any($5::smallint[]))`,
    [target.endpoint, target.accountId, target.url, limit, buckets],
  );
  return rowCount;
}

/** How many wait here, counted up to `most`: not those that are held. */
export async function countPending(db: Queryable, most: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from (select 1 from callbacks c where c.due_at is not null limit $1) pending`,
    [most],
  );
  return rows[0]?.count ?? 0;
}

function toCallback(row: Row): ClaimedCallback {
  return {
    id: row.id,
    messageId: row.message_id,
    seq: row.seq,
    accountId: row.account_id,
    url: row.url,
    method: row.method,
    endpoint: row.endpoint,
    body: row.body,
    hasPublicCodes: row.has_public_codes,
    createdAt: row.created_at,
    tries: row.tries,
  };
}
