/**
 * The forms under which a submit answer and its receipt name the same message.
 *
 * 1. Peers write one id in hex in the answer and in decimal in the receipt, or the reverse, padded, in either case.
 *    Both sides are turned into keys; an answer and a receipt belong together when they share one.
 * 2. `r:` is the id as written, in lower case. `n:` is its value in decimal, read as hex or as decimal.
 * 3. A configured format gives one key. `auto` gives every reading that the text allows, the surest first.
 * 4. Ids are text throughout: one of 19 digits is more than a number can hold.
 */

export type IdFormat = 'auto' | 'hex' | 'dec' | 'raw';

/** Longer ids (UUIDs, say) are not numbers; 64 bits are 16 hex and 20 decimal digits. */
const MOST_HEX_DIGITS = 16;
const MOST_DECIMAL_DIGITS = 20;

/** The keys of an id, best first; none for an empty id. */
export function idKeys(id: string, format: IdFormat): readonly string[] {
  const text = id.trim().toLowerCase();
  if (text === '') return [];
  const raw = `r:${text}`;
  if (format === 'raw') return [raw];
  const decimal = asDecimal(text);
  const hex = asHex(text);
  // An id that is not what the settings promise can still be found as it was written.
  if (format === 'dec') return [decimal ?? raw];
  if (format === 'hex') return [hex ?? raw];
  return [...new Set([raw, decimal, hex].filter((key) => key !== undefined))];
}

function asDecimal(text: string): string | undefined {
  const digits = withoutZeros(text);
  return /^[0-9]+$/.test(text) && digits.length <= MOST_DECIMAL_DIGITS ? `n:${digits}` : undefined;
}

function asHex(text: string): string | undefined {
  const digits = withoutZeros(text.startsWith('0x') ? text.slice(2) : text);
  return /^[0-9a-f]+$/.test(digits) && digits.length <= MOST_HEX_DIGITS ? `n:${BigInt(`0x${digits}`)}` : undefined;
}

function withoutZeros(text: string): string {
  return text.replace(/^0+(?=.)/, '');
}
