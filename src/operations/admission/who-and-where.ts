/**
 * The guards of what an account may do at all: its products, its countries, the numbers of a trial account, blocks, and
 * the kinds of numbers.
 */
import { Refusal } from '../../errors.ts';
import type { Account, Product } from '../../store/accounts/account.ts';
import { type AdmissionLimits, limitOf } from '../../store/accounts/account-limits.ts';
import { type AdmissionRequest, type AdmittedNumber, type Guard, guardOf, NO_OBJECTIONS } from './request.ts';

/** Who keeps a number from being reached: the operator for all accounts, or the account for itself. */
export type BlockedBy = 'provider' | 'account';

export const productGuard: Guard = guardOf(({ account, products }) => {
  if (products.length === 0) return NO_OBJECTIONS;
  return products.filter((product) => !account.products.includes(product)).map(withoutProduct);
});

/** Refuses when the product is not enabled on the account. */
export function checkProduct(account: Account, product: Product): void {
  if (!account.products.includes(product)) throw withoutProduct(product);
}

function withoutProduct(product: Product): Refusal {
  return new Refusal('product_not_enabled', { product });
}

export const countryGuard: Guard = guardOf(({ account, numbers }) => {
  const allowed = account.settings.allowedCountries;
  if (!allowed) return NO_OBJECTIONS;
  return numbers.flatMap(({ country, countryCode }) => {
    if (country !== null && allowed.includes(country)) return [];
    const named = country ?? `code +${countryCode}`;
    const why = `${named} is not among the countries that this account may send to (rule allowed_countries)`;
    return [new Refusal('country_not_allowed', { why, rule: 'allowed_countries' })];
  });
});

/** `isVerified`: `number` is digits. */
export function trialGuard(isVerified: (accountId: string, number: string) => Promise<boolean>): Guard {
  return guardOf(({ account, numbers }) =>
    account.kind === 'trial' ? findUnverified(account, numbers) : NO_OBJECTIONS,
  );

  async function findUnverified({ id }: Account, numbers: AdmissionRequest['numbers']): Promise<Refusal[]> {
    const refusals: Refusal[] = [];
    for (const { name, digits } of numbers) {
      if (!(await isVerified(id, digits))) refusals.push(new Refusal('number_not_verified', { name }));
    }
    return refusals;
  }
}

/** By account and number; null where nobody has blocked it. */
export type FindBlocks = (accountId: string, numbers: readonly string[]) => Promise<ReadonlyArray<BlockedBy | null>>;

/**
 * For calls, for the parties of a session, and for what is one text: whoever has a number blocked wants nothing sent
 * there. Of all other messages the transaction that records them asks for their blocks, and a look-up only tells of them.
 */
export function blockGuard(findBlocks: { readonly call: FindBlocks; readonly session: FindBlocks }): Guard {
  return guardOf((request) => {
    const { operation, asksForBlocks } = request;
    if (operation === 'session') return findBlocked(request, findBlocks.session);
    return operation === 'call' || asksForBlocks ? findBlocked(request, findBlocks.call) : NO_OBJECTIONS;
  });

  async function findBlocked({ account, numbers }: AdmissionRequest, find: FindBlocks): Promise<Refusal[]> {
    const blockers = await find(
      account.id,
      numbers.map(({ digits }) => digits),
    );
    return numbers.flatMap(({ name }, index) => {
      const blocker = blockers[index] ?? null;
      return blocker === null ? [] : [blockedBy(blocker, name)];
    });
  }
}

function blockedBy(blocker: BlockedBy, name: string): Refusal {
  return blocker === 'provider'
    ? new Refusal('blocked_by_operator', { why: `the operator of this gateway has blocked the number in ${name}` })
    : new Refusal('blocked_by_customer', { why: `the account has blocked the number in ${name}` });
}

/** A look-up costs the same whatever the number, and may be there to find out its kind. */
export function numberKindGuard(defaults: AdmissionLimits): Guard {
  return guardOf(({ operation, account, numbers }) => {
    if (operation === 'look_up' || numbers.every(isOrdinary)) return NO_OBJECTIONS;
    const allowed = limitOf('allowedNumberKinds', account.settings, defaults);
    return numbers.flatMap(({ name, kind }) => {
      if (kind === null || allowed.includes(kind)) return [];
      const why = `the number in ${name} is of the kind ${kind}, which this account may not reach (rule allowed_number_kinds)`;
      return [new Refusal('prefix_blocked', { why, rule: 'allowed_number_kinds' })];
    });
  });
}

function isOrdinary({ kind }: AdmittedNumber): boolean {
  return kind === null;
}

/** Keys after the answer dial on through a switchboard, where no other rule reaches. */
export const extensionGuard: Guard = guardOf(({ account, pressesKeys }) => {
  if (!pressesKeys || account.settings.extensionKeys === true) return NO_OBJECTIONS;
  const allowed = 'none: keys after the answer are not enabled on this account (rule extension_keys)';
  return [new Refusal('value_invalid', { name: 'extension_template', allowed, rule: 'extension_keys' })];
});
