/**
 * By what accounts are found, and what the forms of accounts say as the API takes it. Pure.
 */
import type { Schema } from '../../api/client.ts';
import type { FilterField } from '../../ui/filters.tsx';

type Account = Schema<'OperatorAccount'>;
type NewAccount = Schema<'OperatorNewAccount'>;

export const KINDS: Readonly<Record<Account['kind'], string>> = { full_service: 'Full service', trial: 'Trial' };

export const PRODUCTS: ReadonlyArray<{ readonly value: Account['products'][number]; readonly label: string }> = [
  { value: 'rcs', label: 'RCS' },
  { value: 'masking', label: 'Masking' },
  { value: 'voice', label: 'Voice' },
];

export const KIND_OPTIONS = Object.entries(KINDS).map(([value, label]) => ({ value, label }));

export const FIELDS: readonly FilterField[] = [
  { name: 'search', label: 'Name or Customer ID' },
  {
    name: 'state',
    label: 'State',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'suspended', label: 'Suspended' },
    ],
  },
  { name: 'kind', label: 'Kind', options: KIND_OPTIONS },
];

export interface AccountQuery {
  search?: string;
  state?: Account['state'];
  kind?: Account['kind'];
}

export function productText(products: Account['products']): string {
  return PRODUCTS.filter(({ value }) => products.includes(value))
    .map(({ label }) => label)
    .join(', ');
}

/** `de, AT` and `*`: codes of countries as somebody writes them. */
export function countriesIn(text: string): string[] {
  return [...new Set(text.toUpperCase().split(/[\s,;]+/))].filter((code) => code !== '');
}

/** What the form of a new account says; what is left empty is the gateway's to choose. */
export function newAccountOf(fields: FormData): NewAccount {
  const text = (name: string) => String(fields.get(name) ?? '').trim();
  const countries = countriesIn(text('countries'));
  return {
    name: text('name'),
    kind: text('kind') as Account['kind'],
    products: fields.getAll('products') as Account['products'],
    ...(text('customer_id') === '' ? {} : { customer_id: text('customer_id') }),
    ...(countries.length === 0 ? {} : { settings: { allowed_countries: countries } }),
  };
}
