/**
 * The statements on messages and attempts. Only engine/record.ts writes through them.
 *
 * 1. Many rows go in and out by one statement (`json_to_recordset`), always of one lane: `P` below.
 * 2. A statement names the range of the ids that it touches, so that only their partitions are planned.
 * 3. Attempts are read by a statement of their own after the messages are locked: a snapshot taken while waiting for
 *    the lock would show the attempts as they were before.
 */
import type { Channel, MessageType } from '../carriers/carrier.ts';
import type { Attempt, CallbackTarget, ChannelPlan, Message, MessageKind, Part } from '../engine/message.ts';
import { bucketOf } from '../lib/ids.ts';
import type { Queryable } from './database.ts';

/** Which node works on a row, and since which of its starts. */
export interface Owner {
  readonly node: string;
  readonly epoch: number;
}

/** A message as it is stored: with what it waits for and who works on it. */
export interface StoredMessage {
  readonly message: Message;
  /** The carrier whose room it waits for. */
  readonly queue: string | null;
  readonly owner: Owner | null;
}

const PRIORITY: Readonly<Record<MessageType, number>> = { OTP: 0, ARN: 1, MKT: 2 };

const MESSAGE_COLUMNS = `m.id, m.account_id, m.kind, m.recipient, m.message_type, m.external_id, m.callback, m.plan,
  m.opt_out_applies, m.created_at, m.step, m.status, m.last_channel, m.possible_doubles, m.callback_seq, m.updated_at,
  m.final_at, m.due_at, m.queue, m.lease_node, m.lease_epoch`;

interface MessageRow {
  id: string;
  account_id: string;
  kind: string;
  recipient: string;
  message_type: string;
  external_id: string | null;
  callback: CallbackTarget | null;
  plan: ChannelPlan[];
  opt_out_applies: boolean;
  created_at: number;
  step: number;
  status: number;
  last_channel: string;
  possible_doubles: number;
  callback_seq: number;
  updated_at: number;
  final_at: number | null;
  due_at: number | null;
  queue: string | null;
  lease_node: string | null;
  lease_epoch: number | null;
}

interface AttemptRow {
  message_id: string;
  n: number;
  id: string;
  channel: string;
  sender: string | null;
  carrier: string | null;
  carriers_tried: string[];
  state: string;
  code: number;
  tries: number;
  temporary_failures: number;
  parts: Part[];
  handed_over_at: number | null;
  deadline_at: number | null;
  retry_at: number | null;
  reason: string | null;
  updated_at: number;
}

/** Locks the messages in id order. Those that do not exist are absent. */
export async function lockMessages(
  tx: Queryable,
  ids: readonly string[],
  lane: readonly number[] | null,
): Promise<Map<string, StoredMessage>> {
  const { rows } = await tx.query<MessageRow>(
    `select ${MESSAGE_COLUMNS} from messages m
       join json_to_recordset($1::text::json) as r(id uuid, bucket smallint) on m.id = r.id and m.bucket = r.bucket
      where m.id >= $3::uuid and m.id <= $4::uuid and ($2::smallint[] is null or m.bucket = any($2::smallint[]))
      order by m.id for update of m`,
    [keys(ids), lane, ...range(ids)],
  );
  return withAttempts(tx, rows, lane);
}

/** Locks what is due, as far as nobody else has it. */
export async function lockDueMessages(
  tx: Queryable,
  now: number,
  limit: number,
  lane: readonly number[] | null,
): Promise<Map<string, StoredMessage>> {
  const { rows } = await tx.query<MessageRow>(
    `select ${MESSAGE_COLUMNS} from messages m
      where m.due_at <= $1::timestamptz and ($2::smallint[] is null or m.bucket = any($2::smallint[]))
      order by m.due_at limit $3 for update skip locked`,
    [iso(now), lane, limit],
  );
  return withAttempts(tx, rows, lane);
}

/**
 * Locks messages that wait for room at a carrier: by priority, and inside one priority in turn between accounts. The
 * accounts are found by skipping through the index, so that a backlog of one costs the others nothing.
 */
export async function lockQueuedMessages(
  tx: Queryable,
  carrier: string,
  limit: number,
  lane: readonly number[] | null,
): Promise<Map<string, StoredMessage>> {
  const picked: MessageRow[] = [];
  for (const priority of Object.values(PRIORITY)) {
    if (picked.length >= limit) break;
    picked.push(...(await lockQueuedOfPriority(tx, carrier, priority, limit - picked.length, lane)));
  }
  return withAttempts(tx, picked, lane);
}

