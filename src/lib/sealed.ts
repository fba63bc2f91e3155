/**
 * Secrets at rest: AES-256-GCM under the master key.
 *
 * 1. A sealed value is a head (a version byte and 7 bytes that name the key), 12 bytes of nonce, 16 bytes of tag, then
 *    the ciphertext. The head is authenticated with it. The nonce is random and used once.
 * 2. Values of earlier releases have no head; they are opened all the same.
 * 3. What was changed, cut or sealed under another key is refused, never returned.
 * 4. While the master key is being replaced there are two: one seals and opens, the other one only opens.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes as systemRandomBytes } from 'node:crypto';

export const MASTER_KEY_BYTES = 32;

/** Rule 4. Each 32 bytes. */
export interface MasterKeys {
  readonly current: Uint8Array;
  readonly other: Uint8Array;
}

export type MasterKey = Uint8Array | MasterKeys;

export const SEAL_HEAD_BYTES = 8;

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** None of the master keys sealed this, or the sealed bytes were changed. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

export function seal(
  masterKey: MasterKey,
  plain: Uint8Array,
  randomBytes: (size: number) => Buffer = systemRandomBytes,
): Buffer {
  const [key] = keysOf(masterKey);
  const head = headOf(key);
  const nonce = Buffer.from(randomBytes(NONCE_BYTES));
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(head);
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([head, nonce, cipher.getAuthTag(), ciphertext]);
}

/** Throws SealBroken (rule 3). */
export function open(masterKey: MasterKey, sealed: Uint8Array): Buffer {
  const keys = keysOf(masterKey);
  const named = keys.find((key) => isUnder(key, sealed));
  const plain = named && decipher(named, sealed.subarray(SEAL_HEAD_BYTES), headOf(named));
  if (plain) return plain;
  for (const key of keys) {
    const older = decipher(key, sealed, null);
    if (older) return older;
  }
  throw new SealBroken('a sealed value cannot be opened with this master key');
}

/** How a value begins that was sealed under the key that seals now. */
export function sealHead(masterKey: MasterKey): Buffer {
  return headOf(keysOf(masterKey)[0]);
}

/** A name of the key that seals now; says nothing of the key itself. 14 hexadecimal digits. */
export function masterKeyId(masterKey: MasterKey): string {
  return sealHead(masterKey).subarray(1).toString('hex');
}

type Keys = readonly [current: Uint8Array, ...others: Uint8Array[]];

function keysOf(masterKey: MasterKey): Keys {
  return masterKey instanceof Uint8Array ? [masterKey] : [masterKey.current, masterKey.other];
}

const heads = new WeakMap<Uint8Array, Buffer>();

function headOf(key: Uint8Array): Buffer {
  const known = heads.get(key);
  if (known) return known;
  const name = createHash('sha256').update('trunkline master key\0').update(key).digest();
  const head = Buffer.concat([Buffer.of(VERSION), name.subarray(0, SEAL_HEAD_BYTES - 1)]);
  heads.set(key, head);
  return head;
}

function isUnder(key: Uint8Array, sealed: Uint8Array): boolean {
  return headOf(key).equals(sealed.subarray(0, SEAL_HEAD_BYTES));
}

function decipher(key: Uint8Array, sealed: Uint8Array, head: Buffer | null): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const cipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  if (head) cipher.setAAD(head);
  cipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([cipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]);
  } catch {
    return null;
  }
}
