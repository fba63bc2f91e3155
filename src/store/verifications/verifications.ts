/**
 * The statements on verifications.
 *
 * 1. The transaction that makes an attempt writes the verification as well: there is never one without the other.
 * 2. Whoever changes a verification locks its row first. A transaction that has it locks no message that is there before;
 *    one that has messages may wait for it (`tellVerifications`). So two of them wait in one direction only.
 * 3. What is final keeps no sealed code (a constraint of the table).
 */
import { bucketOf } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable, Transaction } from '../database.ts';
import { foundBy, foundByBoth } from '../sql/id-range.ts';
import type { Buckets } from '../sql/lanes.ts';
import { type Column, recordset } from '../sql/recordset.ts';
import type { Verification } from './verification.ts';

/** What is kept of the code of a verification. */
export interface VerificationSecret {
  readonly codeSealed: Uint8Array;
  readonly codeHash: Uint8Array;
}

export interface NewVerification extends VerificationSecret {
  readonly verification: Verification;
}

/** As it is stored. */
export interface StoredVerification {
  readonly verification: Verification;
  /** Null when it is final. */
  readonly codeSealed: Buffer | null;
  readonly codeHash: Buffer;
}

/** Without what is kept of the code. */
export const VERIFICATION_COLUMNS = `v.id, v.account_id as "accountId", v.recipient, v.external_id as "externalId", v.callback,
  v.voice_language as "voiceLanguage", v.language, v.template, v.opt_out_applies as "optOutApplies",
  v.created_at as "createdAt", v.send_at as "sendAt", v.ends_at as "endsAt", v.state, v.methods, v.wrong_tries as "wrongTries",
  v.callback_seq as "callbackSeq", v.updated_at as "updatedAt", v.final_at as "finalAt", v.due_at as "dueAt"`;

const COLUMNS = `${VERIFICATION_COLUMNS}, v.code_sealed as "codeSealed", v.code_hash as "codeHash"`;

type Row = Verification & Omit<StoredVerification, 'verification'>;

const KEY: ReadonlyArray<Column<Verification>> = [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'bucket', type: 'smallint', of: ({ id }) => bucketOf(id) },
];

const MOVING: ReadonlyArray<Column<Verification>> = [
  { name: 'state', type: 'text', shared: true, of: ({ state }) => state },
  { name: 'methods', type: 'json', of: ({ methods }) => methods },
  { name: 'wrong_tries', type: 'smallint', shared: true, of: ({ wrongTries }) => wrongTries },
  { name: 'callback_seq', type: 'smallint', shared: true, of: ({ callbackSeq }) => callbackSeq },
  { name: 'updated_at', type: 'instant', shared: true, of: ({ updatedAt }) => updatedAt },
  { name: 'final_at', type: 'instant', shared: true, of: ({ finalAt }) => finalAt },
  { name: 'due_at', type: 'instant', shared: true, of: ({ dueAt }) => dueAt },
];

const FIXED: ReadonlyArray<Column<Verification>> = [
  { name: 'account_id', type: 'text', shared: true, of: ({ accountId }) => accountId },
  { name: 'recipient', type: 'text', of: ({ recipient }) => recipient },
  { name: 'external_id', type: 'text', shared: true, of: ({ externalId }) => externalId },
  { name: 'callback', type: 'json', shared: true, of: ({ callback }) => callback },
  { name: 'voice_language', type: 'text', shared: true, of: ({ voiceLanguage }) => voiceLanguage },
  { name: 'language', type: 'text', shared: true, of: ({ language }) => language },
  { name: 'template', type: 'text', shared: true, of: ({ template }) => template },
  { name: 'opt_out_applies', type: 'boolean', shared: true, of: ({ optOutApplies }) => optOutApplies },
  { name: 'created_at', type: 'instant', shared: true, of: ({ createdAt }) => createdAt },
  { name: 'send_at', type: 'instant', shared: true, of: ({ sendAt }) => sendAt },
  { name: 'ends_at', type: 'instant', shared: true, of: ({ endsAt }) => endsAt },
];

const NEW = recordset<NewVerification>([
  ...[...KEY, ...FIXED, ...MOVING].map((column) => ({
    ...column,
    of: ({ verification }: NewVerification) => column.of(verification),
  })),
  {
    name: 'code_sealed',
    type: 'bytes',
    of: (fresh) => (fresh.verification.finalAt === null ? fresh.codeSealed : null),
  },
  { name: 'code_hash', type: 'bytes', of: ({ codeHash }) => codeHash },
]);
const MOVED = recordset<Verification>([...KEY, ...MOVING]);
const IDS = recordset<string>([{ name: 'id', type: 'uuid', of: (id) => id }]);

/** A `case`, as below: by plain conditions a plan may go over all that is due, to find those that are asked for. */
const IS_DUE_SOMETIME = 'case when v.due_at is null then false else true end';

