/**
 * What every kind of source has in common in a configuration: about which numbers it may be asked, by which accounts, and
 * what an answer costs.
 *
 * 1. A number is covered when all that is given fits: its beginning, its country. The network in which it is now has to be
 *    asked for first; that is the engine's part (src/engine/look-ups/answer.ts).
 */
import { type Static, Type } from 'typebox';
import type { NumberFacts } from './numbering/numbering.ts';

const few = { default: [], maxItems: 10_000 };

export const TERMS = {
  prefixes: Type.Array(Type.String({ pattern: '^[0-9]{1,15}$' }), {
    ...few,
    description: 'Beginnings of the numbers that may be asked about; empty: all.',
  }),
  countries: Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), {
    ...few,
    description: 'Countries of the numbers that may be asked about, ISO 3166 alpha-2; empty: all.',
  }),
  mccmnc: Type.Array(Type.String({ pattern: '^[0-9]{5,6}$' }), {
    ...few,
    description:
      'Networks in which a number may be now, MCC and MNC in one; empty: all. What answers porting_status is asked first.',
  }),
  accounts: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    ...few,
    description: 'Customer IDs of the accounts for which it may be asked; empty: all.',
  }),
  cost: Type.Number({
    minimum: 0,
    maximum: 1_000,
    default: 0,
    description: 'What one answer costs, in the currency of your books.',
  }),
};

const TermsSchema = Type.Object(TERMS);

export type Terms = Static<typeof TermsSchema>;

/** Rule 1. */
export function isCovered({ prefixes, countries }: Terms, number: NumberFacts): boolean {
  if (prefixes.length > 0 && !prefixes.some((prefix) => number.digits.startsWith(prefix))) return false;
  return countries.length === 0 || countries.includes(number.country?.iso2 ?? '');
}