async function lockQueuedOfPriority(
  tx: Queryable,
  carrier: string,
  priority: number,
  limit: number,
  lane: readonly number[] | null,
): Promise<MessageRow[]> {
  const accounts = await accountsWaiting(tx, carrier, priority, lane);
  if (accounts.length === 0) return [];
  const perAccount = Math.max(1, Math.ceil(limit / accounts.length));
  const { rows } = await tx.query<MessageRow>(
    `select ${MESSAGE_COLUMNS} from messages m
      where m.id in (
        select q.id from unnest($3::text[]) as a(account_id)
         cross join lateral (
           select w.id from messages w
            where w.queue = $1 and w.priority = $2 and w.account_id = a.account_id
              and ($5::smallint[] is null or w.bucket = any($5::smallint[]))
            order by w.id limit $4) q)
        and m.queue = $1 and ($5::smallint[] is null or m.bucket = any($5::smallint[]))
      order by m.id limit $6 for update skip locked`,
    [carrier, priority, accounts, perAccount, lane, limit],
  );
  return rows;
}

/** How many accounts take turns in one claim. */
const ACCOUNTS_PER_CLAIM = 64;

async function accountsWaiting(
  tx: Queryable,
  carrier: string,
  priority: number,
  lane: readonly number[] | null,
): Promise<string[]> {
  const { rows } = await tx.query<{ account_id: string }>(
    `with recursive turn as (
       (select m.account_id, 1 as n from messages m
         where m.queue = $1 and m.priority = $2 and ($3::smallint[] is null or m.bucket = any($3::smallint[]))
         order by m.account_id limit 1)
       union all
       select next.account_id, turn.n + 1 from turn
        cross join lateral (
          select m.account_id from messages m
           where m.queue = $1 and m.priority = $2 and m.account_id > turn.account_id
             and ($3::smallint[] is null or m.bucket = any($3::smallint[]))
           order by m.account_id limit 1) next
        where turn.n < $4)
     select account_id from turn`,
    [carrier, priority, lane, ACCOUNTS_PER_CLAIM],
  );
  return rows.map((row) => row.account_id);
}

async function withAttempts(
  db: Queryable,
  rows: readonly MessageRow[],
  lane: readonly number[] | null,
): Promise<Map<string, StoredMessage>> {
  const found = new Map<string, StoredMessage>();
  if (rows.length === 0) return found;
  const ids = rows.map((row) => row.id);
  const attempts = await db.query<AttemptRow>(
    `select a.message_id, a.n, a.id, a.channel, a.sender, a.carrier, a.carriers_tried, a.state, a.code, a.tries,
            a.temporary_failures, a.parts, a.handed_over_at, a.deadline_at, a.retry_at, a.reason, a.updated_at
       from attempts a
       join json_to_recordset($1::text::json) as r(id uuid, bucket smallint) on a.message_id = r.id and a.bucket = r.bucket
      where a.message_id >= $3::uuid and a.message_id <= $4::uuid
        and ($2::smallint[] is null or a.bucket = any($2::smallint[]))
      order by a.message_id, a.n`,
    [keys(ids), lane, ...range(ids)],
  );
  for (const row of rows) found.set(row.id, toStored(row));
  for (const row of attempts.rows) found.get(row.message_id)?.message.attempts.push(toAttempt(row));
  return found;
}

/** One message as it stands, without a lock; null when there is none. */
export async function findMessage(db: Queryable, id: string): Promise<Message | null> {
  const { rows } = await db.query<MessageRow>(
    `select ${MESSAGE_COLUMNS} from messages m where m.id = $1::uuid and m.bucket = $2`,
    [id, bucketOf(id)],
  );
  return (await withAttempts(db, rows, null)).get(id)?.message ?? null;
}

/** All rows are of one lane. */
export async function insertMessages(tx: Queryable, stored: readonly StoredMessage[]): Promise<void> {
  await tx.query(
    `insert into messages (id, bucket, account_id, kind, recipient, message_type, priority, external_id, callback, plan,
       opt_out_applies, created_at, step, status, last_channel, possible_doubles, callback_seq, updated_at, final_at,
       due_at, queue, lease_node, lease_epoch)
     select r.id, r.bucket, r.account_id, r.kind, r.recipient, r.message_type, r.priority, r.external_id, r.callback,
       r.plan, r.opt_out_applies, r.created_at, r.step, r.status, r.last_channel, r.possible_doubles, r.callback_seq,
       r.updated_at, r.final_at, r.due_at, r.queue, r.lease_node, r.lease_epoch
     from json_to_recordset($1::text::json) as r(id uuid, bucket smallint, account_id text, kind text, recipient text,
       message_type text, priority smallint, external_id text, callback jsonb, plan jsonb, opt_out_applies boolean,
       created_at timestamptz, step smallint, status smallint, last_channel text, possible_doubles smallint,
       callback_seq smallint, updated_at timestamptz, final_at timestamptz, due_at timestamptz, queue text,
       lease_node text, lease_epoch bigint)`,
    [
      JSON.stringify(
        stored.map(({ message, queue, owner }) => ({ ...fixed(message), ...moving(message, queue, owner) })),
      ),
    ],
  );
}

