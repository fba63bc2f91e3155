/**
 * Blocks: recipients who do not want to hear from a sender. Asking for many at once: blocks.ts.
 *
 * 1. The recipient of a block is a number, or the alias of one that has been erased (number-aliases.ts).
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';
import { type AliasOf, namesOf } from '../secrets/number-aliases.ts';

export interface OptOut {
  /** '' for every account (a sender that belongs to none). */
  readonly accountId: string;
  /** '' for every sender of the account. */
  readonly sender: string;
  readonly recipient: string;
}

/** Returns false when the block stood already. `source`: who asked for it (recipient, account, operator). */
export async function addOptOut(
  db: Queryable,
  block: OptOut & { readonly source: string },
  now: number,
  aliasOf: AliasOf,
): Promise<boolean> {
  const names = namesOf(block.recipient, aliasOf);
  const { rowCount: standing } = await db.query(
    `select 1 from opt_outs o
      where o.account_id = $1 and o.sender = $2 and o.recipient = any($3::text[]) and o.bucket = any($4::smallint[])`,
    [block.accountId, block.sender, names, names.map(hash12)],
  );
  if (standing > 0) return false;
  const { rowCount } = await db.query(
    `insert into opt_outs (account_id, sender, recipient, source, bucket, created_at)
     values ($1, $2, $3, $4, $5, $6::timestamptz) on conflict do nothing`,
    [block.accountId, block.sender, block.recipient, block.source, hash12(block.recipient), iso(now)],
  );
  return rowCount > 0;
}

/** Returns false when there was none. */
export async function liftOptOut(db: Queryable, block: OptOut, aliasOf: AliasOf): Promise<boolean> {
  return (await lift(db, { ...block, isEverySender: false }, aliasOf)) > 0;
}

/** Lifts all blocks of an account for a recipient, whatever the sender; returns how many there were. */
export async function liftOptOutsOf(
  db: Queryable,
  block: Pick<OptOut, 'accountId' | 'recipient'>,
  aliasOf: AliasOf,
): Promise<number> {
  return lift(db, { ...block, sender: '', isEverySender: true }, aliasOf);
}

async function lift(
  db: Queryable,
  block: OptOut & { readonly isEverySender: boolean },
  aliasOf: AliasOf,
): Promise<number> {
  const names = namesOf(block.recipient, aliasOf);
  const { rowCount } = await db.query(
    `delete from opt_outs o
      where o.account_id = $1 and ($2::boolean or o.sender = $3) and o.recipient = any($4::text[])
        and o.bucket = any($5::smallint[])`,
    [block.accountId, block.isEverySender, block.sender, names, names.map(hash12)],
  );
  return rowCount;
}
