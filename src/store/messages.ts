/**
 * The statements on messages and attempts. Only engine/record.ts writes through them.
 *
 * 1. Many rows go in and out by one statement (`json_to_recordset`), always of one lane: `P` below.
 * 2. A statement names the range of the ids that it touches, so that only their partitions are planned.
 * 3. Attempts are read by a statement of their own after the messages are locked: a snapshot taken while waiting for
 *    the lock would show the attempts as they were before.
 */
import type { Message } from '../engine/message.ts';
import { bucketOf } from '../lib/ids.ts';
import { type Queryable, together } from './database.ts';
import {
  type AttemptOf,
  type AttemptRow,
  attemptJson,
  fixed,
  iso,
  keys,
  MESSAGE_COLUMNS,
  type MessageRow,
  moving,
  range,
  type StoredMessage,
  toAttempt,
  toStored,
} from './message-rows.ts';

/** Locks the messages in id order. Those that do not exist are absent. */
export async function lockMessages(
  tx: Queryable,
  ids: readonly string[],
  lane: readonly number[] | null,
): Promise<Map<string, StoredMessage>> {
  if (ids.length === 0) return new Map();
  const locking = tx.query<MessageRow>(
    `select ${MESSAGE_COLUMNS} from messages m
       join json_to_recordset($1::text::json) as r(id uuid, bucket smallint) on m.id = r.id and m.bucket = r.bucket
      where m.id >= $3::uuid and m.id <= $4::uuid and ($2::smallint[] is null or m.bucket = any($2::smallint[]))
      order by m.id for update of m`,
    [keys(ids), lane, ...range(ids)],
  );
  // Not awaited in between: the connection runs them one after the other, and the second sees what the first waited for.
  const [messages, attempts] = await together([locking, attemptsOf(tx, ids, lane)]);
  return assemble(messages.rows, attempts);
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

/** Adds the attempts of messages that the transaction has locked (rule 3). */
export async function withAttempts(
  db: Queryable,
  rows: readonly MessageRow[],
  lane: readonly number[] | null,
): Promise<Map<string, StoredMessage>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map((row) => row.id);
  return assemble(rows, await attemptsOf(db, ids, lane));
}

async function attemptsOf(
  db: Queryable,
  ids: readonly string[],
  lane: readonly number[] | null,
): Promise<AttemptRow[]> {
  const { rows } = await db.query<AttemptRow>(
    `select a.message_id, a.n, a.id, a.channel, a.sender, a.carrier, a.carriers_tried, a.state, a.code, a.tries,
            a.temporary_failures, a.parts, a.handed_over_at, a.deadline_at, a.retry_at, a.reason, a.updated_at
       from attempts a
       join json_to_recordset($1::text::json) as r(id uuid, bucket smallint) on a.message_id = r.id and a.bucket = r.bucket
      where a.message_id >= $3::uuid and a.message_id <= $4::uuid
        and ($2::smallint[] is null or a.bucket = any($2::smallint[]))
      order by a.message_id, a.n`,
    [keys(ids), lane, ...range(ids)],
  );
  return rows;
}

function assemble(messages: readonly MessageRow[], attempts: readonly AttemptRow[]): Map<string, StoredMessage> {
  const found = new Map(messages.map((row) => [row.id, toStored(row)]));
  for (const row of attempts) found.get(row.message_id)?.message.attempts.push(toAttempt(row));
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
