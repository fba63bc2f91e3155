/**
 * Input from carriers: stored raw before it is acknowledged, interpreted afterwards (engine/arriving/inbox.ts).
 *
 * 1. A row is due until it has been dealt with. A receipt that matches no message is tried again after ever longer
 *    waits, and is shown to the operator; after 72 h it is given up.
 * 2. A repeat under the peer's own id is stored once.
 */
import { bucketOf, hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { type Queryable, together } from '../database.ts';
import type { FormerOwner, Owner } from '../nodes/owner.ts';
import { daysOf, EVER, foundBy, type IdSlice, idRange } from '../sql/id-range.ts';
import { type Buckets, byLane, type Lanes } from '../sql/lanes.ts';
import { recordset } from '../sql/recordset.ts';

export interface InboxRow {
  readonly id: string;
  readonly carrier: string;
  readonly kind: string;
  readonly body: Uint8Array;
  readonly receivedAt: number;
  readonly tries: number;
}

export interface NewInboxRow extends InboxRow {
  readonly dedupeKey?: string;
}

const NEW_INPUT = recordset<NewInboxRow>([
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'bucket', type: 'smallint', of: ({ id }) => bucketOf(id) },
  { name: 'carrier', type: 'text', shared: true, of: ({ carrier }) => carrier },
  { name: 'kind', type: 'text', shared: true, of: ({ kind }) => kind },
  { name: 'body', type: 'bytes', of: ({ body }) => body },
  { name: 'received_at', type: 'instant', shared: true, of: ({ receivedAt }) => receivedAt },
]);

const SEEN = recordset<NewInboxRow>([
  { name: 'key', type: 'text', of: ({ dedupeKey }) => dedupeKey },
  { name: 'carrier', type: 'text', of: ({ carrier }) => carrier },
  { name: 'bucket', type: 'smallint', of: ({ dedupeKey }) => hash12(dedupeKey ?? '') },
  { name: 'seen_at', type: 'instant', of: ({ receivedAt }) => receivedAt },
]);

/** Stores the rows, leased to `owner` until `leasedUntil`; returns those that were not known before. */
export async function appendInbox(
  tx: Queryable,
  rows: readonly NewInboxRow[],
  owner: Owner,
  leasedUntil: number,
): Promise<NewInboxRow[]> {
  const fresh = await withoutRepeats(tx, rows);
  if (fresh.length === 0) return [];
  await tx.query(
    `insert into inbox (${NEW_INPUT.names}, due_at, lease_node, lease_epoch)
     select ${NEW_INPUT.list(4)}, $1::timestamptz, $2, $3 from ${NEW_INPUT.from(4)}
     on conflict do nothing`,
    [iso(leasedUntil), owner.node, owner.epoch, ...NEW_INPUT.values(fresh)],
    'kept',
  );
  return fresh;
}

async function withoutRepeats(tx: Queryable, rows: readonly NewInboxRow[]): Promise<NewInboxRow[]> {
  const named = rows.filter((row) => row.dedupeKey !== undefined);
  if (named.length === 0) return [...rows];
  const { rows: news } = await tx.query<{ key: string; carrier: string }>(
    `insert into inbox_seen (${SEEN.names}) select ${SEEN.list(1)} from ${SEEN.from(1)}
      order by r.key, r.carrier
     on conflict do nothing returning key, carrier`,
    SEEN.values(named),
    'kept',
  );
  const unseen = new Set(news.map((row) => JSON.stringify([row.carrier, row.key])));
  return rows.filter(
    (row) => row.dedupeKey === undefined || unseen.delete(JSON.stringify([row.carrier, row.dedupeKey])),
  );
}

/** When the next piece is due, or null. */
export async function nextInputAt(db: Queryable, span: IdSlice): Promise<number | null> {
  const { rows } = await db.query<{ due_at: number | null }>(
    `select i.due_at from inbox i
      where i.id >= $1::uuid and i.id < $2::uuid and i.due_at >= $3::timestamptz and i.due_at <= $4::timestamptz
      order by i.due_at limit 1`,
    [...span, ...EVER],
    'kept',
  );
  return rows[0]?.due_at ?? null;
}

