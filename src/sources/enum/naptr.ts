/**
 * NAPTR records of ENUM (RFC 6116, RFC 3402) and what stands in their URIs (RFC 4694 and providers' own parameters).
 * Pure.
 *
 * 1. The record with the lowest order, then preference, that is terminal (`u`) and of a service for numbers counts. One that
 *    says only where calls go, such as a SIP URI for a trunk, is passed over for one that says more. Of several with one
 *    order and preference a server sends now this one first, now that one: the first by its text counts.
 * 2. A regular expression comes from outside: only those that match every number, or are the number itself, are taken, and
 *    none is ever run.
 * 3. A record without a flag says under which other name the records of the number stand (RFC 3402, non-terminal).
 */
import { storable } from '../../lib/storable.ts';

export interface NaptrRecord {
  readonly order: number;
  readonly preference: number;
  readonly flags: string;
  readonly service: string;
  readonly regexp: string;
  /** A name; empty or `.` where there is none. */
  readonly replacement: string;
}

export interface EnumAnswer {
  /** By lower-case name; a parameter without a value is `true` in words. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Services that say something of a number; a record may name several, each behind a plus (RFC 6116, 3.4.3). */
const SERVICES = new Set(['pstn:tel', 'pstn:sip', 'pstn', 'sip', 'tel']);
/** Rule 2: all of the number or its digits, before which a plus and around which brackets may stand. */
const WHOLE_NUMBER = new Set(['.', '[0-9]', '[[:digit:]]', '\\d'].flatMap((each) => [`${each}*`, `${each}+`]));
const LONGEST = 1_000;
const MOST_PARAMETERS = 50;

/** Null when no record is one for a number; `unusable` when those that are cannot be read. `number`: digits. */
export function readNaptr(records: readonly NaptrRecord[], number: string): EnumAnswer | 'unusable' | null {
  const fitting = records
    .filter(({ flags, service }) => flags.toLowerCase() === 'u' && isForNumbers(service))
    .sort((a, b) => a.order - b.order || a.preference - b.preference || compareText(a.regexp, b.regexp));
  if (fitting.length === 0) return null;
  const answers = fitting
    .map(({ regexp }) => replacementOf(regexp, number))
    .filter((uri) => uri !== null)
    .map((uri) => ({ parameters: parametersOf(uri) }));
  return answers.find(({ parameters }) => TELLING.some((name) => parameters.has(name))) ?? answers[0] ?? 'unusable';
}

/** Rule 3: the other names, in their order. */
export function furtherNames(records: readonly NaptrRecord[]): string[] {
  return records
    .filter(({ flags, regexp, replacement }) => flags === '' && regexp === '' && !/^\.?$/.test(replacement))
    .sort((a, b) => a.order - b.order || a.preference - b.preference || compareText(a.replacement, b.replacement))
    .map(({ replacement }) => replacement.toLowerCase().replace(/\.$/, ''));
}

function isForNumbers(service: string): boolean {
  const [resolution, ...services] = service.toLowerCase().split('+');
  return resolution === 'e2u' && services.some((each) => SERVICES.has(each));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Parameters that say something of the number (`portabilityOf`). */
const TELLING = ['npdi', 'rn', 'cic', 'spn', 'spid', 'mcc', 'mnc', 'operator', 'cn', 'ported', 'err', 'q_stat'];

/** The replacement of `!ere!repl!flags`, as it is: what is matched is not looked at. */
function replacementOf(regexp: string, number: string): string | null {
  const delimiter = regexp[0];
  if (delimiter === undefined || regexp.length > LONGEST || /[0-9i\\]/.test(delimiter)) return null;
  const parts = regexp.slice(1).split(delimiter);
  const [pattern, replacement] = parts;
  if (parts.length !== 3 || pattern === undefined || replacement === undefined) return null;
  return isWholeNumber(pattern) || isNumber(pattern, number) ? replacement : null;
}

/** `.*`, `^(.+)$`, `^\+?(.*)$`, `^(\+[0-9]+)$` … */
function isWholeNumber(pattern: string): boolean {
  const inner = pattern.replace(/^\^/, '').replace(/\$$/, '');
  const digits = withoutBrackets(inner).replace(/^(?:\\\+|\[\+\])\??/, '');
  return WHOLE_NUMBER.has(withoutBrackets(digits));
}

function withoutBrackets(pattern: string): string {
  return pattern.startsWith('(') && pattern.endsWith(')') ? pattern.slice(1, -1) : pattern;
}

/** `^\+4915112345601$`, also in brackets or without the plus (rule 2). */
function isNumber(pattern: string, number: string): boolean {
  return [`\\+${number}`, `\\+?${number}`, number].some((each) => pattern === `^${each}$` || pattern === `^(${each})$`);
}

/** `tel:\1;npdi;rn=+1303…`, with or without the scheme; a zone file may have escaped the semicolons. */
function parametersOf(uri: string): Map<string, string> {
  const [first = '', ...others] = uri
    .replaceAll('\\;', ';')
    .split(/@[^;]*/)
    .join('')
    .split(';');
  const all = /^(tel|sip|pstn|pstndata):/i.test(first) ? others : [first, ...others];
  const parameters = new Map<string, string>();
  for (const each of all.slice(0, MOST_PARAMETERS)) {
    const equals = each.indexOf('=');
    const name = (equals < 0 ? each : each.slice(0, equals)).trim().toLowerCase();
    if (/^[a-z0-9_-]{1,40}$/.test(name)) parameters.set(name, equals < 0 ? 'true' : unescaped(each.slice(equals + 1)));
  }
  return parameters;
}

function unescaped(value: string): string {
  try {
    return storable(decodeURIComponent(value.trim()));
  } catch {
    return storable(value.trim());
  }
}

/** Digits with and without the country code. */
export type RoutedNumber = Readonly<Record<'digits' | 'national', string>>;

export interface Portability {
  readonly isPorted: boolean | null;
  readonly mcc: string | null;
  readonly mnc: string | null;
  /** Routing number or service provider, for the table of networks. */
  readonly provider: string | null;
  readonly operator: string | null;
  /** The provider says that it failed. */
  readonly failed: boolean;
}

/**
 * `rn` is where a ported number is routed; `npdi` says that this was asked, so `npdi` alone is a number that was not
 * ported (RFC 4694). One that is routed to itself was not ported either. The others are providers' own.
 */
export function portabilityOf({ parameters }: EnumAnswer, number: RoutedNumber): Portability {
  const text = (name: string) => {
    const value = parameters.get(name);
    return value === undefined || value === '' || value === 'null' ? null : value;
  };
  const rn = text('rn');
  const isOwn = rn !== null && isSame(rn, number);
  const routing = isOwn ? null : rn;
  const said = text('ported')?.toLowerCase();
  const isKnown = said === 'true' || said === 'false' || said === 'yes' || said === 'no';
  const isPorted = isKnown
    ? said === 'true' || said === 'yes'
    : routing !== null
      ? true
      : isOwn || parameters.has('npdi')
        ? false
        : null;
  const error = text('err');
  const state = text('q_stat');
  return {
    isPorted,
    mcc: digits(text('mcc'), 3),
    mnc: digits(text('mnc'), 3),
    provider: text('spn') ?? text('spid') ?? routing ?? text('cic'),
    operator: text('operator') ?? text('cn'),
    failed: (error !== null && error !== '0') || state === '102',
  };
}

/** Whether a routing number is the number (RFC 4694: global or local, and signs may part its digits); `\1` is what was matched. */
function isSame(rn: string, { digits, national }: RoutedNumber): boolean {
  const plain = rn.replace(/[-.()]/g, '');
  const bare = plain.startsWith('+') ? plain.slice(1) : plain;
  return bare === digits || bare === '\\1' || plain === national;
}

/** A code of up to this many digits. */
function digits(value: string | null, most: number): string | null {
  return value !== null && /^[0-9]{1,4}$/.test(value) ? (value.length > most ? value.slice(-most) : value) : null;
}
