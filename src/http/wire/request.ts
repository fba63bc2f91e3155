/**
 * A request whose head was plain (head.ts): what the framework, the guards and the edge read of Node's IncomingMessage,
 * and no stream.
 *
 * 1. Its body goes to whoever reads it (`resume`), as it comes. What comes before that is kept; a plain head announces no
 *    more than a few kilobytes.
 */
import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { PlainHead } from './head.ts';

export class PlainRequest extends EventEmitter {
  readonly method: string;
  /** The framework writes both. */
  url: string;
  originalUrl: string;
  readonly headers: IncomingHttpHeaders;
  readonly httpVersion = '1.1';
  readonly httpVersionMajor = 1;
  readonly httpVersionMinor = 1;
  readonly socket: Socket;
  /** Its body has come whole. */
  complete: boolean;
  aborted = false;
  private bytesLeft: number;
  private kept: Buffer | null = null;
  private isRead = false;

  constructor(socket: Socket, { method, url, headers, bodyBytes }: PlainHead) {
    super();
    this.method = method;
    this.url = url;
    this.originalUrl = url;
    this.headers = headers;
    this.socket = socket;
    this.bytesLeft = bodyBytes;
    this.complete = bodyBytes === 0;
  }

  /** Takes what is its own of the bytes from `at`, and says where that ends. */
  take(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.bytesLeft);
    if (end === at) return at;
    const own = bytes.subarray(at, end);
    this.bytesLeft -= own.length;
    this.complete = this.bytesLeft === 0;
    this.kept = this.kept ? Buffer.concat([this.kept, own]) : own;
    if (this.isRead) this.give();
    return end;
  }

  resume(): this {
    this.isRead = true;
    this.give();
    return this;
  }

  /** Its connection is gone; whoever reads its body waits for nothing. */
  abort(): void {
    this.aborted = true;
    const error = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    process.nextTick(() => {
      if (this.listenerCount('error') > 0) this.emit('error', error);
    });
  }

  private give(): void {
    const { kept } = this;
    this.kept = null;
    if (kept) this.emit('data', kept);
    if (this.complete) this.emit('end');
  }
}
