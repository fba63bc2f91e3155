/**
 * Blocks, as operators see them.
 */
import { hash12 } from '../../lib/ids.ts';
import type { Queryable } from '../database.ts';
import type { OptOut } from './opt-outs.ts';

export interface ListedOptOut extends OptOut {
  readonly source: string;
  readonly createdAt: number;
}

export interface OptOutFilter {
  readonly accountId?: string | undefined;
  /** A number and its alias: one that has been erased is found, too. */
  readonly recipients?: readonly string[] | undefined;
  /** Go on after this one. */
  readonly after?: OptOut | undefined;
  readonly limit: number;
}

/** In the order of recipient, account, sender. */
export async function listOptOuts(db: Queryable, filter: OptOutFilter): Promise<ListedOptOut[]> {
  const { accountId, recipients, after, limit } = filter;
  const { rows } = await db.query<ListedOptOut>(
    `select o.account_id as "accountId", o.sender, o.recipient, o.source, o.created_at as "createdAt" from opt_outs o
      where ($1::text is null or o.account_id = $1)
        and ($2::text[] is null or (o.recipient = any($2::text[]) and o.bucket = any($3::smallint[])))
        and ($4::text is null or (o.recipient, o.account_id, o.sender) > ($4, $5, $6))
      order by o.recipient, o.account_id, o.sender limit $7`,
    [
      accountId ?? null,
      recipients ?? null,
      recipients?.map(hash12) ?? null,
      after?.recipient ?? null,
      after?.accountId ?? null,
      after?.sender ?? null,
      limit,
    ],
  );
  return rows;
}
