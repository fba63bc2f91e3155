/**
 * By what sessions, masks and blocks are found, and what the API is asked for. Pure.
 */
import { digitsOf } from '../../app/asked.ts';
import type { FilterField } from '../../ui/filters.tsx';
import { STATES } from './words.ts';

const COMMON: readonly FilterField[] = [
  { name: 'number', label: 'Number', placeholder: '+49 151 …' },
  { name: 'customer_id', label: 'Account' },
  { name: 'external_id', label: 'External id' },
  { name: 'from', label: 'From', kind: 'time' },
  { name: 'to', label: 'Before', kind: 'time' },
];

const STATE: FilterField = {
  name: 'state',
  label: 'State',
  options: Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
};

export const LIVE_FIELDS: readonly FilterField[] = COMMON;
export const ALL_FIELDS: readonly FilterField[] = [...COMMON.slice(0, 2), STATE, ...COMMON.slice(2)];

export const MASK_FIELDS: readonly FilterField[] = [
  { name: 'customer_id', label: 'Pool of account' },
  { name: 'country', label: 'Country', placeholder: 'DE' },
  {
    name: 'state',
    label: 'State',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'retired', label: 'Retired' },
    ],
  },
];

export const BLOCK_FIELDS: readonly FilterField[] = COMMON.slice(0, 2);

export interface SessionQuery {
  number?: string;
  customer_id?: string;
  external_id?: string;
  state?: keyof typeof STATES | 'live';
  from?: string;
  to?: string;
}

/** A number as somebody types it becomes digits; what the API refuses, it says itself. */
export function numberQueryOf<Query extends { number?: string }>(values: Readonly<Record<string, string>>): Query {
  const { number, ...rest } = values;
  return { ...rest, ...(number === undefined ? {} : { number: digitsOf(number) ?? number }) } as Query;
}