export async function updateMessages(
  tx: Queryable,
  stored: readonly StoredMessage[],
  lane: readonly number[] | null,
): Promise<void> {
  await tx.query(
    `update messages m set step = r.step, status = r.status, last_channel = r.last_channel,
       possible_doubles = r.possible_doubles, callback_seq = r.callback_seq, version = m.version + 1,
       updated_at = r.updated_at, final_at = r.final_at, due_at = r.due_at, queue = r.queue,
       lease_node = r.lease_node, lease_epoch = r.lease_epoch
     from json_to_recordset($1::text::json) as r(id uuid, bucket smallint, step smallint, status smallint,
       last_channel text, possible_doubles smallint, callback_seq smallint, updated_at timestamptz,
       final_at timestamptz, due_at timestamptz, queue text, lease_node text, lease_epoch bigint)
     where m.id = r.id and m.bucket = r.bucket and m.id >= $3::uuid and m.id <= $4::uuid
       and ($2::smallint[] is null or m.bucket = any($2::smallint[]))`,
    [
      JSON.stringify(
        stored.map(({ message, queue, owner }) => ({
          id: message.id,
          bucket: bucketOf(message.id),
          ...moving(message, queue, owner),
        })),
      ),
      lane,
      ...range(stored.map(({ message }) => message.id)),
    ],
  );
}

export interface AttemptOf {
  readonly messageId: string;
  readonly attempt: Attempt;
}

const ATTEMPT_RECORD = `r(message_id uuid, n smallint, bucket smallint, id uuid, channel text, sender text, carrier text,
  carriers_tried text[], state text, code smallint, tries smallint, temporary_failures smallint, parts jsonb,
  handed_over_at timestamptz, deadline_at timestamptz, retry_at timestamptz, reason text, updated_at timestamptz)`;

export async function insertAttempts(tx: Queryable, attempts: readonly AttemptOf[]): Promise<void> {
  await tx.query(
    `insert into attempts (message_id, n, bucket, id, channel, sender, carrier, carriers_tried, state, code, tries,
       temporary_failures, parts, handed_over_at, deadline_at, retry_at, reason, updated_at)
     select r.message_id, r.n, r.bucket, r.id, r.channel, r.sender, r.carrier, r.carriers_tried, r.state, r.code,
       r.tries, r.temporary_failures, r.parts, r.handed_over_at, r.deadline_at, r.retry_at, r.reason, r.updated_at
     from json_to_recordset($1::text::json) as ${ATTEMPT_RECORD}`,
    [JSON.stringify(attempts.map(attemptJson))],
  );
}

export async function updateAttempts(
  tx: Queryable,
  attempts: readonly AttemptOf[],
  lane: readonly number[] | null,
): Promise<void> {
  await tx.query(
    `update attempts a set carrier = r.carrier, carriers_tried = r.carriers_tried, state = r.state, code = r.code,
       tries = r.tries, temporary_failures = r.temporary_failures, parts = r.parts, handed_over_at = r.handed_over_at,
       deadline_at = r.deadline_at, retry_at = r.retry_at, reason = r.reason, updated_at = r.updated_at
     from json_to_recordset($1::text::json) as ${ATTEMPT_RECORD}
     where a.message_id = r.message_id and a.n = r.n and a.bucket = r.bucket
       and a.message_id >= $3::uuid and a.message_id <= $4::uuid
       and ($2::smallint[] is null or a.bucket = any($2::smallint[]))`,
    [JSON.stringify(attempts.map(attemptJson)), lane, ...range(attempts.map(({ messageId }) => messageId))],
  );
}

/** When the next message is due, or null; a hint for how long the worker may sleep. */
export async function nextDueAt(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ due_at: number | null }>('select min(m.due_at) as due_at from messages m');
  return rows[0]?.due_at ?? null;
}

/** The carriers for whose room messages wait, found by skipping through the index. */
export async function queuesInUse(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ queue: string }>(
    `with recursive waiting as (
       select min(m.queue) as queue from messages m where m.queue is not null
       union all
       select (select min(m.queue) from messages m where m.queue > waiting.queue) from waiting
        where waiting.queue is not null)
     select queue from waiting where queue is not null`,
  );
  return rows.map((row) => row.queue);
}

