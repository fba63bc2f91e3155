/**
 * Ids: time-ordered UUIDs, the bucket that each carries, and the form in which callers see them.
 *
 * 1. An id is a UUIDv7 (RFC 9562, 5.7): 48 bits of milliseconds, then 12 bits that rise within a millisecond, so ids
 *    made by one process sort by the order in which they were made.
 * 2. The bucket of an id is its last 12 bits. All rows that belong to a message carry the bucket of the message.
 * 3. The id of an attempt is that of its message with one random octet changed by the attempt's number: each can be
 *    worked out from the other, so no index is needed to find a message by the id that a carrier was given.
 * 4. A `reference_id` is the same 128 bits as 32 upper-case hex digits.
 */
import { hash } from 'node:crypto';

export const BUCKETS = 4096;

export interface Ids {
  /** A new id; in the bucket given, or in a random one. */
  next(bucket?: number): string;
}

/** `randomBytes` comes from the context, so that a test can repeat a run. */
export function createIds(now: () => number, randomBytes: (size: number) => Uint8Array): Ids {
  let lastMs = 0;
  let sequence = 0;
  let random: Uint8Array = NO_OCTETS;
  let used = 0;
  return {
    next(bucket) {
      const ms = Math.max(now(), lastMs);
      // Within one millisecond the sequence rises; when its 12 bits are used up the time part is pushed on.
      if (ms > lastMs) sequence = 0;
      else sequence += 1;
      lastMs = sequence > 0xfff ? ms + 1 : ms;
      if (sequence > 0xfff) sequence = 0;
      if (used + RANDOM_OCTETS > random.length) {
        random = randomBytes(RANDOM_OCTETS * IDS_AT_ONCE);
        used = 0;
      }
      for (let index = 16 - RANDOM_OCTETS; index < 16; index += 1) octets[index] = random[used++] ?? 0;
      return formatUuidV7(lastMs, sequence, bucket);
    },
  };
}

/** At the end of an id. */
const RANDOM_OCTETS = 8;
/** They are asked for for so many ids together. */
const IDS_AT_ONCE = 64;
const NO_OCTETS = new Uint8Array(0);

/** Octets of the id that is being made; the random ones stand in it. */
const octets = Buffer.alloc(16);
/** The same as text. One that is put together from pieces takes twice as long, and is copied once more when it is looked up. */
const letters = Buffer.alloc(36, '-');
const DIGITS = Buffer.from('0123456789abcdef');

function formatUuidV7(ms: number, sequence: number, bucket: number | undefined): string {
  octets.writeUIntBE(ms, 0, 6);
  octets.writeUInt16BE(0x7000 | sequence, 6);
  octets[8] = (octet(8) & 0x3f) | 0x80;
  if (bucket !== undefined) octets.writeUInt16BE(((octet(14) & 0xf0) << 8) | bucket, 14);
  let at = 0;
  for (let index = 0; index < 16; index += 1) {
    if (index === 4 || index === 6 || index === 8 || index === 10) at += 1;
    letters[at] = DIGITS[octet(index) >> 4] ?? 0;
    letters[at + 1] = DIGITS[octet(index) & 0xf] ?? 0;
    at += 2;
  }
  return letters.toString('latin1');
}

function octet(index: number): number {
  return octets[index] ?? 0;
}

function dashed(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The last 12 bits of an id: 0 to 4095. */
export function bucketOf(id: string): number {
  const end = id.length;
  return (digit(id.charCodeAt(end - 3)) << 8) | (digit(id.charCodeAt(end - 2)) << 4) | digit(id.charCodeAt(end - 1));
}

/** What a hexadecimal digit stands for, by its character code: `a` is 0x61, and `A` 0x41. */
function digit(code: number): number {
  return (code & 0xf) + (code > 0x39 ? 9 : 0);
}

/** The bucket of a row that has a natural key and no id: 0 to 4095, the same on every node and for ever. */
export function hash12(key: string): number {
  return Number.parseInt(hash('sha256', key).slice(0, 4), 16) & 0xfff;
}

/** Whether it has the form of an id that was made here: other 128 bits have no time in them. */
export function isTimeOrdered(id: string): boolean {
  return id.charAt(14) === '7' && '89ab'.includes(id.charAt(19));
}

/** The millisecond in which an id was made. */
export function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Not above any id of this millisecond or a later one, and above all earlier ones. */
export function lowestIdAt(ms: number): string {
  const time = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0').slice(-12);
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** The reference that is being made. Joined from pieces it would be a tree of texts, copied together at its first use. */
const reference = Buffer.alloc(32);
const HYPHEN = '-'.charCodeAt(0);
const LOWER_A = 'a'.charCodeAt(0);
const TO_UPPER = LOWER_A - 'A'.charCodeAt(0);

export function toReference(id: string): string {
  let at = 0;
  for (let index = 0; index < id.length; index += 1) {
    const code = id.charCodeAt(index);
    if (code !== HYPHEN) reference[at++] = code < LOWER_A ? code : code - TO_UPPER;
  }
  return reference.toString('latin1', 0, at);
}

/** The id behind a `reference_id` (either case), or null when the text is none. */
export function fromReference(reference: string): string | null {
  if (!/^[0-9a-fA-F]{32}$/.test(reference)) return null;
  return dashed(reference.toLowerCase());
}

/** The id of attempt `n` (1 to 255) of a message: another UUIDv7 of the same millisecond and bucket. */
export function attemptIdOf(messageId: string, n: number): string {
  return changeOctet(messageId, n);
}

/** The message whose attempt `n` has this id, if it is one. */
export function messageIdOf(attemptId: string, n: number): string {
  return changeOctet(attemptId, n);
}

/** Octet 9 is random in a UUIDv7 and holds neither the variant nor the bucket. */
function changeOctet(id: string, by: number): string {
  const changed = Number.parseInt(id.slice(21, 23), 16) ^ by;
  return id.slice(0, 21) + changed.toString(16).padStart(2, '0') + id.slice(23);
}
