/**
 * By what look-ups are found, and what the API is asked for. Pure.
 */
import { digitsOf } from '../../app/asked.ts';
import type { FilterField } from '../../ui/filters.tsx';

export const FIELDS: readonly FilterField[] = [
  { name: 'number', label: 'Number', placeholder: '+49 151 …' },
  { name: 'external_id', label: 'External id' },
  { name: 'customer_id', label: 'Account' },
  {
    name: 'status',
    label: 'Answer',
    options: [
      { value: '300', label: 'Complete' },
      { value: '301', label: 'In part' },
    ],
  },
  { name: 'from', label: 'From', kind: 'time' },
  { name: 'to', label: 'Before', kind: 'time' },
];

export const SPEND_FIELDS: readonly FilterField[] = [
  { name: 'customer_id', label: 'Account' },
  { name: 'from', label: 'From day', placeholder: '2026-01-01' },
  { name: 'to', label: 'Before day', placeholder: '2026-02-01' },
];

export interface LookUpQuery {
  number?: string;
  external_id?: string;
  customer_id?: string;
  status?: 300 | 301;
  from?: string;
  to?: string;
}

export function queryOf(values: Readonly<Record<string, string>>): LookUpQuery {
  const { number, status, ...rest } = values;
  return {
    ...rest,
    ...(number === undefined ? {} : { number: digitsOf(number) ?? number }),
    ...(status === undefined ? {} : { status: status === '301' ? 301 : 300 }),
  };
}
