/**
 * A request whose head was plain (head.ts): what the framework, the guards and the edge read of Node's IncomingMessage,
 * and no stream.
 *
 * 1. Its body goes to whoever reads it (`resume`), as it comes. What comes before that is kept; a plain head announces no
 *    more than a few kilobytes.
 * 2. It has one reader, with one listener for each of three events. That is all that the framework asks for, and an
 *    EventEmitter costs 0.4 µs a request more.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { PlainHead } from './head.ts';

interface Reader {
  data?: (bytes: Buffer) => void;
  end?: () => void;
  error?: (error: Error) => void;
}

const NO_BODY = Buffer.alloc(0);

export class PlainRequest {
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
  readonly bodyBytes: number;
  private bytesLeft: number;
  private kept: Buffer | null = null;
  private isRead = false;
  private readonly reader: Reader = { data: undefined, end: undefined, error: undefined };

  constructor(socket: Socket, { method, url, headers, bodyBytes }: PlainHead) {
    this.method = method;
    this.url = url;
    this.originalUrl = url;
    this.headers = headers;
    this.socket = socket;
    this.bodyBytes = bodyBytes;
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

  /** Rule 2. */
  on<Name extends keyof Reader>(name: Name, listener: Reader[Name]): this {
    if (!(name in this.reader) || this.reader[name]) throw new Error(`a plain request tells nobody else of ${name}`);
    this.reader[name] = listener;
    return this;
  }

  removeListener<Name extends keyof Reader>(name: Name, listener: Reader[Name]): this {
    if (this.reader[name] === listener) this.reader[name] = undefined;
    return this;
  }

  /** Its body, if that is there and nobody reads it; then it is whose it is given to. */
  takeBody(): Buffer | null {
    if (!this.complete || this.isRead) return null;
    this.isRead = true;
    const body = this.kept ?? NO_BODY;
    this.kept = null;
    return body;
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
    process.nextTick(() => this.reader.error?.(error));
  }

  private give(): void {
    const { kept } = this;
    this.kept = null;
    if (kept) this.reader.data?.(kept);
    if (this.complete) this.reader.end?.();
  }
}
