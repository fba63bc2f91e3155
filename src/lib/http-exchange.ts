/**
 * One HTTP request whose fate is known: answered, never left, or left without an answer. HTTP libraries report the
 * last two alike; a sender of messages must tell them apart.
 *
 * 1. `mayLeave` is asked in the turn in which the head is written to a connected socket, not when the request is queued:
 *    connecting and waiting for a free connection may take seconds. When it says no, nothing is written.
 * 2. Before that moment a failure is `not_left`; from it on a failure is `unanswered`, since bytes may have arrived.
 * 3. Once the status line and headers are in, the request is `answered`, whatever happens to the rest of the body.
 * 4. At most `LONGEST_BODY_BYTES` of an answer are kept, or as many as the limits say; a longer one ends with its
 *    connection. Redirects are answers like any other.
 * 5. The time limit is the context's clock; the time-outs of the dispatcher given should be off or longer.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Clock } from './clock.ts';
import { storable } from './storable.ts';

/** More than any answer in JSON. */
export const LONGEST_BODY_BYTES = 64 * 1024;

export interface ExchangeRequest {
  readonly origin?: string;
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ExchangeAnswer {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Its time ran out in the middle of the body. */
  readonly isLate: boolean;
  /** The body is here to its last byte. */
  readonly isWhole: boolean;
}

export type ExchangeResult =
  | ExchangeAnswer
  /** `mayLeave` said no. */
  | { readonly kind: 'withheld' }
  | { readonly kind: 'not_left'; readonly reason: string }
  | { readonly kind: 'unanswered'; readonly reason: string };

export interface ExchangeLimits {
  readonly withinMs: number;
  mayLeave?(): boolean;
  /** Of the answer only the head is wanted: none of the body is kept, and one that is too long ends the connection. */
  readonly dropBody?: boolean;
  /** Beside `dropBody`: so much of the beginning is kept of an answer with this status. */
  excerptBytes?(status: number): number;
  /** Of the body, where it is no JSON. */
  readonly mostBytes?: number;
}

/** Never rejects. */
export function exchange(
  dispatcher: Dispatcher,
  clock: Clock,
  request: ExchangeRequest,
  limits: ExchangeLimits,
): Promise<ExchangeResult> {
  return new Promise((resolve) => {
    const handler = new ExchangeHandler(limits, (result) => {
      clock.clearTimer(timer);
      resolve(result);
    });
    const timer = clock.setTimer(() => handler.expire(), limits.withinMs);
    try {
      dispatcher.dispatch({ ...request, body: request.body ?? null }, handler);
    } catch (error) {
      handler.onResponseError(null, error);
    }
  });
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  private readonly limits: ExchangeLimits;
  private readonly settle: (result: ExchangeResult) => void;
  private controller: Dispatcher.DispatchController | null = null;
  private settled = false;
  private started = false;
  private head: { status: number; headers: IncomingHttpHeaders } | null = null;
  private readonly chunks: Buffer[] = [];
  private bytes = 0;

  constructor(limits: ExchangeLimits, settle: (result: ExchangeResult) => void) {
    this.limits = limits;
    this.settle = settle;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // Its time ran out while it was queued, and that has been told.
    if (this.settled) {
      controller.abort(new Error('no longer wanted'));
      return;
    }
    if (this.limits.mayLeave && !this.limits.mayLeave()) {
      this.finish({ kind: 'withheld' });
      controller.abort(new Error('withheld'));
      return;
    }
    this.started = true;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // 1xx answers come before the real one.
    if (status >= 200) this.head = { status, headers };
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.limits.dropBody) {
      const kept = (this.head && this.limits.excerptBytes?.(this.head.status)) ?? 0;
      if (this.bytes < kept) this.chunks.push(Buffer.from(chunk.subarray(0, kept - this.bytes)));
      this.bytes += chunk.length;
      if (this.bytes > LONGEST_BODY_BYTES) this.tooLong();
      return;
    }
    const room = (this.limits.mostBytes ?? LONGEST_BODY_BYTES) - this.bytes;
    this.chunks.push(chunk.subarray(0, room));
    this.bytes += Math.min(room, chunk.length);
    if (chunk.length > room) this.tooLong();
  }

  onResponseEnd(): void {
    this.finishBy('the answer ended before its status line', { isWhole: true });
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: unknown): void {
    this.finishBy(describeError(error));
  }

  expire(): void {
    this.finishBy(this.started ? 'no answer in time' : 'no connection in time', { isLate: true });
    this.controller?.abort(new Error('out of time'));
  }

  private tooLong(): void {
    this.finishBy('the answer is too long');
    this.controller?.abort(new Error('the answer is too long'));
  }

  private finishBy(reason: string, { isLate = false, isWhole = false } = {}): void {
    if (this.head) this.finish({ kind: 'answered', ...this.head, body: Buffer.concat(this.chunks), isLate, isWhole });
    else this.finish({ kind: this.started ? 'unanswered' : 'not_left', reason });
  }

  private finish(result: ExchangeResult): void {
    if (this.settled) return;
    this.settled = true;
    this.settle(result);
  }
}

/** The reason may be what the peer wrote: an error of TLS holds all names of its certificate. */
const LONGEST_REASON = 300;

/** Short words for a socket's or a library's error, with the system's code where it has one; the store can hold them. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  // Several addresses were tried, and the outer error says nothing by itself.
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return describeError(error.errors[0]);
  const message = storable(error.message.slice(0, LONGEST_REASON));
  if (code === null) return message || error.name;
  return message.includes(code) ? message : `${message} (${code})`;
}
