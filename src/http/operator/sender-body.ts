/**
 * Checks and registers the senders that an operator gives to an account.
 *
 * 1. A sender belongs to one account, unless an operator shares it (`shared`).
 */
import { type Static, Type } from 'typebox';
import { strict } from '../../lib/schemas.ts';
import { putSender, removeSender } from '../../store/accounts/accounts-write.ts';
import { claimSender, holdersOf, markShared } from '../../store/accounts/sender-names.ts';
import type { Queryable, Transaction } from '../../store/database.ts';
import { findMasks } from '../../store/masking/masks.ts';
import { checkCountries } from './countries.ts';
import { wrong } from './request.ts';

/** Countries whose default a sender is. */
export const DEFAULT_FOR = Type.Array(
  Type.String({ pattern: '^([A-Z]{2}|\\*)$', allowed: 'ISO 3166 alpha-2 codes such as DE, or *' }),
  { maxItems: 300 },
);

/** Whether other accounts may have the same sender; absent: as it was decided before, and no in the beginning. */
export const SHARED = Type.Boolean();

export const SenderBody = Type.Object(
  { sender: Type.String(), default_for: Type.Optional(DEFAULT_FOR), shared: Type.Optional(SHARED) },
  strict,
);

const SENDER_ALLOWED =
  '3 to 15 digits, up to 11 letters and digits with at least one letter, or the id of an RBM agent';

/** GSM 03.40 has room for 11 characters; an RBM agent is spoken to by its own id. */
function isSender(text: string): boolean {
  if (/^\d{3,15}$/.test(text) || /^(?=.*[A-Za-z])[A-Za-z0-9 ._-]{1,11}$/.test(text)) return true;
  return /^[A-Za-z0-9._-]{1,100}@[A-Za-z0-9.-]{1,99}$/.test(text);
}

const NOT_ANOTHERS = 'a sender that no other account has, or "shared": true where several are to have it on purpose';

export interface NewSender {
  readonly sender: string;
  readonly defaultFor: readonly string[];
  /** What an operator decides; absent: nothing. */
  readonly shared: boolean | undefined;
}

/** `prefix`: what stands before the names of the fields in an error. */
export function readSender(prefix: string, body: Static<typeof SenderBody>): NewSender {
  if (!isSender(body.sender)) throw wrong(`${prefix}sender`, SENDER_ALLOWED);
  const defaultFor = [...new Set(body.default_for)];
  checkCountries(`${prefix}default_for`, defaultFor);
  return { sender: body.sender, defaultFor, shared: body.shared };
}

/**
 * Registers a sender on an account that this transaction has locked. One that another account has is refused, naming
 * nobody, unless an operator has decided that it is shared. Returns whether others have it, too.
 */
export async function registerSender(
  tx: Transaction,
  accountId: string,
  { sender, defaultFor, shared }: NewSender,
  { prefix, now }: { readonly prefix: string; readonly now: number },
): Promise<boolean> {
  await refuseMask(tx, prefix, sender);
  const isShared = await claimSender(tx, sender, shared);
  const holders = await holdersOf(tx, [sender]);
  const others = holders.map((each) => each.accountId).filter((id) => id !== accountId);
  const isNew = others.length === holders.length;
  if (others.length > 0 && !isShared && (isNew || shared === false)) throw wrong(`${prefix}sender`, NOT_ANOTHERS);
  await putSender(tx, accountId, { sender, defaultFor }, now);
  await markShared(tx, sender, [accountId, ...others], others.length > 0);
  return others.length > 0;
}

/** Takes a sender from an account; false when it has not registered it. What one account alone has left is shared no more. */
export async function unregisterSender(tx: Transaction, accountId: string, sender: string): Promise<boolean> {
  await claimSender(tx, sender);
  if (!(await removeSender(tx, accountId, sender))) return false;
  const left = await holdersOf(tx, [sender]);
  if (left.length === 1) await markShared(tx, sender, [left[0]?.accountId ?? ''], false);
  return true;
}

/** What is sent back to a mask goes to whoever it stands for: no account may write under it. */
async function refuseMask(db: Queryable, prefix: string, sender: string): Promise<void> {
  const masks = await findMasks(db, [sender]);
  if (masks.size > 0) throw wrong(`${prefix}sender`, 'a sender that is no masking number');
}
