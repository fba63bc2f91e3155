/**
 * What numbering plans say of a number: its parts, its type, where and with whom it was first put into use. Offline,
 * from libphonenumber's metadata.
 *
 * 1. A number is cleaned before it is read: blanks, brackets, dots, slashes and hyphens go, and so do signs that cannot
 *    be seen (telephones copy numbers with marks of their direction), an international prefix (`+`, `00`, `011`) and the
 *    1 that mobile numbers of Mexico had. What then is no string of digits, or begins with no country code, is no number.
 * 2. What a plan does not tell stays null. In countries where one range serves landlines and mobiles (all of +1) the
 *    type is OTHER.
 * 3. The carrier is the one to whom the range was first given; numbers that were ported since keep it here.
 */
import { type CountryCode, Metadata, type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { countriesOf, readPlainly } from '../../lib/number-plans.ts';
import { withoutOldPrefix } from '../../lib/phone-number.ts';
import { type Country, countryOf } from './countries.ts';
import { openPrefixTable, type PrefixTable } from './prefix-table.ts';
import { NO_TIME_ZONE, type TimeZone, timeZoneOf } from './time-zone.ts';

/** As in the public service: unchanged (a plus in front is no change), changed (separators count), restricted, no match to an area, too long or short. */
export type CleansedCode = 100 | 101 | 102 | 103 | 105;

export interface PhoneType {
  readonly code: string;
  readonly description: string;
}

export interface Place {
  readonly city: string | null;
  readonly state: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export interface NumberFacts {
  /** Country code and national number, cleaned: what sources are asked about. */
  readonly digits: string;
  readonly countryCode: string;
  readonly national: string;
  /** As it came, digits only. */
  readonly original: { readonly digits: string; readonly national: string };
  readonly cleansedCode: CleansedCode;
  /** Digits of national numbers under this code. */
  readonly minLength: number;
  readonly maxLength: number;
  readonly type: PhoneType;
  readonly isValid: boolean;
  /** Null for codes that belong to no country (+800, +881 …). */
  readonly country: Country | null;
  readonly place: Place;
  readonly timeZone: TimeZone;
  /** Rule 3. */
  readonly carrier: string | null;
}

export interface Numbering {
  /** Null when the text is no phone number. */
  describe(text: string): NumberFacts | null;
}

const SEPARATORS = /[\s().\-/\u2010-\u2015]|\p{Cf}/gu;
const INTERNATIONAL_PREFIX = /^(?:\+|00|011)/;
const DIGITS = /^[1-9][0-9]{3,19}$/;

export const PHONE_TYPES = {
  fixedLine: { code: '1', description: 'FIXED_LINE' },
  mobile: { code: '2', description: 'MOBILE' },
  tollFree: { code: '4', description: 'TOLL_FREE' },
  voip: { code: '5', description: 'VOIP' },
  pager: { code: '6', description: 'PAGER' },
  invalid: { code: '8', description: 'INVALID' },
  premium: { code: '9', description: 'RESTRICTED_PREMIUM' },
  personal: { code: '10', description: 'PERSONAL' },
  voicemail: { code: '11', description: 'VOICEMAIL' },
  other: { code: '20', description: 'OTHER' },
} as const satisfies Record<string, PhoneType>;

const TYPE_OF: Readonly<Record<NonNullable<NumberType>, PhoneType>> = {
  FIXED_LINE: PHONE_TYPES.fixedLine,
  MOBILE: PHONE_TYPES.mobile,
  FIXED_LINE_OR_MOBILE: PHONE_TYPES.other,
  TOLL_FREE: PHONE_TYPES.tollFree,
  PREMIUM_RATE: PHONE_TYPES.premium,
  SHARED_COST: PHONE_TYPES.premium,
  VOIP: PHONE_TYPES.voip,
  PERSONAL_NUMBER: PHONE_TYPES.personal,
  PAGER: PHONE_TYPES.pager,
  UAN: PHONE_TYPES.other,
  VOICEMAIL: PHONE_TYPES.voicemail,
};

/** Where the area code of a mobile says where it is from (libphonenumber's list). */
const GEOGRAPHIC_MOBILES = new Set(['52', '54', '55', '62', '86']);
const NOWHERE: Place = { city: null, state: null, latitude: null, longitude: null };

type PlaceValue = string | readonly [name: string, latitude: number, longitude: number];

interface Tables {
  readonly places: PrefixTable<PlaceValue>;
  readonly carriers: PrefixTable<string>;
  readonly timeZones: PrefixTable<string>;
}

/** Reads the tables, about 600 KB. */
export function createNumbering(): Numbering {
  const tables: Tables = {
    places: openPrefixTable('places'),
    carriers: openPrefixTable('carriers'),
    timeZones: openPrefixTable('time-zones'),
  };
  return { describe: (text) => describe(tables, text) };
}

function describe(tables: Tables, text: string): NumberFacts | null {
  const originalDigits = text.replace(SEPARATORS, '').replace(/^\+/, '');
  const cleaned = withoutOldPrefix(originalDigits.replace(INTERNATIONAL_PREFIX, ''));
  if (!DIGITS.test(cleaned)) return null;
  const read = readByPlans(cleaned) ?? readByLibrary(cleaned);
  if (!read) return null;
  const { digits, countryCode, national, type } = read;
  const isValid = type !== undefined;
  const iso2 = read.country ?? countriesOf(countryCode)[0] ?? null;
  const zones = isValid ? tables.timeZones.find(countryCode, digits) : null;
  return {
    digits,
    countryCode,
    national,
    original: { digits: originalDigits, national: withoutCountryCode(originalDigits, countryCode) },
    cleansedCode: cleansedCodeOf(read, digits === text.replace(/^\+/, '')),
    ...lengthsOf(iso2, countryCode),
    type: type === undefined ? PHONE_TYPES.invalid : TYPE_OF[type],
    isValid,
    country: iso2 === null ? null : countryOf(iso2),
    place: isValid && isGeographic(type, countryCode) ? placeOf(tables, countryCode, digits) : NOWHERE,
    timeZone: zones === null ? NO_TIME_ZONE : timeZoneOf(zones, iso2),
    carrier: isValid ? tables.carriers.find(countryCode, digits) : null,
  };
}

interface ReadNumber {
  readonly digits: string;
  readonly countryCode: string;
  readonly national: string;
  readonly country: string | null;
  readonly isPossible: boolean;
  /** Undefined for a number that today's plan does not have. */
  readonly type: NumberType;
}

/** What the library would say, at a tenth of the time (number-plans.ts); null where it has to be asked. */
function readByPlans(digits: string): ReadNumber | null {
  const plain = readPlainly(digits);
  if (!plain) return null;
  const { countryCode, national, country, plan } = plain;
  const isPossible = plan.lengths.includes(national.length);
  return { digits, countryCode, national, country, isPossible, type: plan.typeOf(national) };
}

function readByLibrary(digits: string): ReadNumber | null {
  const parsed = parsePhoneNumberFromString(`+${digits}`);
  if (!parsed) return null;
  return {
    digits: parsed.number.slice(1),
    countryCode: parsed.countryCallingCode,
    national: parsed.nationalNumber,
    country: parsed.country ?? null,
    isPossible: parsed.isPossible(),
    type: parsed.getType(),
  };
}

function cleansedCodeOf({ isPossible, type }: ReadNumber, isUnchanged: boolean): CleansedCode {
  if (!isPossible) return 105;
  if (type === undefined) return 103;
  if (type === 'PREMIUM_RATE' || type === 'SHARED_COST') return 102;
  return isUnchanged ? 100 : 101;
}

/** What stands behind the country code as it was written; the whole where the code does not stand in front. */
function withoutCountryCode(digits: string, countryCode: string): string {
  const bare = digits.replace(INTERNATIONAL_PREFIX, '');
  return bare.startsWith(countryCode) ? bare.slice(countryCode.length) : bare;
}

const lengths = new Map<string, { minLength: number; maxLength: number }>();

function lengthsOf(iso2: string | null, countryCode: string): { minLength: number; maxLength: number } {
  const known = lengths.get(iso2 ?? countryCode);
  if (known) return known;
  const plans = new Metadata();
  plans.selectNumberingPlan((iso2 ?? countryCode) as CountryCode);
  const possible = plans.numberingPlan?.possibleLengths() ?? [];
  const made = { minLength: Math.min(...possible), maxLength: Math.max(...possible) };
  lengths.set(iso2 ?? countryCode, made);
  return made;
}

function isGeographic(type: NumberType, countryCode: string): boolean {
  if (type === 'FIXED_LINE' || type === 'FIXED_LINE_OR_MOBILE') return true;
  return type === 'MOBILE' && GEOGRAPHIC_MOBILES.has(countryCode);
}

/** `Mountain View, CA` is a city in a state; alone, a name is a state or country under +1 and a city elsewhere. */
function placeOf(tables: Tables, countryCode: string, digits: string): Place {
  const found = tables.places.find(countryCode, digits);
  if (found === null) return NOWHERE;
  const [name, latitude, longitude] = typeof found === 'string' ? [found, null, null] : found;
  const comma = name.indexOf(', ');
  if (comma > 0) return { city: name.slice(0, comma), state: name.slice(comma + 2), latitude, longitude };
  if (countryCode === '1') return { ...NOWHERE, state: name };
  return { city: name, state: null, latitude, longitude };
}
