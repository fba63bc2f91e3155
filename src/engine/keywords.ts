/**
 * STOP, START and HELP: what a whole text means, and what is said back. Pure.
 */

export type Meaning = 'stop' | 'start' | 'help' | 'other';

export interface KeywordSettings {
  readonly stopWords: readonly string[];
  readonly startWords: readonly string[];
  readonly helpWords: readonly string[];
}

/** A word counts only as the whole text, whatever its case and the marks around it. */
export function meaningOf(text: string, settings: KeywordSettings): Meaning {
  const word = text
    .normalize('NFC')
    .replace(/^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
  if (contains(settings.stopWords, word)) return 'stop';
  if (contains(settings.startWords, word)) return 'start';
  if (contains(settings.helpWords, word)) return 'help';
  return 'other';
}

function contains(words: readonly string[], word: string): boolean {
  return words.some((each) => each.normalize('NFC').toLowerCase() === word);
}
