/**
 * Secrets at rest: AES-256-GCM under the master key.
 *
 * 1. A sealed value is 12 bytes of nonce, 16 bytes of tag, then the ciphertext. The nonce is random and used once.
 * 2. What was changed, cut or sealed under another key is refused, never returned.
 */
import { createCipheriv, createDecipheriv, randomBytes as systemRandomBytes } from 'node:crypto';

export const MASTER_KEY_BYTES = 32;

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The master key is not the one that sealed this, or the sealed bytes were changed. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/** `masterKey`: 32 bytes. */
export function seal(
  masterKey: Uint8Array,
  plain: Uint8Array,
  randomBytes: (size: number) => Buffer = systemRandomBytes,
): Buffer {
  const nonce = Buffer.from(randomBytes(NONCE_BYTES));
  const cipher = createCipheriv(ALGORITHM, masterKey, nonce, { authTagLength: TAG_BYTES });
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Throws SealBroken (rule 2). */
export function open(masterKey: Uint8Array, sealed: Uint8Array): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new SealBroken('a sealed value is too short');
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, masterKey, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    throw new SealBroken('a sealed value cannot be opened with this master key');
  }
}
