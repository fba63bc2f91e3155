/**
 * Phone numbers as callers write them and as the gateway keeps them.
 *
 * 1. What is accepted is digits with country code and one leading `+` at most. Blanks, brackets and dashes are not.
 * 2. A number is possible when its country knows numbers of that length: new ranges open before metadata knows them.
 *    It is valid when today's numbering plan has its range.
 * 3. `digits` is the canonical form: a trunk prefix that somebody left in (`+49 0151 …`) is gone, and so is the 1 that
 *    mobile numbers of Mexico had until 2019 (521 …), so that one handset is one recipient. In Argentina 54 … and 549 …
 *    are a number as it is dialled at home and as a mobile telephone from abroad: a fixed line has the first alone. So
 *    they stay apart where a call or a question may mean a fixed line, and are one where a text does (`parseHandset`).
 * 4. The library decides. Where its own rules leave it nothing to decide (nothing in front that could be a trunk prefix),
 *    its tables are asked directly, at a tenth of the time (number-plans.ts).
 * 5. Of what kind a number is, its country's plan says; codes that belong to no country (+87x, +88x, +979, +808) are of
 *    one kind as a whole, also where the plan does not have the number: the call is billed all the same. +880 and +886
 *    are countries.
 */
import {
  type CountryCode,
  isSupportedCountry,
  Metadata,
  type NumberingPlan,
  type NumberType,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { countriesOf, readPlainly } from './number-plans.ts';

/** What costs whoever is called, or whoever sends, far more than another number of its country. */
export type NumberKind = 'premium' | 'shared_cost' | 'personal' | 'satellite';

export const NUMBER_KINDS: readonly NumberKind[] = ['premium', 'shared_cost', 'personal', 'satellite'];

export interface PhoneNumber {
  /** Country code and national number, no `+`. */
  readonly digits: string;
  readonly countryCode: string;
  /**
   * ISO 3166 alpha-2. Of several countries behind one code (+1, +7, +44) the one whose plan has the number, else the
   * largest. Null for codes that belong to no country (+800, +881 …).
   */
  readonly country: string | null;
  readonly isPossible: boolean;
  readonly isValid: boolean;
  /** Null for ordinary numbers. */
  readonly kind: NumberKind | null;
}

const ACCEPTED = /^\+?[0-9]{3,20}$/;
const MOST_REMEMBERED = 4096;

/**
 * Numbers that the library has read come back: one to dial stands in every message of a campaign, and it takes 5 to
 * 13 µs. When the younger half is full it becomes the older one: forgetting costs nothing a number.
 */
let younger = new Map<string, PhoneNumber | null>();
let older: ReadonlyMap<string, PhoneNumber | null> = new Map();

/** Null when the text is no number at all (rule 1), or no country or service has its code. */
export function parsePhoneNumber(text: string): PhoneNumber | null {
  if (!ACCEPTED.test(text)) return null;
  const written = withoutOldPrefix(text.startsWith('+') ? text.slice(1) : text);
  return parsePlainly(written) ?? rememberedOf(written);
}

/** A number to which a text goes, or from which one comes. */
export function parseHandset(text: string): PhoneNumber | null {
  const number = parsePhoneNumber(text);
  if (!number) return null;
  const handset = handsetOf(number.digits);
  return handset === number.digits ? number : parsePhoneNumber(handset);
}

const MEXICAN_MOBILE_UNTIL_2019 = /^521(?=[0-9]{10}$)/;
/** Ten digits that begin with an area code. */
const ARGENTINE_AT_HOME = /^54(?=[123][0-9]{9}$)/;
const ARGENTINE_MOBILE = /^549(?=[123][0-9]{9}$)/;

/** Rule 3: 521 and ten digits are 52 and these. */
export function withoutOldPrefix(digits: string): string {
  return digits.startsWith('521') ? digits.replace(MEXICAN_MOBILE_UNTIL_2019, '52') : digits;
}

/** The form of a number in which its handset is texted; `digits` are canonical. Asked several times for each message. */
export function handsetOf(digits: string): string {
  return digits.startsWith('54') ? digits.replace(ARGENTINE_AT_HOME, '549') : digits;
}

/** All forms under which the handset of a canonical number may be known; the one in which it is texted first. */
export function formsOf(digits: string): readonly string[] {
  const handset = handsetOf(digits);
  return ARGENTINE_MOBILE.test(handset) ? [handset, handset.replace(ARGENTINE_MOBILE, '54')] : [handset];
}

/** ISO 3166 alpha-2. */
export function isKnownCountry(country: string): boolean {
  return isSupportedCountry(country);
}

/** A number as it is written within a country (ISO 3166 alpha-2), with or without its trunk or exit prefix. */
export function parseNational(digits: string, country: string): PhoneNumber | null {
  if (!ACCEPTED.test(digits) || !isSupportedCountry(country)) return null;
  const parsed = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false });
  return parsed ? parsePhoneNumber(parsed.number) : null;
}

