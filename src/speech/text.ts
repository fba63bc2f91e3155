/**
 * A caller's text: may it be spoken, and in which pieces. Pure.
 *
 * 1. `$$CODE$$` stands for the code, anywhere and any number of times; without it the code comes after the text, if
 *    there is one.
 * 2. Refused are texts that are too long, that hold nothing to speak, control characters or markup: who sends SSML
 *    expects it to be followed, and nothing in a text is ever an instruction.
 * 3. A line break is a pause.
 * 4. What an engine gets at once is short (`LONGEST_PHRASE`), cut where a sentence ends, else between two words.
 */
import { CODE_TOKEN } from '../lib/code-token.ts';
import { LONGEST_TEXT, type TextProblem } from './speech.ts';

export type Piece =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'code' }
  /** Between two lines, and between two phrases of a long text. */
  | { readonly kind: 'line_end' }
  | { readonly kind: 'phrase_end' };

/** In characters; about 15 s of speech. */
const LONGEST_PHRASE = 200;

/** Control characters but tab and line breaks, halves of characters, and what is no character. */
const UNSPEAKABLE = /[^\P{Cc}\t\n\r]|\p{Cs}|[\uFDD0-\uFDEF]|\p{Noncharacter_Code_Point}/u;
/** `<break time="1s"/>`, `</speak>`, `<!--`, `<?xml`; not `2 < 3`. */
const MARKUP = /<[/!?]?[a-z!?-][^<>]*(>|$)/iu;
const SPEAKABLE = /[\p{L}\p{N}\p{S}]/u;
const SENTENCE_END = /(?<=[.!?…。！？।۔؟።։])\s*/u;
/** Punctuation that belongs to what stood before the code. */
const LEADING_PUNCTUATION = /^[\s.,;:!?…。、，；：！？।۔؟،؛።։՝፦)\]}»”’]+/u;

export function checkText(text: string): TextProblem | null {
  const length = [...text].length;
  if (length > LONGEST_TEXT) return { text: `has ${length} characters; allowed are ${LONGEST_TEXT}` };
  if (UNSPEAKABLE.test(text)) return { text: 'holds control characters; allowed are text and line breaks' };
  if (MARKUP.test(text)) return { text: 'holds markup (<…>), which is not read; allowed is plain text' };
  if (!text.includes(CODE_TOKEN) && !SPEAKABLE.test(text)) return { text: 'holds nothing that could be spoken' };
  return null;
}

/** Never two pauses in a row, none at either end. */
export function piecesOf(text: string, hasCode = true): readonly Piece[] {
  const whole = text.includes(CODE_TOKEN) || !hasCode ? text : `${text} ${CODE_TOKEN}`;
  const pieces: Piece[] = [];
  for (const line of whole.normalize('NFC').split(/[\r\n\u2028\u2029]+/u)) {
    if (pieces.length > 0) push(pieces, { kind: 'line_end' });
    for (const [index, between] of line.split(CODE_TOKEN).entries()) {
      if (index > 0) push(pieces, { kind: 'code' });
      for (const phrase of phrasesOf(between.replace(LEADING_PUNCTUATION, '').trim())) {
        if (pieces.at(-1)?.kind === 'say') push(pieces, { kind: 'phrase_end' });
        push(pieces, { kind: 'say', text: phrase });
      }
    }
  }
  return isPause(pieces.at(-1)) ? pieces.slice(0, -1) : pieces;
}

function push(pieces: Piece[], piece: Piece): void {
  if (isPause(piece) && (pieces.length === 0 || isPause(pieces.at(-1)))) return;
  pieces.push(piece);
}

function isPause(piece: Piece | undefined): boolean {
  return piece?.kind === 'line_end' || piece?.kind === 'phrase_end';
}

function phrasesOf(text: string): readonly string[] {
  if (!SPEAKABLE.test(text)) return [];
  if (text.length <= LONGEST_PHRASE) return [text];
  const phrases: string[] = [];
  for (const sentence of text.split(SENTENCE_END).flatMap(cut)) {
    const last = phrases.at(-1);
    if (last !== undefined && last.length + sentence.length < LONGEST_PHRASE)
      phrases[phrases.length - 1] = `${last} ${sentence}`;
    else phrases.push(sentence);
  }
  return phrases.filter((phrase) => SPEAKABLE.test(phrase));
}

/** A sentence that is too long, between words where there are words. */
function cut(sentence: string): readonly string[] {
  const pieces: string[] = [];
  let rest = sentence.trim();
  while (rest.length > LONGEST_PHRASE) {
    const space = rest.lastIndexOf(' ', LONGEST_PHRASE);
    // Not through the middle of a character that takes two places.
    const hard = /[\uD800-\uDBFF]/.test(rest.charAt(LONGEST_PHRASE - 1)) ? LONGEST_PHRASE - 1 : LONGEST_PHRASE;
    const end = space > 0 ? space : hard;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end).trim();
  }
  return rest === '' ? pieces : [...pieces, rest];
}
