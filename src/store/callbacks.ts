/**
 * Callbacks while they are owed: claiming, settling, and what operators see.
 *
 * 1. Only the lowest unsent callback of a message may be claimed. One that finds a lower one unsent is put behind it.
 * 2. Claims go endpoint by endpoint, so that a million rows of a dead one are in nobody's way.
 * 3. A result counts only while the row is still leased to who sent it.
 */
import { bucketOf } from '../lib/ids.ts';
import type { Queryable } from './database.ts';
import type { Owner } from './message-rows.ts';

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

interface Row {
  id: string;
  message_id: string;
  seq: number;
  account_id: string;
  url: string;
  method: 'POST' | 'GET';
  endpoint: string;
  body: string;
  created_at: number;
  tries: number;
}

const MOST_ENDPOINTS = 10_000;

export interface DueEndpoint {
  readonly endpoint: string;
  /** When the first of its callbacks is due. */
  readonly dueAt: number;
}

/** Every endpoint that something is owed to, found by skipping through the index. */
export async function endpointsOwed(db: Queryable): Promise<DueEndpoint[]> {
  const { rows } = await db.query<{ endpoint: string; due_at: number }>(
    `with recursive owed as (
       (select c.endpoint, c.due_at from callbacks c where c.due_at is not null order by c.endpoint, c.due_at limit 1)
       union all
       select next.endpoint, next.due_at from owed
        cross join lateral (
          select c.endpoint, c.due_at from callbacks c
           where c.due_at is not null and c.endpoint > owed.endpoint
           order by c.endpoint, c.due_at limit 1) next)
     select endpoint, due_at from owed limit ${MOST_ENDPOINTS}`,
  );
  return rows.map((row) => ({ endpoint: row.endpoint, dueAt: row.due_at }));
}

