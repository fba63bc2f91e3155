/**
 * The answer to a plain request (request.ts): what the framework, the guards and the edge use of Node's ServerResponse,
 * and no stream.
 *
 * 1. The bytes are those that Node would write: the headers as they are given, then Date and how the connection goes on.
 * 2. It leaves whole, in one write, when it is its turn (connection.ts). What is written in parts is put together.
 * 3. `finish` is when the system has taken the bytes, `close` comes behind it; or `close` alone when the connection is gone.
 *    What is answered after that is an `error`, as it is to Node.
 */
import { EventEmitter } from 'node:events';
import { STATUS_CODES, validateHeaderValue } from 'node:http';
import type { Socket } from 'node:net';
import type { PlainRequest } from './request.ts';

type HeaderValue = string | number | readonly string[];
type Headers = Record<string, HeaderValue>;

/** `said`: the answer says it itself, or is not to say it. */
export type GoesOn = 'keep-alive' | 'close' | 'said';

/** The connection, as far as an answer knows it. */
export interface AnswersTo {
  /** The lines of the date and of how the connection goes on. */
  closingLines(goesOn: GoesOn): string;
  /** `whole` is there. */
  ended(): void;
}

const CLOSE = /(?:^|\W)close(?:$|\W)/i;

export class PlainResponse extends EventEmitter {
  readonly req: PlainRequest;
  statusCode = 200;
  headersSent = false;
  writableEnded = false;
  writableFinished = false;
  destroyed = false;
  /** The connection ends with it. */
  isLast: boolean;
  /** Told where an emitter's listeners are: when it has left, or was ended though its connection is gone. */
  whenOver: (() => void) | null = null;
  /** Head and body, once it has ended. */
  whole: string | Buffer | null = null;
  private readonly connection: AnswersTo;
  private head = '';
  /** Those that were set one by one; nearly never. */
  private early: Headers | null = null;
  private parts: Buffer[] | null = null;
  private isSilent = false;

  constructor(req: PlainRequest, isLast: boolean, connection: AnswersTo) {
    super();
    this.req = req;
    this.isLast = isLast;
    this.connection = connection;
  }

  get socket(): Socket {
    return this.req.socket;
  }

  setHeader(name: string, value: HeaderValue): this {
    validateHeaderValue(name, value as string);
    this.early = { ...this.early, [name.toLowerCase()]: value };
    return this;
  }

  getHeader(name: string): HeaderValue | undefined {
    return this.early?.[name.toLowerCase()];
  }

  getHeaders(): Headers {
    return { ...this.early };
  }

  hasHeader(name: string): boolean {
    return this.early !== null && Object.hasOwn(this.early, name.toLowerCase());
  }

  /** As in Node's server, an answer out of which Connection was taken does not say how the connection goes on. */
  removeHeader(name: string): void {
    const lower = name.toLowerCase();
    if (lower === 'connection') this.isSilent = true;
    if (this.early) delete this.early[lower];
  }

  writeHead(statusCode: number, given: Headers = {}): this {
    if (this.headersSent) throw Object.assign(new Error('the head is written'), { code: 'ERR_HTTP_HEADERS_SENT' });
    const headers = this.early ? { ...this.early, ...given } : given;
    let lines = '';
    for (const name in headers) lines += linesOf(name, headers[name]);
    const { connection } = headers;
    if (connection !== undefined) this.isLast = CLOSE.test(String(connection));
    this.begin(statusCode, lines, connection !== undefined);
    return this;
  }

  /**
   * All at once. `lines`: headers that are known to be right, each with its end; they say neither how long the body is nor how
   * the connection goes on.
   */
  answer(statusCode: number, lines: string, body: string): void {
    this.begin(statusCode, `${lines}content-length: ${Buffer.byteLength(body)}\r\n`, false);
    this.end(body);
  }

  private begin(statusCode: number, lines: string, saysHowItGoesOn: boolean): void {
    const goesOn = this.isLast ? 'close' : 'keep-alive';
    const closing = this.connection.closingLines(saysHowItGoesOn || this.isSilent ? 'said' : goesOn);
    this.statusCode = statusCode;
    this.headersSent = true;
    this.head = `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? 'unknown'}\r\n${lines}${closing}`;
  }

  /** Rule 2. */
  write(part: string | Buffer): boolean {
    this.parts = [...(this.parts ?? []), Buffer.from(part as string)];
    return true;
  }

  end(last: string | Buffer | null = null): this {
    if (this.writableEnded) return this;
    this.writableEnded = true;
    if (this.destroyed) {
      process.nextTick(() => this.over('error', Object.assign(new Error('gone'), { code: 'ERR_STREAM_DESTROYED' })));
      return this;
    }
    const body = this.parts ? Buffer.concat([...this.parts, Buffer.from((last ?? '') as string)]) : last;
    if (!this.headersSent) this.writeHead(this.statusCode, { 'content-length': Buffer.byteLength(body ?? '') });
    const head = `${this.head}\r\n`;
    this.whole = Buffer.isBuffer(body) ? Buffer.concat([Buffer.from(head), body]) : head + (body ?? '');
    this.connection.ended();
    return this;
  }

  /** An answer that cannot be ended ends its connection. */
  destroy(): this {
    this.req.socket.destroy();
    return this;
  }

  /** Rule 3. */
  left(): void {
    this.writableFinished = true;
    this.over('finish');
    this.closed();
  }

  /** Rule 3. */
  closed(): void {
    this.destroyed = true;
    this.emit('close');
  }

  private over(event: 'finish' | 'error', error?: Error): void {
    if (this.whenOver) this.whenOver();
    else this.emit(event, error);
  }
}

function linesOf(name: string, value: HeaderValue | undefined): string {
  if (Array.isArray(value)) return value.map((each) => linesOf(name, each)).join('');
  // Refuses what is undefined, and signs that would end the line.
  validateHeaderValue(name, value as string);
  return `${name}: ${value}\r\n`;
}
