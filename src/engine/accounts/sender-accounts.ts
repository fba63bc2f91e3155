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
import { type Queryable, together } from '../../store/database.ts';

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

export interface WhoseQuestion {
  readonly senders: readonly string[];
  readonly from: string;
}

export async function whoseText(db: Queryable, question: WhoseQuestion): Promise<WhoseText> {
  const [whose] = await whoseTexts(db, [question]);
  return whose ?? { holders: [], owner: null };
}

/** In the order of the questions. */
export async function whoseTexts(db: Queryable, questions: readonly WhoseQuestion[]): Promise<WhoseText[]> {
  const all = await holdersOf(db, [...new Set(questions.flatMap(({ senders }) => senders))]);
  return together(
    questions.map(async ({ senders, from }) => {
      const holders = all.filter(({ sender }) => senders.includes(sender));
      const accounts = [...new Set(holders.map(({ accountId }) => accountId))];
      if (accounts.length <= 1) return { holders, owner: accounts[0] ?? null };
      const writer = await lastWriter(db, from, senders);
      return { holders, owner: writer !== null && accounts.includes(writer) ? writer : null };
    }),
  );
}
