/**
 * Blocks: recipients who do not want to hear from a sender. Asking for many at once: blocks.ts.
 */
import { hash12 } from '../lib/ids.ts';
import type { Queryable } from './database.ts';

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
): Promise<boolean> {
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
export async function liftOptOut(db: Queryable, block: OptOut): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from opt_outs o where o.account_id = $1 and o.sender = $2 and o.recipient = $3 and o.bucket = $4',
    [block.accountId, block.sender, block.recipient, hash12(block.recipient)],
  );
  return rowCount > 0;
}
