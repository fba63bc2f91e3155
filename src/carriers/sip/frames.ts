/**
 * Cuts what arrives on a stream (TCP, TLS) into SIP messages (RFC 3261, 18.3). Pure but for what it holds back.
 *
 * 1. Empty lines between messages are signs of life (RFC 5626, 4.4.1) and are told as such.
 * 2. A stream whose next message has no end in sight (head above 32 kB, body above 64 kB, no valid length) is lost:
 *    `push` says so, and nothing more is cut from it.
 */
import { Buffer } from 'node:buffer';

const LONGEST_HEAD = 32 * 1024;
const LONGEST_BODY = 64 * 1024;

export interface FrameSink {
  message(bytes: Buffer): void;
  /** Two empty lines: the peer asks whether we are there. */
  ping(): void;
}

export class SipFrames {
  private held: Buffer = Buffer.alloc(0);
  private isLost = false;

  /** Answers what made the stream useless, or null while it is fine. */
  push(chunk: Uint8Array, sink: FrameSink): string | null {
    if (this.isLost) return 'the stream was lost before';
    this.held = this.held.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.held, chunk]);
    for (;;) {
      this.skipEmptyLines(sink);
      const end = this.endOfMessage();
      if (typeof end === 'string') {
        this.isLost = true;
        this.held = Buffer.alloc(0);
        return end;
      }
      if (end === null || end > this.held.length) return null;
      const message = this.held.subarray(0, end);
      this.held = this.held.subarray(end);
      sink.message(message);
    }
  }

  private skipEmptyLines(sink: FrameSink): void {
    let at = 0;
    while (this.held.length - at >= 2 && this.held[at] === 13 && this.held[at + 1] === 10) {
      const isPing = this.held.length - at >= 4 && this.held[at + 2] === 13 && this.held[at + 3] === 10;
      if (isPing) sink.ping();
      at += isPing ? 4 : 2;
    }
    if (at > 0) this.held = this.held.subarray(at);
  }

  /** Null while the head is not whole; a text when there is no telling. */
  private endOfMessage(): number | null | string {
    const at = this.held.indexOf('\r\n\r\n');
    if (at < 0) return this.held.length > LONGEST_HEAD ? 'header fields without an end' : null;
    if (at > LONGEST_HEAD) return 'header fields without an end';
    const length = /\r\n(?:content-length|l)[ \t]*:[ \t]*([^\r\n]*)/i.exec(this.held.toString('latin1', 0, at));
    const value = length?.[1]?.trim() ?? '0';
    if (!/^\d{1,9}$/.test(value) || Number(value) > LONGEST_BODY) return 'a Content-Length that is not valid';
    return at + 4 + Number(value);
  }
}
