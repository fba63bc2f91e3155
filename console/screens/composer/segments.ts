/**
 * How a text goes out by SMS, counted by the code that cuts it (src/carriers/smpp/segment.ts), as a carrier does that is set
 * as the defaults say. Another may count otherwise; the plan of a request says what its own does. Pure.
 */
import { alphabetFor, countParts, type SegmentRules } from '../../../src/carriers/smpp/segment.ts';

export interface Counted {
  readonly parts: number;
  readonly alphabet: 'gsm7' | 'ucs2';
  /** So many letters more fit into the last part. */
  readonly room: number;
  /** What keeps the text out of the alphabet that takes more, each once, the first few. */
  readonly strangers: readonly string[];
}

const RULES: SegmentRules = { defaultAlphabet: 'gsm7', textCoding: 0, ucs2Coding: 8, concatenation: 'udh8' };
const LONGEST_PART = 160;
const MOST_STRANGERS = 5;

export function countText(text: string): Counted {
  const parts = countParts(text, RULES);
  const isShort = alphabetFor(text, RULES) !== 'ucs2';
  return {
    parts,
    alphabet: isShort ? 'gsm7' : 'ucs2',
    room: roomIn(text, parts),
    strangers: isShort ? [] : strangersIn(text),
  };
}

/** By halves: a letter more never makes fewer parts. */
function roomIn(text: string, parts: number): number {
  let [fits, over] = [0, LONGEST_PART + 1];
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (countParts(text + 'a'.repeat(middle), RULES) > parts) over = middle;
    else fits = middle;
  }
  return fits;
}

function strangersIn(text: string): readonly string[] {
  const found = [...new Set(text)].filter((character) => alphabetFor(character, RULES) === 'ucs2');
  return found.slice(0, MOST_STRANGERS);
}

/** `2 messages, 7-bit, 146 letters left`. */
export function countedText({ parts, alphabet, room }: Counted): string {
  const messages = parts === 1 ? '1 message' : `${parts} messages`;
  return `${messages} of ${alphabet === 'gsm7' ? '7-bit letters' : 'UCS-2'}, room for ${room} more`;
}
