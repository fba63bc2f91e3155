/**
 * Hard caps: how often an account may use an add-on in a calendar month (UTC).
 *
 * 1. A use is reserved before a source is asked and released when the answer costs nothing. The count is one row, so the
 *    cap holds on all nodes together.
 * 2. A process that dies between the two leaves a use counted: a needless 2812 at most, never one answer too many.
 */
import type { Clock } from '../../lib/clock.ts';
import { ADD_ONS, type AddOn } from '../../sources/source.ts';
import type { Account } from '../../store/accounts/account.ts';
import type { Database } from '../../store/database.ts';
import { type CappedUse, countUses, releaseUse, reserveUse } from '../../store/phone-id/add-on-caps.ts';

export interface Caps {
  /** Gives back what was reserved when it is called; null when the cap is used up. Rejects with StoreDown. */
  reserve(account: Account, addOn: AddOn): Promise<(() => Promise<void>) | null>;
  /** How much of the cap is used; null where there is none. Rejects with StoreDown. */
  look(account: Account, addOn: AddOn): Promise<CapView | null>;
}

export interface CapView {
  readonly most: number;
  readonly used: number;
}

const UNCAPPED = async (): Promise<void> => {};

export function createCaps(clock: Clock, db: Database): Caps {
  const useOf = (account: Account, addOn: AddOn) => ({ accountId: account.id, addOn, ...monthOf(clock.now()) });
  return {
    async reserve(account, addOn) {
      const cap = capOf(account, addOn);
      if (cap === null) return UNCAPPED;
      const use = useOf(account, addOn);
      return (await reserveUse(db, use, cap)) ? () => releaseUse(db, use) : null;
    },
    async look(account, addOn) {
      const most = capOf(account, addOn);
      return most === null ? null : { most, used: await countUses(db, useOf(account, addOn)) };
    },
  };
}

/** Null when there is none. Settings keep the names of add-ons in camel case. */
export function capOf({ settings }: Account, addOn: AddOn): number | null {
  return settings.addonCaps?.[SETTING_OF[addOn]] ?? null;
}

const SETTING_OF = Object.fromEntries(
  ADD_ONS.map((addOn) => [addOn, addOn.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())]),
) as Readonly<Record<AddOn, string>>;

export function monthOf(now: number): Pick<CappedUse, 'monthStart' | 'monthEnd'> {
  const at = new Date(now);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { monthStart: Date.UTC(year, month, 1), monthEnd: Date.UTC(year, month + 1, 1) };
}
