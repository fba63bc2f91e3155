/**
 * Everything that lies sealed in the store, for the replacement of the master key: the keys of accounts, the secrets of
 * callbacks, keys of the gateway itself, codes of what is not over, and answers that are kept for an idempotency
 * key and hold a secret.
 *
 * 1. Values to be sealed again are found by their first bytes (lib/sealed.ts): all that were not sealed under the key
 *    that seals now. No row says how far a replacement has come, so a replacement that was interrupted goes on.
 * 2. A value is replaced only while it still is the value that was read.
 */
import { SEAL_HEAD_BYTES, type SealedRow } from '../../lib/sealed.ts';
import type { Queryable } from '../database.ts';
import type { Buckets } from '../sql/lanes.ts';
import {
  apiKeyRow,
  callbackSecretRow,
  callCodeRow,
  gatewayKeyRow,
  idempotencyRow,
  verificationRow,
} from './sealed-rows.ts';

export interface SealedInRow {
  readonly row: SealedRow;
  readonly sealed: Buffer;
}

export interface SealedValue extends SealedInRow {
  /** Where it lies in its table, in the order of the table's key; the last one is the bucket. */
  readonly place: readonly (string | number)[];
}

export interface SealedChange extends SealedValue {
  readonly fresh: Buffer;
}

export interface OtherSeals {
  /** How the values begin that are left alone. */
  readonly head: Buffer;
  /** Null: all of them (lanes.ts). */
  readonly buckets: Buckets;
  /** The place where the page before ended. */
  readonly after: SealedValue['place'] | null;
  readonly limit: number;
}

export interface SealedTable {
  readonly name: string;
  /** In the order of their places. */
  find(db: Queryable, which: OtherSeals): Promise<SealedValue[]>;
  /** How many were replaced. */
  replace(db: Queryable, changes: readonly SealedChange[], buckets: Buckets): Promise<number>;
}

export const SEALED_TABLES: readonly SealedTable[] = [
  ofAccounts('api_keys', apiKeyRow),
  ofAccounts('callback_secrets', callbackSecretRow),
  keptAnswers(),
  ownKeys(),
  ofCodes('calls', 'message_id', callCodeRow),
  ofCodes('verifications', 'id', verificationRow),
];

/** Keys and secrets are laid out alike. */
function ofAccounts(
  table: 'api_keys' | 'callback_secrets',
  rowOf: (accountId: string, id: string) => SealedRow,
): SealedTable {
  return {
    name: table,
    async find(db, { head, buckets, after, limit }) {
      const { rows } = await db.query<{ account_id: string; id: string; bucket: number; sealed: Buffer }>(
        `select s.account_id, s.id, s.bucket, s.sealed from ${table} s
          where substring(s.sealed from 1 for ${SEAL_HEAD_BYTES}) <> $1
            and ($2::text is null or (s.account_id, s.id) > ($2::text, $3::uuid))
            and ($4::smallint[] is null or s.bucket = any($4::smallint[]))
          order by s.account_id, s.id limit $5`,
        [head, after?.[0] ?? null, after?.[1] ?? null, buckets, limit],
      );
      return rows.map(({ account_id, id, bucket, sealed }) => ({
        place: [account_id, id, bucket],
        row: rowOf(account_id, id),
        sealed,
      }));
    },
    async replace(db, changes, buckets) {
      const { rowCount } = await db.query(
        `update ${table} s set sealed = v.fresh
           from unnest($1::text[], $2::uuid[], $3::smallint[], $4::bytea[], $5::bytea[])
             as v(account_id, id, bucket, sealed, fresh)
          where s.account_id = v.account_id and s.id = v.id and s.bucket = v.bucket and s.sealed = v.sealed
            and ($6::smallint[] is null or s.bucket = any($6::smallint[]))`,
        [...columnsOf(changes, 3), buckets],
      );
      return rowCount;
    },
  };
}

/** Keys of the gateway itself: a handful. */
function ownKeys(): SealedTable {
  return {
    name: 'sealed_keys',
    async find(db, { head, buckets, after, limit }) {
      const { rows } = await db.query<{ name: string; bucket: number; sealed: Buffer }>(
        `select s.name, s.bucket, s.sealed from sealed_keys s
          where substring(s.sealed from 1 for ${SEAL_HEAD_BYTES}) <> $1 and ($2::text is null or s.name > $2)
            and ($3::smallint[] is null or s.bucket = any($3::smallint[]))
          order by s.name limit $4`,
        [head, after?.[0] ?? null, buckets, limit],
      );
      return rows.map(({ name, bucket, sealed }) => ({ place: [name, bucket], row: gatewayKeyRow(name), sealed }));
    },
    async replace(db, changes, buckets) {
      const { rowCount } = await db.query(
        `update sealed_keys s set sealed = v.fresh
           from unnest($1::text[], $2::smallint[], $3::bytea[], $4::bytea[]) as v(name, bucket, sealed, fresh)
          where s.name = v.name and s.bucket = v.bucket and s.sealed = v.sealed
            and ($5::smallint[] is null or s.bucket = any($5::smallint[]))`,
        [...columnsOf(changes, 2), buckets],
      );
      return rowCount;
    },
  };
}

