/**
 * Callbacks as operators and their accounts see them, and one that is sent once more.
 *
 * 1. Those of one account are listed in the order of their ids, newest first. Only so many are looked at for a page,
 *    however few of them fit: a page may be short, or empty, though another one follows.
 */
import { bucketOf, lowestIdAt } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';

export const CALLBACK_STATES = ['pending', 'delivered', 'given_up', 'not_sent'] as const;

/** `not_sent`: it has no address, and is only an event. */
export type CallbackState = (typeof CALLBACK_STATES)[number];

export interface ListedCallback {
  readonly id: string;
  readonly messageId: string;
  readonly seq: number;
  readonly accountId: string;
  readonly url: string;
  readonly method: string;
  readonly state: CallbackState;
  readonly tries: number;
  readonly dueAt: number | null;
  readonly createdAt: number;
  readonly deliveredAt: number | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  /** Of the newest try. */
  readonly tookMs: number | null;
  readonly redeliveredAt: number | null;
}

/** Of one account. */
export interface OwnFilter {
  readonly accountId: string;
  readonly state?: CallbackState | undefined;
  readonly endpoint?: string | undefined;
  /** Epoch milliseconds; included. */
  readonly from?: number | undefined;
  /** Not included. */
  readonly to?: number | undefined;
  /** Go on below this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export interface OwnPage {
  readonly rows: readonly ListedCallback[];
  /** Go on below this id; null: there are no more. */
  readonly next: string | null;
}

export interface CallbackFilter {
  readonly accountId?: string;
  readonly messageId?: string;
  readonly state?: CallbackState;
  /** Go on below this place: the last of the page before. */
  readonly before?: { readonly messageId: string; readonly seq: number };
  readonly limit: number;
}

const COLUMNS = `c.id, c.message_id as "messageId", c.seq, c.account_id as "accountId", c.url, c.method, c.state,
  c.tries, case when c.state = 'pending' then coalesce(c.due_at, c.held_until) end as "dueAt", c.created_at as "createdAt", c.delivered_at as "deliveredAt",
  c.last_status as "lastStatus", c.last_error as "lastError", c.took_ms as "tookMs", c.redelivered_at as "redeliveredAt"`;
const NAMES = `p.id, p."messageId", p.seq, p."accountId", p.url, p.method, p.state, p.tries, p."dueAt", p."createdAt",
  p."deliveredAt", p."lastStatus", p."lastError", p."tookMs", p."redeliveredAt"`;

const MOST_EXAMINED = 10_000;
/** The longest time that an id can hold. */
const LAST_MS = 2 ** 48 - 1;

/** Rule 1. */
export async function listOwnCallbacks(db: Queryable, filter: OwnFilter): Promise<OwnPage> {
  const { accountId, state, endpoint, from = 0, to = LAST_MS, before, limit } = filter;
  const below = [before ?? lowestIdAt(to), lowestIdAt(to)].sort()[0];
  const bounds = [accountId, lowestIdAt(from), below];
  const within = `c.account_id = $1 and c.is_event and c.id >= $2::uuid and c.id < $3::uuid`;
  const { rows } = await db.query<ListedCallback>(
    `select ${NAMES} from (
       select ${COLUMNS}, c.endpoint from callbacks c where ${within} order by c.id desc limit ${MOST_EXAMINED}) p
      where ($4::text is null or p.state = $4) and ($5::text is null or p.endpoint = $5 or p.url = $5)
      order by p.id desc limit $6`,
    [...bounds, state ?? null, endpoint ?? null, limit + 1],
  );
  if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]?.id ?? null };
  const { rows: examined } = await db.query<{ id: string }>(
    `select c.id from callbacks c where ${within} order by c.id desc offset ${MOST_EXAMINED - 1} limit 1`,
    bounds,
  );
  return { rows, next: examined[0]?.id ?? null };
}

export interface ShownCallback extends ListedCallback {
  /** '' where it has been removed. */
  readonly body: string;
}

export async function findCallback(db: Queryable, id: string): Promise<ShownCallback | null> {
  const { rows } = await db.query<ShownCallback>(
    `select ${COLUMNS}, c.body from callbacks c where c.id = $1::uuid and c.bucket = $2`,
    [id, bucketOf(id)],
  );
  return rows[0] ?? null;
}

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

/** Of a line those in whose body a reference stands, in their order. */
export async function listCallbacksSaying(
  db: Queryable,
  lineId: string,
  reference: string,
  limit: number,
): Promise<ListedCallback[]> {
  const { rows } = await db.query<ListedCallback>(
    `select ${COLUMNS} from callbacks c
      where c.message_id = $1::uuid and c.bucket = $2 and position($3 in c.body) > 0 order by c.seq limit $4`,
    [lineId, bucketOf(lineId), reference, limit],
  );
  return rows;
}

/**
 * Makes it due now, whatever its state, unless its body has been removed or it has no address. Others may stand behind it
 * by now. `accountId`: of no other account.
 */
export async function redeliverCallback(
  db: Queryable,
  id: string,
  now: number,
  accountId: string | null = null,
): Promise<'due' | 'no_body' | 'no_address' | 'unknown'> {
  const may = `(c.body <> '' and c.url <> '')`;
  const { rows } = await db.query<{ has_body: boolean; has_address: boolean }>(
    `update callbacks c
        set state = case when ${may} then 'pending' else c.state end,
            due_at = case when ${may} then $3::timestamptz else c.due_at end,
            tries = case when ${may} then 0 else c.tries end,
            delivered_at = case when ${may} then null else c.delivered_at end,
            redelivered_at = case when ${may} then $3::timestamptz else c.redelivered_at end,
            lease_node = null, lease_epoch = null, has_later = true
      where c.id = $1::uuid and c.bucket = $2 and ($4::text is null or c.account_id = $4)
     returning c.body <> '' as has_body, c.url <> '' as has_address`,
    [id, bucketOf(id), iso(now), accountId],
  );
  const [found] = rows;
  if (!found) return 'unknown';
  if (!found.has_address) return 'no_address';
  return found.has_body ? 'due' : 'no_body';
}
