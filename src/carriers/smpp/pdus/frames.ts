/**
 * Cuts a stream of bytes into frames, wherever TCP happened to cut it (SMPP 3.4 clause 3.2).
 *
 * 1. A frame whose length is below 16 or above 64 KiB ends the stream: nobody knows where the next one begins. Frames
 *    before it are still handed out.
 * 2. It holds at most one frame's worth of bytes and copies only what a chunk leaves over.
 * 3. It never throws, whatever arrives.
 */
import { readInt } from './bytes.ts';

export const HEADER_BYTES = 16;
export const MAX_PDU_BYTES = 65_536;

export interface LostStream {
  readonly length: number;
  readonly why: string;
}

export class FrameSplitter {
  private lost: LostStream | undefined;
  private held: Buffer | undefined;
  private heldBytes = 0;

  /**
   * Hands out every whole frame in order. A frame is a view that stands until the callback returns.
   * Answers what is wrong once the stream has lost its beat, for good.
   */
  push(chunk: Buffer, frame: (frame: Buffer) => void): LostStream | undefined {
    if (this.lost) return this.lost;
    let at = this.heldBytes > 0 ? this.complete(chunk, frame) : 0;
    while (!this.lost && chunk.length - at >= 4) {
      const length = readInt(chunk, at);
      if (this.isRefused(length)) break;
      if (chunk.length - at < length) break;
      frame(chunk.subarray(at, at + length));
      at += length;
    }
    if (this.lost) this.held = undefined;
    else if (at < chunk.length) this.keep(chunk, at, chunk.length);
    return this.lost;
  }

  /** Bytes of a frame that has not arrived in full. */
  get pendingBytes(): number {
    return this.heldBytes;
  }

  /** Fills up the frame that was begun earlier; answers how much of the chunk it took. */
  private complete(chunk: Buffer, frame: (frame: Buffer) => void): number {
    let at = 0;
    if (this.heldBytes < 4) {
      at = Math.min(4 - this.heldBytes, chunk.length);
      this.keep(chunk, 0, at);
      if (this.heldBytes < 4) return at;
    }
    const length = this.held ? readInt(this.held, 0) : 0;
    if (this.isRefused(length)) return at;
    const size = Math.min(length - this.heldBytes, chunk.length - at);
    this.keep(chunk, at, at + size);
    if (this.held && this.heldBytes === length) {
      const whole = this.held.subarray(0, length);
      this.held = undefined;
      this.heldBytes = 0;
      frame(whole);
    }
    return at + size;
  }

  private keep(chunk: Buffer, start: number, end: number): void {
    const needed = this.heldBytes + end - start;
    if (!this.held || this.held.length < needed) this.grow(chunk, start, needed);
    this.held?.set(chunk.subarray(start, end), this.heldBytes);
    this.heldBytes = needed;
  }

  /** Room for the whole frame at once when its length is known, so that a slow peer does not make it grow bytewise. */
  private grow(chunk: Buffer, start: number, needed: number): void {
    let size = Math.max(needed, 256);
    const known =
      this.heldBytes >= 4 && this.held
        ? readInt(this.held, 0)
        : this.heldBytes === 0 && needed >= 4
          ? readInt(chunk, start)
          : 0;
    if (known > size && known <= MAX_PDU_BYTES) size = known;
    const grown = Buffer.allocUnsafeSlow(size);
    if (this.held) grown.set(this.held.subarray(0, this.heldBytes));
    this.held = grown;
  }

  private isRefused(length: number): boolean {
    if (length >= HEADER_BYTES && length <= MAX_PDU_BYTES) return false;
    this.lost = { length, why: `command_length ${length} is outside ${HEADER_BYTES} to ${MAX_PDU_BYTES}` };
    this.heldBytes = 0;
    return true;
  }
}
