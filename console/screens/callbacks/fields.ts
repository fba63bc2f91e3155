/**
 * By what callbacks are found, and what the API is asked for. Pure.
 *
 * 1. Endpoint and time are for the callbacks of one account: without one they are neither offered nor asked for.
 */
import { referenceOf } from '../../app/asked.ts';
import type { FilterField } from '../../ui/filters.tsx';

export const STATES = [
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'given_up', label: 'Given up' },
  { value: 'not_sent', label: 'Not sent' },
] as const;

type State = (typeof STATES)[number]['value'];

const ALWAYS: readonly FilterField[] = [
  { name: 'customer_id', label: 'Account' },
  { name: 'state', label: 'State', options: STATES },
  { name: 'message', label: 'Message', placeholder: 'its reference' },
];

/** All that may stand in the address. */
export const FIELDS: readonly FilterField[] = [
  ...ALWAYS,
  { name: 'endpoint', label: 'Endpoint', placeholder: 'https://acme.example' },
  { name: 'from', label: 'From', kind: 'time' },
  { name: 'to', label: 'Before', kind: 'time' },
];

type Values = Readonly<Record<string, string>>;

/** Rule 1. */
export function fieldsFor(values: Values): readonly FilterField[] {
  return isOfOneAccount(values) ? FIELDS : ALWAYS;
}

export interface CallbackQuery {
  customer_id?: string;
  state?: State;
  message?: string;
  endpoint?: string;
  from?: string;
  to?: string;
}

/** What the address says, as the API takes it. What it refuses, it says itself. */
export function queryOf(values: Values): CallbackQuery {
  const { message, endpoint, from, to, ...rest } = values;
  const range = { ...(endpoint && { endpoint }), ...(from && { from }), ...(to && { to }) };
  return {
    ...(rest as CallbackQuery),
    ...(message === undefined ? {} : { message: referenceOf(message) ?? message }),
    ...(isOfOneAccount(values) ? range : {}),
  };
}

function isOfOneAccount({ customer_id: account, message }: Values): boolean {
  return account !== undefined && message === undefined;
}
