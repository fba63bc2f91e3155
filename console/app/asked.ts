/**
 * What somebody may mean by what they typed: a number, an id of the gateway or of a carrier, one of the caller's own. Pure.
 */
export interface Asked {
  readonly label: string;
  /** The path below the console, and its filters. */
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

const NUMBER = /^\+?[\d\s().\-/]{6,24}$/;
const REFERENCE = /^[0-9a-f]{32}$/i;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LONGEST_EXTERNAL_ID = 100;
/** Of an account, or of a carrier. */
const LONGEST_GIVEN_ID = 128;

/** The digits of a number as it may be written; null when it is none. */
export function digitsOf(text: string): string | null {
  const typed = text.trim();
  const digits = typed.replace(/\D/g, '').replace(/^00/, '');
  return NUMBER.test(typed) && digits.length >= 6 && digits.length <= 15 ? digits : null;
}

export function referenceOf(text: string): string | null {
  const typed = text.trim();
  if (REFERENCE.test(typed)) return typed.toUpperCase();
  return UUID.test(typed) ? typed.replaceAll('-', '').toUpperCase() : null;
}

/** The likeliest first. */
export function askedFor(text: string): readonly Asked[] {
  const typed = text.trim();
  if (typed === '') return [];
  const reference = referenceOf(typed);
  if (reference !== null)
    return [{ label: `Open what has the id ${reference}`, to: '/found', search: { id: reference } }];
  const digits = digitsOf(typed);
  const mayBeGiven = !/\s/.test(typed) && typed.length <= LONGEST_GIVEN_ID;
  return [
    ...(digits === null ? [] : [{ label: `Find messages to ${digits}`, to: '/find', search: { recipient: digits } }]),
    ...(typed.length > LONGEST_EXTERNAL_ID
      ? []
      : [{ label: `Find messages with the external id ${typed}`, to: '/find', search: { external_id: typed } }]),
    ...(mayBeGiven ? [{ label: `Find what has the id ${typed}`, to: '/found', search: { id: typed } }] : []),
  ];
}

/** All words stand somewhere in it. */
export function fits(words: string, typed: string): boolean {
  const given = words.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => given.includes(word));
}
