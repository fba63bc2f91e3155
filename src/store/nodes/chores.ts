/**
 * Chores: what has to be done now and then, by one node at a time.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';

/** Takes a chore that is due and puts its next time down; false when it is not due, or another node was first. */
export async function takeChore(db: Queryable, name: string, now: number, nextAt: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into chores as c (name, bucket, due_at) values ($1, $2, $4::timestamptz)
     on conflict (name, bucket) do update set due_at = excluded.due_at where c.due_at <= $3::timestamptz`,
    [name, hash12(name), iso(now), iso(nextAt)],
  );
  return rowCount > 0;
}
