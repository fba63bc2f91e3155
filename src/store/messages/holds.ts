/**
 * Held rows: while a node works on a message or a callback that it has just recorded, the row stands in no index of times.
 *
 * 1. Such a row says in `held_until` when it comes due if nothing more is written of it, and its `due_at` is null. Most
 *    are over long before. Their rows then change in place, because no index names what changes.
 * 2. A row of `holds`, written in the same transaction, names all of them, so none is forgotten. At its time, the full
 *    second after the last `held_until` in it, each row that is still held is lifted: it gets its `due_at`, and is found
 *    like every other. Example: the node dies; ten seconds later its messages are lifted, and another node takes them.
 * 3. Lifting raises the version of a message: what the node that held it has in memory is stale.
 * 4. A held row that is changed gets a `due_at`, or stays held (message-writes.ts); a change never makes it held.
 * 5. Lifting reads every row that a batch names, though it changes hardly any, and by then their pages are no longer in
 *    memory. So the node that holds a batch removes it once it knows that none of its rows is held any more
 *    (held-rows.ts). In the database's log that comes after what became of the rows, so a server that has lost the one
 *    still has the other.
 */
import { bucketOf } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { type Queryable, type Transaction, together } from '../database.ts';
import type { FormerOwner, Owner } from '../nodes/owner.ts';
import { daysOf, foundBy, foundByBoth, idRange } from '../sql/id-range.ts';
import { type Buckets, byLaneOfBucket, type Lanes } from '../sql/lanes.ts';
import { recordset } from '../sql/recordset.ts';
import type { Batch } from './held-rows.ts';
import { KEYS } from './message-rows.ts';

/** A row that is held. */
export interface Held {
  /** Of the row itself; no other has it. */
  readonly id: string;
  readonly messageId: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

const MESSAGES = recordset<Held>([{ name: 'message_id', type: 'uuid', of: ({ messageId }) => messageId }]);
const BATCHES = recordset<Batch>([
  { name: 'until', type: 'instant', of: ({ until }) => until },
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'bucket', type: 'smallint', of: ({ bucket }) => bucket },
]);

/** Rows of a batch have one time, in whole seconds: so much later than its own at most is a row lifted. */
const WHOLE_MS = 1_000;

/** In the transaction that writes the rows, which are of one lane. */
export async function hold(
  tx: Transaction,
  kind: 'messages' | 'callbacks',
  rows: readonly Held[],
  owner: Owner,
): Promise<void> {
  const bySecond = new Map<number, Held[]>();
  for (const row of rows) {
    const second = Math.ceil(row.until / WHOLE_MS);
    const others = bySecond.get(second);
    if (others) others.push(row);
    else bySecond.set(second, [row]);
  }
  await together(
    [...bySecond].map(([second, those]) => insertHold(tx, { kind, until: second * WHOLE_MS, rows: those, owner })),
  );
}

interface NewHold {
  readonly kind: 'messages' | 'callbacks';
  readonly until: number;
  readonly rows: readonly Held[];
  readonly owner: Owner;
}

async function insertHold(tx: Transaction, { kind, until, rows, owner }: NewHold): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const batch = { until, id: first.id, bucket: bucketOf(first.messageId) };
  owner.held?.begin(batch, rows);
  const [messages] = MESSAGES.values(rows);
  await tx.query(
    `insert into holds (until, id, bucket, kind, node, epoch, messages)
     values ($1::timestamptz, $2::uuid, $3::smallint, $4, $5, $6::bigint, $7::uuid[])`,
    [iso(until), batch.id, batch.bucket, kind, owner.node, owner.epoch, messages],
    'kept',
  );
}

/** Rule 5. */
export async function removeHolds(db: Queryable, batches: readonly Batch[], lanes: Lanes): Promise<void> {
  const removed = byLaneOfBucket(batches, lanes, ({ bucket }) => bucket).map(({ rows, buckets }) =>
    db.query(
      `delete from holds h using ${BATCHES.from(2)}
        where ${foundBy('h.until', 'r.until')} and h.id = r.id and h.bucket = r.bucket
          and ($1::smallint[] is null or h.bucket = any($1::smallint[]))`,
      [buckets, ...BATCHES.values(rows)],
      'kept',
    ),
  );
  await together(removed);
}

/**
 * Lifts what should be over by `now`. Returns how many batches that were; fewer than `limit` are all, but for those that
 * somebody else is lifting.
 */
export async function liftHolds(tx: Transaction, now: number, limit: number, buckets: Buckets): Promise<number> {
  const { rows } = await tx.query<{ kind: string; messages: string[] }>(
    `with due as (
       select h.until, h.id, h.bucket from holds h
        where h.until <= $1::timestamptz and ($3::smallint[] is null or h.bucket = any($3::smallint[]))
        order by h.until limit $2 for update skip locked)
     delete from holds h using due
      where ${foundBy('h.until', 'due.until')} and h.id = due.id and h.bucket = due.bucket
        and ($3::smallint[] is null or h.bucket = any($3::smallint[]))
     returning h.kind, h.messages`,
    [iso(now), limit, buckets],
    'kept',
  );
  const of = (kind: string) => {
    const lists = rows.filter((row) => row.kind === kind);
    return [...new Set(lists.flatMap(({ messages }) => messages))].sort();
  };
  await together([liftMessages(tx, of('messages'), buckets), liftCallbacks(tx, of('callbacks'), buckets)]);
  return rows.length;
}

/** Makes due what a node held that is no longer there. Its rows keep their leases, which others give back. */
export async function releaseHolds(db: Queryable, owner: FormerOwner, now: number, buckets: Buckets): Promise<void> {
  await db.query(
    `update holds h set until = $1::timestamptz
      where h.node = $2 and h.epoch < $3 and h.until > $1::timestamptz
        and ($4::smallint[] is null or h.bucket = any($4::smallint[]))`,
    [iso(now), owner.node, owner.beforeEpoch, buckets],
  );
}

/** Rule 3. */
async function liftMessages(tx: Queryable, ids: readonly string[], buckets: Buckets): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `update messages m set due_at = m.held_until, held_until = null, version = m.version + 1 from ${KEYS.from(4)}
      where ${foundByBoth('m.id, m.bucket', 'r.id, r.bucket')} and m.bucket = r.bucket
        and ${daysOf('m.id', '$2::uuid', '$3::uuid')}
        and m.held_until is not null and m.due_at is null and m.final_at is null
        and ($1::smallint[] is null or m.bucket = any($1::smallint[]))`,
    [buckets, ...idRange(ids), ...KEYS.values(ids)],
    'kept',
  );
}

async function liftCallbacks(tx: Queryable, ids: readonly string[], buckets: Buckets): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `update callbacks c set due_at = c.held_until, held_until = null
      where c.message_id = any($4::uuid[]) and ${daysOf('c.message_id', '$2::uuid', '$3::uuid')}
        and c.held_until is not null and c.due_at is null and c.state = 'pending'
        and ($1::smallint[] is null or c.bucket = any($1::smallint[]))`,
    [buckets, ...idRange(ids), asArray(ids)],
    'kept',
  );
}

/** Ids need no quoting. */
function asArray(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}