export interface InboxClaim {
  readonly owner: Owner;
  readonly now: number;
  readonly leasedUntil: number;
  readonly limit: number;
  readonly buckets: Buckets;
}

/** Takes what is due and nobody works on. */
export async function claimInbox(
  db: Queryable,
  { owner, now, leasedUntil, limit, buckets }: InboxClaim,
): Promise<InboxRow[]> {
  const { rows } = await db.query<{
    id: string;
    carrier: string;
    kind: string;
    body: Uint8Array;
    received_at: number;
    tries: number;
  }>(
    `with due as (
       select i.id, i.bucket from inbox i
        where i.due_at <= $1::timestamptz and ($2::smallint[] is null or i.bucket = any($2::smallint[]))
        order by i.due_at limit $3 for update skip locked)
     update inbox i set due_at = $4::timestamptz, lease_node = $5, lease_epoch = $6, tries = i.tries + 1
       from due where ${foundBy('i.id', 'due.id')} and i.bucket = due.bucket
        and ($2::smallint[] is null or i.bucket = any($2::smallint[]))
     returning i.id, i.carrier, i.kind, i.body, i.received_at, i.tries`,
    [iso(now), buckets, limit, iso(leasedUntil), owner.node, owner.epoch],
    'kept',
  );
  return rows.map((row) => ({ ...row, receivedAt: row.received_at }));
}

export interface InboxResult {
  readonly id: string;
  /** What became of it, in a word or two, for the operator. */
  readonly result: string;
  /** When it is looked at again; null when it has been dealt with. */
  readonly dueAt: number | null;
}

const RESULTS = recordset<InboxResult>([
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'bucket', type: 'smallint', of: ({ id }) => bucketOf(id) },
  { name: 'result', type: 'text', shared: true, of: ({ result }) => result },
  { name: 'due_at', type: 'instant', shared: true, of: ({ dueAt }) => dueAt },
]);

/** The rows may lie in any lane; they are written lane by lane. */
export async function finishInbox(tx: Queryable, results: readonly InboxResult[], lanes: Lanes): Promise<void> {
  if (results.length === 0) return;
  await together(
    byLane(results, lanes, ({ id }) => id).map(({ rows, buckets }) =>
      tx.query(
        `update inbox i set ${RESULTS.set(['due_at', 'result'], 4)}, lease_node = null, lease_epoch = null
           from ${RESULTS.from(4)}
          where ${foundBy('i.id', 'r.id')} and i.bucket = r.bucket and ${daysOf('i.id', '$1::uuid', '$2::uuid')}
            and ($3::smallint[] is null or i.bucket = any($3::smallint[]))`,
        [...idRange(rows.map(({ id }) => id)), buckets, ...RESULTS.values(rows)],
        'kept',
      ),
    ),
  );
}

/** So that no index of what is due answers: all that is open may be due. */
const IS_OPEN = 'case when i.due_at is null then false else true end';

/** Of these, the pieces that have not been dealt with. */
export async function openInputsAmong(tx: Queryable, ids: readonly string[], buckets: Buckets): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `select i.id from inbox i
      where i.id = any($1::uuid[]) and ${daysOf('i.id', '$2::uuid', '$3::uuid')} and ${IS_OPEN}
        and ($4::smallint[] is null or i.bucket = any($4::smallint[]))`,
    [ids, ...idRange(ids), buckets],
    'kept',
  );
  return new Set(rows.map((row) => row.id));
}

/** Gives back what a former start of this node, or a node that is gone, was working on. */
export async function releaseInboxLeases(
  db: Queryable,
  owner: FormerOwner,
  now: number,
  buckets: Buckets,
): Promise<void> {
  await db.query(
    `update inbox i set due_at = $1::timestamptz, lease_node = null, lease_epoch = null
      where i.due_at > $1::timestamptz and i.lease_node = $2 and i.lease_epoch < $3
        and ($4::smallint[] is null or i.bucket = any($4::smallint[]))`,
    [iso(now), owner.node, owner.beforeEpoch, buckets],
  );
}
