/**
 * What a diagnosis asks the database server about itself.
 */
import { SQL_STATE, stateOf } from '../connection/sql-states.ts';
import type { Queryable } from '../database.ts';

export interface ServerFacts {
  /** `18.4` */
  readonly version: string;
  readonly major: number;
  /** Epoch milliseconds by the server's own clock: it is compared with ours, and used for nothing else. */
  readonly clock: number;
  readonly connections: number;
  /** Those that somebody who is no superuser may have. */
  readonly mostConnections: number;
  readonly databaseBytes: number;
  /** Null when the server does not tell this user. */
  readonly walBytes: number | null;
  /** Servers that follow this one; 0 also when this user may not see them. */
  readonly standbys: number;
}

export async function readServerFacts(db: Queryable): Promise<ServerFacts> {
  const { rows } = await db.query<Omit<ServerFacts, 'walBytes' | 'major'> & { number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
            extract(epoch from localtimestamp::timestamptz)::float8 * 1000 as clock,
            (select count(*) from pg_stat_activity a where a.backend_type = 'client backend') as connections,
            current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
              as "mostConnections",
            pg_database_size(current_database()) as "databaseBytes",
            (select count(*) from pg_stat_replication) as standbys`,
  );
  const [facts] = rows;
  if (!facts) throw new Error('the server said nothing of itself');
  const { number, ...rest } = facts;
  return { ...rest, major: Math.floor(number / 10_000), walBytes: await walBytes(db) };
}

async function walBytes(db: Queryable): Promise<number | null> {
  try {
    const { rows } = await db.query<{ bytes: number }>('select sum(w.size)::bigint as bytes from pg_ls_waldir() w');
    return rows[0]?.bytes ?? null;
  } catch (error) {
    if (stateOf(error) === SQL_STATE.insufficientPrivilege) return null;
    throw error;
  }
}
