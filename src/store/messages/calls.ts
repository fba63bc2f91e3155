/**
 * The statements on the table `calls`: the sealed codes of messages, of calls and of texts, and what became of calls on
 * the line.
 *
 * 1. The transaction that records the message writes the row, and the one that ends it removes the sealed code.
 * 2. A text has the columns of its code alone.
 */
import { bucketOf } from '../../lib/ids.ts';
import type { Queryable, Transaction } from '../database.ts';
import { daysOf, idRange } from '../sql/id-range.ts';
import type { Buckets } from '../sql/lanes.ts';
import { recordset } from '../sql/recordset.ts';
import { IDS } from './message-rows.ts';

export interface NewCode {
  readonly messageId: string;
  readonly accountId: string;
  /** Digits. */
  readonly number: string;
  readonly codeSealed: Uint8Array;
  readonly codeHash: Uint8Array;
}

const NEW_CODES = recordset<NewCode>([
  { name: 'message_id', type: 'uuid', of: ({ messageId }) => messageId },
  { name: 'bucket', type: 'smallint', of: ({ messageId }) => bucketOf(messageId) },
  { name: 'account_id', type: 'text', of: ({ accountId }) => accountId },
  { name: 'number', type: 'text', of: ({ number }) => number },
  { name: 'code_sealed', type: 'bytes', of: ({ codeSealed }) => codeSealed },
  { name: 'code_hash', type: 'bytes', of: ({ codeHash }) => codeHash },
]);

/** All rows are of one lane. */
export async function insertCodes(tx: Queryable, calls: readonly NewCode[]): Promise<void> {
  await tx.query(
    `insert into calls (${NEW_CODES.names}) select ${NEW_CODES.list(1)} from ${NEW_CODES.from(1)}`,
    NEW_CODES.values(calls),
    'kept',
  );
}

/** Forgets the codes of messages that are final: only their hashes stay. */
export async function forgetCodes(tx: Queryable, ids: readonly string[], buckets: Buckets): Promise<void> {
  await tx.query(
    `update calls c set code_sealed = null
      where c.message_id = any($4::uuid[]) and ${daysOf('c.message_id', '$2::uuid', '$3::uuid')}
        and c.code_sealed is not null and ($1::smallint[] is null or c.bucket = any($1::smallint[]))`,
    [buckets, ...idRange(ids), ...IDS.values(ids)],
    'kept',
  );
}

/** Null when there is no such message, or it is final. */
export async function findSealedCode(db: Queryable, id: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ code_sealed: Buffer | null }>(
    'select c.code_sealed from calls c where c.message_id = $1::uuid and c.bucket = $2',
    [id, bucketOf(id)],
    'kept',
  );
  return rows[0]?.code_sealed ?? null;
}

export interface CheckedCall {
  readonly codeHash: Buffer;
  readonly wrongTries: number;
  /** The code was given, and was right. */
  readonly isUsed: boolean;
}

/** Held until the transaction ends: of tries that come together each sees the ones before. */
export async function lockCall(tx: Transaction, id: string): Promise<CheckedCall | null> {
  const { rows } = await tx.query<{ code_hash: Buffer; wrong_tries: number; is_used: boolean }>(
    `select c.code_hash, c.wrong_tries, c.code_used_at is not null as is_used from calls c
      where c.message_id = $1::uuid and c.bucket = $2 for update`,
    [id, bucketOf(id)],
    'kept',
  );
  const row = rows[0];
  return row ? { codeHash: row.code_hash, wrongTries: row.wrong_tries, isUsed: row.is_used } : null;
}

export async function useCode(tx: Queryable, id: string, now: number): Promise<void> {
  await tx.query(
    `update calls c set code_used_at = to_timestamp($3 / 1000.0)
      where c.message_id = $1::uuid and c.bucket = $2`,
    [id, bucketOf(id), now],
    'kept',
  );
}

