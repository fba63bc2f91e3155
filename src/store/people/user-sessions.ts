/**
 * Who is signed in with a browser. A session lies in the bucket of its user's name, which its id says, so that all of a
 * user end with one statement.
 */
import { bucketOf, hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';

export interface SessionRow {
  readonly id: string;
  /** Null: root. */
  readonly userName: string | null;
  /** How it began: password, token, link or oidc. */
  readonly way: string;
  readonly address: string;
  readonly agent: string;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly endsAt: number;
}

export interface NewSession extends Omit<SessionRow, 'seenAt'> {
  readonly secretHash: Buffer;
}

const COLUMNS = `s.id, s.user_name as "userName", s.way, s.address, s.agent, s.created_at as "createdAt",
  s.seen_at as "seenAt", s.ends_at as "endsAt"`;

export async function addSession(db: Queryable, session: NewSession): Promise<void> {
  const { id, userName, secretHash, way, address, agent, createdAt, endsAt } = session;
  await db.query(
    `insert into user_sessions (id, bucket, user_name, secret_hash, way, address, agent, created_at, seen_at, ends_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz, $8::timestamptz, $9::timestamptz)`,
    [id, bucketOf(id), userName, secretHash, way, address, agent, iso(createdAt), iso(endsAt)],
  );
}

export async function findSession(
  db: Queryable,
  id: string,
): Promise<(SessionRow & { readonly secretHash: Buffer }) | null> {
  const { rows } = await db.query<SessionRow & { secretHash: Buffer }>(
    `select ${COLUMNS}, s.secret_hash as "secretHash" from user_sessions s where s.id = $1 and s.bucket = $2`,
    [id, bucketOf(id)],
  );
  return rows[0] ?? null;
}

export async function noteSeen(db: Queryable, id: string, now: number): Promise<void> {
  await db.query('update user_sessions s set seen_at = $3::timestamptz where s.id = $1 and s.bucket = $2', [
    id,
    bucketOf(id),
    iso(now),
  ]);
}

/** `userName`: only one of theirs; null: whosever it is. False when there is none. */
export async function endSession(db: Queryable, id: string, userName: string | null): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from user_sessions s where s.id = $1 and s.bucket = $2 and ($3::text is null or s.user_name = $3)`,
    [id, bucketOf(id), userName],
  );
  return rowCount > 0;
}

/** All of a user but one; null: all. How many there were. */
export async function endSessionsOf(db: Queryable, userName: string, except: string | null): Promise<number> {
  const { rowCount } = await db.query(
    `delete from user_sessions s where s.user_name = $1 and s.bucket = $2 and ($3::uuid is null or s.id <> $3::uuid)`,
    [userName, hash12(userName), except],
  );
  return rowCount;
}

export interface SessionFilter {
  /** Only of this user; null: of everybody. */
  readonly userName: string | null;
  /** Go on before this one. */
  readonly before?: string | undefined;
  readonly limit: number;
  /** Without those that are over. */
  readonly now: number;
  readonly seenAfter: number;
}

/** Newest first. */
export async function listSessions(db: Queryable, filter: SessionFilter): Promise<SessionRow[]> {
  const { rows } = await db.query<SessionRow>(
    `select ${COLUMNS} from user_sessions s
      where ($1::text is null or s.user_name = $1) and ($2::uuid is null or s.id < $2::uuid)
        and s.ends_at > $3::timestamptz and s.seen_at > $4::timestamptz
      order by s.id desc limit $5`,
    [filter.userName, filter.before ?? null, iso(filter.now), iso(filter.seenAfter), filter.limit],
  );
  return rows;
}
