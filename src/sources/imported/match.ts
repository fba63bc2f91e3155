/**
 * A person as a caller describes it, compared with a contact record: scores of contact_match from 0 to 100. Pure.
 *
 * 1. What one of the two does not have has no score.
 * 2. Names that fit better the other way round are compared so, less ten: some write the family name first.
 * 3. The score of the address is the mean of its parts that both have: address, city, postal code, state. A postal code
 *    and a date of birth fit or do not; five digits of a longer US code are enough.
 */
import type { ContactFields, Facts } from '../source.ts';
import { regionName } from './regions.ts';
import { likenessOf } from './similarity.ts';
import { addressWords, codeOf, nameWords } from './words.ts';

/** As a contact record has it. */
export interface KnownPerson {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly address?: readonly string[];
  readonly city?: string;
  readonly state?: string;
  readonly postalCode?: string;
  readonly country?: string;
  readonly dateOfBirth?: string;
}

type Match = Extract<Facts, { about: 'contact_match' }>;

const OTHER_WAY_ROUND = 10;

/** `country`: of the number, where neither side says one. Null when nothing can be compared. */
export function matchPerson(asked: ContactFields, known: KnownPerson, country: string): Match | null {
  const { firstName, lastName } = namesOf(asked, known);
  const address = addressOf(asked, known, asked.country ?? known.country ?? country);
  const dateOfBirth =
    asked.dateOfBirth === null || known.dateOfBirth === undefined
      ? null
      : asked.dateOfBirth === known.dateOfBirth
        ? 100
        : 0;
  if ([firstName, lastName, address, dateOfBirth].every((score) => score === null)) return null;
  return {
    about: 'contact_match',
    firstName,
    lastName,
    address,
    dateOfBirth: asked.dateOfBirth === null ? undefined : dateOfBirth,
  };
}

/** Rule 2. */
function namesOf(asked: ContactFields, known: KnownPerson): Pick<Match, 'firstName' | 'lastName'> {
  const straight = [compare(asked.firstName, known.firstName), compare(asked.lastName, known.lastName)] as const;
  const crossed = [compare(asked.firstName, known.lastName), compare(asked.lastName, known.firstName)] as const;
  const isWhole = [...straight, ...crossed].every((score) => score !== null);
  const sum = ([a, b]: readonly [number | null, number | null]) => (a ?? 0) + (b ?? 0);
  if (isWhole && sum(crossed) - 2 * OTHER_WAY_ROUND > sum(straight)) {
    const [first, last] = crossed.map((score) => Math.max(0, (score ?? 0) - OTHER_WAY_ROUND));
    return { firstName: first ?? null, lastName: last ?? null };
  }
  return { firstName: straight[0], lastName: straight[1] };
}

function compare(asked: string | null, known: string | undefined): number | null {
  return asked === null || known === undefined ? null : likenessOf(nameWords(asked), nameWords(known));
}

/** Rule 3. */
function addressOf(asked: ContactFields, known: KnownPerson, country: string): number | null {
  const parts = [
    likeAddress(asked.address, known.address?.join(' ')),
    likeAddress(asked.city, known.city),
    likePostalCode(asked.postalCode, known.postalCode, country),
    asked.state === null || known.state === undefined
      ? null
      : likeAddress(regionName(asked.state, country), regionName(known.state, country)),
  ].filter((score) => score !== null);
  return parts.length === 0 ? null : Math.round(parts.reduce((sum, score) => sum + score, 0) / parts.length);
}

function likeAddress(asked: string | null, known: string | undefined): number | null {
  return asked === null || known === undefined ? null : likenessOf(addressWords(asked), addressWords(known));
}

function likePostalCode(asked: string | null, known: string | undefined, country: string): number | null {
  if (asked === null || known === undefined) return null;
  const length = country === 'US' ? 5 : undefined;
  return codeOf(asked).slice(0, length) === codeOf(known).slice(0, length) ? 100 : 0;
}
