/**
 * HMAC-SHA256 (RFC 2104) of a text, in base64. Pure: the memory that it uses again holds nothing that is read later.
 *
 * 1. Made of two one-shot hashes: an object of node:crypto's for each signature is made, asked and collected in twice the
 *    time (5.2 µs for the two of a callback of 400 bytes; 3.0 so).
 */
import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
/** Of UTF-8, for a unit of UTF-16. */
const MOST_BYTES_A_UNIT = 3;

/** The key and the text, as the inner hash reads them. A longer text has memory of its own. */
const usualInner = Buffer.alloc(32 * 1024);
/** The key and the inner hash. */
const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);

/** `before`: what stands before the text, in ASCII; joined to it here, where both are bytes anyway. */
export function hmacSha256(key: Uint8Array, text: string, before = ''): string {
  const short = key.length > BLOCK_BYTES ? hash('sha256', key, 'buffer') : key;
  const from = BLOCK_BYTES + before.length;
  const most = from + text.length * MOST_BYTES_A_UNIT;
  const inner = most <= usualInner.length ? usualInner : Buffer.alloc(most);
  writeKey(inner, short, 0x36);
  writeKey(outer, short, 0x5c);
  inner.write(before, BLOCK_BYTES, 'latin1');
  const end = from + inner.write(text, from, 'utf8');
  outer.write(hash('sha256', inner.subarray(0, end), 'binary'), BLOCK_BYTES, 'binary');
  return hash('sha256', outer, 'base64');
}

function writeKey(block: Buffer, key: Uint8Array, pad: number): void {
  for (let index = 0; index < BLOCK_BYTES; index += 1) block[index] = (key[index] ?? 0) ^ pad;
}
