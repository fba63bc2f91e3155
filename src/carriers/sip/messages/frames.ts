/**
 * Cuts what arrives on a stream (TCP, TLS) into SIP messages (RFC 3261, 18.3). Pure but for what it holds back.
 *
 * 1. Empty lines between messages are signs of life (RFC 5626, 4.4.1) and are told as such.
 * 2. A stream whose next message has no end in sight (head above 32 kB, body above 64 kB, no valid length) is lost:
 *    `push` says so, and nothing more is cut from it. What stands there as a message by its head alone is given out before
 *    that, as it may be the answer to a call. Somebody who is no trunk has 8 kB for each message.
 * 3. However small the pieces are, each byte is looked at a fixed number of times.
 */
import { Buffer } from 'node:buffer';

const LONGEST_HEAD = 32 * 1024;
const LONGEST_BODY = 64 * 1024;
/** Rule 2: of a message, head and body together, from who is no trunk. */
export const MOST_BYTES_OF_STRANGERS = 8 * 1024;
const FIRST_ROOM = 4 * 1024;
const EMPTY_LINE = Buffer.from('\r\n\r\n');

export interface FrameSink {
  message(bytes: Buffer): void;
  /** Two empty lines: the peer asks whether we are there. */
  ping(): void;
}

export class SipFrames {
  private readonly longestMessage: number;
  /** What is held back stands in it from `start` to `end`. */
  private room: Buffer = Buffer.alloc(0);
  private start = 0;
  private end = 0;
  /** How much of what is held back has been searched for the end of a head. */
  private searched = 0;
  /** The whole length of the next message, once its head is there. */
  private length: number | null = null;
  private isLost = false;

  constructor(longestMessage = LONGEST_HEAD + LONGEST_BODY) {
    this.longestMessage = longestMessage;
  }

  /** Answers what made the stream useless, or null while it is fine. */
  push(chunk: Uint8Array, sink: FrameSink): string | null {
    if (this.isLost) return 'the stream was lost before';
    this.hold(chunk);
    for (;;) {
      if (this.length === null) {
        this.skipEmptyLines(sink);
        const why = this.findEnd(sink);
        if (why !== null) return this.lose(why);
      }
      if (this.length === null || this.end - this.start < this.length) return null;
      const message = this.room.subarray(this.start, this.start + this.length);
      this.start += this.length;
      this.length = null;
      this.searched = 0;
      sink.message(message);
    }
  }

  /** Rule 3: room doubles, and what was given out is never written over. */
  private hold(chunk: Uint8Array): void {
    const held = this.end - this.start;
    if (this.end + chunk.length > this.room.length) {
      const room = Buffer.alloc(Math.max(FIRST_ROOM, 2 * (held + chunk.length)));
      this.room.copy(room, 0, this.start, this.end);
      this.room = room;
      this.start = 0;
      this.end = held;
    }
    this.room.set(chunk, this.end);
    this.end += chunk.length;
  }

  private skipEmptyLines(sink: FrameSink): void {
    const { room, end } = this;
    const isLineAt = (at: number) => end - at >= 2 && room[at] === 13 && room[at + 1] === 10;
    while (isLineAt(this.start)) {
      const isPing = isLineAt(this.start + 2);
      if (isPing) sink.ping();
      this.start += isPing ? 4 : 2;
      this.searched = 0;
    }
  }

  /** Sets `length` when the head is whole; a text when there is no telling. */
  private findEnd(sink: FrameSink): string | null {
    const longestHead = Math.min(LONGEST_HEAD, this.longestMessage);
    const from = Math.max(this.start, this.start + this.searched - (EMPTY_LINE.length - 1));
    const at = this.room.subarray(0, this.end).indexOf(EMPTY_LINE, from);
    this.searched = this.end - this.start;
    const head = at - this.start;
    if (at < 0) return this.searched > longestHead ? 'header fields without an end' : null;
    if (head > longestHead) return 'header fields without an end';
    const value = lengthIn(this.room.toString('latin1', this.start, at));
    const whole = head + EMPTY_LINE.length + (/^\d{1,9}$/.test(value) ? Number(value) : Number.NaN);
    if (whole <= this.longestMessage && whole - head <= LONGEST_BODY + EMPTY_LINE.length) {
      this.length = whole;
      return null;
    }
    // Rule 2: without a body.
    sink.message(this.room.subarray(this.start, at + EMPTY_LINE.length));
    return 'a Content-Length that is not valid';
  }

  private lose(why: string): string {
    this.isLost = true;
    this.room = Buffer.alloc(0);
    this.start = 0;
    this.end = 0;
    return why;
  }
}

/** The first Content-Length of a head; none is 0. */
function lengthIn(head: string): string {
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trimEnd().toLowerCase();
    if (name === 'content-length' || name === 'l') return line.slice(colon + 1).trim();
  }
  return '0';
}
