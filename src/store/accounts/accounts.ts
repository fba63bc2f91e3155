/**
 * Reading accounts. Writing: accounts-write.ts.
 */
import type { Queryable } from '../database.ts';
import type { Account } from './account.ts';

export interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly kind: Account['kind'];
  readonly state: Account['state'];
  readonly products: Account['products'];
  readonly addons: readonly string[];
  readonly settings: Account['settings'];
  readonly version: number;
  readonly created_at: number;
  readonly updated_at: number;
}

export const ACCOUNT_COLUMNS =
  'a.id, a.name, a.kind, a.state, a.products, a.addons, a.settings, a.version, a.created_at, a.updated_at';

export function toAccount(row: AccountRow): Account {
  const { created_at: createdAt, updated_at: updatedAt, ...rest } = row;
  return { ...rest, createdAt, updatedAt };
}

/** Those that do not exist are absent. */
export async function findAccounts(db: Queryable, ids: readonly string[]): Promise<Map<string, Account>> {
  const { rows } = await db.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from accounts a where a.id = any($1::text[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, toAccount(row)]));
}
