/**
 * HMAC (RFC 2104): made of a text in base64, and compared with one that somebody sent. Pure: the memory that it uses again
 * holds nothing that is read later.
 *
 * 1. Made of two one-shot hashes: an object of node:crypto's for each signature is made, asked and collected in twice the
 *    time (5.2 µs for the two of a callback of 400 bytes; 3.0 so. 2.8 µs for a signed request of 230 bytes; 1.3 so).
 * 2. Codes are compared in constant time.
 * 3. What signs again and again makes its key once (`hmacKey`): of two signatures of a callback it takes 1.1 of 5.9 µs.
 */
import { createHmac, hash, timingSafeEqual } from 'node:crypto';

export type HmacDigest = 'sha256' | 'sha1';

/** Of both digests. */
const BLOCK_BYTES = 64;
const DIGEST_BYTES: Readonly<Record<HmacDigest, number>> = { sha256: 32, sha1: 20 };
/** Of UTF-8, for a unit of UTF-16. */
const MOST_BYTES_A_UNIT = 3;

/** The key and the text, as the inner hash reads them. A longer text has memory of its own. */
const usualInner = Buffer.alloc(32 * 1024);
/** The key and the inner hash. */
const outers: Readonly<Record<HmacDigest, Buffer>> = {
  sha256: Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES.sha256),
  sha1: Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES.sha1),
};
/** What is compared with one that was sent. */
const codes: Readonly<Record<HmacDigest, Buffer>> = {
  sha256: Buffer.alloc(DIGEST_BYTES.sha256),
  sha1: Buffer.alloc(DIGEST_BYTES.sha1),
};

/** A key as the two hashes of SHA-256 read it. */
export interface HmacKey {
  readonly inner: Uint8Array;
  /** With room for the inner hash behind it. */
  readonly outer: Buffer;
}

/** Rule 3. */
export function hmacKey(key: Uint8Array): HmacKey {
  const short = key.length > BLOCK_BYTES ? hash('sha256', key, 'buffer') : key;
  const inner = Buffer.alloc(BLOCK_BYTES);
  const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES.sha256);
  writeKey(inner, short, 0x36);
  writeKey(outer, short, 0x5c);
  return { inner, outer };
}

/** `before`: what stands before the text, in ASCII; joined to it here, where both are bytes anyway. */
export function hmacSha256(key: HmacKey, text: string, before = ''): string {
  const from = BLOCK_BYTES + before.length;
  const most = from + text.length * MOST_BYTES_A_UNIT;
  const inner = most <= usualInner.length ? usualInner : Buffer.alloc(most);
  inner.set(key.inner);
  inner.write(before, BLOCK_BYTES, 'latin1');
  const end = from + inner.write(text, from, 'utf8');
  key.outer.write(hash('sha256', inner.subarray(0, end), 'binary'), BLOCK_BYTES, 'binary');
  return hash('sha256', key.outer, 'base64');
}

export interface CodedText {
  readonly before: string;
  readonly body: Uint8Array;
  readonly after: string;
}

/** Whether `given` is the code of these three, one after the other. */
export function isHmacOf(given: Uint8Array, digest: HmacDigest, key: Uint8Array, text: CodedText): boolean {
  const outer = outers[digest];
  const code = codes[digest];
  const { before, body, after } = text;
  if (given.length !== code.length) return false;
  if (BLOCK_BYTES + body.length + (before.length + after.length) * MOST_BYTES_A_UNIT > usualInner.length) {
    const whole = createHmac(digest, key).update(before).update(body).update(after).digest();
    return timingSafeEqual(whole, given);
  }
  const short = key.length > BLOCK_BYTES ? hash(digest, key, 'buffer') : key;
  writeKey(usualInner, short, 0x36);
  writeKey(outer, short, 0x5c);
  let end = BLOCK_BYTES + usualInner.write(before, BLOCK_BYTES, 'utf8');
  usualInner.set(body, end);
  end += body.length;
  end += usualInner.write(after, end, 'utf8');
  outer.write(hash(digest, usualInner.subarray(0, end), 'binary'), BLOCK_BYTES, 'binary');
  code.write(hash(digest, outer, 'binary'), 0, 'binary');
  return timingSafeEqual(code, given);
}

function writeKey(block: Buffer, key: Uint8Array, pad: number): void {
  for (let index = 0; index < BLOCK_BYTES; index += 1) block[index] = (key[index] ?? 0) ^ pad;
}
