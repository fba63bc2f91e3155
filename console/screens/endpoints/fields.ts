/**
 * By what endpoints and stray receipts are found, and where a range that is sent again begins. Pure.
 */
import type { Schema } from '../../api/client.ts';
import type { FilterField } from '../../ui/filters.tsx';

export const ENDPOINT_FIELDS: readonly FilterField[] = [
  { name: 'customer_id', label: 'Account' },
  {
    name: 'state',
    label: 'State',
    options: [
      { value: 'failing', label: 'Failing' },
      { value: 'waiting', label: 'Waiting, never tried' },
    ],
  },
];

export interface EndpointQuery {
  customer_id?: string;
  state?: 'failing' | 'waiting';
}

export const RECEIPT_FIELDS: readonly FilterField[] = [
  {
    name: 'state',
    label: 'State',
    options: [{ value: 'given_up', label: 'Given up' }],
    absent: 'Looked at again',
  },
  { name: 'carrier', label: 'Carrier' },
];

export interface ReceiptQuery {
  state?: 'waiting' | 'given_up';
  carrier?: string;
}

/** What waits there for another try: with a receiver that is well again it need not wait. */
export function rangeOf({
  endpoint,
  customer_id: account,
  oldest_on: oldest,
}: Pick<Schema<'OperatorEndpoint'>, 'endpoint' | 'customer_id' | 'oldest_on'>): Readonly<Record<string, string>> {
  // The field takes minutes: the oldest must not be left out.
  const minute = new Date(Math.floor(Date.parse(oldest) / 60_000) * 60_000).toISOString();
  return { customer_id: account, endpoint, from: minute, state: 'pending' };
}

/** As it would match by them. */
export function idsText(ids: readonly string[]): string {
  return ids.join(', ') || 'no id';
}
