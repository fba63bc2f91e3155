/**
 * By what batches and their recipients are found. Pure.
 */
import type { FilterField } from '../../ui/filters.tsx';
import { RECIPIENT_STATES, STATES } from './words.ts';

export const FIELDS: readonly FilterField[] = [
  { name: 'customer_id', label: 'Account' },
  {
    name: 'state',
    label: 'State',
    options: Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
  },
  { name: 'external_id', label: 'External id' },
  { name: 'from', label: 'From', kind: 'time' },
  { name: 'to', label: 'Before', kind: 'time' },
];

export interface BatchQuery {
  customer_id?: string;
  state?: keyof typeof STATES;
  external_id?: string;
  from?: string;
  to?: string;
}

export const RECIPIENT_FIELDS: readonly FilterField[] = [
  { name: 'state', label: 'Recipients', options: RECIPIENT_STATES },
  { name: 'code', label: 'Code', kind: 'number', placeholder: '3042' },
];

export interface RecipientQuery {
  state?: (typeof RECIPIENT_STATES)[number]['value'];
  code?: number;
}

export function recipientQueryOf({ code, ...rest }: Readonly<Record<string, string>>): RecipientQuery {
  return { ...(rest as RecipientQuery), ...(code === undefined ? {} : { code: Number(code) }) };
}
