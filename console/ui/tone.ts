/**
 * What a status code means for who looks at it: good, bad, under way, or not known. The codes are those of messages, texts
 * and calls (docs/errors.md). Pure.
 */
export type Tone = 'good' | 'bad' | 'warn' | 'calm' | 'accent';

const TONES: ReadonlyArray<readonly [Tone, readonly number[]]> = [
  ['good', [3000, 3005, 200, 100]],
  ['accent', [3001, 203, 290, 292, 103, 105]],
  ['warn', [3039, 3041, 3043, 250, 251, 503, 505]],
  ['calm', [3007, 108]],
];

/** Whatever is none of these is an end that nobody wanted. */
export function toneOf(code: number): Tone {
  return TONES.find(([, codes]) => codes.includes(code))?.[0] ?? 'bad';
}