function rememberedOf(written: string): PhoneNumber | null {
  const known = younger.get(written);
  if (known !== undefined) return known;
  const number = older.get(written) ?? parseByLibrary(`+${written}`);
  if (younger.size >= MOST_REMEMBERED) {
    older = younger;
    younger = new Map();
  }
  younger.set(written, number);
  // As it is kept, too: it is asked for in this form from then on.
  if (number && number.digits !== written) younger.set(number.digits, number);
  return number;
}

/** Rule 4; null where it does not apply. */
function parsePlainly(digits: string): PhoneNumber | null {
  const plain = readPlainly(digits);
  if (plain === null) return null;
  const { countryCode, national, plan } = plain;
  return new ParsedNumber(digits, countryCode, plan.country, plan.lengths.includes(national.length));
}

function parseByLibrary(international: string): PhoneNumber | null {
  const parsed = parsePhoneNumberFromString(international, { extract: false });
  if (!parsed) return null;
  const { number, countryCallingCode } = parsed;
  const country = parsed.country ?? countriesOf(countryCallingCode)[0] ?? null;
  return new ParsedNumber(number.slice(1), countryCallingCode, country, parsed.isPossible());
}

class ParsedNumber implements PhoneNumber {
  readonly digits: string;
  readonly countryCode: string;
  readonly country: string | null;
  readonly isPossible: boolean;

  constructor(digits: string, countryCode: string, country: string | null, isPossible: boolean) {
    this.digits = digits;
    this.countryCode = countryCode;
    this.country = country;
    this.isPossible = isPossible;
  }

  /** Worked out when asked: it costs as much as the rest together, and few accounts ask. */
  get isValid(): boolean {
    return parsePhoneNumberFromString(`+${this.digits}`, { extract: false })?.isValid() ?? false;
  }

  /** Rule 5. */
  get kind(): NumberKind | null {
    if (this.country === null) return KIND_OF_CODE[this.countryCode] ?? null;
    if (!kindsOf(this.country as CountryCode)?.test(this.digits.slice(this.countryCode.length))) return null;
    const type = parsePhoneNumberFromString(`+${this.digits}`, { extract: false })?.getType();
    return type === undefined ? null : (KIND_OF_TYPE[type] ?? null);
  }
}

/** ITU-T E.164 shared codes: Inmarsat, UPT, satellite systems, international networks, shared cost, premium rate. */
const KIND_OF_CODE: Readonly<Record<string, NumberKind>> = {
  '808': 'shared_cost',
  '870': 'satellite',
  '878': 'personal',
  '881': 'satellite',
  '882': 'satellite',
  '883': 'satellite',
  '888': 'satellite',
  '979': 'premium',
};

const KIND_OF_TYPE: Partial<Record<NonNullable<NumberType>, NumberKind>> = {
  PREMIUM_RATE: 'premium',
  SHARED_COST: 'shared_cost',
  PERSONAL_NUMBER: 'personal',
};

const kinds = new Map<CountryCode, RegExp | null>();

/** What a national number of one of the kinds looks like; one that does may still be a mobile or a landline. */
function kindsOf(country: CountryCode): RegExp | null {
  let pattern = kinds.get(country);
  if (pattern === undefined) {
    const tables = new Metadata();
    tables.selectNumberingPlan(country);
    const plan = tables.numberingPlan as TypedPlan | undefined;
    const patterns = Object.keys(KIND_OF_TYPE).flatMap((type) => plan?.type(type)?.pattern() ?? []);
    pattern = patterns.length === 0 ? null : new RegExp(`^(?:${patterns.join('|')})$`);
    kinds.set(country, pattern);
  }
  return pattern;
}

/** The library's types leave the method out. */
type TypedPlan = NumberingPlan & { type(name: string): { pattern(): string } | undefined };
