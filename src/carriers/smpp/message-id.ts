/**
 * The forms under which a submit answer and its receipt name the same message.
 *
 * 1. Peers write one id in hex in the answer and in decimal in the receipt, or the reverse, padded, in either case.
 *    Both sides are turned into keys; an answer and a receipt belong together when they share one.
 * 2. `r:` is the id as written, in lower case. `n:` is its value in decimal, read as hex or as decimal.
 * 3. A configured format gives one key. `auto` gives every reading that the text allows, the surest first.
 * 4. Ids are text throughout: one of 19 digits is more than a number can hold.
 * 5. An id has 64 characters at most (SMPP 3.4, 5.2.23). Of a longer one the beginning counts, on both sides: the store
 *    finds by no key of any length.
 */

export type IdFormat = 'auto' | 'hex' | 'dec' | 'raw';

/** Longer ids (UUIDs, say) are not numbers; 64 bits are 16 hex and 20 decimal digits. */
const MOST_HEX_DIGITS = 16;
const MOST_DECIMAL_DIGITS = 20;
/** So many hex digits a number holds without rounding (rule 4). */
const EXACT_HEX_DIGITS = 13;
/** Rule 5: more than any peer gives its ids. */
const MOST_CHARACTERS = 200;
const DECIMAL = /^[0-9]+$/;
const HEX = /^(0x)?[0-9a-f]+$/;
const LETTER_X = 'x'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);

/** The id as it is kept and shown (rule 5). */
export function keptId(id: string): string {
  return id.length <= MOST_CHARACTERS ? id : id.trim().slice(0, MOST_CHARACTERS);
}

/** The keys of an id, best first; none for an empty id. */
export function idKeys(id: string, format: IdFormat): readonly string[] {
  const text = keptId(id).trim().toLowerCase();
  if (text === '') return [];
  const raw = `r:${text}`;
  if (format === 'raw') return [raw];
  // An id that is not what the settings promise can still be found as it was written.
  if (format === 'dec') return [asDecimal(text) ?? raw];
  if (format === 'hex') return [asHex(text) ?? raw];
  const hex = asHex(text);
  // Decimal digits are hex digits, too.
  const decimal = hex === undefined && text.length <= MOST_HEX_DIGITS ? undefined : asDecimal(text);
  if (decimal === undefined) return hex === undefined ? [raw] : [raw, hex];
  return hex === undefined || hex === decimal ? [raw, decimal] : [raw, decimal, hex];
}

function asDecimal(text: string): string | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const digits = withoutZeros(text);
  return digits.length <= MOST_DECIMAL_DIGITS ? `n:${digits}` : undefined;
}

function asHex(text: string): string | undefined {
  if (!HEX.test(text)) return undefined;
  const digits = withoutZeros(text.charCodeAt(1) === LETTER_X ? text.slice(2) : text);
  if (digits.length > MOST_HEX_DIGITS) return undefined;
  return digits.length <= EXACT_HEX_DIGITS ? `n:${Number.parseInt(digits, 16)}` : `n:${BigInt(`0x${digits}`)}`;
}

function withoutZeros(text: string): string {
  let from = 0;
  while (from < text.length - 1 && text.charCodeAt(from) === ZERO) from += 1;
  return from === 0 ? text : text.slice(from);
}
