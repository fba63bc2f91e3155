/**
 * Checks the rows of an import, each by itself. Pure.
 *
 * 1. A fault is named by its line and field, without the value.
 * 2. A number is digits with the country code, as the gateway stores them; the command line brings it into that form.
 * 3. Of several rows with one key in a request the last one counts.
 */
import type { TakenRows } from '../../engine/data/imports.ts';
import { asJsonObject, type JsonObject } from '../../lib/json.ts';
import type { DataSetKind } from '../../store/phone-id/data-sets.ts';
import type { ContactDetails } from '../../store/phone-id/imported-rows.ts';
import type { ImportFault } from '../../store/phone-id/imports.ts';

export interface ReadRows {
  readonly taken: TakenRows;
  readonly refused: readonly ImportFault[];
}

/** What is wrong with a row. */
class Wrong extends Error {}

/** `from`: the place of the first one in the file. */
export function readRows(kind: DataSetKind, from: number, rows: readonly unknown[]): ReadRows {
  switch (kind) {
    case 'breaches': {
      const { values, refused } = readEach(from, rows, (row) => [hashOf(row), null]);
      return { taken: { kind, hashes: [...values.keys()].map((hex) => Buffer.from(hex, 'hex')) }, refused };
    }
    case 'contacts': {
      const { values, refused } = readEach(from, rows, (row) => [numberOf(row), detailsOf(row)]);
      return { taken: { kind, records: [...values].map(([number, details]) => ({ number, details })) }, refused };
    }
    case 'deactivations': {
      const { values, refused } = readEach(from, rows, (row) => [numberOf(row), null]);
      return { taken: { kind, numbers: [...values.keys()] }, refused };
    }
  }
}

function readEach<Value>(from: number, rows: readonly unknown[], read: (row: JsonObject) => readonly [string, Value]) {
  const values = new Map<string, Value>();
  const refused: ImportFault[] = [];
  for (const [index, each] of rows.entries()) {
    const row = asJsonObject(each) ?? {};
    try {
      values.set(...read(row));
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      const { line } = row;
      refused.push({ row: from + index, line: Number.isSafeInteger(line) ? Number(line) : null, why: error.message });
    }
  }
  return { values, refused };
}

function numberOf({ number }: JsonObject): string {
  if (typeof number === 'string' && /^[1-9][0-9]{4,14}$/.test(number)) return number;
  throw new Wrong('number: a phone number with country code is allowed, 5 to 15 digits');
}

function hashOf({ sha1 }: JsonObject): string {
  if (typeof sha1 === 'string' && /^[0-9A-Fa-f]{40}$/.test(sha1)) return sha1.toLowerCase();
  throw new Wrong('sha1: 40 hexadecimal digits are allowed');
}

const LONGEST = 200;
const MOST_LINES = 4;

function detailsOf(row: JsonObject): ContactDetails {
  const text = (name: string): string | undefined => {
    const value = row[name] ?? '';
    if (typeof value !== 'string') throw new Wrong(`${name}: text is allowed`);
    if (value.length > LONGEST) throw new Wrong(`${name}: at most ${LONGEST} characters are allowed`);
    return value.trim() === '' ? undefined : value.trim();
  };
  const oneOf = <const Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined => {
    const value = text(name)?.toLowerCase();
    if (value === undefined) return undefined;
    const known = choices.find((choice) => choice === value);
    if (known === undefined) throw new Wrong(`${name}: allowed are ${choices.join(', ')}`);
    return known;
  };
  const lines = ['address', 'address2', 'address3', 'address4'].flatMap((name) => text(name) ?? []);
  const country = text('country')?.toUpperCase();
  if (country !== undefined && !/^[A-Z]{2}$/.test(country)) throw new Wrong('country: ISO 3166 alpha-2 is allowed');
  const details: { [Name in keyof ContactDetails]: ContactDetails[Name] | undefined } = {
    firstName: text('first_name'),
    lastName: text('last_name'),
    address: lines.length === 0 ? undefined : lines.slice(0, MOST_LINES),
    city: text('city'),
    state: text('state'),
    postalCode: text('postal_code'),
    country,
    email: text('email'),
    dateOfBirth: dayOf('date_of_birth', text('date_of_birth')),
    accountType: oneOf('account_type', ['individual', 'business', 'government', 'other']),
    contract: oneOf('contract_type', ['prepaid', 'postpaid']),
    accountState: oneOf('account_status', ['active', 'suspended', 'deactivated']),
    isPrimaryHolder: yesOrNo('primary_account_holder', text('primary_account_holder')),
    activatedOn: dayOf('account_activation_date', text('account_activation_date')),
  };
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}

function dayOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(text)) return text;
  throw new Wrong(`${name}: a day such as 1985-03-27 is allowed`);
}

function yesOrNo(name: string, text: string | undefined): boolean | undefined {
  const value = text?.toLowerCase();
  if (value === undefined) return undefined;
  if (['true', 'yes', 'y', '1'].includes(value)) return true;
  if (['false', 'no', 'n', '0'].includes(value)) return false;
  throw new Wrong(`${name}: true or false is allowed`);
}
