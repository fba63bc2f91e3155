/**
 * Which recipients have opted out: the door asks for many messages at once. Blocks are written by opt-outs.ts.
 *
 * 1. A block names account, sender and recipient. The account '' stands for every account (a sender that belongs to
 *    none), the sender '' for every sender of the account.
 * 2. A block outlives the erasure of its recipient under the alias of the number, and a number may have two forms. The
 *    statement looks for all of these names (number-aliases.ts).
 */
import { hash12 } from '../../lib/ids.ts';
import type { Queryable } from '../database.ts';
import { type AliasOf, namesOf } from '../secrets/number-aliases.ts';

export interface BlockQuestion {
  readonly accountId: string;
  readonly recipient: string;
  readonly senders: readonly string[];
}

/** For each question whether a block stands. No lock: a block that is being written counts from its commit on. */
export async function findBlocks(
  db: Queryable,
  questions: readonly BlockQuestion[],
  aliasOf: AliasOf,
): Promise<boolean[]> {
  if (questions.length === 0) return [];
  const names = questions.map(({ recipient }) => namesOf(recipient, aliasOf));
  const recipients = [...new Set(names.flat())];
  const { rows } = await db.query<{ recipient: string; account_id: string; sender: string }>(
    `select o.recipient, o.account_id, o.sender from opt_outs o
      where o.recipient = any($1::text[]) and o.bucket = any($2::smallint[]) order by o.recipient`,
    [recipients, recipients.map(hash12)],
    'kept',
  );
  return questions.map((question, index) =>
    rows.some(
      (row) =>
        names[index]?.includes(row.recipient) &&
        (row.account_id === question.accountId || row.account_id === '') &&
        (row.sender === '' || question.senders.includes(row.sender)),
    ),
  );
}
