/**
 * The ledger of consents, as operators see it. Written with the look-ups (look-ups.ts).
 */
import type { Queryable } from '../database.ts';

export interface ListedConsent {
  readonly lookUpId: string;
  readonly accountId: string;
  readonly number: string;
  readonly method: string;
  readonly consentedAt: number | null;
  readonly addOns: readonly string[];
  readonly askedAt: number;
}

export interface ConsentFilter {
  readonly accountId?: string | undefined;
  readonly number?: string | undefined;
  /** Go on after this look-up. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** In the order in which they were asked. */
export async function listConsents(db: Queryable, filter: ConsentFilter): Promise<ListedConsent[]> {
  const { rows } = await db.query<ListedConsent>(
    `select c.look_up_id as "lookUpId", c.account_id as "accountId", c.number, c.method,
            c.consented_at as "consentedAt", c.add_ons as "addOns", c.asked_at as "askedAt"
       from consents c
      where ($1::text is null or c.account_id = $1) and ($2::text is null or c.number = $2)
        and ($3::uuid is null or c.look_up_id > $3::uuid)
      order by c.look_up_id limit $4`,
    [filter.accountId ?? null, filter.number ?? null, filter.after ?? null, filter.limit],
  );
  return rows;
}
