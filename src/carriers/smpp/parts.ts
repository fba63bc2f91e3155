/**
 * A text in parts, read when all of them are there. Pure.
 *
 * 1. Senders cut where they must not (3GPP TS 23.040, 9.2.3.24.1): between an escape and its septet, or inside a
 *    character of several octets. Handsets put the octets together first, and so does this.
 * 2. Each part is read by the tables that its own header names (TS 23.040, 9.2.3.24.15). A pair that was cut belongs to
 *    the part that the escape is in.
 * 3. A NUL after the last character of a part in UCS-2 is one that its sender put there, and not half a character.
 */
import { type Coding, decodeCoded, ESCAPE, type Shifts } from './alphabet.ts';

export interface CodedPart {
  readonly content: Uint8Array;
  readonly coding: Exclude<Coding, 'binary'>;
  readonly shifts: Shifts;
}

/** `parts`: all of them, in order. */
export function decodeParts(parts: readonly CodedPart[]): string {
  let text = '';
  for (let start = 0; start < parts.length; ) {
    const { coding } = parts[start] ?? {};
    let end = start + 1;
    while (end < parts.length && isSame(coding, parts[end]?.coding)) end += 1;
    const run = parts.slice(start, end);
    text += typeof coding === 'object' ? decodeStream(run, coding.label) : decodeRun(run);
    start = end;
  }
  return text;
}

function isSame(one: Coding | undefined, other: Coding | undefined): boolean {
  if (typeof one === 'object' && typeof other === 'object') return one.label === other.label;
  return one === other;
}

/** Gives a part that ends within a character the octet that is missing, which the next one begins with. */
function decodeRun(run: readonly CodedPart[]): string {
  let text = '';
  let taken = 0;
  run.forEach(({ content, coding, shifts }, index) => {
    const own = content.subarray(taken);
    const next = run[index + 1]?.content ?? new Uint8Array();
    taken = endsWithin(own, coding) ? Math.min(1, next.length) : 0;
    text += decodeCoded(taken > 0 ? Buffer.concat([own, next.subarray(0, taken)]) : own, coding, shifts);
  });
  return text;
}

function endsWithin(bytes: Uint8Array, coding: Coding): boolean {
  if (coding === 'ucs2') return bytes.length % 2 === 1 && bytes[bytes.length - 1] !== 0;
  if (coding !== 'gsm7') return false;
  // Two escapes in a row are a pair.
  let escapes = 0;
  while (bytes[bytes.length - 1 - escapes] === ESCAPE) escapes += 1;
  return escapes % 2 === 1;
}

/** The platform's decoders keep what is left of a part for the next one. */
function decodeStream(run: readonly CodedPart[], label: string): string {
  const decoder = new TextDecoder(label);
  return run.map(({ content }) => decoder.decode(content, { stream: true })).join('') + decoder.decode();
}
