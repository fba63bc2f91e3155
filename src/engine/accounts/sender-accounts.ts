/**
 * Which account has the sender that a person wrote to.
 *
 * 1. A sender is looked for in every form in which it may have been registered: canonical, as it came, and the other form
 *    of a number that has two.
 * 2. Where several accounts have it, the text belongs to the one that wrote to the person last
 *    (store/accounts/sender-names.ts).
 */
import type { Inbound } from '../../carriers/carrier.ts';
import { formsOf } from '../../lib/phone-number.ts';
import { holdersOf, lastWriter, type SenderHolder } from '../../store/accounts/sender-names.ts';
import type { Queryable } from '../../store/database.ts';

export interface WhoseText {
  /** All that have the sender, under the name by which they registered it. */
  readonly holders: readonly SenderHolder[];
  /** Null: nobody's. */
  readonly owner: string | null;
}

/** Rule 1. */
export function sendersNamed({ to, asCame }: Pick<Extract<Inbound, { type: 'text' }>, 'to' | 'asCame'>): string[] {
  return [...new Set([...formsOf(to), to, ...(asCame ? [asCame.destination] : [])])];
}

export async function whoseText(
  db: Queryable,
  { senders, from }: { readonly senders: readonly string[]; readonly from: string },
): Promise<WhoseText> {
  const holders = await holdersOf(db, senders);
  const accounts = [...new Set(holders.map(({ accountId }) => accountId))];
  if (accounts.length <= 1) return { holders, owner: accounts[0] ?? null };
  const writer = await lastWriter(db, from, senders);
  return { holders, owner: writer !== null && accounts.includes(writer) ? writer : null };
}
