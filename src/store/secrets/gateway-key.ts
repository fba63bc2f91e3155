/**
 * Keys that the gateways of one database share. The gateway that needs a key first makes it. Keys lie sealed under the
 * master key and stay the same when that is replaced.
 */
import type { Context } from '../../context.ts';
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { type MasterKey, open, seal } from '../../lib/sealed.ts';
import type { Queryable } from '../database.ts';
import { gatewayKeyRow } from './sealed-rows.ts';

const KEY_BYTES = 32;

export async function openGatewayKey(
  { clock, randomBytes }: Pick<Context, 'clock' | 'randomBytes'>,
  db: Queryable,
  masterKey: MasterKey,
  name: string,
): Promise<Buffer> {
  const row = gatewayKeyRow(name);
  const fresh = seal(masterKey, row, Buffer.from(randomBytes(KEY_BYTES)), randomBytes);
  await db.query(
    `insert into sealed_keys (name, bucket, sealed, created_at) values ($1, $2, $3, $4::timestamptz)
     on conflict do nothing`,
    [name, hash12(name), fresh, iso(clock.now())],
  );
  const { rows } = await db.query<{ sealed: Buffer }>(
    'select k.sealed from sealed_keys k where k.name = $1 and k.bucket = $2',
    [name, hash12(name)],
  );
  return open(masterKey, row, rows[0]?.sealed ?? fresh);
}
