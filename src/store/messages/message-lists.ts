/**
 * Messages as lists show them: to operators, and to their account.
 *
 * 1. An id holds its time: a span of time is a range of ids, and lies in the partitions of its days.
 * 2. Only the channel of a message says that it was read (stored-codes.ts), so a list asks the channel.
 */
import type { Channel, MessageType } from '../../carriers/carrier.ts';
import type { MessageState } from '../../engine/message/kinds.ts';
import type { MessageKind } from '../../engine/message/message.ts';
import { bucketOf } from '../../lib/ids.ts';
import { type Queryable, together } from '../database.ts';
import { byDay, type IdSlice } from '../sql/id-range.ts';
import { daysOf, type IdPage, type ListSpan, type Piece, pageThrough, sliceOf } from '../sql/windows.ts';
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

export interface MessageFilter extends ListSpan {
  readonly accountId?: string | undefined;
  readonly kinds?: readonly MessageKind[] | undefined;
  /** The forms of a number under which messages to it are stored. */
  readonly recipients?: readonly string[] | undefined;
  readonly externalId?: string | undefined;
  readonly state?: MessageState | undefined;
  /** As they are stored (stored-codes.ts): one of these. */
  readonly statuses?: readonly number[] | undefined;
  readonly messageType?: MessageType | undefined;
  /** On which it was tried last. */
  readonly channel?: Channel | undefined;
  /** To which one of its attempts was handed over, or is to be. */
  readonly carrier?: string | undefined;
}

const COLUMNS = `m.id, m.account_id as "accountId", m.kind, m.recipient, m.message_type as "messageType",
  m.external_id as "externalId", m.status, m.last_channel as "lastChannel", m.possible_doubles as "possibleDoubles",
  m.created_at as "createdAt", m.updated_at as "updatedAt", m.final_at as "finalAt", case when m.final_at is null then coalesce(m.due_at, m.held_until) end as "dueAt", m.queue,
  m.lease_node as node, m.texts_removed_at as "textsRemovedAt"`;

/** As it is stored, a message that was read among them. */
const DELIVERED = 3000;

/**
 * Newest first (windows.ts). Whose, to whom and under which id of the caller is found by an index; the rest is looked for
 * among those.
 */
export async function listMessages(db: Queryable, filter: MessageFilter): Promise<IdPage<ListedMessage>> {
  const { rows, next } = await pageOfMessages<ListedMessage>(db, filter, COLUMNS);
  return { rows: await shown(db, rows), next };
}

/** The same for whoever reads the messages themselves. */
export async function listMessageIds(db: Queryable, filter: MessageFilter): Promise<IdPage<{ readonly id: string }>> {
  return pageOfMessages<{ readonly id: string }>(db, filter, 'm.id');
}

async function pageOfMessages<Row extends { readonly id: string }>(
  db: Queryable,
  filter: MessageFilter,
  columns: string,
): Promise<IdPage<Row>> {
  const { kinds, state, statuses, messageType, channel, carrier } = filter;
  const isFound = [kinds, state, statuses, messageType, channel, carrier].every((each) => each === undefined);
  return pageThrough(await daysOf(db, 'messages', sliceOf(filter)), filter.limit, {
    ...(isFound ? {} : { nth: (piece, n) => nthMessage(db, filter, piece, n) }),
    fitting: (piece, limit) => messagesIn<Row>(db, { ...filter, limit }, piece, columns),
    isScattered: filter.recipients !== undefined || filter.externalId !== undefined,
  });
}

/** Parameters 1 to 6: what an index finds. */
const FOUND = `m.id >= $1::uuid and m.id < $2::uuid
        and ($3::text is null or m.account_id = $3)
        and ($4::text is null or m.recipient = $4) and ($5::text[] is null or m.recipient = any($5::text[]))
        and ($6::text is null or m.external_id = $6)`;

/** One number is compared with an index in the order of ids; several are not. */
function foundBy({ accountId, recipients, externalId }: MessageFilter, slice: IdSlice): unknown[] {
  const one = recipients?.length === 1 ? recipients[0] : null;
  return [...slice, accountId ?? null, one, one === null ? (recipients ?? null) : null, externalId ?? null];
}

async function nthMessage(
  db: Queryable,
  filter: MessageFilter,
  { day, slice }: Piece,
  n: number,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select m.id from messages${day} m where ${FOUND} order by m.id desc offset $7 limit 1`,
    [...foundBy(filter, slice), n - 1],
  );
  return rows[0]?.id ?? null;
}

async function messagesIn<Row>(
  db: Queryable,
  filter: MessageFilter,
  { day, slice }: Piece,
  columns: string,
): Promise<readonly Row[]> {
  const { rows } = await db.query<Row>(
    `select ${columns} from messages${day} m
      where ${FOUND}
        and ($7::text[] is null or m.kind = any($7::text[]))
        and ($8::text is null
             or ($8 = 'open' and m.final_at is null)
             or ($8 = 'delivered' and m.status = ${DELIVERED})
             or ($8 = 'failed' and m.final_at is not null and m.status <> ${DELIVERED}))
        and ($9::smallint[] is null or m.status = any($9::smallint[]))
        and ($10::text is null or m.message_type = $10)
        and ($11::text is null or m.last_channel = $11)
        and ($12::text is null or exists (
              select 1 from attempts${day} a
               where a.message_id = m.id and a.bucket = m.bucket and a.message_id >= $1::uuid and a.message_id < $2::uuid
                 and a.carrier = $12))
      order by m.id desc limit $13`,
    [
      ...foundBy(filter, slice),
      filter.kinds ?? null,
      filter.state ?? null,
      filter.statuses ?? null,
      filter.messageType ?? null,
      filter.channel ?? null,
      filter.carrier ?? null,
      filter.limit,
    ],
  );
  return rows;
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
  const days = byDay(ids, (id) => id);
  return new Set((await together(days.map(({ day, rows }) => readOn(db, day, rows)))).flat());
}

async function readOn(db: Queryable, day: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ message_id: string }>(
    `select a.message_id from attempts${day} a
       join ${KEYS.from(2)} on a.message_id = r.id and a.bucket = r.bucket
      where a.code = $1::smallint`,
    [storedCode(READ), ...KEYS.values(ids)],
  );
  return rows.map(({ message_id }) => message_id);
}
