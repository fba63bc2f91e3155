/**
 * Messages that wait for a time, or for room at a carrier: the statements that find and move them. The door and the
 * jobs call them.
 */
import { iso } from '../../lib/instant.ts';
import type { Queryable, Transaction } from '../database.ts';
import type { FormerOwner } from '../nodes/owner.ts';
import { EVER, type IdSlice } from '../sql/id-range.ts';
import type { Buckets } from '../sql/lanes.ts';
import { MESSAGE_COLUMNS, type MessageRow, PRIORITY, type StoredMessage } from './message-rows.ts';
import { withAttempts } from './messages.ts';

/**
 * Locks messages that wait for room at a carrier: by priority, and inside one priority in turn between accounts. The
 * accounts are found by skipping through the index, so that a backlog of one costs the others nothing.
 *
 * 1. Both statements name a range of (queue, priority, account, id) and its order, where equality would do: the order
 *    then belongs to one index only. With equality, the index of an account's messages has it as well, and a plan that
 *    takes that one reads everything that the account has sent before it meets what waits.
 * 2. The rows are read by their ids alone: that they still wait there is asked in a way that no index answers. A plan made
 *    while nothing waited would otherwise read all that waits, into a file, for each claim.
 */
export async function lockQueuedMessages(
  tx: Transaction,
  carrier: string,
  limit: number,
  buckets: Buckets,
): Promise<Map<string, StoredMessage>> {
  const picked: MessageRow[] = [];
  for (const priority of Object.values(PRIORITY)) {
    if (picked.length >= limit) break;
    picked.push(...(await lockQueuedOfPriority(tx, { carrier, priority, limit: limit - picked.length, buckets })));
  }
  return withAttempts(tx, picked, buckets);
}

interface QueueTurn {
  readonly carrier: string;
  readonly priority: number;
  readonly limit: number;
  readonly buckets: Buckets;
}

async function lockQueuedOfPriority(
  tx: Transaction,
  { carrier, priority, limit, buckets }: QueueTurn,
): Promise<MessageRow[]> {
  const accounts = await accountsWaiting(tx, carrier, priority, buckets);
  if (accounts.length === 0) return [];
  const perAccount = Math.max(1, Math.ceil(limit / accounts.length));
  const { rows } = await tx.query<MessageRow>(
    `select ${MESSAGE_COLUMNS} from messages m
      where m.id = any(array(
        select q.id from unnest($3::text[]) as a(account_id)
         cross join lateral (
           select w.id from messages w
            where w.queue is not null and (w.queue, w.priority, w.account_id) >= ($1, $2, a.account_id)
              and (w.queue, w.priority, w.account_id) <= ($1, $2, a.account_id)
              and ($5::smallint[] is null or w.bucket = any($5::smallint[]))
            order by w.queue, w.priority, w.account_id, w.id limit $4) q))
        and m.queue is not distinct from $1 and ($5::smallint[] is null or m.bucket = any($5::smallint[]))
      order by m.id limit $6 for update skip locked`,
    [carrier, priority, accounts, perAccount, buckets, limit],
    'kept',
  );
  return rows;
}

/** How many accounts take turns in one claim. */
const ACCOUNTS_PER_CLAIM = 64;

async function accountsWaiting(tx: Queryable, carrier: string, priority: number, buckets: Buckets): Promise<string[]> {
  const { rows } = await tx.query<{ account_id: string }>(
    `with recursive turn as (
       (select m.queue, m.priority, m.account_id, 1 as n from messages m
         where m.queue is not null and (m.queue, m.priority, m.account_id) >= ($1, $2, '')
           and ($3::smallint[] is null or m.bucket = any($3::smallint[]))
         order by m.queue, m.priority, m.account_id limit 1)
       union all
       select next.queue, next.priority, next.account_id, turn.n + 1 from turn
        cross join lateral (
          select m.queue, m.priority, m.account_id from messages m
           where m.queue is not null
             and (m.queue, m.priority, m.account_id) > (turn.queue, turn.priority, turn.account_id)
             and ($3::smallint[] is null or m.bucket = any($3::smallint[]))
           order by m.queue, m.priority, m.account_id limit 1) next
        where turn.queue = $1 and turn.priority = $2 and turn.n < $4)
     select account_id from turn where queue = $1 and priority = $2`,
    [carrier, priority, buckets, ACCOUNTS_PER_CLAIM],
    'kept',
  );
  return rows.map((row) => row.account_id);
}

/**
 * When the next message is due, or null; a hint for how long the worker may sleep. Why it names all instants: poll.ts.
 */
export async function nextDueAt(db: Queryable, span: IdSlice): Promise<number | null> {
  const { rows } = await db.query<{ due_at: number | null }>(
    `select m.due_at from messages m
      where m.id >= $1::uuid and m.id < $2::uuid and m.due_at >= $3::timestamptz and m.due_at <= $4::timestamptz
      order by m.due_at limit 1`,
    [...span, ...EVER],
    'kept',
  );
  return rows[0]?.due_at ?? null;
}

/**
 * Gives back what a node that is no longer there had leased: its leases would run out by themselves, but later. What it
 * held must have been lifted.
 * Returns how many messages that were.
 */
export async function releaseLeases(db: Queryable, owner: FormerOwner, now: number, buckets: Buckets): Promise<number> {
  const { rowCount } = await db.query(
    `update messages m set due_at = $1::timestamptz, lease_node = null, lease_epoch = null, version = m.version + 1
      where m.lease_node = $2 and m.lease_epoch < $3 and m.due_at > $1::timestamptz
        and m.due_at <= $1::timestamptz + interval '10 minutes'
        and ($4::smallint[] is null or m.bucket = any($4::smallint[]))`,
    [iso(now), owner.node, owner.beforeEpoch, buckets],
  );
  return rowCount;
}

export interface QueueWalk {
  readonly carrier: string;
  /** Where the call before came to; null at the beginning. */
  readonly after: string | null;
  readonly now: number;
  readonly limit: number;
  readonly buckets: Buckets;
}

/**
 * Makes messages due that wait for a carrier, a few at a time: that carrier is down, and another route or the deadline
 * may take them. Returns where to go on, or null at the end.
 */
export async function wakeQueued(
  db: Queryable,
  { carrier, after, now, limit, buckets }: QueueWalk,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `with waiting as (
       select m.id, m.bucket from messages m
        where m.queue = $1 and ($2::uuid is null or m.id > $2::uuid)
          and ($5::smallint[] is null or m.bucket = any($5::smallint[]))
        order by m.id limit $4 for update skip locked)
     update messages m set due_at = $3::timestamptz, version = m.version + 1 from waiting
      where m.id = waiting.id and m.bucket = waiting.bucket and ($5::smallint[] is null or m.bucket = any($5::smallint[]))
     returning m.id`,
    [carrier, after, iso(now), limit, buckets],
  );
  if (rows.length < limit) return null;
  const ids = rows.map((row) => row.id).sort();
  return ids.at(-1) ?? null;
}
