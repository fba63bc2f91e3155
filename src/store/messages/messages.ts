/**
 * The statements on messages and attempts. Only the door writes through them (message-writes.ts).
 *
 * 1. Many rows go in and out by one statement (recordset.ts), always of one lane.
 * 2. A statement that reads names the range of the ids that it touches, so that only their partitions are planned; one
 *    that writes goes to the tables of their day (id-range.ts).
 * 3. Attempts are read by a statement of their own after the messages are locked: a snapshot taken while waiting for
 *    the lock would show the attempts as they were before.
 */
import type { Message } from '../../engine/message/message.ts';
import { bucketOf } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { isMissingPartition } from '../connection/sql-states.ts';
import { type Queryable, type Transaction, together } from '../database.ts';
import { byDay, daysOf, EVER, foundBy, foundByBoth, type IdSlice, idRange, onEachDay } from '../sql/id-range.ts';
import type { Buckets } from '../sql/lanes.ts';
import { firstAttempt } from './first-attempt.ts';
import { hold } from './holds.ts';
import {
  ATTEMPT_MOVES,
  type AttemptOf,
  type AttemptRow,
  IDS,
  MESSAGE_COLUMNS,
  MESSAGE_MOVES,
  type MessageRow,
  MOVED_MESSAGES,
  type MovedAttempt,
  NEW_ATTEMPTS,
  NEW_MESSAGES,
  type StoredMessage,
  toAttempt,
  toStored,
  updateOf,
} from './message-rows.ts';
import { addReading } from './stored-codes.ts';

const ATTEMPT_COLUMNS = `a.message_id, a.n, a.id, a.channel, a.sender, a.carrier, a.carriers_tried, a.state, a.code, a.tries,
            a.temporary_failures, a.parts, a.handed_over_at, a.deadline_at, a.retry_at, a.reason, a.updated_at`;

const FROM_EXCLUDED = ATTEMPT_MOVES.map((name) => `${name} = excluded.${name}`).join(', ');

/** Locks the messages in id order. Those that do not exist are absent. */
export async function lockMessages(
  tx: Transaction,
  ids: readonly string[],
  buckets: Buckets,
): Promise<Map<string, StoredMessage>> {
  if (ids.length === 0) return new Map();
  const locking = tx.query<MessageRow>(
    `select ${MESSAGE_COLUMNS} from messages m
      where m.id = any($4::uuid[]) and ${daysOf('m.id', '$2::uuid', '$3::uuid')}
        and ($1::smallint[] is null or m.bucket = any($1::smallint[]))
      order by m.id for update`,
    [buckets, ...idRange(ids), ...IDS.values(ids)],
    'kept',
  );
  // Not awaited in between: the connection runs them one after the other, and the second sees what the first waited for.
  const [messages, attempts] = await together([locking, attemptsOf(tx, ids, buckets)]);
  return assemble(messages.rows, attempts);
}

export interface DueQuestion {
  readonly now: number;
  readonly limit: number;
  readonly buckets: Buckets;
  /** The ids that it may be about. */
  readonly span: IdSlice;
  /** What has come due last comes first. */
  readonly isNewestFirst?: boolean;
}

/** Locks what is due, as far as nobody else has it. Why it names a range of instants: poll.ts. */
export async function lockDueMessages(
  tx: Transaction,
  { now, limit, buckets, span, isNewestFirst = false }: DueQuestion,
): Promise<Map<string, StoredMessage>> {
  const { rows } = await tx.query<MessageRow>(
    `select ${MESSAGE_COLUMNS} from messages m
      where m.due_at >= $6::timestamptz and m.due_at <= $1::timestamptz and m.id >= $4::uuid and m.id < $5::uuid
        and ($2::smallint[] is null or m.bucket = any($2::smallint[]))
      order by m.due_at${isNewestFirst ? ' desc' : ''} limit $3 for update skip locked`,
    [iso(now), buckets, limit, ...span, EVER[0]],
    'kept',
  );
  return withAttempts(tx, rows, buckets);
}

/** Adds the attempts of messages that the transaction has locked (rule 3). */
export async function withAttempts(
  db: Queryable,
  rows: readonly MessageRow[],
  buckets: Buckets,
): Promise<Map<string, StoredMessage>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map((row) => row.id);
  return assemble(rows, await attemptsOf(db, ids, buckets));
}

async function attemptsOf(db: Queryable, ids: readonly string[], buckets: Buckets): Promise<AttemptRow[]> {
  const { rows } = await db.query<AttemptRow>(
    `select ${ATTEMPT_COLUMNS} from attempts a
      where a.message_id = any($4::uuid[]) and ${daysOf('a.message_id', '$2::uuid', '$3::uuid')}
        and ($1::smallint[] is null or a.bucket = any($1::smallint[]))
      order by a.message_id, a.n`,
    [buckets, ...idRange(ids), ...IDS.values(ids)],
    'kept',
  );
  return rows;
}

function assemble(messages: readonly MessageRow[], attempts: readonly AttemptRow[]): Map<string, StoredMessage> {
  const found = new Map(messages.map((row) => [row.id, toStored(row)]));
  for (const row of attempts) found.get(row.message_id)?.message.attempts.push(toAttempt(row));
  for (const { message } of found.values()) {
    if (message.attempts.length === 0) message.attempts.push(firstAttempt(message));
    addReading(message);
  }
  return found;
}

