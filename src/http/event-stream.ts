/**
 * An answer that goes on: server-sent events (WHATWG HTML, 9.2) to one reader.
 *
 * 1. A comment goes out every `ALIVE_EVERY_MS`, so that nothing on the way takes the connection for dead, and a reader that
 *    is gone is noticed.
 * 2. A reader that does not keep up is dropped: when more than `MOST_UNREAD_BYTES` wait for it, its connection is closed. It
 *    comes again when it can.
 * 3. The connection serves nothing else afterwards (`connection: close`), so the server can stop at any time.
 */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Clock, Timer } from '../lib/clock.ts';

export interface EventStreamOptions {
  readonly clock: Pick<Clock, 'setTimer' | 'clearTimer'>;
  /** Once, however it ends; `isSlow`: the reader was dropped (rule 2). */
  readonly ended: (isSlow: boolean) => void;
}

export const ALIVE_EVERY_MS = 15_000;
export const MOST_UNREAD_BYTES = 256 * 1024;
/** How long a reader waits before it comes again. */
const COME_AGAIN_MS = 2_000;

export class EventStream {
  readonly body: Readable;
  private readonly options: EventStreamOptions;
  private alive: Timer | null = null;
  private hasEnded = false;

  constructor(options: EventStreamOptions) {
    this.options = options;
    this.body = new Readable({ read() {} });
    this.body.once('close', () => this.end(false));
    this.body.on('error', () => this.end(false));
    this.push(`retry: ${COME_AGAIN_MS}\n\n`);
    this.beat();
  }

  send(reply: FastifyReply): FastifyReply {
    return reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .header('connection', 'close')
      .send(this.body);
  }

  /** `data`: as `eventText` makes it. */
  push(text: string): void {
    if (this.hasEnded) return;
    if (this.body.readableLength > MOST_UNREAD_BYTES) {
      this.end(true);
      this.body.destroy();
      return;
    }
    this.body.push(text);
  }

  /** What was pushed still goes out. */
  close(): void {
    if (this.hasEnded) return;
    this.body.push(null);
    this.end(false);
  }

  private beat(): void {
    this.alive = this.options.clock.setTimer(() => {
      this.push(': alive\n\n');
      if (!this.hasEnded) this.beat();
    }, ALIVE_EVERY_MS);
  }

  private end(isSlow: boolean): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    if (this.alive) this.options.clock.clearTimer(this.alive);
    this.options.ended(isSlow);
  }
}

export function eventText(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
