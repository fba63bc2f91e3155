/**
 * Callbacks as operators see them.
 */
import { bucketOf } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';

export interface ListedCallback {
  readonly id: string;
  readonly messageId: string;
  readonly seq: number;
  readonly accountId: string;
  readonly url: string;
  readonly method: string;
  readonly state: 'pending' | 'delivered' | 'given_up';
  readonly tries: number;
  readonly dueAt: number | null;
  readonly createdAt: number;
  readonly deliveredAt: number | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

export interface CallbackFilter {
  readonly accountId?: string;
  readonly messageId?: string;
  readonly state?: ListedCallback['state'];
  /** Go on below this place: the last of the page before. */
  readonly before?: { readonly messageId: string; readonly seq: number };
  readonly limit: number;
}

const COLUMNS = `c.id, c.message_id as "messageId", c.seq, c.account_id as "accountId", c.url, c.method, c.state,
  c.tries, case when c.state = 'pending' then coalesce(c.due_at, c.held_until) end as "dueAt", c.created_at as "createdAt", c.delivered_at as "deliveredAt",
  c.last_status as "lastStatus", c.last_error as "lastError"`;

/** Newest first. */
export async function listCallbacks(db: Queryable, filter: CallbackFilter): Promise<ListedCallback[]> {
  const { rows } = await db.query<ListedCallback>(
    `select ${COLUMNS} from callbacks c
      where ($1::text is null or c.account_id = $1)
        and ($2::uuid is null or c.message_id = $2::uuid)
        and ($3::text is null or c.state = $3)
        and ($4::uuid is null or (c.message_id, c.seq) < ($4::uuid, $5::smallint))
      order by c.message_id desc, c.seq desc limit $6`,
    [
      filter.accountId ?? null,
      filter.messageId ?? null,
      filter.state ?? null,
      filter.before?.messageId ?? null,
      filter.before?.seq ?? null,
      filter.limit,
    ],
  );
  return rows;
}

/** Makes it due now, whatever its state, unless its body has been removed. Others may stand behind it by now. */
export async function redeliverCallback(
  db: Queryable,
  id: string,
  now: number,
): Promise<'due' | 'no_body' | 'unknown'> {
  const { rows } = await db.query<{ has_body: boolean }>(
    `update callbacks c
        set state = case when c.body = '' then c.state else 'pending' end,
            due_at = case when c.body = '' then c.due_at else $3::timestamptz end,
            tries = case when c.body = '' then c.tries else 0 end,
            delivered_at = case when c.body = '' then c.delivered_at end,
            lease_node = null, lease_epoch = null, has_later = true
      where c.id = $1::uuid and c.bucket = $2
     returning c.body <> '' as has_body`,
    [id, bucketOf(id), iso(now)],
  );
  if (!rows[0]) return 'unknown';
  return rows[0].has_body ? 'due' : 'no_body';
}