/** One message as it stands, without a lock; null when there is none. */
export async function findMessage(db: Queryable, id: string): Promise<Message | null> {
  const { rows } = await db.query<MessageRow>(
    `select ${MESSAGE_COLUMNS} from messages m where m.id = any(array[$1::uuid]) and m.bucket = $2 order by m.id`,
    [id, bucketOf(id)],
    'kept',
  );
  return (await withAttempts(db, rows, [bucketOf(id)])).get(id)?.message ?? null;
}

/**
 * Messages as they stand, in whatever lanes, without a lock; those that do not exist are absent. Day by day: a list may
 * hold messages of a whole year.
 */
export async function findMessages(db: Queryable, ids: readonly string[]): Promise<Map<string, Message>> {
  const days = byDay(ids, (id) => id);
  const found = await together(days.map(({ day, rows }) => findOnDay(db, day, rows)));
  return new Map(found.flatMap((each) => [...each].map(([id, { message }]) => [id, message])));
}

async function findOnDay(db: Queryable, day: string, ids: readonly string[]): Promise<Map<string, StoredMessage>> {
  try {
    const { rows } = await db.query<MessageRow>(
      `select ${MESSAGE_COLUMNS} from messages${day} m
        where m.id = any($1::uuid[]) order by m.id`,
      IDS.values(ids),
      'kept',
    );
    const attempts = await db.query<AttemptRow>(
      `select ${ATTEMPT_COLUMNS} from attempts${day} a
        where a.message_id = any($1::uuid[]) order by a.message_id, a.n`,
      IDS.values(ids),
      'kept',
    );
    return assemble(rows, attempts.rows);
  } catch (error) {
    // No message has been made on that day, or its time is over.
    if (isMissingPartition(error)) return new Map();
    throw error;
  }
}

/** All rows are of one lane. Those that are held have one owner. */
export async function insertMessages(tx: Transaction, stored: readonly StoredMessage[]): Promise<void> {
  const inserted = onEachDay(stored, idOfMessage, (day, rows) => {
    const { form, values } = NEW_MESSAGES.fitted(rows);
    return tx.query(
      `insert into messages${day} (${NEW_MESSAGES.names}) select ${form.list(1)} from ${form.from(1)}`,
      values,
      'kept',
    );
  });
  const owner = stored.find(({ heldUntil }) => heldUntil !== null)?.owner;
  const rows = stored.flatMap(({ message: { id }, heldUntil }) =>
    heldUntil === null ? [] : { id, messageId: id, until: heldUntil },
  );
  // Not awaited in between: COMMIT may leave behind both.
  await together([inserted, ...(owner ? [hold(tx, 'messages', rows, owner)] : [])]);
}

/** Writes those whose version is still the one that was read; returns how many. */
export async function updateMessages(
  tx: Queryable,
  stored: readonly StoredMessage[],
  buckets: Buckets,
): Promise<number> {
  return onEachDay(stored, idOfMessage, (day, rows) => {
    const { form, values } = MOVED_MESSAGES.fitted(rows);
    return tx.query(
      `update messages${day} m set ${form.set(MESSAGE_MOVES, 2)}
       from ${form.from(2)}
       where ${foundByBoth('m.id, m.bucket', 'r.id, r.bucket')} and m.bucket = r.bucket and m.version = ${form.value('version', 2)} - 1
         and ($1::smallint[] is null or m.bucket = any($1::smallint[]))`,
      [buckets, ...values],
      'kept',
    );
  });
}

function idOfMessage({ message }: StoredMessage): string {
  return message.id;
}

export async function insertAttempts(tx: Queryable, attempts: readonly AttemptOf[]): Promise<void> {
  await onEachDay(attempts, ofMessage, (day, rows) => {
    const { form, values } = NEW_ATTEMPTS.fitted(rows);
    return tx.query(
      `insert into attempts${day} (${NEW_ATTEMPTS.names}) select ${form.list(1)} from ${form.from(1)}`,
      values,
      'kept',
    );
  });
}

/**
 * Writes what has become of first attempts that had no row (first-attempt.ts); returns how many. One that has a row by
 * now counts only if nothing has happened to it, which the release before wrote. Returned and not only counted: of an
 * insert whose rows come from a select, Citus 13.2 counts what was selected.
 */
export async function beginAttempts(tx: Queryable, attempts: readonly AttemptOf[]): Promise<number> {
  return onEachDay(attempts, ofMessage, (day, rows) => {
    const { form, values } = NEW_ATTEMPTS.fitted(rows);
    return tx.query(
      `insert into attempts${day} as a (${NEW_ATTEMPTS.names})
       select ${form.list(1)} from ${form.from(1)}
       on conflict (message_id, n, bucket) do update set ${FROM_EXCLUDED}
        where a.state = 'ready' and a.tries = 0 and a.handed_over_at is null
       returning a.n`,
      values,
      'kept',
    );
  });
}

/** Writes those that are still as they were read; returns how many. */
export async function updateAttempts(
  tx: Queryable,
  attempts: readonly MovedAttempt[],
  buckets: Buckets,
): Promise<number> {
  const update = updateOf(attempts);
  return onEachDay(attempts, ofMessage, (day, rows) => {
    const { form, values } = update.rows.fitted(rows);
    return tx.query(
      `update attempts${day} a set ${form.set(update.moves, 2)}
       from ${form.from(2)}
       where ${foundBy('a.message_id', 'r.message_id')} and a.n = r.n and a.bucket = r.bucket
         and a.updated_at = r.was_updated_at
         and ($1::smallint[] is null or a.bucket = any($1::smallint[]))`,
      [buckets, ...values],
      'kept',
    );
  });
}

function ofMessage({ messageId }: AttemptOf): string {
  return messageId;
}
