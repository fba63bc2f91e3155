/**
 * What stands for a number that has been erased where something must still be known of it: a keyed hash.
 *
 * 1. The key is made once for all nodes and kept sealed under the master key: without it nobody can try numbers out. It
 *    stays the same when the master key is replaced.
 */
import { createHmac } from 'node:crypto';
import type { Context } from '../context.ts';
import { hash12 } from '../lib/ids.ts';
import { type MasterKey, open, seal } from '../lib/sealed.ts';
import type { Queryable } from './database.ts';

/** `number`: digits. 39 characters, none of which a number has in its first place. */
export type AliasOf = (number: string) => string;

const NAME = 'erased numbers';
const KEY_BYTES = 32;

export async function openNumberAliases(
  { clock, randomBytes }: Pick<Context, 'clock' | 'randomBytes'>,
  db: Queryable,
  masterKey: MasterKey,
): Promise<AliasOf> {
  const fresh = seal(masterKey, Buffer.from(randomBytes(KEY_BYTES)), randomBytes);
  await db.query(
    `insert into sealed_keys (name, bucket, sealed, created_at) values ($1, $2, $3, $4::timestamptz)
     on conflict do nothing`,
    [NAME, hash12(NAME), fresh, new Date(clock.now()).toISOString()],
  );
  const { rows } = await db.query<{ sealed: Buffer }>(
    'select k.sealed from sealed_keys k where k.name = $1 and k.bucket = $2',
    [NAME, hash12(NAME)],
  );
  const key = open(masterKey, rows[0]?.sealed ?? fresh);
  return (number) => `erased-${createHmac('sha256', key).update(number).digest('hex').slice(0, 32)}`;
}
