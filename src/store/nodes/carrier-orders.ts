/**
 * What operators said of carriers: draining or not, for all nodes and over restarts.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';

export async function orderCarrier(db: Queryable, carrier: string, draining: boolean, now: number): Promise<void> {
  await db.query(
    `insert into carrier_orders (carrier, bucket, draining, updated_at) values ($1, $2, $3, $4::timestamptz)
     on conflict (carrier, bucket) do update set draining = excluded.draining, updated_at = excluded.updated_at`,
    [carrier, hash12(carrier), draining, iso(now)],
  );
}

/** Names of the carriers that shall take nothing new. */
export async function drainingCarriers(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ carrier: string }>(
    'select c.carrier from carrier_orders c where c.draining',
    [],
    'kept',
  );
  return rows.map((row) => row.carrier);
}
