/**
 * An address that comes in from a carrier, made canonical once, before anything looks at it: opt-outs, masked sessions,
 * blocks, the matching of receipts, erasure. Pure.
 *
 * 1. A number comes out as `lib/phone-number.ts` keeps it: digits with country code, one form for each handset.
 * 2. The type of number says how digits are to be read (SMPP 3.4, 5.2.5): 1 with country code, 2 within the country of
 *    the carrier; else what they begin with says it. The carrier's own prefix rules go before everything.
 * 3. What cannot be made a number stays as it came and matches nothing: digits that might be taken for somebody's number
 *    stand behind `?`, which no number has. Short codes and words are what they are.
 * 4. An address is short: of one that no carrier can have meant, the beginning is kept. The store finds by no key of any
 *    length.
 */
import { formsOf, handsetOf, type PhoneNumber, parseNational, parsePhoneNumber } from '../lib/phone-number.ts';

export interface PrefixRule {
  readonly from: string;
  readonly to: string;
}

export interface AddressRules {
  /** ISO 3166 alpha-2: whose national numbers come from here; null: nobody says. */
  readonly country: string | null;
  /** Whether what the carrier says of the type of number counts. */
  readonly typeOfNumber: 'believed' | 'ignored';
  /** What an address begins with, and what stands there instead; the longest that fits counts. */
  readonly prefixes: readonly PrefixRule[];
  /** So many digits are a short code. */
  readonly shortCodeMaxDigits: number;
}

/** As a carrier writes it. */
export interface WrittenAddress {
  readonly ton: number;
  readonly npi: number;
  readonly address: string;
}

export interface ReadAddress {
  /** Digits with country code where it is a number; else as it came (rule 3). */
  readonly text: string;
  readonly kind: 'number' | 'short_code' | 'word' | 'unreadable';
}

const TON_INTERNATIONAL = 1;
const TON_NATIONAL = 2;
const TON_UNKNOWN = 0;
const NPI_NATIONAL = 8;
const UNREADABLE = '?';
/** Rule 4. The id of an agent has as many; SMPP knows 20 (3.4, 5.2.8). */
const MOST_CHARACTERS = 200;
const LEAST_NATIONAL_DIGITS = 7;

/** Addresses of a peer that always writes a plus and the country code (RBM). */
export const ALWAYS_INTERNATIONAL: AddressRules = {
  country: null,
  typeOfNumber: 'believed',
  prefixes: [],
  shortCodeMaxDigits: 0,
};

/** One of our own: a sender or a mask. */
export function readOwnAddress(written: WrittenAddress, rules: AddressRules): ReadAddress {
  const text = keptAddress(written.address);
  const rule = longestOf(rules.prefixes, text);
  const replaced = rule ? rule.to + text.slice(rule.from.length) : text;
  if (!/^\+?[0-9]+$/.test(replaced)) return { text, kind: 'word' };
  const isPlain = !rule && !replaced.startsWith('+');
  if (isPlain && replaced.length <= rules.shortCodeMaxDigits) return { text, kind: 'short_code' };
  const digits = replaced.startsWith('+') ? replaced.slice(1) : replaced;
  const { ton, npi } = written;
  const number = rule ? possible(parsePhoneNumber(digits)) : numberOf(digits, { ton, npi, isPlain }, rules);
  return number ? { text: number.digits, kind: 'number' } : { text: UNREADABLE + text, kind: 'unreadable' };
}

/** As it came, of a length that can be kept (rule 4). */
export function keptAddress(address: string): string {
  return address.trim().slice(0, MOST_CHARACTERS);
}

/** Somebody's handset: the double forms of a number are one. */
export function readHandsetAddress(written: WrittenAddress, rules: AddressRules): ReadAddress {
  const read = readOwnAddress(written, rules);
  const text = read.kind === 'number' ? handsetOf(read.text) : read.text;
  return text === read.text ? read : { ...read, text };
}

/** By the longest of these rules that fits; as it is when none does. */
export function replacePrefix(address: string, prefixes: readonly PrefixRule[]): string {
  const rule = longestOf(prefixes, address);
  return rule ? rule.to + address.slice(rule.from.length) : address;
}

function longestOf(prefixes: readonly PrefixRule[], address: string): PrefixRule | undefined {
  let found: PrefixRule | undefined;
  for (const rule of prefixes) {
    if (address.startsWith(rule.from) && rule.from.length > (found?.from.length ?? 0)) found = rule;
  }
  return found;
}

/** Whether a text is an address that could not be read (rule 3). */
export function isUnreadable(text: string): boolean {
  return text.startsWith(UNREADABLE);
}

/** What could not be read, without the mark before it (rule 3). */
export function asItCame(text: string): string {
  return isUnreadable(text) ? text.slice(UNREADABLE.length) : text;
}

/**
 * Digits, one of which each form holds in which the number may have come in: erasure looks for them in what is stored as
 * it came.
 */
export function writtenForms(number: string, rules: AddressRules): string[] {
  const forms = formsOf(number);
  const national = forms.flatMap((form) => {
    const code = parsePhoneNumber(form)?.countryCode ?? '';
    const rest = form.slice(code.length);
    return rest.length >= LEAST_NATIONAL_DIGITS ? [rest] : [];
  });
  const byRule = rules.prefixes.flatMap(({ from, to }) =>
    forms.filter((form) => form.startsWith(to)).map((form) => from.replace(/^\+/, '') + form.slice(to.length)),
  );
  return [...new Set([...forms, ...national, ...byRule])];
}

interface Kind {
  readonly ton: number;
  readonly npi: number;
  /** Without a plus. */
  readonly isPlain: boolean;
}

/** Rule 2. */
function numberOf(digits: string, { ton, npi, isPlain }: Kind, rules: AddressRules): PhoneNumber | null {
  const { country, typeOfNumber } = rules;
  const isBelieved = typeOfNumber === 'believed';
  if (!isPlain) return possible(parsePhoneNumber(digits));
  if (isBelieved && ton === TON_INTERNATIONAL) return wholeOf(digits) ?? nationalOf(digits, country);
  const whole = () => wholeOf(digits);
  const national = () => nationalOf(digits, country);
  if (isBelieved && (ton === TON_NATIONAL || (ton === TON_UNKNOWN && npi === NPI_NATIONAL))) {
    // Within which country nobody says: read as a whole number it might be another person's.
    if (country === null) return digits.startsWith('00') ? whole() : null;
    return valid(national()) ?? valid(whole()) ?? national();
  }
  if (digits.startsWith('00')) return whole() ?? national();
  if (digits.startsWith('0')) return national();
  if (country === null) return whole();
  return valid(whole()) ?? valid(national()) ?? whole() ?? national();
}

/** With country code, behind an exit prefix perhaps. */
function wholeOf(digits: string): PhoneNumber | null {
  return possible(parsePhoneNumber(digits.startsWith('00') ? digits.slice(2) : digits));
}

function nationalOf(digits: string, country: string | null): PhoneNumber | null {
  return country === null ? null : possible(parseNational(digits, country));
}

function possible(number: PhoneNumber | null): PhoneNumber | null {
  return number?.isPossible ? number : null;
}

function valid(number: PhoneNumber | null): PhoneNumber | null {
  return number?.isValid ? number : null;
}
