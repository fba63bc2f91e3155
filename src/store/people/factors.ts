/**
 * Second factors: the sealed secret of a user's codes by time, the newest step of which a code was taken, and the hashes
 * of recovery codes.
 *
 * 1. A code is taken once: the step is moved on, or a recovery code taken out, by one statement that says whether it was
 *    the first.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';

export interface FactorRow {
  readonly sealed: Buffer;
  /** Null: nobody has shown a code yet. */
  readonly confirmedAt: number | null;
  readonly lastStep: number;
  readonly recovery: readonly string[];
}

export async function findFactor(db: Queryable, name: string): Promise<FactorRow | null> {
  const { rows } = await db.query<FactorRow>(
    `select f.sealed, f.confirmed_at as "confirmedAt", f.last_step as "lastStep", f.recovery from user_factors f
      where f.user_name = $1 and f.bucket = $2`,
    [name, hash12(name)],
  );
  return rows[0] ?? null;
}

/** In place of one that nobody has confirmed. False when one is in use. */
export async function beginFactor(db: Queryable, name: string, sealed: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into user_factors as f (user_name, bucket, sealed, last_step, recovery) values ($1, $2, $3, 0, '{}')
     on conflict (user_name, bucket) do update set sealed = excluded.sealed, last_step = 0
      where f.confirmed_at is null`,
    [name, hash12(name), sealed],
  );
  return rowCount > 0;
}

export interface Confirmation {
  readonly step: number;
  readonly recovery: readonly string[];
  readonly now: number;
}

/** False when it has been confirmed, or there is none. */
export async function confirmFactor(db: Queryable, name: string, confirmation: Confirmation): Promise<boolean> {
  const { step, recovery, now } = confirmation;
  const { rowCount } = await db.query(
    `update user_factors f set confirmed_at = $3::timestamptz, last_step = $4, recovery = $5
      where f.user_name = $1 and f.bucket = $2 and f.confirmed_at is null`,
    [name, hash12(name), iso(now), step, recovery],
  );
  return rowCount > 0;
}

/** Rule 1. */
export async function takeStep(db: Queryable, name: string, step: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update user_factors f set last_step = $3
      where f.user_name = $1 and f.bucket = $2 and f.last_step < $3 and f.confirmed_at is not null`,
    [name, hash12(name), step],
  );
  return rowCount > 0;
}

/** Rule 1. */
export async function takeRecoveryCode(db: Queryable, name: string, hash: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update user_factors f set recovery = array_remove(f.recovery, $3)
      where f.user_name = $1 and f.bucket = $2 and $3 = any(f.recovery) and f.confirmed_at is not null`,
    [name, hash12(name), hash],
  );
  return rowCount > 0;
}

export async function removeFactor(db: Queryable, name: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from user_factors f where f.user_name = $1 and f.bucket = $2', [
    name,
    hash12(name),
  ]);
  return rowCount > 0;
}
