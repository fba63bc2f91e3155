/**
 * Blocks: recipients who do not want to hear from a sender. Asking for many at once: blocks.ts.
 *
 * 1. The recipient of a block is a number, or the alias of one that has been erased (number-aliases.ts).
 */
import { hash12 } from '../lib/ids.ts';
import type { Queryable } from './database.ts';
import type { AliasOf } from './number-aliases.ts';

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
  const { rowCount: standing } = await db.query(
    `select 1 from opt_outs o where o.account_id = $1 and o.sender = $2 and o.recipient = $3 and o.bucket = $4`,
    [block.accountId, block.sender, ...placeOf(aliasOf(block.recipient))],
  );
  if (standing > 0) return false;
  const { rowCount } = await db.query(
    `insert into opt_outs (account_id, sender, recipient, source, bucket, created_at)
     values ($1, $2, $3, $4, $5, $6::timestamptz) on conflict do nothing`,
    [
      block.accountId,
      block.sender,
      block.recipient,
      block.source,
      hash12(block.recipient),
      new Date(now).toISOString(),
    ],
  );
  return rowCount > 0;
}

/** Returns false when there was none. */
export async function liftOptOut(db: Queryable, block: OptOut, aliasOf: AliasOf): Promise<boolean> {
  let lifted = 0;
  for (const recipient of [block.recipient, aliasOf(block.recipient)]) {
    const { rowCount } = await db.query(
      'delete from opt_outs o where o.account_id = $1 and o.sender = $2 and o.recipient = $3 and o.bucket = $4',
      [block.accountId, block.sender, ...placeOf(recipient)],
    );
    lifted += rowCount;
  }
  return lifted > 0;
}

function placeOf(recipient: string): [string, number] {
  return [recipient, hash12(recipient)];
}
