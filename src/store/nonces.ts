/**
 * Nonces that accounts have used, shared by all nodes. They are forgotten by retention.ts.
 */
import { hash12 } from '../lib/ids.ts';
import type { Queryable } from './database.ts';

export interface Nonce {
  readonly accountId: string;
  readonly nonce: string;
}

/** Remembers them, and says for each whether it is new. Of two that are alike the first is. */
export async function rememberNonces(db: Queryable, nonces: readonly Nonce[], now: number): Promise<boolean[]> {
  const rows = nonces.map(({ accountId, nonce }) => ({ account_id: accountId, nonce, bucket: hash12(accountId) }));
  // In key order, so that the batches of two nodes wait for each other in one direction only.
  const { rows: fresh } = await db.query<{ account_id: string; nonce: string }>(
    `insert into nonces (nonce, account_id, bucket, seen_at)
     select r.nonce, r.account_id, r.bucket, $2::timestamptz
       from json_to_recordset($1::text::json) as r(nonce text, account_id text, bucket smallint)
      order by r.nonce, r.account_id
     on conflict do nothing returning nonce, account_id`,
    [JSON.stringify(rows), new Date(now).toISOString()],
  );
  const left = new Set(fresh.map((row) => JSON.stringify([row.account_id, row.nonce])));
  return nonces.map(({ accountId, nonce }) => left.delete(JSON.stringify([accountId, nonce])));
}
