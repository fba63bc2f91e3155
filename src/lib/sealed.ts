/**
 * Secrets at rest: AES-256-GCM under the master key.
 *
 * 1. A sealed value is a head (a version byte and 7 bytes that name the key), 12 bytes of nonce, 16 bytes of tag, then
 *    the ciphertext. The nonce is random and used once.
 * 2. A key that binds authenticates the head and the row in which the value lies: moved to another row, it is refused
 *    there. The key itself says whether it binds, outside of the database: somebody who writes in the database cannot
 *    make the gateway take anything else (docs/decisions/sealed-rows.md).
 * 3. A key of an earlier release does not bind: it authenticates the head alone. It also opens what has no head.
 * 4. A value that was changed, cut, moved or sealed under another key is refused, never returned.
 * 5. While the master key is being replaced there are two: one seals and opens, the other one only opens.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes as systemRandomBytes } from 'node:crypto';
import { decodeKey } from './api-key.ts';

const MASTER_KEY_BYTES = 32;
const BINDS = 'bound:';

export const MASTER_KEY_ALLOWED =
  `"${BINDS}" and ${MASTER_KEY_BYTES} bytes in base64, such as "echo ${BINDS}$(openssl rand -base64 ` +
  `${MASTER_KEY_BYTES})" prints; or the ${MASTER_KEY_BYTES} bytes alone, for a key of an earlier release`;

export interface SealingKey {
  /** 32. */
  readonly bytes: Uint8Array;
  /** Rule 2. */
  readonly binds: boolean;
}

/** Rule 5. */
export interface MasterKeys {
  readonly current: SealingKey;
  readonly other: SealingKey;
}

export type MasterKey = SealingKey | MasterKeys;

/** The row that a value is sealed for: its table and the key by which the row is known (store/sealed-rows.ts). */
export type SealedRow = readonly [table: string, ...key: string[]];

export const SEAL_HEAD_BYTES = 8;

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const VERSION_BOUND = 2;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** None of the master keys sealed this for this row, or the sealed bytes were changed. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/** Null when the text is none (MASTER_KEY_ALLOWED). */
export function readMasterKey(text: string): SealingKey | null {
  const binds = text.startsWith(BINDS);
  const bytes = decodeKey(binds ? text.slice(BINDS.length) : text);
  return bytes?.length === MASTER_KEY_BYTES ? { bytes, binds } : null;
}

/** A new key that binds, as readMasterKey reads it. */
export function newMasterKey(randomBytes: (size: number) => Buffer): string {
  return BINDS + randomBytes(MASTER_KEY_BYTES).toString('base64');
}

export function isSameKey(one: SealingKey, other: SealingKey): boolean {
  return one.binds === other.binds && Buffer.compare(one.bytes, other.bytes) === 0;
}

export function seal(
  masterKey: MasterKey,
  row: SealedRow,
  plain: Uint8Array,
  randomBytes: (size: number) => Buffer = systemRandomBytes,
): Buffer {
  const [key] = keysOf(masterKey);
  const nonce = Buffer.from(randomBytes(NONCE_BYTES));
  const cipher = createCipheriv(ALGORITHM, key.bytes, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(authenticated(key, row));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([headOf(key), nonce, cipher.getAuthTag(), ciphertext]);
}

/** Throws SealBroken (rule 4). */
export function open(masterKey: MasterKey, row: SealedRow, sealed: Uint8Array): Buffer {
  const keys = keysOf(masterKey);
  const named = keys.find((key) => isUnder(key, sealed));
  const plain = named && decipher(named, sealed.subarray(SEAL_HEAD_BYTES), authenticated(named, row));
  if (plain) return plain;
  for (const key of keys) {
    const older = key.binds ? null : decipher(key, sealed, null);
    if (older) return older;
  }
  throw new SealBroken(`a sealed value of ${row[0]} cannot be opened with this master key, or is of another row`);
}

/** How a value begins that was sealed under the key that seals now. */
export function sealHead(masterKey: MasterKey): Buffer {
  return headOf(keysOf(masterKey)[0]);
}

/** A name of the key that seals now; says nothing of the key itself. 14 hexadecimal digits. */
export function masterKeyId(masterKey: MasterKey): string {
  return sealHead(masterKey).subarray(1).toString('hex');
}

/** Whether what is sealed now is bound to its row (rule 2). */
export function bindsRows(masterKey: MasterKey): boolean {
  return keysOf(masterKey)[0].binds;
}

/** The names of all keys that open, that which seals first. */
export function masterKeyIds(masterKey: MasterKey): string[] {
  return keysOf(masterKey).map(masterKeyId);
}

type Keys = readonly [current: SealingKey, ...others: SealingKey[]];

function keysOf(masterKey: MasterKey): Keys {
  return 'current' in masterKey ? [masterKey.current, masterKey.other] : [masterKey];
}

const heads = new WeakMap<SealingKey, Buffer>();

function headOf(key: SealingKey): Buffer {
  const known = heads.get(key);
  if (known) return known;
  // The same bytes as a key that binds and as one that does not are two keys.
  const name = createHash('sha256')
    .update(`trunkline master key\0${key.binds ? BINDS : ''}`)
    .update(key.bytes)
    .digest();
  const version = key.binds ? VERSION_BOUND : VERSION;
  const head = Buffer.concat([Buffer.of(version), name.subarray(0, SEAL_HEAD_BYTES - 1)]);
  heads.set(key, head);
  return head;
}

/** In JSON no two rows are alike, whatever their keys hold; the head has its length. */
function authenticated(key: SealingKey, row: SealedRow): Buffer {
  const head = headOf(key);
  return key.binds ? Buffer.concat([head, Buffer.from(JSON.stringify(row))]) : head;
}

function isUnder(key: SealingKey, sealed: Uint8Array): boolean {
  return headOf(key).equals(sealed.subarray(0, SEAL_HEAD_BYTES));
}

function decipher(key: SealingKey, sealed: Uint8Array, aad: Buffer | null): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const cipher = createDecipheriv(ALGORITHM, key.bytes, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  if (aad) cipher.setAAD(aad);
  cipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([cipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]);
  } catch {
    return null;
  }
}
