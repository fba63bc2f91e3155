/**
 * What of an account decides whether a message of it may leave now. Read in the transaction that decides it: it counts from
 * its commit on, on every node.
 */
import type { QuietHours } from '../../lib/quiet-hours.ts';
import type { Queryable } from '../database.ts';

export interface Standing {
  readonly isSuspended: boolean;
  readonly quietHours: QuietHours | null;
}

/** Those that do not exist are absent. */
export async function findStandings(db: Queryable, accountIds: readonly string[]): Promise<Map<string, Standing>> {
  if (accountIds.length === 0) return new Map();
  const { rows } = await db.query<{ id: string; state: string; quiet: QuietHours | null }>(
    `select a.id, a.state, a.settings -> 'quietHours' as quiet from accounts a where a.id = any($1::text[])`,
    [accountIds],
    'kept',
  );
  return new Map(rows.map(({ id, state, quiet }) => [id, { isSuspended: state === 'suspended', quietHours: quiet }]));
}
