/**
 * Which node may send which callback: a node claims callbacks that are due, and gives back those that it does not send.
 *
 * 1. Only the first unsent callback of a message may be claimed: its second status is not sent before its first. A
 *    callback that finds another before it is put behind that one.
 * 2. A node claims from one endpoint at a time, so that the million callbacks that a dead endpoint is owed delay nobody
 *    else's.
 * 3. A claim is a lease. When the lease ends the row is due again: no node has to notice that the other one is gone.
 * 4. A row that the node recorded itself is held (holds.ts) until its time comes. Until then no statement here finds it,
 *    except as the one before another of the same message.
 */
import { lowestIdAt } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';
import type { FormerOwner, Owner } from '../nodes/owner.ts';
import { daysOf, EVER, foundBy, idRange } from '../sql/id-range.ts';
import type { Buckets } from '../sql/lanes.ts';
import { CALLBACK_KEYS, type CallbackRow } from './callback-rows.ts';

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
  is_again: boolean;
}

/** The rows that a statement goes over: of one lane, and of the messages of some days, so that no other day is opened. */
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

/** All endpoints, as the bounds of a range: they begin with `http`. Why a range is named: poll.ts. */
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
  readonly endpoint: string;
  readonly owner: Owner;
  readonly now: number;
  readonly leasedUntil: number;
  /** Callbacks at most. */
  readonly limit: number;
}

export interface Claimed {
  readonly rows: ClaimedCallback[];
  /** As many were due as were asked for: there may be more. */
  readonly isMore: boolean;
}

/** A millisecond later, in the only way that is immutable: Citus refuses any other in an UPDATE. */
export function justAfter(instant: string): string {
  return `(${instant} at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC'`;
}

/**
 * Takes due callbacks of one endpoint, which is named as a range of one (poll.ts says why). One with another of its
 * message before it becomes due behind that (rule 1): just after the other's next try, or, while the other is being
 * sent, a second from now.
 */
export async function claimCallbacks(db: Queryable, claim: Claim, reach: Reach): Promise<Claimed> {
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
      where ${foundBy('c.message_id', 'lined.message_id')} and c.seq = lined.seq and c.bucket = lined.bucket
        and ($7::smallint[] is null or c.bucket = any($7::smallint[])) and ${daysOf('c.message_id', '$8::uuid', '$9::uuid')}
     returning c.id, c.message_id, c.seq, c.account_id, c.url, c.method, c.endpoint, c.body, c.has_public_codes, c.created_at, c.tries,
       c.redelivered_at is not null as is_again, lined.front_at is null as claimed`,
    [
      claim.endpoint,
      iso(claim.now),
      iso(claim.leasedUntil),
      claim.owner.node,
      claim.owner.epoch,
      claim.limit,
      ...valuesOf(reach),
      iso(claim.now + 1_000),
      EVER[0],
    ],
    'kept',
  );
  return { rows: rows.filter((row) => row.claimed).map(toCallback), isMore: rowCount >= claim.limit };
}

/**
 * Whether the sender still has the lease. It is a `case`, for which the planner assumes nothing: from plain conditions it
 * would conclude that hardly any row matches, and compare all of them with every result.
 */
export function stillLeased(node: string, epoch: string): string {
  return `case when c.state = 'pending' and c.lease_node = ${node} and c.lease_epoch = ${epoch} then true else false end`;
}

function rangeOf(rows: ReadonlyArray<Pick<CallbackRow, 'messageId'>>): [string, string] {
  return idRange(rows.map(({ messageId }) => messageId));
}

/** Lets others have callbacks that this node does not send now; they are due at `dueAt`. */
export async function releaseCallbacks(
  db: Queryable,
  rows: ReadonlyArray<Pick<CallbackRow, 'messageId' | 'seq'>>,
  { owner, dueAt, buckets }: { readonly owner: Owner; readonly dueAt: number; readonly buckets: Buckets },
): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    `update callbacks c set due_at = $1::timestamptz, lease_node = null, lease_epoch = null
       from ${CALLBACK_KEYS.from(7)}
      where ${foundBy('c.message_id', 'r.message_id')} and c.seq = r.seq and c.bucket = r.bucket
        and ${stillLeased('$2', '$3')} and ${daysOf('c.message_id', '$4::uuid', '$5::uuid')}
        and ($6::smallint[] is null or c.bucket = any($6::smallint[]))`,
    [iso(dueAt), owner.node, owner.epoch, ...rangeOf(rows), buckets, ...CALLBACK_KEYS.values(rows)],
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
  { now, until, limit }: { readonly now: number; readonly until: number; readonly limit: number },
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
    [target.endpoint, target.url, iso(now), iso(until), limit, ...valuesOf(reach)],
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
    isAgain: row.is_again,
  };
}