/** Takes due callbacks of one endpoint; puts those behind their predecessors that are not at the front of their line. */
export async function claimCallbacks(
  db: Queryable,
  endpoint: string,
  owner: Owner,
  times: { readonly now: number; readonly leasedUntil: number },
  limit: number,
  lane: readonly number[] | null,
): Promise<CallbackRow[]> {
  const { rows } = await db.query<Row & { claimed: boolean }>(
    `with due as (
       select c.message_id, c.seq, c.bucket from callbacks c
        where c.endpoint = $1 and c.due_at <= $2::timestamptz and ($7::smallint[] is null or c.bucket = any($7::smallint[]))
        order by c.due_at limit $6 for update skip locked),
     lined as (
       select d.message_id, d.seq, d.bucket,
              (select min(l.due_at) from callbacks l
                where l.message_id = d.message_id and l.bucket = d.bucket and l.seq < d.seq and l.state = 'pending') as behind
         from due d)
     update callbacks c
        set due_at = case when lined.behind is null then $3::timestamptz
                          else greatest(lined.behind, $2::timestamptz) + interval '1 millisecond' end,
            lease_node = case when lined.behind is null then $4 end,
            lease_epoch = case when lined.behind is null then $5::bigint end
       from lined
      where c.message_id = lined.message_id and c.seq = lined.seq and c.bucket = lined.bucket
        and ($7::smallint[] is null or c.bucket = any($7::smallint[]))
     returning c.id, c.message_id, c.seq, c.account_id, c.url, c.method, c.endpoint, c.body, c.created_at, c.tries,
       lined.behind is null as claimed`,
    [endpoint, iso(times.now), iso(times.leasedUntil), owner.node, owner.epoch, limit, lane],
  );
  return rows.filter((row) => row.claimed).map(toCallback);
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

const RESULT_RECORD = `r(message_id uuid, seq smallint, bucket smallint, state text, due_at timestamptz, tries smallint,
  status smallint, error text)`;

/**
 * Writes results, and moves what stands behind each in its message's line: to now when it is settled, behind the next
 * try when it is not.
 */
export async function settleCallbacks(
  tx: Queryable,
  results: readonly CallbackResult[],
  owner: Owner,
  now: number,
  lane: readonly number[] | null,
): Promise<void> {
  const ids = results.map((result) => result.messageId).sort();
  const json = JSON.stringify(
    results.map(({ messageId, seq, state, dueAt, tries, status, error }) => ({
      message_id: messageId,
      seq,
      bucket: bucketOf(messageId),
      state,
      due_at: dueAt === null ? null : iso(dueAt),
      tries,
      status,
      error,
    })),
  );
  await tx.query(
    `update callbacks c
        set state = r.state, due_at = r.due_at, tries = r.tries, last_status = r.status, last_error = r.error,
            delivered_at = case when r.state = 'delivered' then $2::timestamptz end, lease_node = null, lease_epoch = null
       from json_to_recordset($1::text::json) as ${RESULT_RECORD}
      where c.message_id = r.message_id and c.seq = r.seq and c.bucket = r.bucket and c.state = 'pending'
        and c.lease_node = $3 and c.lease_epoch = $4
        and c.message_id >= $5::uuid and c.message_id <= $6::uuid
        and ($7::smallint[] is null or c.bucket = any($7::smallint[]))`,
    [json, iso(now), owner.node, owner.epoch, ids[0], ids.at(-1), lane],
  );
  await tx.query(
    `update callbacks c
        set due_at = case when r.state = 'pending' then r.due_at + interval '1 millisecond' else $2::timestamptz end
       from json_to_recordset($1::text::json) as ${RESULT_RECORD}
      where c.message_id = r.message_id and c.seq > r.seq and c.bucket = r.bucket and c.state = 'pending'
        and (c.lease_node is null or r.state = 'pending')
        and c.message_id >= $3::uuid and c.message_id <= $4::uuid
        and ($5::smallint[] is null or c.bucket = any($5::smallint[]))`,
    [json, iso(now), ids[0], ids.at(-1), lane],
  );
}

/** Lets others have callbacks that this node does not send now. */
export async function releaseCallbacks(
  db: Queryable,
  rows: ReadonlyArray<Pick<CallbackRow, 'messageId' | 'seq'>>,
  owner: Owner,
  dueAt: number,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.messageId).sort();
  await db.query(
    `update callbacks c set due_at = $2::timestamptz, lease_node = null, lease_epoch = null
       from json_to_recordset($1::text::json) as r(message_id uuid, seq smallint, bucket smallint)
      where c.message_id = r.message_id and c.seq = r.seq and c.bucket = r.bucket and c.state = 'pending'
        and c.lease_node = $3 and c.lease_epoch = $4 and c.message_id >= $5::uuid and c.message_id <= $6::uuid`,
    [
      JSON.stringify(rows.map(({ messageId, seq }) => ({ message_id: messageId, seq, bucket: bucketOf(messageId) }))),
      iso(dueAt),
      owner.node,
      owner.epoch,
      ids[0],
      ids.at(-1),
    ],
  );
}

/** Gives back what a node held in its starts before `beforeEpoch`. */
export async function releaseCallbackLeases(
  db: Queryable,
  owner: { readonly node: string; readonly beforeEpoch: number },
  now: number,
  lane: readonly number[] | null,
): Promise<void> {
  await db.query(
    `update callbacks c set due_at = $1::timestamptz, lease_node = null, lease_epoch = null
      where c.lease_node = $2 and c.lease_epoch < $3 and c.due_at > $1::timestamptz
        and ($4::smallint[] is null or c.bucket = any($4::smallint[]))`,
    [iso(now), owner.node, owner.beforeEpoch, lane],
  );
}

/** The receiver is gone (410): everything pending for the URL of this account is given up. */
export async function giveUpUrl(
  db: Queryable,
  target: { readonly accountId: string; readonly endpoint: string; readonly url: string },
): Promise<number> {
  const { rowCount } = await db.query(
    `update callbacks c set state = 'given_up', due_at = null, last_error = 'the receiver answered 410',
            lease_node = null, lease_epoch = null
      where c.endpoint = $1 and c.due_at is not null and c.account_id = $2 and c.url = $3`,
    [target.endpoint, target.accountId, target.url],
  );
  return rowCount;
}

function toCallback(row: Row): CallbackRow {
  return {
    id: row.id,
    messageId: row.message_id,
    seq: row.seq,
    accountId: row.account_id,
    url: row.url,
    method: row.method,
    endpoint: row.endpoint,
    body: row.body,
    createdAt: row.created_at,
    tries: row.tries,
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
