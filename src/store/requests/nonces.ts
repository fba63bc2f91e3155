/**
 * The nonces of signed requests that accounts have used, shared by all nodes. They are forgotten by retention.ts.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';
import { recordset } from '../sql/recordset.ts';

export interface Nonce {
  readonly accountId: string;
  readonly nonce: string;
}

const NONCES = recordset<Nonce>([
  { name: 'nonce', type: 'text', of: ({ nonce }) => nonce },
  { name: 'account_id', type: 'text', of: ({ accountId }) => accountId },
  { name: 'bucket', type: 'smallint', of: ({ accountId }) => hash12(accountId) },
]);

/** Remembers them, and says for each whether it is new. Of two that are alike the first is. */
export async function rememberNonces(db: Queryable, nonces: readonly Nonce[], now: number): Promise<boolean[]> {
  // In key order, so that the batches of two nodes wait for each other in one direction only.
  const { rows: fresh } = await db.query<{ account_id: string; nonce: string }>(
    `insert into nonces (${NONCES.names}, seen_at) select ${NONCES.list(2)}, $1::timestamptz from ${NONCES.from(2)}
      order by r.nonce, r.account_id
     on conflict do nothing returning nonce, account_id`,
    [iso(now), ...NONCES.values(nonces)],
    'kept',
  );
  const left = new Set(fresh.map((row) => JSON.stringify([row.account_id, row.nonce])));
  return nonces.map(({ accountId, nonce }) => left.delete(JSON.stringify([accountId, nonce])));
}
