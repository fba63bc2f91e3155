/**
 * What the operators' routes are given, and what they share.
 */
import type { Carrier } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { fromReference } from '../../lib/ids.ts';
import { maskNumber } from '../../lib/log.ts';
import type { Database } from '../../store/database.ts';

export interface OperatorParts {
  readonly context: Context;
  readonly db: Database;
  readonly masterKey: Uint8Array;
  readonly token: string;
  readonly carriers: readonly Carrier[];
  /** Due rows have been made: look now. */
  readonly wakeCallbacks: () => void;
}

export type Query = Readonly<Record<string, string | undefined>>;

const USUAL_LIMIT = 50;
const LARGEST_LIMIT = 1_000;

export function limitOf(query: Query): number {
  if (query.limit === undefined) return USUAL_LIMIT;
  const limit = Number(query.limit);
  if (Number.isInteger(limit) && limit >= 1 && limit <= LARGEST_LIMIT) return limit;
  throw new Refusal('value_invalid', { name: 'limit', allowed: `a whole number from 1 to ${LARGEST_LIMIT}` });
}

/** The id behind a reference in the path or the query. */
export function idOf(name: string, reference: string): string {
  const id = fromReference(reference);
  if (id === null) throw new Refusal('value_invalid', { name, allowed: '32 hexadecimal digits' });
  return id;
}

export function oneOf<const T extends string>(query: Query, name: string, choices: readonly T[]): T | null {
  const value = query[name];
  if (value === undefined) return null;
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw new Refusal('value_invalid', { name, allowed: choices.join(', ') });
  return choice;
}

/** Numbers are masked unless the operator asks for them in full. */
export function numberShown(query: Query): (number: string) => string {
  return query.full_numbers === 'true' ? (number) => number : maskNumber;
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
