/**
 * Which accounts keep texts and records for another time than the gateway says.
 */
import type { AccountSettings } from '../accounts/account.ts';
import type { Queryable } from '../database.ts';

export type OwnRetention = NonNullable<AccountSettings['retention']>;

export async function readOwnRetention(db: Queryable): Promise<Map<string, OwnRetention>> {
  const { rows } = await db.query<{ id: string; retention: OwnRetention }>(
    `select a.id, a.settings -> 'retention' as retention from accounts a where a.settings ? 'retention'`,
  );
  return new Map(rows.map((row) => [row.id, row.retention]));
}
