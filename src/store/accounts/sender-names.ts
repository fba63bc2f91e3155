/**
 * Which account a sender belongs to: one, or several where an operator decided so; and which of several wrote to a number
 * last.
 *
 * 1. `claimSender` locks the row of the name until the transaction ends: of two registrations at once the second sees
 *    the first.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { formsOf } from '../../lib/phone-number.ts';
import type { Queryable, Transaction } from '../database.ts';

/** Locks a name; returns whether several accounts may have it. `isShared`: what is decided from now on; absent: as it was. */
export async function claimSender(tx: Transaction, sender: string, isShared?: boolean): Promise<boolean> {
  const { rows } = await tx.query<{ is_shared: boolean }>(
    `insert into sender_names as n (sender, bucket, is_shared) values ($1, $2, coalesce($3, false))
     on conflict (sender, bucket) do update set is_shared = coalesce($3, n.is_shared)
     returning n.is_shared`,
    [sender, hash12(sender), isShared ?? null],
  );
  return rows[0]?.is_shared === true;
}

/** An account that has registered one of some senders. */
export interface SenderHolder {
  readonly accountId: string;
  /** As it was registered. */
  readonly sender: string;
}

/** The accounts that registered one of these as a sender, in the order of their ids. */
export async function holdersOf(db: Queryable, senders: readonly string[]): Promise<SenderHolder[]> {
  const { rows } = await db.query<SenderHolder>(
    `select s.account_id as "accountId", s.sender from senders s where s.sender = any($1::text[])
      order by s.account_id, s.sender`,
    [senders],
    'kept',
  );
  return rows;
}

/** Marks the name on these accounts: several have it, or one alone. */
export async function markShared(
  tx: Queryable,
  sender: string,
  accountIds: readonly string[],
  isShared: boolean,
): Promise<void> {
  await tx.query(
    `update senders s set is_shared = $4
      where s.account_id = any($1::text[]) and s.bucket = any($2::smallint[]) and s.sender = $3`,
    [accountIds, accountIds.map(hash12), sender, isShared],
  );
}

/** Marks names that several accounts have, however they came to it: a release before registers without looking here. */
export async function markSendersOfSeveral(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ sender: string; account_ids: string[] }>(
    `select s.sender, array_agg(s.account_id) as account_ids from senders s
      group by s.sender having count(*) > 1 and not bool_and(s.is_shared) order by s.sender`,
  );
  for (const { sender, account_ids: accountIds } of rows) await markShared(db, sender, accountIds, true);
}

/** Senders that several accounts have though nobody decided it, in the order of their names. */
export async function undecidedSenders(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ sender: string }>(
    'select distinct s.sender from senders s where s.is_shared order by s.sender limit $1',
    [limit],
  );
  return undecidedAmong(
    db,
    rows.map(({ sender }) => sender),
  );
}

/** Of these, which several accounts have, those of which nobody decided it. */
export async function undecidedAmong(db: Queryable, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const { rows: decided } = await db.query<{ sender: string }>(
    'select n.sender from sender_names n where n.sender = any($1::text[]) and n.bucket = any($2::smallint[]) and n.is_shared',
    [names, names.map(hash12)],
  );
  return names.filter((name) => !decided.some(({ sender }) => sender === name));
}

export interface Writer {
  readonly accountId: string;
  /** Digits. */
  readonly recipient: string;
  readonly senders: readonly string[];
}

/** An account writes to a number from senders that others have, too. */
export async function noteWriter(db: Queryable, { accountId, recipient, senders }: Writer, now: number): Promise<void> {
  for (const sender of senders) {
    await db.query(
      `insert into sender_writers as w (recipient, sender, bucket, account_id, wrote_at)
       values ($1, $2, $3, $4, $5::timestamptz)
       on conflict (recipient, sender, bucket) do update
         set account_id = excluded.account_id, wrote_at = excluded.wrote_at`,
      [recipient, sender, hash12(recipient), accountId, iso(now)],
    );
  }
}

/** Of the accounts that have these senders, the one that wrote to the number last; null when none did. */
export async function lastWriter(db: Queryable, recipient: string, senders: readonly string[]): Promise<string | null> {
  const forms = formsOf(recipient);
  const { rows } = await db.query<{ account_id: string; at: number }>(
    `select w.account_id, w.wrote_at as at from sender_writers w
      where w.recipient = any($1::text[]) and w.bucket = any($2::smallint[]) and w.sender = any($3::text[])
      order by w.recipient`,
    [forms, forms.map(hash12), senders],
    'kept',
  );
  // Not in SQL: in the order of time an index gives them as well, and reads whoever wrote to anybody.
  const [newest] = rows.sort((one, other) => other.at - one.at);
  return newest?.account_id ?? null;
}
