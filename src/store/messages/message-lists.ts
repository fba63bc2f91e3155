/**
 * Messages as operators see them.
 *
 * 1. An id holds its time: a span of time is a range of ids, and lies in the partitions of its days.
 * 2. Only the channel of a message says that it was read (stored-codes.ts), so a list asks the channel.
 */
import type { Channel, MessageType } from '../../carriers/carrier.ts';
import type { MessageKind } from '../../engine/message/message.ts';
import { bucketOf, lowestIdAt } from '../../lib/ids.ts';
import type { Queryable } from '../database.ts';
import { idRange } from '../sql/id-range.ts';
import { KEYS } from './message-rows.ts';
import { codeOfStored, READ, storedCode } from './stored-codes.ts';

export interface ListedMessage {
  readonly id: string;
  readonly accountId: string;
  readonly kind: MessageKind;
  readonly recipient: string;
  readonly messageType: MessageType;
  readonly externalId: string | null;
  readonly status: number;
  readonly lastChannel: Channel;
  readonly possibleDoubles: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly finalAt: number | null;
  readonly dueAt: number | null;
  /** The carrier whose room it waits for. */
  readonly queue: string | null;
  /** The node that works on it. */
  readonly node: string | null;
  /** When what it says was removed; null while it is kept. */
  readonly textsRemovedAt: number | null;
}

export interface MessageFilter {
  readonly accountId?: string | undefined;
  /** open: not final. delivered: overall 3000 or 3005. failed: final and not delivered. */
  readonly state?: 'open' | 'delivered' | 'failed' | undefined;
  readonly messageType?: MessageType | undefined;
  /** Epoch milliseconds: `from` included, `to` not. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Go on below this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

const COLUMNS = `m.id, m.account_id as "accountId", m.kind, m.recipient, m.message_type as "messageType",
  m.external_id as "externalId", m.status, m.last_channel as "lastChannel", m.possible_doubles as "possibleDoubles",
  m.created_at as "createdAt", m.updated_at as "updatedAt", m.final_at as "finalAt", case when m.final_at is null then coalesce(m.due_at, m.held_until) end as "dueAt", m.queue,
  m.lease_node as node, m.texts_removed_at as "textsRemovedAt"`;

/** As it is stored, a message that was read among them. */
const DELIVERED = 3000;

/** Newest first. */
export async function listMessages(db: Queryable, filter: MessageFilter): Promise<ListedMessage[]> {
  const { rows } = await db.query<ListedMessage>(
    `select ${COLUMNS} from messages m
      where ($1::text is null or m.account_id = $1)
        and ($2::text is null
             or ($2 = 'open' and m.final_at is null)
             or ($2 = 'delivered' and m.status = ${DELIVERED})
             or ($2 = 'failed' and m.final_at is not null and m.status <> ${DELIVERED}))
        and ($3::text is null or m.message_type = $3)
        and ($4::uuid is null or m.id >= $4::uuid)
        and ($5::uuid is null or m.id < $5::uuid)
        and ($6::uuid is null or m.id < $6::uuid)
      order by m.id desc limit $7`,
    [
      filter.accountId ?? null,
      filter.state ?? null,
      filter.messageType ?? null,
      filter.from === undefined ? null : lowestIdAt(filter.from),
      filter.to === undefined ? null : lowestIdAt(filter.to),
      filter.before ?? null,
      filter.limit,
    ],
  );
  return shown(db, rows);
}

export async function findListedMessage(db: Queryable, id: string): Promise<ListedMessage | null> {
  const { rows } = await db.query<ListedMessage>(
    `select ${COLUMNS} from messages m where m.id = $1::uuid and m.bucket = $2`,
    [id, bucketOf(id)],
  );
  return (await shown(db, rows))[0] ?? null;
}

/** With the status that callers see. */
async function shown(db: Queryable, rows: readonly ListedMessage[]): Promise<ListedMessage[]> {
  const delivered = rows.filter(({ status }) => status === DELIVERED).map(({ id }) => id);
  const read = await readOf(db, delivered);
  return rows.map((row) => ({ ...row, status: read.has(row.id) ? READ : codeOfStored(row.status) }));
}

/** Rule 2: which of the messages have a channel that was read. */
async function readOf(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await db.query<{ message_id: string }>(
    `select a.message_id from attempts a
       join ${KEYS.from(4)} on a.message_id = r.id and a.bucket = r.bucket
      where a.message_id >= $1::uuid and a.message_id <= $2::uuid and a.code = $3::smallint`,
    [...idRange(ids), storedCode(READ), ...KEYS.values(ids)],
  );
  return new Set(rows.map(({ message_id }) => message_id));
}
