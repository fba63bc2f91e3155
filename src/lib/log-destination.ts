/**
 * Where the log goes: lines are written to a descriptor without anybody waiting for it.
 *
 * 1. A log that cannot be written (the disk is full, its reader is gone) stops nothing. The write is tried again, and
 *    the lines that wait are written when it succeeds.
 * 2. The lines that wait are bounded. Lines beyond that are lost, and a line in their place says how many.
 * 3. When the process ends, the lines that wait are written as far as the descriptor takes them: nobody waits for room
 *    on a disk, and for a slow reader only a second. A thread may be writing at that moment; its lines come later.
 * 4. Whole lines go out, as many as a pipe takes in one piece: so rule 3 never puts one line into another.
 */
import { write, writeSync } from 'node:fs';
import type { Clock } from './clock.ts';

export interface LogDestination {
  write(line: string): void;
  /** Rule 3. */
  end(): void;
}

/** Some thousand lines: what goes wrong when a disk is full is told in the first of them. */
const MOST_WAITING_CHARACTERS = 1024 * 1024;
/** PIPE_BUF of Linux (pipe(7)). */
const MOST_AT_ONCE_BYTES = 4096;
const AGAIN_AFTER_MS = 100;
const SLOW_READER_WAIT_MS = 5;
const MOST_WAITS_FOR_READER = 200;

/** `shape`: what each line is made into; absent: nothing else. */
export function createLogDestination(
  clock: Clock,
  descriptor: number,
  shape: (line: string) => string = (line) => line,
): LogDestination {
  return new Descriptor(clock, descriptor, shape);
}

class Descriptor implements LogDestination {
  private readonly clock: Clock;
  private readonly descriptor: number;
  private readonly shape: (line: string) => string;
  private waiting: string[] = [];
  private waitingCharacters = 0;
  private lost = 0;
  /** What is written next: all of it, or what is left of it. */
  private rest = Buffer.alloc(0);
  private isWriting = false;
  private willTryAgain = false;

  constructor(clock: Clock, descriptor: number, shape: (line: string) => string) {
    this.clock = clock;
    this.descriptor = descriptor;
    this.shape = shape;
  }

  write(line: string): void {
    if (this.waitingCharacters + line.length > MOST_WAITING_CHARACTERS) {
      this.lost += 1;
      return;
    }
    if (this.lost > 0) this.keep(this.lineOfLoss());
    this.keep(line);
    this.pump();
  }

  /** The process ends: nobody else is held up by this. */
  end(): void {
    // What a thread is writing at this moment is not written twice.
    let left = this.isWriting ? this.takeLines() : this.rest;
    for (let waits = 0; left.length > 0 || this.waiting.length > 0; ) {
      if (left.length === 0) left = this.takeLines();
      try {
        left = left.subarray(writeSync(this.descriptor, left));
      } catch (error) {
        const isReaderSlow = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
        if (!isReaderSlow || waits === MOST_WAITS_FOR_READER) return;
        waits += 1;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SLOW_READER_WAIT_MS);
      }
    }
  }

  private keep(given: string): void {
    const line = this.shape(given);
    this.waiting.push(line);
    this.waitingCharacters += line.length;
  }

  /** Rule 2. */
  private lineOfLoss(): string {
    const line = { level: 'error', time: new Date(this.clock.now()).toISOString(), lines: this.lost };
    this.lost = 0;
    return `${JSON.stringify({ ...line, msg: 'lines of the log are lost: it could not be written' })}\n`;
  }

  private pump(): void {
    if (this.isWriting || this.willTryAgain) return;
    if (this.rest.length === 0) this.rest = this.takeLines();
    if (this.rest.length === 0) return;
    this.isWriting = true;
    write(this.descriptor, this.rest, (error, written) => {
      this.isWriting = false;
      if (error) this.tryAgain();
      else {
        this.rest = this.rest.subarray(written);
        this.pump();
      }
    });
  }

  /** Rule 4. */
  private takeLines(): Buffer<ArrayBuffer> {
    let count = 0;
    let bytes = 0;
    for (const line of this.waiting) {
      bytes += Buffer.byteLength(line);
      if (count > 0 && bytes > MOST_AT_ONCE_BYTES) break;
      count += 1;
    }
    const lines = this.waiting.splice(0, count).join('');
    this.waitingCharacters -= lines.length;
    return Buffer.from(lines);
  }

  /** Rule 1. */
  private tryAgain(): void {
    this.willTryAgain = true;
    this.clock.setTimer(() => {
      this.willTryAgain = false;
      this.pump();
    }, AGAIN_AFTER_MS);
  }
}
