/**
 * Operators with names: the hashes of their tokens, what they may do and until when. A name is given once. That of a
 * revoked operator stays, so that nobody else gets the name under which its actions are recorded.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';

export interface OperatorRow {
  readonly name: string;
  readonly rights: readonly string[];
  readonly createdAt: number;
  readonly createdBy: string;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
}

export interface NewOperator extends Omit<OperatorRow, 'revokedAt'> {
  readonly tokenHash: Buffer;
}

const COLUMNS = `o.name, o.rights, o.created_at as "createdAt", o.created_by as "createdBy",
  o.expires_at as "expiresAt", o.revoked_at as "revokedAt"`;

export async function findOperator(
  db: Queryable,
  name: string,
): Promise<(OperatorRow & { readonly tokenHash: Buffer }) | null> {
  const { rows } = await db.query<OperatorRow & { tokenHash: Buffer }>(
    `select ${COLUMNS}, o.token_hash as "tokenHash" from operators o where o.name = $1 and o.bucket = $2`,
    [name, hash12(name)],
  );
  return rows[0] ?? null;
}

/** False when the name has been given before. */
export async function addOperator(db: Queryable, operator: NewOperator): Promise<boolean> {
  const { name, tokenHash, rights, createdAt, createdBy, expiresAt } = operator;
  const { rowCount } = await db.query(
    `insert into operators (name, bucket, token_hash, rights, created_at, created_by, expires_at)
     values ($1, $2, $3, $4, $5::timestamptz, $6, $7::timestamptz) on conflict do nothing`,
    [name, hash12(name), tokenHash, rights, iso(createdAt), createdBy, iso(expiresAt)],
  );
  return rowCount > 0;
}

/** Null when there is none of this name; one that is revoked already keeps its time. */
export async function revokeOperator(db: Queryable, name: string, now: number): Promise<OperatorRow | null> {
  const { rows } = await db.query<OperatorRow>(
    `update operators o set revoked_at = coalesce(o.revoked_at, $3::timestamptz)
      where o.name = $1 and o.bucket = $2 returning ${COLUMNS}`,
    [name, hash12(name), iso(now)],
  );
  return rows[0] ?? null;
}

/** In the order of their names. */
export async function listOperators(
  db: Queryable,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<OperatorRow[]> {
  const { rows } = await db.query<OperatorRow>(
    `select ${COLUMNS} from operators o where ($1::text is null or o.name > $1) order by o.name limit $2`,
    [after ?? null, limit],
  );
  return rows;
}
