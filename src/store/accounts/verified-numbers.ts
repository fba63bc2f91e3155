/**
 * Numbers that a trial account may send to.
 */
import { hash12 } from '../../lib/ids.ts';
import { formsOf } from '../../lib/phone-number.ts';
import type { Queryable } from '../database.ts';

/** Of these numbers, in the forms given, those that are verified on the account. */
export async function verifiedAmong(
  db: Queryable,
  accountId: string,
  numbers: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ number: string }>(
    'select v.number from verified_numbers v where v.account_id = $1 and v.number = any($2::text[]) and v.bucket = $3',
    [accountId, numbers.flatMap(formsOf), hash12(accountId)],
  );
  const verified = new Set(rows.map(({ number }) => number));
  return new Set(numbers.filter((number) => formsOf(number).some((form) => verified.has(form))));
}

/** `number`: digits with country code. */
export async function isVerifiedNumber(db: Queryable, accountId: string, number: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from verified_numbers v where v.account_id = $1 and v.number = any($2::text[]) and v.bucket = $3',
    [accountId, formsOf(number), hash12(accountId)],
    'kept',
  );
  return rowCount > 0;
}
