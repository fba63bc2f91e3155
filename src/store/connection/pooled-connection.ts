/**
 * One connection of the pool, and what it hears from the server between statements.
 */
import type { Client } from 'pg';
import { StoreDown } from '../database.ts';
import { SQL_STATE } from './sql-states.ts';
import type { Statements } from './statement.ts';

/** A connection and what the pool knows of it. */
export interface Connection extends Statements {
  /** Which search for a primary it belongs to; an older one is closed when it comes back. */
  readonly generation: number;
  /** Monotonic milliseconds. */
  readonly openedAt: number;
  /** Set by a warning that says: committed here, perhaps nowhere else. */
  doubt: string | null;
  /** What the server said when it ended the session between two statements. */
  farewell: Error | null;
  /** It no longer counts: closed, or being closed. */
  isGone: boolean;
}

/** `lost` may be called more than once, and while a statement is under way. */
export function pooled(
  client: Client,
  { generation, openedAt, keepsPlans }: Pick<Connection, 'generation' | 'openedAt' | 'keepsPlans'>,
  lost: (error: Error) => void,
): Connection {
  const connection: Connection = {
    client,
    generation,
    openedAt,
    keepsPlans,
    planning: null,
    doubt: null,
    farewell: null,
    isGone: false,
    leaving: null,
    kept: new Map(),
  };
  client.on('notice', (notice) => {
    const isDoubt =
      notice.code === SQL_STATE.adminShutdown ||
      (notice.code === SQL_STATE.warning && /synchronous/i.test(notice.message ?? ''));
    if (isDoubt) connection.doubt = notice.message ?? 'synchronous replication';
  });
  client.on('error', (error: Error) => {
    connection.farewell ??= error;
    lost(error);
  });
  client.on('end', () => lost(new StoreDown('the server closed the connection')));
  return connection;
}
