/**
 * A body in chunks (RFC 9112, 7.1): where its data stands among the bytes, and where it ends. Pure.
 *
 * 1. Lines end with CR LF. A line about a chunk, and all trailer fields together, are bounded.
 */
import { BadAnswer } from './answer-head.ts';

const LONGEST_LINE = 4_096;
const LONGEST_TRAILER = 16_384;
const LINE_FEED = 0x0a;
/** The size, and nothing but an extension after it. */
const SIZE = /^([0-9A-Fa-f]{1,12})(?:;[\t\x20-\x7e\x80-\xff]*)?$/;

export class Chunks {
  /** What comes next. */
  private next: 'size' | 'data' | 'end_of_data' | 'trailer' = 'size';
  private left = 0;
  /** The beginning of a line whose end has not come. */
  private begun = '';
  private trailer = 0;

  /**
   * Reads what stands from `at` on, and tells `take` where each piece of data stands. Returns where the body ends, or -1
   * while it goes on. Throws BadAnswer.
   */
  read(bytes: Buffer, at: number, take: (from: number, to: number) => void): number {
    let from = at;
    while (from < bytes.length) {
      if (this.next === 'data') {
        const to = Math.min(bytes.length, from + this.left);
        take(from, to);
        this.left -= to - from;
        if (this.left === 0) this.next = 'end_of_data';
        from = to;
        continue;
      }
      const feed = bytes.indexOf(LINE_FEED, from);
      const to = feed < 0 ? bytes.length : feed + 1;
      this.begun += bytes.toString('latin1', from, to);
      if (this.begun.length > LONGEST_LINE) throw bad();
      from = to;
      if (feed >= 0 && this.endsWith(this.takeLine())) return from;
    }
    return -1;
  }

  private takeLine(): string {
    const line = this.begun;
    this.begun = '';
    if (!line.endsWith('\r\n')) throw bad();
    return line.slice(0, -2);
  }

  /** Whether this line is the last one of the body. */
  private endsWith(line: string): boolean {
    if (this.next === 'trailer') {
      this.trailer += line.length;
      if (this.trailer > LONGEST_TRAILER) throw bad();
      return line === '';
    }
    if (this.next === 'end_of_data') {
      if (line !== '') throw bad();
      this.next = 'size';
      return false;
    }
    const [, size] = SIZE.exec(line) ?? [];
    if (size === undefined) throw bad();
    this.left = Number.parseInt(size, 16);
    this.next = this.left === 0 ? 'trailer' : 'data';
    return false;
  }
}

function bad(): BadAnswer {
  return new BadAnswer('the answer has a bad chunk');
}
