/**
 * Personal tokens of users: their hashes, what they may do at most and until when. A token lies in the bucket of its
 * user's name, which its id says.
 */
import { bucketOf } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';

export interface TokenRow {
  readonly id: string;
  readonly userName: string;
  readonly label: string;
  readonly rights: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
}

export interface NewToken extends Omit<TokenRow, 'revokedAt'> {
  readonly tokenHash: Buffer;
}

const COLUMNS = `t.id, t.user_name as "userName", t.label, t.rights, t.created_at as "createdAt",
  t.expires_at as "expiresAt", t.revoked_at as "revokedAt"`;

export async function addToken(db: Queryable, token: NewToken): Promise<void> {
  const { id, userName, label, rights, tokenHash, createdAt, expiresAt } = token;
  await db.query(
    `insert into user_tokens (id, bucket, user_name, label, rights, token_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7::timestamptz, $8::timestamptz)`,
    [id, bucketOf(id), userName, label, rights, tokenHash, iso(createdAt), iso(expiresAt)],
  );
}

export async function findToken(
  db: Queryable,
  id: string,
): Promise<(TokenRow & { readonly tokenHash: Buffer }) | null> {
  const { rows } = await db.query<TokenRow & { tokenHash: Buffer }>(
    `select ${COLUMNS}, t.token_hash as "tokenHash" from user_tokens t where t.id = $1 and t.bucket = $2`,
    [id, bucketOf(id)],
  );
  return rows[0] ?? null;
}

/** `userName`: only one of theirs; null: whosever it is. One that is revoked already keeps its time. */
export async function revokeToken(
  db: Queryable,
  id: string,
  userName: string | null,
  now: number,
): Promise<TokenRow | null> {
  const { rows } = await db.query<TokenRow>(
    `update user_tokens t set revoked_at = coalesce(t.revoked_at, $4::timestamptz)
      where t.id = $1 and t.bucket = $2 and ($3::text is null or t.user_name = $3) returning ${COLUMNS}`,
    [id, bucketOf(id), userName, iso(now)],
  );
  return rows[0] ?? null;
}

export interface TokenFilter {
  /** Only of this user; null: of everybody. */
  readonly userName: string | null;
  /** Go on before this one. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Newest first; those of the past as well. */
export async function listTokens(db: Queryable, { userName, before, limit }: TokenFilter): Promise<TokenRow[]> {
  const { rows } = await db.query<TokenRow>(
    `select ${COLUMNS} from user_tokens t
      where ($1::text is null or t.user_name = $1) and ($2::uuid is null or t.id < $2::uuid)
      order by t.id desc limit $3`,
    [userName, before ?? null, limit],
  );
  return rows;
}
