/**
 * By what messages, verifications and what came in are found, and what the API is asked for. Pure.
 */
import { digitsOf, referenceOf } from '../../app/asked.ts';
import type { FilterField } from '../../ui/filters.tsx';
import { MEANING_NAMES } from '../inbound/words.ts';
import { stateOf } from '../verification/story.ts';

export const FIELDS: readonly FilterField[] = [
  { name: 'recipient', label: 'Number', placeholder: '+49 151 …' },
  { name: 'external_id', label: 'External id' },
  { name: 'customer_id', label: 'Account' },
  {
    name: 'state',
    label: 'State',
    options: [
      { value: 'open', label: 'Open' },
      { value: 'delivered', label: 'Delivered' },
      { value: 'failed', label: 'Failed' },
    ],
  },
  {
    name: 'channel',
    label: 'Channel',
    options: [
      { value: 'rcs', label: 'RCS' },
      { value: 'sms', label: 'SMS' },
      { value: 'voice', label: 'Voice' },
    ],
  },
  { name: 'carrier', label: 'Carrier' },
  { name: 'code', label: 'Code', kind: 'number', placeholder: '3042' },
  { name: 'from', label: 'From', kind: 'time' },
  { name: 'to', label: 'Before', kind: 'time' },
];

export const VERIFICATION_FIELDS: readonly FilterField[] = [
  ...FIELDS.slice(0, 3),
  {
    name: 'state',
    label: 'State',
    options: ['ONGOING', 'VERIFIED', 'FAILED', 'REJECTED', 'CANCELED'].map((value) => ({
      value,
      label: stateOf(value)[0],
    })),
  },
  ...FIELDS.slice(-2),
];

export interface VerificationQuery {
  recipient?: string;
  external_id?: string;
  customer_id?: string;
  state?: 'CREATED' | 'ONGOING' | 'REJECTED' | 'FAILED' | 'VERIFIED' | 'CANCELED';
  from?: string;
  to?: string;
}

export const INBOUND_FIELDS: readonly FilterField[] = [
  { name: 'customer_id', label: 'Account' },
  {
    name: 'meaning',
    label: 'Read as',
    options: Object.entries(MEANING_NAMES).map(([value, label]) => ({ value, label })),
  },
];

export interface InboundQuery {
  customer_id?: string;
  meaning?: keyof typeof MEANING_NAMES;
}

export interface MessageQuery {
  recipient?: string;
  external_id?: string;
  customer_id?: string;
  state?: 'open' | 'delivered' | 'failed';
  channel?: 'rcs' | 'sms' | 'voice';
  carrier?: string;
  code?: number;
  from?: string;
  to?: string;
}

/** What the address says, as the API takes it. What it refuses, it says itself. */
export function queryOf<Query = MessageQuery>(values: Readonly<Record<string, string>>): Query {
  const { recipient, code, ...rest } = values;
  return {
    ...rest,
    ...(recipient === undefined ? {} : { recipient: digitsOf(recipient) ?? recipient }),
    ...(code === undefined ? {} : { code: Number(code) }),
  } as Query;
}

/** Somebody who pastes a reference into a field of the search wants what it is of. */
export function referenceIn({ recipient = '', external_id: id = '' }: Readonly<Record<string, string>>): string | null {
  return referenceOf(recipient) ?? referenceOf(id);
}