/**
 * Gives back what a node that is no longer there held: its leases would run out by themselves, but later.
 * Returns how many messages that were.
 */
export async function releaseLeases(
  db: Queryable,
  owner: { readonly node: string; readonly beforeEpoch: number },
  now: number,
  lane: readonly number[] | null,
): Promise<number> {
  const { rowCount } = await db.query(
    `update messages m set due_at = $1::timestamptz, lease_node = null, lease_epoch = null
      where m.lease_node = $2 and m.lease_epoch < $3 and m.due_at > $1::timestamptz
        and m.due_at <= $1::timestamptz + interval '10 minutes'
        and ($4::smallint[] is null or m.bucket = any($4::smallint[]))`,
    [iso(now), owner.node, owner.beforeEpoch, lane],
  );
  return rowCount;
}

function fixed(message: Message): Record<string, unknown> {
  return {
    id: message.id,
    bucket: bucketOf(message.id),
    account_id: message.accountId,
    kind: message.kind,
    recipient: message.recipient,
    message_type: message.messageType,
    priority: PRIORITY[message.messageType],
    external_id: message.externalId,
    callback: message.callback,
    plan: message.plan,
    opt_out_applies: message.optOutApplies,
    created_at: iso(message.createdAt),
  };
}

function moving(message: Message, queue: string | null, owner: Owner | null): Record<string, unknown> {
  return {
    step: message.step,
    status: message.status,
    last_channel: message.lastChannel,
    possible_doubles: message.possibleDoubles,
    callback_seq: message.callbackSeq,
    updated_at: iso(message.updatedAt),
    final_at: isoOrNull(message.finalAt),
    due_at: isoOrNull(message.dueAt),
    queue,
    lease_node: owner?.node ?? null,
    lease_epoch: owner?.epoch ?? null,
  };
}

function attemptJson({ messageId, attempt }: AttemptOf): Record<string, unknown> {
  return {
    message_id: messageId,
    n: attempt.n,
    bucket: bucketOf(messageId),
    id: attempt.id,
    channel: attempt.channel,
    sender: attempt.sender,
    carrier: attempt.carrier,
    carriers_tried: attempt.carriersTried,
    state: attempt.state,
    code: attempt.code,
    tries: attempt.tries,
    temporary_failures: attempt.temporaryFailures,
    parts: attempt.parts,
    handed_over_at: isoOrNull(attempt.handedOverAt),
    deadline_at: isoOrNull(attempt.deadlineAt),
    retry_at: isoOrNull(attempt.retryAt),
    reason: attempt.reason,
    updated_at: iso(attempt.updatedAt),
  };
}

function toStored(row: MessageRow): StoredMessage {
  return {
    queue: row.queue,
    owner:
      row.lease_node === null || row.lease_epoch === null ? null : { node: row.lease_node, epoch: row.lease_epoch },
    message: {
      id: row.id,
      accountId: row.account_id,
      kind: row.kind as MessageKind,
      recipient: row.recipient,
      messageType: row.message_type as MessageType,
      externalId: row.external_id,
      callback: row.callback,
      plan: row.plan,
      optOutApplies: row.opt_out_applies,
      createdAt: row.created_at,
      step: row.step,
      status: row.status,
      lastChannel: row.last_channel as Channel,
      possibleDoubles: row.possible_doubles,
      callbackSeq: row.callback_seq,
      updatedAt: row.updated_at,
      finalAt: row.final_at,
      dueAt: row.due_at,
      attempts: [],
    },
  };
}

function toAttempt(row: AttemptRow): Attempt {
  return {
    n: row.n,
    id: row.id,
    channel: row.channel as Channel,
    sender: row.sender,
    carrier: row.carrier,
    carriersTried: row.carriers_tried,
    state: row.state as Attempt['state'],
    code: row.code,
    tries: row.tries,
    temporaryFailures: row.temporary_failures,
    parts: row.parts,
    handedOverAt: row.handed_over_at,
    deadlineAt: row.deadline_at,
    retryAt: row.retry_at,
    reason: row.reason,
    updatedAt: row.updated_at,
  };
}

function keys(ids: readonly string[]): string {
  return JSON.stringify(ids.map((id) => ({ id, bucket: bucketOf(id) })));
}

/** The lowest and the highest of the ids: what the planner may leave out lies outside. */
function range(ids: readonly string[]): [string, string] {
  let low = ids[0] ?? '';
  let high = low;
  for (const id of ids) {
    if (id < low) low = id;
    if (id > high) high = id;
  }
  return [low, high];
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}
