/**
 * One saying of a message: the sounds of its parts with measured pauses between them, to be had in any encoding.
 *
 * 1. The code is put together here, from the sounds of single digits.
 * 2. The pauses are exact, since the sounds have no silence of their own: the same between all digits, longer around a
 *    code.
 */
import { type Encoding, encodeG711, G711_SAMPLES_PER_SECOND, silence } from '../lib/g711.ts';
import type { Clips } from './clips.ts';
import { lookUp } from './languages.ts';
import { LONGEST_PROMPT_MS } from './speech.ts';
import { type Part, partsOf } from './text.ts';

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
export type Piece = Int16Array | number;

const LINE_END_MS = 700;
const PHRASE_END_MS = 250;

/** Rejects when the engine fails. */
export async function compose(clips: Clips, wanted: Composition, pauses: Pauses): Promise<readonly Piece[]> {
  const language = lookUp(wanted.language, clips.engine.languages);
  if (language === null) throw new Error(`${clips.engine.name} does not speak ${wanted.language}`);
  const code = wanted.code ?? '';
  const parts = partsOf(wanted.text, code !== '');
  const [digits, ...texts] = await Promise.all([
    code === '' ? [] : clips.digits(language),
    ...parts.map((part) => (part.kind === 'say' ? clips.text(part.text, language, wanted.isDefaultText) : null)),
  ]);
  const pieces: Piece[] = [];
  for (const [index, part] of parts.entries()) {
    if (index > 0) pieces.push(pauseBetween(parts[index - 1], part, pauses));
    const text = texts[index];
    if (text) pieces.push(text);
    if (part.kind !== 'code') continue;
    for (const [place, digit] of [...code].entries()) {
      if (place > 0) pieces.push(pauses.digitMs);
      pieces.push(digits[Number(digit)] ?? new Int16Array());
    }
  }
  return pieces;
}

/** The pieces one after the other, up to `LONGEST_PROMPT_MS`. */
export function encode(pieces: readonly Piece[], encoding: Encoding): Uint8Array {
  const encoded = pieces.map((piece) =>
    typeof piece === 'number' ? silence(encoding, piece) : encodeG711(piece, encoding),
  );
  return join(encoded, (LONGEST_PROMPT_MS / 1_000) * G711_SAMPLES_PER_SECOND);
}

/** A part that is a pause counts by itself; what stands beside it adds nothing. */
function pauseBetween(before: Part | undefined, part: Part, pauses: Pauses): number {
  if (part.kind === 'line_end') return LINE_END_MS;
  if (part.kind === 'phrase_end') return PHRASE_END_MS;
  if (before?.kind === 'line_end' || before?.kind === 'phrase_end') return 0;
  return pauses.codeMs;
}

function join(pieces: readonly Uint8Array[], longest: number): Uint8Array {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const whole = new Uint8Array(Math.min(length, longest));
  let at = 0;
  for (const piece of pieces) {
    if (at >= whole.length) break;
    whole.set(piece.subarray(0, whole.length - at), at);
    at += piece.length;
  }
  return whole;
}
