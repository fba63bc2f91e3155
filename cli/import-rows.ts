/**
 * Lines of a file as the rows that the gateway takes. Pure.
 *
 * 1. When no field of a CSV's first line is a number (or a hash), that line names the columns. A field is found by the
 *    usual names of its column, or by the name that `--column` gives.
 * 2. A line that is not UTF-8 is refused: `M?ller` for `Müller` would fail to match for years.
 * 3. A record with more cells than the first line names is refused: `1 High St, Flat 2` without quotes would put the flat
 *    into the column of the city, and everything behind it into the next one.
 * 4. A number may have blanks, brackets and dashes. When no country is given, it must begin with its country code.
 */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { FileLine } from './import-files.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface RowsOptions {
  readonly country?: string | undefined;
  /** Field to the name or the place (from 1) of its column. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Usual names of columns, without blanks, dashes and underscores. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  number: ['number', 'phonenumber', 'phone', 'msisdn', 'mdn', 'tn', 'mobile', 'telephone', 'e164', 'rufnummer'],
  sha1: ['sha1', 'hash'],
  first_name: ['firstname', 'givenname', 'forename', 'vorname'],
  last_name: ['lastname', 'familyname', 'surname', 'nachname', 'name'],
  address: ['address', 'address1', 'addressline1', 'street', 'strasse', 'straße'],
  address2: ['address2', 'addressline2'],
  address3: ['address3', 'addressline3'],
  address4: ['address4', 'addressline4'],
  city: ['city', 'town', 'locality', 'ort', 'stadt'],
  state: ['state', 'stateprovince', 'province', 'region', 'bundesland'],
  postal_code: ['postalcode', 'zip', 'zipcode', 'zippostalcode', 'postcode', 'plz'],
  country: ['country', 'countrycode', 'land'],
  email: ['email', 'emailaddress', 'mail'],
  date_of_birth: ['dateofbirth', 'birthdate', 'dob', 'birthday', 'geburtsdatum'],
  account_type: ['accounttype'],
  account_status: ['accountstatus', 'status'],
  contract_type: ['contracttype', 'contract'],
  primary_account_holder: ['primaryaccountholder', 'primaryholder'],
  account_activation_date: ['accountactivationdate', 'activationdate', 'activatedon', 'activated'],
};

/** A row, or what is wrong with the line. */
export type ReadLine = { readonly row: Row } | { readonly why: string };

/** Throws an Error that names the column which the file does not have. */
export class LineReader {
  private readonly key: 'number' | 'sha1';
  private readonly isRecord: boolean;
  private readonly options: RowsOptions;
  private readonly country: CountryCode | undefined;
  private places: ReadonlyMap<string, number> | null = null;
  /** How many columns the first line names; null: it names none. */
  private width: number | null = null;
  private file: string | null = null;

  constructor(kind: 'breaches' | 'contacts' | 'deactivations', options: RowsOptions) {
    const { country } = options;
    if (country !== undefined && !isSupportedCountry(country)) throw new Error(`--country: ${country} is no country`);
    this.country = country;
    this.key = kind === 'breaches' ? 'sha1' : 'number';
    this.isRecord = kind === 'contacts';
    this.options = options;
  }

  /** Null for a line that holds the names of columns. */
  read({ file, isCsv, values }: FileLine): ReadLine | null {
    if (this.places === null || file !== this.file) {
      this.file = file;
      const isHead = isCsv && !values.some((value) => this.isKey(value));
      this.places = this.placesIn(isHead ? values : []);
      this.width = isHead ? values.length : null;
      if (isHead) return null;
    }
    if (values.some((value) => value.includes('\uFFFD'))) return { why: 'it is not UTF-8' };
    if (values.some((value) => /\p{Cc}/u.test(value))) return { why: 'it has control characters' };
    const text = (field: string) => values[this.places?.get(field) ?? -1]?.trim() ?? '';
    if (this.key === 'sha1') return hashIn(text('sha1'));
    const number = this.numberIn(text('number'));
    if (number === null) return { why: 'no phone number that is possible' };
    if (!this.isRecord) return { row: { number } };
    if (this.width !== null && values.slice(this.width).some((value) => value.trim() !== '')) {
      return { why: `it has more cells than columns (${this.width})` };
    }
    const fields = [...this.places.keys()].filter((field) => field !== 'number' && text(field) !== '');
    return { row: { number, ...Object.fromEntries(fields.map((field) => [field, text(field)])) } };
  }

  /** Where each field is. Without a head the key is in the first column. */
  private placesIn(head: readonly string[]): Map<string, number> {
    const bare = head.map((name) => name.toLowerCase().replace(/[\s_-]/g, ''));
    const places = new Map<string, number>();
    const fields = this.isRecord ? Object.keys(NAMES).filter((field) => field !== 'sha1') : [this.key];
    for (const field of fields) {
      const given = this.options.columns[field];
      const known = NAMES[field] ?? [];
      const place = given === undefined ? bare.findIndex((name) => known.includes(name)) : placeOf(given, head);
      if (given !== undefined && place === -1) throw new Error(`--column: the file has no column ${given}`);
      if (place !== -1) places.set(field, place);
    }
    const unknown = Object.keys(this.options.columns).find((field) => !fields.includes(field));
    if (unknown !== undefined) throw new Error(`--column: allowed are ${fields.join(', ')}`);
    if (!places.has(this.key)) {
      if (head.length > 0 && this.isRecord)
        throw new Error(`no column is named ${this.key}; --column ${this.key}=… names it`);
      places.set(this.key, 0);
    }
    return places;
  }

  private isKey(text: string): boolean {
    return this.key === 'sha1' ? 'row' in hashIn(text) : /[0-9]{5}/.test(bareNumber(text));
  }

  /** Rule 4. */
  private numberIn(text: string): string | null {
    const bare = bareNumber(text);
    if (!/^\+?[0-9]{4,20}$/.test(bare)) return null;
    const isNational = this.country !== undefined && !bare.startsWith('+');
    const parsed = isNational
      ? parsePhoneNumberFromString(bare, { defaultCountry: this.country, extract: false })
      : parsePhoneNumberFromString(bare.startsWith('+') ? bare : `+${bare}`, { extract: false });
    return parsed?.isPossible() ? parsed.number.slice(1) : null;
  }
}

function bareNumber(text: string): string {
  return text.replace(/[\s().\-/]/g, '');
}

function placeOf(given: string, head: readonly string[]): number {
  const named = head.indexOf(given);
  if (named !== -1) return named;
  return /^[1-9][0-9]?$/.test(given) ? Number(given) - 1 : -1;
}

/** As the sorted files have it: the hash, and how often it was seen. */
function hashIn(text: string): ReadLine {
  const sha1 = /^([0-9A-Fa-f]{40})(?::\d+)?$/.exec(text)?.[1];
  return sha1 === undefined ? { why: 'no SHA-1 of 40 hexadecimal digits' } : { row: { sha1 } };
}
