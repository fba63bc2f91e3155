/**
 * The guards of what an account may do at all: its products, its countries, the numbers of a trial account, blocks, and
 * the kinds of numbers.
 */
import { Refusal } from '../../errors.ts';
import type { Account, Product } from '../../store/accounts/account.ts';
import { type AdmissionLimits, limitOf } from '../../store/accounts/account-limits.ts';
import type { AdmissionRequest, Guard } from './request.ts';

/** Who keeps a number from being reached: the operator for all accounts, or the account for itself. */
export type BlockedBy = 'provider' | 'account';

export const productGuard: Guard = {
  check({ account, products }) {
    for (const product of products) checkProduct(account, product);
    return undefined;
  },
};

/** Refuses when the product is not enabled on the account. */
export function checkProduct(account: Account, product: Product): void {
  if (!account.products.includes(product)) throw new Refusal('product_not_enabled', { product });
}

export const countryGuard: Guard = {
  check({ account, numbers }) {
    const allowed = account.settings.allowedCountries;
    if (!allowed) return undefined;
    for (const { country, countryCode } of numbers) {
      if (country !== null && allowed.includes(country)) continue;
      const named = country ?? `code +${countryCode}`;
      throw new Refusal('country_not_allowed', {
        why: `${named} is not among the countries that this account may send to (rule allowed_countries)`,
        rule: 'allowed_countries',
      });
    }
    return undefined;
  },
};

/** `isVerified`: `number` is digits. */
export function trialGuard(isVerified: (accountId: string, number: string) => Promise<boolean>): Guard {
  return {
    check({ account, numbers }) {
      return account.kind === 'trial' ? refuseUnverified(account, numbers) : undefined;
    },
  };

  async function refuseUnverified({ id }: Account, numbers: AdmissionRequest['numbers']): Promise<undefined> {
    for (const { name, digits } of numbers) {
      if (!(await isVerified(id, digits))) throw new Refusal('number_not_verified', { name });
    }
    return undefined;
  }
}

/** By account and number; null where nobody has blocked it. */
export type FindBlocks = (accountId: string, numbers: readonly string[]) => Promise<ReadonlyArray<BlockedBy | null>>;

/**
 * For calls, for the parties of a session, and for what is one text: whoever has a number blocked wants nothing sent
 * there. Of all other messages the transaction that records them asks for their blocks, and a look-up only tells of them.
 */
export function blockGuard(findBlocks: { readonly call: FindBlocks; readonly session: FindBlocks }): Guard {
  return {
    check(request) {
      const { operation, asksForBlocks } = request;
      if (operation === 'session') return refuseBlocked(request, findBlocks.session);
      return operation === 'call' || asksForBlocks ? refuseBlocked(request, findBlocks.call) : undefined;
    },
  };

  async function refuseBlocked({ account, numbers }: AdmissionRequest, find: FindBlocks): Promise<undefined> {
    const blockers = await find(
      account.id,
      numbers.map(({ digits }) => digits),
    );
    for (const [index, { name }] of numbers.entries()) {
      const blocker = blockers[index];
      if (blocker === 'provider') {
        throw new Refusal('blocked_by_operator', {
          why: `the operator of this gateway has blocked the number in ${name}`,
        });
      }
      if (blocker === 'account') {
        throw new Refusal('blocked_by_customer', { why: `the account has blocked the number in ${name}` });
      }
    }
    return undefined;
  }
}

/** A look-up costs the same whatever the number, and may be there to find out its kind. */
export function numberKindGuard(defaults: AdmissionLimits): Guard {
  return {
    check({ operation, account, numbers }) {
      if (operation === 'look_up') return undefined;
      for (const { name, kind } of numbers) {
        if (kind === null || limitOf('allowedNumberKinds', account.settings, defaults).includes(kind)) continue;
        throw new Refusal('prefix_blocked', {
          why: `the number in ${name} is of the kind ${kind}, which this account may not reach (rule allowed_number_kinds)`,
          rule: 'allowed_number_kinds',
        });
      }
      return undefined;
    },
  };
}

/** Keys after the answer dial on through a switchboard, where no other rule reaches. */
export const extensionGuard: Guard = {
  check({ account, pressesKeys }) {
    if (!pressesKeys || account.settings.extensionKeys === true) return undefined;
    throw new Refusal('value_invalid', {
      name: 'extension_template',
      allowed: 'none: keys after the answer are not enabled on this account (rule extension_keys)',
      rule: 'extension_keys',
    });
  },
};
