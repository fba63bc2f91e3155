/**
 * Reads a file that holds one secret.
 *
 * 1. Line ends at the end of the file are not part of the secret; blanks are.
 * 2. What is said of a file is never what it holds.
 */
import { closeSync, openSync, readSync } from 'node:fs';

const LONGEST_BYTES = 65_536;

export type SecretRead = { readonly kind: 'secret'; readonly text: string } | { readonly kind: 'none'; why: string };

/** `mayHaveLines`: a key in PEM has several. */
export function readSecretFile(path: string, mayHaveLines = false): SecretRead {
  const none = (why: string): SecretRead => ({ kind: 'none', why: `the file ${path} ${why}` });
  let bytes: Buffer;
  try {
    bytes = readAtMost(path, LONGEST_BYTES + 1);
  } catch (error) {
    return none(`cannot be read (${String((error as { code?: unknown }).code ?? 'unreadable')})`);
  }
  if (bytes.length > LONGEST_BYTES) return none(`is longer than ${LONGEST_BYTES} bytes`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/[\r\n]+$/, '');
  } catch {
    return none('does not hold text in UTF-8');
  }
  if (text === '') return none('is empty');
  if (!mayHaveLines && /[\r\n]/.test(text)) return none('holds more than one line');
  return { kind: 'secret', text };
}

/** Also of what is no ordinary file and has no length, such as the pipe of `<(…)`. */
function readAtMost(path: string, limit: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(limit);
    let length = 0;
    while (length < limit) {
      const read = readSync(file, bytes, length, limit - length, null);
      if (read === 0) break;
      length += read;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}
