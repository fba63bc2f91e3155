/**
 * Many words in one run of espeak-ng: each is a paragraph, and the sound is cut where paragraphs end. Pure.
 *
 * 1. Between paragraphs espeak-ng is exactly silent for 840 ms at 130 words a minute, in every language; inside of a word
 *    for 160 ms at most. The cut is at 400 ms, and in proportion at other speeds up to 200 words a minute.
 * 2. A sound that does not fall into as many pieces as there are words is not guessed at.
 */
import type { Sound } from '../lib/wav.ts';

const PARAGRAPH_END = '\n\n';
const CUT_MS_AT_ONE_WORD_A_MINUTE = 400 * 130;
const SILENT = 16;

export function asParagraphs(words: readonly string[]): string {
  return words.join(PARAGRAPH_END);
}

/** Null when there are not `count` pieces. */
export function cutAtParagraphs(sound: Sound, count: number, wordsPerMinute: number): readonly Sound[] | null {
  const { samples, samplesPerSecond } = sound;
  const longest = (samplesPerSecond * CUT_MS_AT_ONE_WORD_A_MINUTE) / wordsPerMinute / 1_000;
  const pieces: Sound[] = [];
  let from = -1;
  let last = -1;
  const close = () => {
    if (from >= 0) pieces.push({ samples: samples.slice(from, last + 1), samplesPerSecond });
    from = -1;
  };
  for (let index = 0; index < samples.length; index += 1) {
    if (Math.abs(samples[index] ?? 0) <= SILENT) continue;
    if (index - last > longest) close();
    if (from < 0) from = index;
    last = index;
  }
  close();
  return pieces.length === count ? pieces : null;
}
