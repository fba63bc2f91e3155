/**
 * Whether a number is blocked for all senders: of one account, or, by the provider, of all accounts. A block outlives the
 * erasure of its number (number-aliases.ts).
 */
import { hash12 } from '../../lib/ids.ts';
import type { Queryable } from '../database.ts';
import { type AliasOf, namesOf } from '../secrets/number-aliases.ts';

/** `provider`: for every account of this gateway. */
export type NumberBlock = 'provider' | 'account';

/** `number`: digits. Null when it is not blocked. */
export async function findNumberBlock(
  db: Queryable,
  accountId: string,
  number: string,
  aliasOf: AliasOf,
): Promise<NumberBlock | null> {
  const names = namesOf(number, aliasOf);
  const { rows } = await db.query<{ account_id: string }>(
    `select o.account_id from opt_outs o
      where o.recipient = any($1::text[]) and o.bucket = any($2::smallint[]) and o.account_id in ('', $3)
        and o.sender = ''
      order by o.account_id limit 1`,
    [names, names.map(hash12), accountId],
    'kept',
  );
  const row = rows[0];
  if (!row) return null;
  return row.account_id === '' ? 'provider' : 'account';
}
