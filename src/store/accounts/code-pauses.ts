/**
 * How many codes an account has sent to a number in a row, and when the last one: shared by all nodes. Rows are
 * forgotten by retention.ts when the row of codes has ended.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';

export interface PausedNumber {
  readonly accountId: string;
  /** Digits. */
  readonly number: string;
}

export interface CodesInRow {
  readonly codes: number;
  /** Epoch milliseconds. */
  readonly lastAt: number;
}

export interface NextCode {
  /** Codes to count: this one, and one before that the store was not told of. */
  readonly codes: number;
  readonly at: number;
  /** What was last sent at this time or earlier is another row. */
  readonly rowEndedAt: number;
  /** After so many codes (1 is the first) the last one must have been sent at this time or earlier; the last repeats. */
  readonly lastNoLaterThan: readonly number[];
}

/** Counts the code, or finds that its pause is not over: then null, and nothing is counted. */
export async function countCode(
  db: Queryable,
  { accountId, number }: PausedNumber,
  { codes, at, rowEndedAt, lastNoLaterThan }: NextCode,
): Promise<number | null> {
  const { rows } = await db.query<{ codes: number }>(
    `insert into code_pauses as p (number, account_id, bucket, codes, last_at)
     values ($1, $2, $3, $4, $5::timestamptz)
     on conflict (number, account_id, bucket) do update
       set codes = case when p.last_at <= $6::timestamptz then excluded.codes else p.codes + excluded.codes end,
           last_at = excluded.last_at
       where p.last_at <= $6::timestamptz or p.last_at <= ($7::timestamptz[])[least(p.codes, $8::int)]
     returning codes`,
    [
      number,
      accountId,
      hash12(number),
      codes,
      iso(at),
      iso(rowEndedAt),
      lastNoLaterThan.map(iso),
      lastNoLaterThan.length,
    ],
    'kept',
  );
  return rows[0]?.codes ?? null;
}

export async function findCodesInRow(db: Queryable, { accountId, number }: PausedNumber): Promise<CodesInRow | null> {
  const { rows } = await db.query<{ codes: number; last_at: number }>(
    'select p.codes, p.last_at from code_pauses p where p.number = $1 and p.account_id = $2 and p.bucket = $3',
    [number, accountId, hash12(number)],
    'kept',
  );
  const row = rows[0];
  return row ? { codes: row.codes, lastAt: row.last_at } : null;
}
