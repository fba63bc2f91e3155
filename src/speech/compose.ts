/**
 * One saying of a message: the sounds of its pieces with measured pauses between them, to be had in any encoding.
 *
 * 1. The code is put together here, from the sounds of single digits.
 * 2. The pauses are exact, since the sounds have no silence of their own: the same between all digits, longer around a
 *    code.
 */
import { type Encoding, encodeG711, G711_SAMPLES_PER_SECOND, silence } from '../lib/g711.ts';
import type { Clips } from './clips.ts';
import { matchTag } from './languages.ts';
import { LONGEST_PROMPT_MS } from './speech.ts';
import { type Piece, piecesOf } from './text.ts';

export interface Pauses {
  /** Between two digits of a code. */
  readonly digitMs: number;
  /** Before a code and after it. */
  readonly codeMs: number;
}

export interface Composition {
  readonly text: string;
  readonly isDefaultText: boolean;
  readonly language: string;
  /** Null: none is spoken. */
  readonly code: string | null;
}

/** A sound, or so many milliseconds of silence. */
export type SoundOrPause = Int16Array | number;

const LINE_END_MS = 700;
const PHRASE_END_MS = 250;

/** Rejects when the engine fails. */
export async function compose(clips: Clips, wanted: Composition, pauses: Pauses): Promise<readonly SoundOrPause[]> {
  const language = matchTag(wanted.language, clips.engine.languages);
  if (language === null) throw new Error(`${clips.engine.name} does not speak ${wanted.language}`);
  const code = wanted.code ?? '';
  const pieces = piecesOf(wanted.text, code !== '');
  const [digits, ...texts] = await Promise.all([
    code === '' ? [] : clips.digits(language),
    ...pieces.map((piece) => (piece.kind === 'say' ? clips.text(piece.text, language, wanted.isDefaultText) : null)),
  ]);
  const sounds: SoundOrPause[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) sounds.push(pauseBetween(pieces[index - 1], piece, pauses));
    const text = texts[index];
    if (text) sounds.push(text);
    if (piece.kind !== 'code') continue;
    for (const [place, digit] of [...code].entries()) {
      if (place > 0) sounds.push(pauses.digitMs);
      sounds.push(digits[Number(digit)] ?? new Int16Array());
    }
  }
  return sounds;
}

/** The sounds one after the other, up to `LONGEST_PROMPT_MS`. */
export function encode(sounds: readonly SoundOrPause[], encoding: Encoding): Uint8Array {
  const encoded = sounds.map((sound) =>
    typeof sound === 'number' ? silence(encoding, sound) : encodeG711(sound, encoding),
  );
  return join(encoded, (LONGEST_PROMPT_MS / 1_000) * G711_SAMPLES_PER_SECOND);
}

/** A piece that is a pause counts by itself; what stands beside it adds nothing. */
function pauseBetween(before: Piece | undefined, piece: Piece, pauses: Pauses): number {
  if (piece.kind === 'line_end') return LINE_END_MS;
  if (piece.kind === 'phrase_end') return PHRASE_END_MS;
  if (before?.kind === 'line_end' || before?.kind === 'phrase_end') return 0;
  return pauses.codeMs;
}

function join(sounds: readonly Uint8Array[], longest: number): Uint8Array {
  const length = sounds.reduce((sum, sound) => sum + sound.length, 0);
  const whole = new Uint8Array(Math.min(length, longest));
  let at = 0;
  for (const sound of sounds) {
    if (at >= whole.length) break;
    whole.set(sound.subarray(0, whole.length - at), at);
    at += sound.length;
  }
  return whole;
}
