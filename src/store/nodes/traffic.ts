/**
 * What passed through the nodes, as figures of spans of time: a minute or an hour each.
 *
 * 1. A node writes its own rows whole, again and again while the span lasts: a write whose answer was lost is repeated and
 *    counts nothing twice. A new start of a node has rows of its own.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';
import { recordset } from '../sql/recordset.ts';
import type { Owner } from './owner.ts';

export interface TrafficSpan {
  /** Epoch milliseconds, a multiple of its length. */
  readonly startsAt: number;
  readonly seconds: number;
}

export interface TrafficRow extends TrafficSpan {
  /** '' of the node as a whole. */
  readonly carrier: string;
  /** How often each thing happened, by its name. */
  readonly figures: Readonly<Record<string, number>>;
}

export interface WrittenTraffic extends TrafficRow {
  readonly owner: Owner;
  readonly forgetAt: number;
}

const ROWS = recordset<WrittenTraffic>([
  { name: 'starts_at', type: 'instant', of: ({ startsAt }) => startsAt },
  { name: 'seconds', type: 'integer', of: ({ seconds }) => seconds },
  { name: 'carrier', type: 'text', of: ({ carrier }) => carrier },
  { name: 'node', type: 'text', of: ({ owner }) => owner.node },
  { name: 'epoch', type: 'bigint', of: ({ owner }) => owner.epoch },
  { name: 'bucket', type: 'smallint', of: ({ owner }) => hash12(owner.node) },
  { name: 'figures', type: 'json', of: ({ figures }) => figures },
  { name: 'forget_at', type: 'instant', of: ({ forgetAt }) => forgetAt },
]);

/** Rule 1. All of one node. */
export async function writeTraffic(db: Queryable, rows: readonly WrittenTraffic[]): Promise<void> {
  await db.query(
    `insert into traffic (${ROWS.names}) select ${ROWS.list(1)} from ${ROWS.from(1)}
     on conflict (seconds, starts_at, carrier, node, epoch, bucket) do update set figures = excluded.figures`,
    ROWS.values(rows),
    'kept',
  );
}

/** Of all nodes: of spans of this length that begin from `fromMs` on and before `toMs`. */
export async function readTraffic(
  db: Queryable,
  { seconds, fromMs, toMs }: { readonly seconds: number; readonly fromMs: number; readonly toMs: number },
  carrier: string | null = null,
): Promise<TrafficRow[]> {
  const { rows } = await db.query<TrafficRow>(
    `select t.starts_at as "startsAt", t.seconds, t.carrier, t.figures from traffic t
      where t.seconds = $1 and t.starts_at >= $2::timestamptz and t.starts_at < $3::timestamptz
        and ($4::text is null or t.carrier = $4)
      order by t.starts_at`,
    [seconds, iso(fromMs), iso(toMs), carrier],
  );
  return rows;
}
