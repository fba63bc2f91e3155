/**
 * Masked sessions as lists show them, newest first.
 *
 * 1. A session that has ended is over, whether or not somebody has written it down yet (engine/masking/session.ts).
 */
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';
import { type IdPage, type ListSpan, type Piece, pageThrough, sliceOf, whole } from '../sql/windows.ts';
import { SESSION_COLUMNS, type Session, type SessionState } from './sessions.ts';

export interface SessionFilter extends ListSpan {
  readonly accountId?: string | undefined;
  /** A party, or what stands for one. */
  readonly number?: string | undefined;
  readonly externalId?: string | undefined;
  /** In one of these states. */
  readonly states?: readonly SessionState[] | undefined;
  /** Epoch milliseconds (rule 1). */
  readonly now: number;
}

export async function listSessions(db: Queryable, filter: SessionFilter): Promise<IdPage<Session>> {
  const { number, externalId, states } = filter;
  const isFound = number === undefined && externalId === undefined && states === undefined;
  return pageThrough(whole(sliceOf(filter)), filter.limit, {
    ...(isFound ? {} : { nth: (piece, n) => nthSession(db, filter, piece, n) }),
    fitting: (piece, limit) => sessionsIn(db, { ...filter, limit }, piece),
  });
}

async function nthSession(
  db: Queryable,
  { accountId }: SessionFilter,
  { slice }: Piece,
  n: number,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select s.id from sessions s
      where s.id >= $1::uuid and s.id < $2::uuid and ($3::text is null or s.account_id = $3)
      order by s.id desc offset $4 limit 1`,
    [...slice, accountId ?? null, n - 1],
  );
  return rows[0]?.id ?? null;
}

async function sessionsIn(db: Queryable, filter: SessionFilter, { slice }: Piece): Promise<readonly Session[]> {
  const { rows } = await db.query<Session>(
    `select ${SESSION_COLUMNS} from sessions s
      where s.id >= $1::uuid and s.id < $2::uuid and ($3::text is null or s.account_id = $3)
        and ($4::text is null or $4 in (s.number_1, s.number_2, s.masked_1, s.masked_2))
        and ($5::text is null or s.external_id = $5)
        and ($6::text[] is null
             or case when s.over_at is null and s.ends_at <= $7::timestamptz then 'expired' else s.state end = any($6))
      order by s.id desc limit $8`,
    [
      ...slice,
      filter.accountId ?? null,
      filter.number ?? null,
      filter.externalId ?? null,
      filter.states ?? null,
      iso(filter.now),
      filter.limit,
    ],
  );
  return rows;
}
