/**
 * STOP, START and HELP: what a whole text means, and what is said back. Pure.
 */

export type Meaning = 'stop' | 'start' | 'help' | 'other';

export interface KeywordSettings {
  readonly stopWords: readonly string[];
  readonly startWords: readonly string[];
  readonly helpWords: readonly string[];
}

/**
 * A word counts only as the whole text. What is around it does not count: case, spaces, marks, emoji. What cannot be seen
 * (zero-width characters, variation selectors) counts nowhere, and marks inside count as a space: OPT-OUT is OPT OUT.
 */
export function meaningOf(text: string, settings: KeywordSettings): Meaning {
  const word = bareWord(text);
  if (word === '') return 'other';
  if (bareWords(settings.stopWords).has(word)) return 'stop';
  if (bareWords(settings.startWords).has(word)) return 'start';
  if (bareWords(settings.helpWords).has(word)) return 'help';
  return 'other';
}

/** Longer than any word that is worth comparing; what is beyond is not looked at. */
const LONGEST_TEXT = 200;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;
/** An enclosing mark (the box of a keycap) belongs to the sign before it. */
const MARKS = /[\s\p{P}\p{S}\p{Me}]+/gu;

/** The same for what people write and for what is configured. */
function bareWord(text: string): string {
  if (text.length > LONGEST_TEXT) return '';
  return (
    text
      // A line break is a control character, and a space.
      .replace(/\s/g, ' ')
      .replace(INVISIBLE, '')
      .replace(MARKS, ' ')
      .trim()
      .normalize('NFKC')
      .toLowerCase()
      // The dotted I of Turkish: IPTAL is written in either way.
      .replaceAll('i\u0307', 'i')
  );
}

const known = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Settings stay as they are: their words are worked out once. */
function bareWords(words: readonly string[]): ReadonlySet<string> {
  let bare = known.get(words);
  if (!bare) {
    bare = new Set(words.map(bareWord));
    known.set(words, bare);
  }
  return bare;
}