export async function countWrongTry(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    'update calls c set wrong_tries = c.wrong_tries + 1 where c.message_id = $1::uuid and c.bucket = $2',
    [id, bucketOf(id)],
    'kept',
  );
}

/** Its code came back: checked and right, or reported by the caller. The first time counts. */
export async function completeCall(db: Queryable, id: string, now: number): Promise<'first' | 'again' | 'unknown'> {
  const { rowCount } = await db.query(
    `update calls c set completed_at = to_timestamp($3 / 1000.0)
      where c.message_id = $1::uuid and c.bucket = $2 and c.completed_at is null`,
    [id, bucketOf(id), now],
    'kept',
  );
  if (rowCount > 0) return 'first';
  const known = await db.query(
    'select 1 from calls c where c.message_id = $1::uuid and c.bucket = $2',
    [id, bucketOf(id)],
    'kept',
  );
  return known.rowCount > 0 ? 'again' : 'unknown';
}

/** What is a hash of nothing: a text whose code its caller keeps to itself. */
const NO_HASH = Buffer.alloc(32);

/** Of a text that holds no code of ours: it gets its row now. */
export async function completeText(
  db: Queryable,
  { id, accountId, recipient }: { readonly id: string; readonly accountId: string; readonly recipient: string },
  now: number,
): Promise<'first' | 'again'> {
  const { rowCount } = await db.query(
    `insert into calls (message_id, bucket, account_id, number, code_hash, completed_at)
     values ($1::uuid, $2, $3, $4, $5, to_timestamp($6 / 1000.0)) on conflict (message_id, bucket) do nothing`,
    [id, bucketOf(id), accountId, recipient, NO_HASH, now],
  );
  return rowCount > 0 ? 'first' : 'again';
}

/** What became of a call on the line. */
export interface CallFacts {
  /** Epoch milliseconds; null when it did not come to that. */
  readonly dialledAt: number | null;
  readonly rangAt: number | null;
  readonly answeredAt: number | null;
  readonly endedAt: number;
  /** As the user agent says it (carriers/sip/call.ts). */
  readonly cause: string;
  readonly by: string;
  readonly trunk: string | null;
  readonly sipStatus: number | null;
  readonly q850: number | null;
  readonly reason: string;
  readonly codec: string | null;
  /** How often the message was said to its end. */
  readonly timesSaid: number;
  readonly keys: string;
}

export interface TracedMessage {
  readonly at: number;
  readonly direction: 'sent' | 'received';
  readonly trunk: string;
  readonly transport: string;
  readonly peer: string;
  readonly text: string;
}

export async function keepCallFacts(
  db: Queryable,
  id: string,
  facts: CallFacts,
  trace: readonly TracedMessage[],
): Promise<void> {
  await db.query(
    'update calls c set facts = $3::jsonb, trace = $4::jsonb where c.message_id = $1::uuid and c.bucket = $2',
    [id, bucketOf(id), JSON.stringify(facts), JSON.stringify(trace)],
    'kept',
  );
}

export interface StoredCall {
  readonly wrongTries: number;
  readonly completedAt: number | null;
  /** Null until the call is over. */
  readonly facts: CallFacts | null;
  readonly trace: readonly TracedMessage[];
}

export async function findCall(db: Queryable, id: string): Promise<StoredCall | null> {
  const { rows } = await db.query<{
    wrong_tries: number;
    completed_at: number | null;
    facts: CallFacts | Record<string, never>;
    trace: TracedMessage[];
  }>(
    `select c.wrong_tries, c.completed_at, c.facts, c.trace from calls c
      where c.message_id = $1::uuid and c.bucket = $2`,
    [id, bucketOf(id)],
    'kept',
  );
  const row = rows[0];
  if (!row) return null;
  const facts = 'cause' in row.facts ? (row.facts as CallFacts) : null;
  return { wrongTries: row.wrong_tries, completedAt: row.completed_at, facts, trace: row.trace };
}
