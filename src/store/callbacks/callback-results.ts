/**
 * The result of a callback that was sent: delivered, to be tried again, or given up.
 *
 * 1. A result counts only while the row is still leased to the node that sent it.
 * 2. The callbacks behind it, those of the same message with a higher number, move with it. The statement looks for
 *    them only when one was put there while this one was owed (`has_later`): most messages have one callback. When it is
 *    settled the next one alone is due: of what one person sent there may be hundreds behind it.
 * 3. A try that failed, and the one that comes after such, has a row of its own (callback-tries.ts), in the same
 *    transaction. A callback that is delivered at once has none, and what it costs is one statement.
 */
import { bucketOf } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { type Queryable, together } from '../database.ts';
import type { Owner } from '../nodes/owner.ts';
import { byDay, foundBy } from '../sql/id-range.ts';
import type { Buckets } from '../sql/lanes.ts';
import { recordset } from '../sql/recordset.ts';
import { justAfter, stillLeased } from './callback-claims.ts';
import type { CallbackTry } from './callback-tries.ts';

export interface CallbackResult {
  readonly messageId: string;
  readonly seq: number;
  readonly state: 'pending' | 'delivered' | 'given_up';
  /** Of the next try; null when there is none. */
  readonly dueAt: number | null;
  readonly tries: number;
  readonly status: number | null;
  readonly error: string | null;
  /** Null: nobody was asked. */
  readonly tookMs?: number | null;
  /** When the receiver took it. */
  readonly deliveredAt?: number;
  /** Rule 3. */
  readonly recorded?: CallbackTry;
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
  { name: 'took_ms', type: 'integer', shared: true, of: ({ tookMs }) => tookMs },
  { name: 'delivered_at', type: 'instant', of: ({ deliveredAt }) => deliveredAt },
]);

/** By whom callbacks were sent, and in which lane they lie. */
export interface Sent {
  readonly owner: Owner;
  readonly buckets: Buckets;
  readonly now: number;
}

/**
 * Writes results, and moves the callbacks behind each: the next one is due now when it is settled, and all are just after
 * its next try when it is not. Returns the endpoints of those that are due now.
 */
export async function settleCallbacks(
  db: Queryable,
  results: readonly CallbackResult[],
  sent: Sent,
): Promise<string[]> {
  const settled = byDay(results, ({ messageId }) => messageId).map(({ day, rows }) => settleThose(db, day, rows, sent));
  return [...new Set((await together(settled)).flat())];
}

async function settleThose(
  db: Queryable,
  day: string,
  results: readonly CallbackResult[],
  { owner, buckets, now }: Sent,
): Promise<string[]> {
  const { form, values } = RESULTS.fitted(results);
  const { rows } = await db.query<{ endpoint: string; moved_for: CallbackResult['state'] }>(
    `with settled as (
       update callbacks${day} c
          set ${form.set(['state', 'due_at', 'tries', 'last_status', 'last_error', 'took_ms', 'delivered_at'], 5)},
              held_until = null, lease_node = null, lease_epoch = null
         from ${form.from(5)}
        where ${foundBy('c.message_id', 'r.message_id')} and c.seq = r.seq and c.bucket = r.bucket and ${stillLeased('$2', '$3')}
          and ($4::smallint[] is null or c.bucket = any($4::smallint[]))
       returning c.message_id, c.seq, c.bucket, c.state, c.due_at, c.has_later)
     update callbacks${day} c
        set due_at = case when s.state = 'pending' then ${justAfter('s.due_at')} else $1::timestamptz end,
            lease_node = null, lease_epoch = null
       from settled s
      where s.has_later and ${foundBy('c.message_id', 's.message_id')} and c.seq > s.seq and c.bucket = s.bucket and c.state = 'pending'
        and (c.lease_node is null or s.state = 'pending')
        and (s.state = 'pending' or not exists (
          select 1 from callbacks${day} n
           where n.message_id = s.message_id and n.bucket = s.bucket and n.seq > s.seq and n.seq < c.seq
             and n.state = 'pending' and ($4::smallint[] is null or n.bucket = any($4::smallint[]))))
        and ($4::smallint[] is null or c.bucket = any($4::smallint[]))
     returning c.endpoint, s.state as moved_for`,
    [iso(now), owner.node, owner.epoch, buckets, ...values],
    'kept',
  );
  return rows.filter((row) => row.moved_for !== 'pending').map((row) => row.endpoint);
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