/** All rows are of one lane. */
export async function insertVerifications(tx: Queryable, fresh: readonly NewVerification[]): Promise<void> {
  const { form, values } = NEW.fitted(fresh);
  await tx.query(
    `insert into verifications (${NEW.names}) select ${form.list(1)} from ${form.from(1)}`,
    values,
    'kept',
  );
}

/** Null when there is none. */
export async function findVerification(db: Queryable, id: string): Promise<StoredVerification | null> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from verifications v where ${foundBy('v.id', '$1::uuid')} and v.bucket = $2 order by v.id`,
    [id, bucketOf(id)],
    'kept',
  );
  return rows[0] ? toStored(rows[0]) : null;
}

/** Locks it; null when there is none. */
export async function lockVerification(tx: Transaction, id: string): Promise<StoredVerification | null> {
  const { rows } = await tx.query<Row>(
    `select ${COLUMNS} from verifications v where ${foundBy('v.id', '$1::uuid')} and v.bucket = $2
      order by v.id for update`,
    [id, bucketOf(id)],
    'kept',
  );
  return rows[0] ? toStored(rows[0]) : null;
}

/** Those that are due, without a lock: whoever works on one locks it then. */
export async function findDueVerifications(
  db: Queryable,
  now: number,
  limit: number,
  buckets: Buckets,
): Promise<StoredVerification[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from verifications v
      where v.due_at <= $1::timestamptz and ($2::smallint[] is null or v.bucket = any($2::smallint[]))
      order by v.due_at limit $3`,
    [iso(now), buckets, limit],
    'kept',
  );
  return rows.map(toStored);
}

/** Locks those of one lane that are still due, as far as nobody else has them, in the order of their ids. */
export async function lockDueVerifications(
  tx: Transaction,
  ids: readonly string[],
  now: number,
  buckets: Buckets,
): Promise<StoredVerification[]> {
  const { rows } = await tx.query<Row>(
    `select ${COLUMNS} from verifications v
      where v.id = any($3::uuid[]) and case when v.due_at <= $1::timestamptz then true else false end
        and ($2::smallint[] is null or v.bucket = any($2::smallint[]))
      order by v.id for update skip locked`,
    [iso(now), buckets, ...IDS.values(ids)],
    'kept',
  );
  return rows.map(toStored);
}

/** Verifications of one lane that this transaction holds. */
export async function updateVerifications(
  tx: Queryable,
  verifications: readonly Verification[],
  buckets: Buckets,
): Promise<void> {
  const names = MOVING.map(({ name }) => name);
  await tx.query(
    `update verifications v
        set ${MOVED.set(names, 2)}, code_sealed = case when ${MOVED.value('final_at', 2)} is null then v.code_sealed end
       from ${MOVED.from(2)}
      where ${foundByBoth('v.id, v.bucket', 'r.id, r.bucket')} and v.bucket = r.bucket
        and ($1::smallint[] is null or v.bucket = any($1::smallint[]))`,
    [buckets, ...MOVED.values(verifications)],
    'kept',
  );
}

/**
 * An attempt has changed: its verification is due. All rows are of one lane; locked in the order of their ids, also those
 * that are due already: whoever works on one may have looked at its attempts before this.
 */
export async function tellVerifications(
  tx: Queryable,
  ids: readonly string[],
  now: number,
  buckets: Buckets,
): Promise<void> {
  await tx.query(
    `with told as (
       select v.id, v.bucket from verifications v
        where v.id = any($3::uuid[]) and ${IS_DUE_SOMETIME}
          and ($2::smallint[] is null or v.bucket = any($2::smallint[]))
        order by v.id for update)
     update verifications v set due_at = least(v.due_at, $1::timestamptz) from told
      where ${foundByBoth('v.id, v.bucket', 'told.id, told.bucket')} and v.bucket = told.bucket
        and ($2::smallint[] is null or v.bucket = any($2::smallint[]))`,
    [iso(now), buckets, ...IDS.values(ids)],
    'kept',
  );
}

/** Something is wrong with it: it is not looked at again before then. */
export async function putOffVerification(db: Queryable, id: string, until: number): Promise<void> {
  await db.query(
    `update verifications v set due_at = $3::timestamptz
       from unnest(array[$1::uuid], array[$2::smallint]) as r(id, bucket)
      where ${foundByBoth('v.id, v.bucket', 'r.id, r.bucket')} and v.bucket = $2 and ${IS_DUE_SOMETIME}`,
    [id, bucketOf(id), iso(until)],
    'kept',
  );
}

/** When the next one is due; null when none is. */
export async function nextVerificationAt(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ due_at: number | null }>(
    'select min(v.due_at) as due_at from verifications v where v.due_at is not null',
    [],
    'kept',
  );
  return rows[0]?.due_at ?? null;
}

function toStored({ codeSealed, codeHash, ...verification }: Row): StoredVerification {
  return { verification, codeSealed, codeHash };
}
