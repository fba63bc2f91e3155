/**
 * The daily budgets of an account, by days of UTC: texts, calls, and look-ups about people. All nodes together never
 * pass them (slices.ts, rule 2).
 *
 * 1. A text counts once for each part that it may have; an RCS message without a text to fall back to counts once.
 */
import { DAY_MS } from '../../lib/durations.ts';
import { type AdmissionLimits, limitOf } from '../../store/accounts/account-limits.ts';
import { budgetUsedUp } from './refusals.ts';
import type { AdmissionRequest, Guard } from './request.ts';
import { sliceGuard } from './slice-guard.ts';
import type { Slices } from './slices.ts';

type Budget = 'textsPerDay' | 'callsPerDay' | 'peopleLookUpsPerDay';

/** Each with the name of its counter and of its rule. */
export const BUDGETS: Readonly<
  Record<Budget, { readonly counter: string; readonly rule: string; readonly of: string }>
> = {
  textsPerDay: { counter: 'budget of texts', rule: 'texts_per_day', of: 'texts' },
  callsPerDay: { counter: 'budget of calls', rule: 'calls_per_day', of: 'calls' },
  peopleLookUpsPerDay: {
    counter: 'budget of look-ups about people',
    rule: 'people_look_ups_per_day',
    of: 'look-ups about people',
  },
};

export function budgetGuard(slices: Slices, defaults: AdmissionLimits): Guard {
  return sliceGuard(slices, {
    wantedBy(request) {
      const budget = budgetOf(request);
      if (budget === null) return null;
      const { account, at } = request;
      const limit = limitOf(budget, account.settings, defaults);
      if (limit <= 0) return null;
      const count = budget === 'textsPerDay' ? Math.max(1, request.texts) : 1;
      return { accountId: account.id, name: BUDGETS[budget].counter, limit, count, at };
    },
    refusalOf(request, { limit, at }) {
      const { rule, of } = BUDGETS[budgetOf(request) ?? 'textsPerDay'];
      return budgetUsedUp(rule, `at most ${limit} ${of} per day`, DAY_MS - (at % DAY_MS));
    },
  });
}

function budgetOf({ operation, asksAboutPeople }: AdmissionRequest): Budget | null {
  if (operation === 'message') return 'textsPerDay';
  if (operation === 'call') return 'callsPerDay';
  return asksAboutPeople ? 'peopleLookUpsPerDay' : null;
}
