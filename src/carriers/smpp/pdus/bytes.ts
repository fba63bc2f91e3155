/**
 * The bytes of PDUs: a writer and a reader. They know no meaning.
 *
 * 1. Many PDUs share one chunk of memory and leave in one piece: nothing is joined and nothing is copied.
 * 2. Bytes that `take` gave away are never written again, so the socket may hold on to them.
 * 3. A reader never reads past its end and never throws: it says `failed` instead.
 */

const CHUNK_BYTES = 256 * 1024;

export class ByteWriter {
  private chunk: Buffer;
  private begin = 0;
  private at = 0;

  constructor(firstChunkBytes = 4096) {
    this.chunk = Buffer.allocUnsafeSlow(firstChunkBytes);
  }

  get length(): number {
    return this.at - this.begin;
  }

  /** Makes room for `size` more bytes; what is already written moves along. */
  reserve(size: number): void {
    if (this.at + size <= this.chunk.length) return;
    const kept = this.chunk.subarray(this.begin, this.at);
    const next = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, kept.length + size));
    next.set(kept);
    this.chunk = next;
    this.at = kept.length;
    this.begin = 0;
  }

  byte(value: number): void {
    this.chunk[this.at++] = value;
  }

  short(value: number): void {
    this.chunk[this.at++] = value >>> 8;
    this.chunk[this.at++] = value;
  }

  int(value: number): void {
    this.at = writeInt(this.chunk, this.at, value);
  }

  bytes(value: Uint8Array): void {
    this.chunk.set(value, this.at);
    this.at += value.length;
  }

  /** Latin-1 and a NUL. Throws RangeError for a text that cannot be one. */
  cString(text: string): void {
    const chunk = this.chunk;
    let at = this.at;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code === 0 || code > 0xff) throw new RangeError('a C-string holds Latin-1 characters other than NUL');
      chunk[at++] = code;
    }
    chunk[at++] = 0;
    this.at = at;
  }

  /** The place where the next byte goes, for `patchLength` and `dropTo`. */
  mark(): number {
    return this.at - this.begin;
  }

  patchLength(mark: number): void {
    writeInt(this.chunk, this.begin + mark, this.at - this.begin - mark);
  }

  /** Forgets everything written since `mark`. */
  dropTo(mark: number): void {
    this.at = this.begin + mark;
  }

  /** Everything written since the last `take`. */
  take(): Buffer {
    const taken = this.chunk.subarray(this.begin, this.at);
    this.begin = this.at;
    return taken;
  }
}

function writeInt(chunk: Buffer, at: number, value: number): number {
  chunk[at] = value >>> 24;
  chunk[at + 1] = value >>> 16;
  chunk[at + 2] = value >>> 8;
  chunk[at + 3] = value;
  return at + 4;
}

export function readInt(bytes: Uint8Array, at: number): number {
  const high = bytes[at] ?? 0;
  return high * 0x1000000 + (((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
}

/** The same bytes, not a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** The bytes as Latin-1, up to `end`. */
export function latin1Of(bytes: Uint8Array, end = bytes.length): string {
  return asBuffer(bytes).toString('latin1', 0, end);
}

export class ByteReader {
  failed = false;
  private readonly bytes: Buffer;
  private at: number;

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  byte(): number {
    const value = this.bytes[this.at];
    if (value === undefined) {
      this.failed = true;
      return 0;
    }
    this.at += 1;
    return value;
  }

  short(): number {
    return this.byte() * 256 + this.byte();
  }

  /** A text up to a NUL, of whatever length; one that the end of the PDU cuts off is taken as it is. */
  cString(): string {
    if (this.at >= this.bytes.length) {
      this.failed = true;
      return '';
    }
    const nul = this.bytes.indexOf(0, this.at);
    const end = nul < 0 ? this.bytes.length : nul;
    const text = end === this.at ? '' : this.bytes.toString('latin1', this.at, end);
    this.at = nul < 0 ? end : end + 1;
    return text;
  }

  take(size: number): Buffer {
    if (size > this.left) {
      this.failed = true;
      return EMPTY;
    }
    const taken = this.bytes.subarray(this.at, this.at + size);
    this.at += size;
    return taken;
  }
}

const EMPTY = Buffer.alloc(0);
