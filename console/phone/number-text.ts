/**
 * A phone number as people read it, with the last three digits apart: in the sandbox they choose what the number does. Pure.
 */
export interface NumberParts {
  /** `+49 151 12345`. */
  readonly start: string;
  /** `678`. */
  readonly ending: string;
}

const LONG_CODES = /^(2[1-689]|3[578]|42|5[09]|6[7-9]|8[03578]|9[679])/;

/** Country codes have one digit (1, 7), two, or three (E.164). */
function codeLength(digits: string): number {
  if (/^[17]/.test(digits)) return 1;
  return LONG_CODES.test(digits) ? 3 : 2;
}

/** `text` is digits, with or without a plus; what is not (a name, a masked number) stays as it is. */
export function numberParts(text: string): NumberParts {
  const digits = text.replace(/^\+/, '');
  if (!/^\d{8,15}$/.test(digits)) return { start: digits.slice(0, -3), ending: digits.slice(-3) };
  const code = codeLength(digits);
  const rest = digits.slice(code, -3);
  const start = [`+${digits.slice(0, code)}`, rest.slice(0, 3), rest.slice(3)].filter(Boolean).join(' ');
  return { start, ending: digits.slice(-3) };
}

export function numberText(text: string): string {
  const { start, ending } = numberParts(text);
  return start.startsWith('+') ? `${start} ${ending}` : `${start}${ending}`;
}

/** A sender: a number is written as one, a name and a short code stay as they are. */
export function senderText(from: string): string {
  if (from === '') return 'Unknown';
  if (/^\+?\d{8,15}$/.test(from)) return numberText(from);
  return /@rbm\.goog$/.test(from) ? from.replace(/@rbm\.goog$/, '') : from;
}