/** Codes of what is not over: those of calls and texts, and those of verifications. */
function ofCodes(
  table: 'calls' | 'verifications',
  key: 'message_id' | 'id',
  rowOf: (id: string) => SealedRow,
): SealedTable {
  return {
    name: table,
    async find(db, { head, buckets, after, limit }) {
      const { rows } = await db.query<{ id: string; bucket: number; sealed: Buffer }>(
        `select s.${key} as id, s.bucket, s.code_sealed as sealed from ${table} s
          where substring(s.code_sealed from 1 for ${SEAL_HEAD_BYTES}) <> $1
            and ($2::uuid is null or s.${key} > $2::uuid)
            and ($3::smallint[] is null or s.bucket = any($3::smallint[]))
          order by s.${key} limit $4`,
        [head, after?.[0] ?? null, buckets, limit],
      );
      return rows.map(({ id, bucket, sealed }) => ({ place: [id, bucket], row: rowOf(id), sealed }));
    },
    async replace(db, changes, buckets) {
      const { rowCount } = await db.query(
        `update ${table} s set code_sealed = v.fresh
           from unnest($1::uuid[], $2::smallint[], $3::bytea[], $4::bytea[]) as v(id, bucket, sealed, fresh)
          where s.${key} = v.id and s.bucket = v.bucket and s.code_sealed = v.sealed
            and ($5::smallint[] is null or s.bucket = any($5::smallint[]))`,
        [...columnsOf(changes, 2), buckets],
      );
      return rowCount;
    },
  };
}

/** The body is base64 of what is sealed where the headers say so (http/idempotency.ts). */
function keptAnswers(): SealedTable {
  const sealed = `case when i.headers ? 'sealed' then decode(i.body, 'base64') end`;
  return {
    name: 'idempotency_keys',
    async find(db, { head, buckets, after, limit }) {
      const { rows } = await db.query<{
        key: string;
        account_id: string;
        path: string;
        bucket: number;
        sealed: Buffer;
      }>(
        `select i.key, i.account_id, i.path, i.bucket, ${sealed} as sealed from idempotency_keys i
          where substring(${sealed} from 1 for ${SEAL_HEAD_BYTES}) <> $1
            and ($2::text is null or (i.key, i.account_id, i.path) > ($2::text, $3::text, $4::text))
            and ($5::smallint[] is null or i.bucket = any($5::smallint[]))
          order by i.key, i.account_id, i.path limit $6`,
        [head, after?.[0] ?? null, after?.[1] ?? null, after?.[2] ?? null, buckets, limit],
      );
      return rows.map(({ key, account_id, path, bucket, sealed: value }) => ({
        place: [key, account_id, path, bucket],
        row: idempotencyRow({ key, accountId: account_id, path }),
        sealed: value,
      }));
    },
    async replace(db, changes, buckets) {
      const { rowCount } = await db.query(
        `update idempotency_keys i set body = translate(encode(v.fresh, 'base64'), E'\\n', '')
           from unnest($1::text[], $2::text[], $3::text[], $4::smallint[], $5::bytea[], $6::bytea[])
             as v(key, account_id, path, bucket, sealed, fresh)
          where i.key = v.key and i.account_id = v.account_id and i.path = v.path and i.bucket = v.bucket
            and ${sealed} = v.sealed
            and ($7::smallint[] is null or i.bucket = any($7::smallint[]))`,
        [...columnsOf(changes, 4), buckets],
      );
      return rowCount;
    },
  };
}

function columnsOf(changes: readonly SealedChange[], places: number): unknown[] {
  const ofPlace = Array.from({ length: places }, (_, at) => changes.map(({ place }) => place[at]));
  return [...ofPlace, changes.map(({ sealed }) => sealed), changes.map(({ fresh }) => fresh)];
}

/** Some of the newest keys of accounts, whatever they were sealed under. */
export async function newestSealedKeys(db: Queryable, limit: number): Promise<SealedInRow[]> {
  const { rows } = await db.query<{ account_id: string; id: string; sealed: Buffer }>(
    'select k.account_id, k.id, k.sealed from api_keys k order by k.created_at desc, k.id limit $1',
    [limit],
  );
  return rows.map(({ account_id, id, sealed }) => ({ row: apiKeyRow(account_id, id), sealed }));
}

/** How many values were not sealed under the key that seals now. */
export async function countOtherSeals(db: Queryable, head: Buffer): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select (select count(*) from api_keys s where substring(s.sealed from 1 for ${SEAL_HEAD_BYTES}) <> $1)
          + (select count(*) from callback_secrets s where substring(s.sealed from 1 for ${SEAL_HEAD_BYTES}) <> $1)
          + (select count(*) from sealed_keys s where substring(s.sealed from 1 for ${SEAL_HEAD_BYTES}) <> $1)
          as count`,
    [head],
  );
  return rows[0]?.count ?? 0;
}

/** Running nodes that seal under another key than this one, by their ids. */
export async function nodesWithOtherKey(db: Queryable, masterKeyId: string, silentBefore: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select n.id from nodes n
      where n.stopped_at is null and n.heartbeat_at >= to_timestamp($2 / 1000.0)
        and n.info->>'masterKey' is distinct from $1
      order by n.id`,
    [masterKeyId, silentBefore],
  );
  return rows.map(({ id }) => id);
}
