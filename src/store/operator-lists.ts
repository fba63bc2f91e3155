/**
 * What operators list: messages, blocks, input that matched nothing, texts, nodes; and their standing orders.
 */
import { hash12 } from '../lib/ids.ts';
import type { Queryable } from './database.ts';

export interface ListedMessage {
  readonly id: string;
  readonly accountId: string;
  readonly kind: string;
  readonly recipient: string;
  readonly messageType: string;
  readonly status: number;
  readonly lastChannel: string;
  readonly possibleDoubles: number;
  readonly createdAt: number;
  readonly finalAt: number | null;
}

export interface MessageFilter {
  readonly accountId: string | null;
  /** `open`: not final yet. */
  readonly state: 'open' | 'final' | null;
  /** Only those before this id. */
  readonly before: string | null;
  readonly limit: number;
}

/** Newest first. */
export async function listMessages(db: Queryable, filter: MessageFilter): Promise<ListedMessage[]> {
  const { rows } = await db.query<ListedMessage>(
    `select m.id, m.account_id as "accountId", m.kind, m.recipient, m.message_type as "messageType", m.status,
            m.last_channel as "lastChannel", m.possible_doubles as "possibleDoubles", m.created_at as "createdAt",
            m.final_at as "finalAt"
       from messages m
      where ($1::text is null or m.account_id = $1)
        and ($2::text is null or ($2 = 'final') = (m.final_at is not null))
        and ($3::uuid is null or m.id < $3::uuid)
      order by m.id desc limit $4`,
    [filter.accountId, filter.state, filter.before, filter.limit],
  );
  return rows;
}

export interface ListedBlock {
  readonly accountId: string;
  readonly sender: string;
  readonly recipient: string;
  readonly source: string;
  readonly createdAt: number;
}

export async function listBlocks(
  db: Queryable,
  filter: { readonly accountId: string | null; readonly recipient: string | null; readonly limit: number },
): Promise<ListedBlock[]> {
  const { rows } = await db.query<ListedBlock>(
    `select o.account_id as "accountId", o.sender, o.recipient, o.source, o.created_at as "createdAt" from opt_outs o
      where ($1::text is null or o.account_id = $1) and ($2::text is null or o.recipient = $2)
      order by o.recipient, o.account_id, o.sender limit $3`,
    [filter.accountId, filter.recipient, filter.limit],
  );
  return rows;
}

export interface UnmatchedInput {
  readonly id: string;
  readonly carrier: string;
  readonly kind: string;
  readonly result: string | null;
  readonly tries: number;
  readonly receivedAt: number;
  readonly dueAt: number | null;
}

/** Input that has been looked at and matched nothing so far, oldest first. */
export async function listUnmatched(db: Queryable, limit: number): Promise<UnmatchedInput[]> {
  const { rows } = await db.query<UnmatchedInput>(
    `select i.id, i.carrier, i.kind, i.result, i.tries, i.received_at as "receivedAt", i.due_at as "dueAt" from inbox i
      where i.due_at is not null and i.result is not null order by i.id limit $1`,
    [limit],
  );
  return rows;
}

export interface ListedText {
  readonly id: string;
  readonly carrier: string;
  readonly accountId: string | null;
  readonly sender: string;
  readonly recipient: string;
  readonly meaning: string;
  readonly receivedAt: number;
}

/** Newest first; what was written stays with the account. */
export async function listTexts(
  db: Queryable,
  filter: { readonly accountId: string | null; readonly before: string | null; readonly limit: number },
): Promise<ListedText[]> {
  const { rows } = await db.query<ListedText>(
    `select t.id, t.carrier, t.account_id as "accountId", t.sender, t.recipient, t.meaning, t.received_at as "receivedAt"
       from inbound_texts t
      where ($1::text is null or t.account_id = $1) and ($2::uuid is null or t.id < $2::uuid)
      order by t.id desc limit $3`,
    [filter.accountId, filter.before, filter.limit],
  );
  return rows;
}

export interface ListedNode {
  readonly id: string;
  readonly epoch: number;
  readonly startedAt: number;
  readonly heartbeatAt: number;
  readonly stoppedAt: number | null;
}

export async function listNodes(db: Queryable): Promise<ListedNode[]> {
  const { rows } = await db.query<ListedNode>(
    `select n.id, n.epoch, n.started_at as "startedAt", n.heartbeat_at as "heartbeatAt", n.stopped_at as "stoppedAt"
       from nodes n order by n.id`,
  );
  return rows;
}

/** What an operator said of a carrier holds over restarts. */
export async function orderCarrier(db: Queryable, carrier: string, draining: boolean, now: number): Promise<void> {
  await db.query(
    `insert into carrier_orders (carrier, bucket, draining, updated_at) values ($1, $2, $3, $4::timestamptz)
     on conflict (carrier, bucket) do update set draining = excluded.draining, updated_at = excluded.updated_at`,
    [carrier, hash12(carrier), draining, new Date(now).toISOString()],
  );
}

export async function drainingCarriers(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ carrier: string }>('select o.carrier from carrier_orders o where o.draining');
  return rows.map((row) => row.carrier);
}
