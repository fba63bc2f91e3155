/**
 * STOP, START and HELP: what a whole text means, in which language, and what is said back. Pure.
 *
 * 1. Of all lists the words for STOP are looked for first, then those for START, then those for HELP: a word that stands
 *    for two things stops.
 * 2. The language of an answer is that of the word. A word of no language (STOP itself is said everywhere) gets the text
 *    of no language.
 * 3. What the account says goes before what the gateway says, in whatever language: an account that says nothing back
 *    has silence, and one that has a text of its own has no other text said in its name.
 */

/** Of the answer, which is an attempt's number as far as ids go: far from those that attempts have. */
export const KEYWORD_REPLY_NUMBER = 200;

export type Meaning = 'stop' | 'start' | 'help' | 'other';

export interface KeywordSettings {
  readonly stopWords: readonly string[];
  readonly startWords: readonly string[];
  readonly helpWords: readonly string[];
}

/** Words that are said in one language, or in all of them (null). */
export interface WordList extends KeywordSettings {
  readonly language: string | null;
}

export interface Keyword {
  readonly meaning: Exclude<Meaning, 'other'>;
  /** Without case and what is around it. */
  readonly word: string;
  readonly language: string | null;
}

/** What is said back; an empty text says nothing. */
export interface OptOutTexts {
  readonly stopped: string;
  readonly started: string;
  readonly help: string;
}

/** Of the gateway, or of an account: texts of no language, and those of some languages. */
export interface AnswerTexts {
  readonly texts: Partial<OptOutTexts>;
  readonly languages: Readonly<Record<string, Partial<OptOutTexts> | undefined>>;
}

const LISTS = [
  ['stop', 'stopWords'],
  ['start', 'startWords'],
  ['help', 'helpWords'],
] as const;

const TEXTS = { stop: 'stopped', start: 'started', help: 'help' } as const;

/** The keyword that a whole text is; null for any other text. Of lists with the same word the first of a language counts. */
export function readKeyword(text: string, lists: readonly WordList[]): Keyword | null {
  const word = bareWord(text);
  if (word === '') return null;
  for (const [meaning, name] of LISTS) {
    const having = lists.filter((each) => bareWords(each[name]).has(word));
    const language = having.find((each) => each.language !== null)?.language ?? null;
    if (having.length > 0) return { meaning, word, language };
  }
  return null;
}

/** Rules 2 and 3; `sources`: whose texts go first. */
export function answerTo({ meaning, language }: Keyword, sources: readonly AnswerTexts[]): string {
  for (const { texts, languages } of sources) {
    const own = language !== null && Object.hasOwn(languages, language) ? languages[language] : undefined;
    const answer = own?.[TEXTS[meaning]] ?? texts[TEXTS[meaning]];
    if (answer !== undefined) return answer;
  }
  return '';
}

/** What a whole text means, where nothing is said back in the language of the word. */
export function meaningOf(text: string, lists: readonly WordList[]): Meaning {
  return readKeyword(text, lists)?.meaning ?? 'other';
}

/** Longer than any word that is worth comparing; what is beyond is not looked at. */
const LONGEST_TEXT = 200;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;
/** An enclosing mark (the box of a keycap) belongs to the sign before it. */
const MARKS = /[\s\p{P}\p{S}\p{Me}]+/gu;

/**
 * The same for what people write and for what is configured. A word counts only as the whole text. What is around it does
 * not count: case, spaces, marks, emoji. What cannot be seen (zero-width characters, variation selectors) counts nowhere,
 * and marks inside count as a space: OPT-OUT is OPT OUT.
 */
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
