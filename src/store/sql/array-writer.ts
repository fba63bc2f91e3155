/**
 * Arrays in PostgreSQL's binary format, as parameters: what `array_recv` and the `recv` functions of its elements read.
 *
 * 1. The server copies binary values, where it would parse a text letter by letter. Nothing has to be quoted.
 * 2. A value that does not fit its type is refused here with a RangeError: as bytes it would become another value.
 */

/** OIDs of the built-in types; they never change. */
const ELEMENT = {
  uuid: 2950,
  smallint: 21,
  integer: 23,
  bigint: 20,
  boolean: 16,
  instant: 1184,
  text: 25,
  json: 3802,
  bytes: 17,
} as const;

export type ElementType = keyof typeof ELEMENT;

/** Dimensions, "has nulls", type of the elements, length, lower bound: 4 bytes each. */
const HEAD_BYTES = 20;
const HAS_NULLS_AT = 4;
const NULL_LENGTH = -1;
/** PostgreSQL counts from the year 2000. */
const EPOCH_MS = 946_684_800_000;
const TWO_TO_32 = 4_294_967_296;
const JSONB_VERSION = 1;
/** Longer texts are left to the engine's own encoder. */
const SHORT_TEXT = 40;

export class ArrayWriter {
  private bytes: Buffer;
  private at = 0;
  private startedAt = 0;

  constructor(sizeHint: number) {
    this.bytes = Buffer.allocUnsafe(Math.max(256, sizeHint));
  }

  /** As many bytes as were written. */
  get length(): number {
    return this.at;
  }

  /** An array of so many elements, which follow. */
  begin(type: ElementType, count: number): void {
    this.makeRoom(HEAD_BYTES);
    this.startedAt = this.at;
    this.int32(count === 0 ? 0 : 1);
    this.int32(0);
    this.int32(ELEMENT[type]);
    if (count === 0) return;
    this.int32(count);
    this.int32(1);
  }

  /** Null and undefined are NULL. */
  add(type: ElementType, value: unknown): void {
    this.makeRoom(24);
    if (value === null || value === undefined) {
      this.bytes[this.startedAt + HAS_NULLS_AT + 3] = 1;
      this.int32(NULL_LENGTH);
      return;
    }
    switch (type) {
      case 'uuid':
        return this.uuid(String(value));
      case 'smallint':
        return this.smallint(Number(value));
      case 'integer':
        return this.integer(Number(value));
      case 'bigint':
        return this.bigint(Number(value));
      case 'boolean':
        return this.boolean(value);
      case 'instant':
        return this.instant(Number(value));
      case 'text':
        return this.text(String(value));
      case 'json':
        return this.json(String(value));
      case 'bytes':
        return this.octets(value as Uint8Array);
    }
  }

  /** The bytes from there to here, without a copy: valid while nothing more is written. */
  slice(from: number, to: number): Buffer {
    return this.bytes.subarray(from, to);
  }

  private uuid(text: string): void {
    this.int32(16);
    if (text.length !== 36) throw new RangeError('not a UUID');
    const { bytes } = this;
    let { at } = this;
    for (let index = 0; index < 36; index += 2) {
      if (index === 8 || index === 13 || index === 18 || index === 23) {
        if (text[index] !== '-') throw new RangeError('not a UUID');
        index += 1;
      }
      const octet = (hexOf(text.charCodeAt(index)) << 4) | hexOf(text.charCodeAt(index + 1));
      if (octet < 0) throw new RangeError('not a UUID');
      bytes[at++] = octet;
    }
    this.at = at;
  }

  private smallint(value: number): void {
    if (value !== (value << 16) >> 16) throw new RangeError('not a smallint');
    this.int32(2);
    this.bytes[this.at++] = value >> 8;
    this.bytes[this.at++] = value;
  }

  private integer(value: number): void {
    if (value !== (value | 0)) throw new RangeError('not an integer of 32 bits');
    this.int32(4);
    this.int32(value);
  }

  private bigint(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError('not an integer that is exact');
    this.int32(8);
    this.int64(value);
  }

  private boolean(value: unknown): void {
    if (typeof value !== 'boolean') throw new RangeError('not a boolean');
    this.int32(1);
    this.bytes[this.at++] = value ? 1 : 0;
  }

  /** `ms`: since 1970; what is less than a millisecond is left out, as a Date does. */
  private instant(ms: number): void {
    const micros = (Math.trunc(ms) - EPOCH_MS) * 1000;
    if (!Number.isSafeInteger(micros)) throw new RangeError('not an instant');
    this.int32(8);
    this.int64(micros);
  }

  private text(value: string): void {
    if (value.length > SHORT_TEXT || !this.ascii(value)) this.utf8(value, 0);
  }

  /** Writes nothing and says false when there is more in it than ASCII. */
  private ascii(value: string): boolean {
    this.makeRoom(4 + SHORT_TEXT);
    const { bytes } = this;
    const from = this.at + 4;
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index);
      if (code > 0x7f) return false;
      bytes[from + index] = code;
    }
    this.int32(value.length);
    this.at += value.length;
    return true;
  }

  private json(text: string): void {
    const at = this.utf8(text, 1);
    this.bytes[at] = JSONB_VERSION;
  }

  /** A length, room for so many bytes, and the text; returns where the room is. */
  private utf8(text: string, room: number): number {
    const most = this.at + 4 + room + text.length * 3;
    if (most > this.bytes.length) this.makeRoom(4 + room + Buffer.byteLength(text));
    const length = room + this.bytes.write(text, this.at + 4 + room);
    this.int32(length);
    this.at += length;
    return this.at - length;
  }

  private octets(value: Uint8Array): void {
    this.makeRoom(4 + value.length);
    this.int32(value.length);
    this.bytes.set(value, this.at);
    this.at += value.length;
  }

  private int64(value: number): void {
    this.int32(Math.floor(value / TWO_TO_32));
    this.int32(value % TWO_TO_32);
  }

  private int32(value: number): void {
    const { bytes, at } = this;
    bytes[at] = value >> 24;
    bytes[at + 1] = value >> 16;
    bytes[at + 2] = value >> 8;
    bytes[at + 3] = value;
    this.at = at + 4;
  }

  private makeRoom(more: number): void {
    const least = this.at + more;
    if (least <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(least, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }
}

/** By character code. A table: which of digits and letters comes next is a guess that a processor loses half of the time. */
const HEX = new Int8Array(128).fill(-1);
for (let digit = 0; digit < 16; digit += 1) {
  const text = digit.toString(16);
  HEX[text.charCodeAt(0)] = digit;
  HEX[text.toUpperCase().charCodeAt(0)] = digit;
}

/** Negative when it is none. */
function hexOf(code: number): number {
  return HEX[code] ?? -1;
}
