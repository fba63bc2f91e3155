/**
 * Reads the answer to one request out of the bytes of a connection, in whatever pieces they come. Pure.
 *
 * 1. Answers with a status below 200 come before the real one and are skipped; 101 would end HTTP, and nobody asked for it.
 * 2. Heads have a limit, all of them together; so has the body, of which the beginning is kept as far as it is wanted.
 * 3. Nothing may follow an answer: nothing was asked for. `isSpent` says so, and the connection is not used again.
 */
import { type AnswerHead, BadAnswer, readHead } from './answer-head.ts';
import { Chunks } from './chunks.ts';

/** How much of the body of an answer with this status is kept. */
export type Keeps = (status: number) => number;

/** More than any answer to a callback has. */
export const LONGEST_BODY_BYTES = 64 * 1024;
/** As Node's own clients take it. */
export const LONGEST_HEAD_BYTES = 16 * 1024;

const END_OF_HEAD = '\r\n\r\n';
const BEGINNING = 'HTTP/1.';
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const SWITCHING_PROTOCOLS = 101;
const NOTHING = Buffer.alloc(0);

export class AnswerReader {
  /** That of the real answer, as soon as it is there. */
  head: AnswerHead | null = null;
  /** The answer is here to its last byte; of one that lasts until the connection is closed, nobody can say so. */
  isWhole = false;
  /** The body is longer than it may be: the rest is not read. */
  isTooLong = false;
  private keeps: Keeps;
  private text = '';
  private headBytes = 0;
  private chunks: Chunks | null = null;
  private bodyBytes = 0;
  private kept: Buffer[] | null = null;
  private hasMore = false;

  constructor(keeps: Keeps) {
    this.keeps = keeps;
  }

  /** The beginning of the body. */
  get body(): Buffer {
    return this.kept === null ? NOTHING : Buffer.concat(this.kept);
  }

  /** No further answer can be read from the connection. */
  get isSpent(): boolean {
    return !this.isWhole || this.hasMore || this.head?.staysOpen !== true;
  }

  /** Throws BadAnswer. The bytes may be overwritten afterwards. */
  read(bytes: Buffer): void {
    let at = 0;
    while (this.head === null && at < bytes.length) at = this.readHead(bytes, at);
    if (this.head !== null && !this.isWhole && !this.isTooLong) at = this.readBody(this.head, bytes, at);
    if (this.isWhole && at < bytes.length) this.hasMore = true;
  }

  /** Returns from where on it has not been read. */
  private readHead(bytes: Buffer, from: number): number {
    let at = from;
    // RFC 9112, 2.2: an empty line before the first one is let pass.
    if (this.text === '') while (bytes[at] === CARRIAGE_RETURN || bytes[at] === LINE_FEED) at += 1;
    this.headBytes += at - from;
    const before = this.text.length;
    // A body may stand behind it, which need not become a text.
    this.text += bytes.toString('latin1', at, at + LONGEST_HEAD_BYTES + 1);
    const end = this.text.indexOf(END_OF_HEAD, Math.max(0, before - END_OF_HEAD.length + 1));
    const length = end < 0 ? this.text.length : end + END_OF_HEAD.length;
    if (this.headBytes + length > LONGEST_HEAD_BYTES) throw new BadAnswer('the head of the answer is too long');
    if (end < 0) {
      this.refuseBegun(before);
      return bytes.length;
    }
    const head = readHead(this.text.slice(0, end + 2));
    this.text = '';
    this.headBytes += length;
    if (head.status === SWITCHING_PROTOCOLS) throw new BadAnswer('the answer leaves HTTP');
    if (head.status >= 200) this.begin(head);
    return at + length - before;
  }

  /** What cannot become a head is not waited for. */
  private refuseBegun(from: number): void {
    const { text } = this;
    if (!text.startsWith(BEGINNING.slice(0, text.length))) throw new BadAnswer('the answer is not HTTP/1.1');
    for (let feed = text.indexOf('\n', from); feed >= 0; feed = text.indexOf('\n', feed + 1)) {
      if (text[feed - 1] !== '\r') throw new BadAnswer('the answer has a bad header');
    }
  }

  private begin(head: AnswerHead): void {
    this.head = head;
    if (head.bodyEnds === 'at_length') this.isWhole = head.length === 0;
    else if (head.bodyEnds === 'after_chunks') this.chunks = new Chunks();
  }

  private readBody(head: AnswerHead, bytes: Buffer, at: number): number {
    if (this.chunks !== null) {
      const end = this.chunks.read(bytes, at, (from, to) => this.take(head, bytes, from, to));
      this.isWhole = end >= 0 && !this.isTooLong;
      return end >= 0 ? end : bytes.length;
    }
    const left = head.bodyEnds === 'at_length' ? head.length - this.bodyBytes : Number.POSITIVE_INFINITY;
    const to = Math.min(bytes.length, at + left);
    if (to > at) this.take(head, bytes, at, to);
    this.isWhole = head.bodyEnds === 'at_length' && this.bodyBytes === head.length && !this.isTooLong;
    return to;
  }

  private take(head: AnswerHead, bytes: Buffer, from: number, to: number): void {
    const room = this.keeps(head.status) - this.bodyBytes;
    if (room > 0) {
      this.kept ??= [];
      this.kept.push(Buffer.from(bytes.subarray(from, Math.min(to, from + room))));
    }
    this.bodyBytes += to - from;
    if (this.bodyBytes > LONGEST_BODY_BYTES) this.isTooLong = true;
  }
}
