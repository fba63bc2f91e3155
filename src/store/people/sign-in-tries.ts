/**
 * How often somebody has failed to sign in, and how long the next try waits: shared by all nodes. Rows are forgotten by
 * retention.ts when their failures do not count any more.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';

export interface NextTry {
  readonly at: number;
  /** What failed last at this time or earlier is not counted any more. */
  readonly forgottenAt: number;
  /** Until when the next one waits after so many failures (1 is the first); the last repeats. 0: it does not. */
  readonly waitsUntil: readonly number[];
}

/** Counts a try as failed, or finds that it has to wait: then false, and nothing is counted. */
export async function countTry(db: Queryable, subject: string, next: NextTry): Promise<boolean> {
  const { at, forgottenAt, waitsUntil } = next;
  const failures = 'case when t.failed_at <= $4::timestamptz then 1 else t.failures + 1 end';
  const { rowCount } = await db.query(
    `insert into sign_in_tries as t (subject, bucket, failures, failed_at, waits_until)
     values ($1, $2, 1, $3::timestamptz, ($5::timestamptz[])[1])
     on conflict (subject, bucket) do update
       set failures = ${failures}, failed_at = excluded.failed_at,
           waits_until = ($5::timestamptz[])[least($6::int, ${failures})]
       where t.waits_until <= $3::timestamptz`,
    [subject, hash12(subject), iso(at), iso(forgottenAt), waitsUntil.map(iso), waitsUntil.length],
  );
  return rowCount > 0;
}

/** Until when tries of this subject wait; null: it is not counted. */
export async function waitOfTries(db: Queryable, subject: string): Promise<number | null> {
  const { rows } = await db.query<{ until: number }>(
    'select t.waits_until as until from sign_in_tries t where t.subject = $1 and t.bucket = $2',
    [subject, hash12(subject)],
  );
  return rows[0]?.until ?? null;
}

/** One failure less, and no pause. */
export async function takeBackTry(db: Queryable, subject: string): Promise<void> {
  await db.query(
    `update sign_in_tries t set failures = greatest(0, t.failures - 1), waits_until = $3::timestamptz
      where t.subject = $1 and t.bucket = $2`,
    [subject, hash12(subject), iso(0)],
  );
}

export async function forgetTries(db: Queryable, subject: string): Promise<void> {
  await db.query('delete from sign_in_tries t where t.subject = $1 and t.bucket = $2', [subject, hash12(subject)]);
}
