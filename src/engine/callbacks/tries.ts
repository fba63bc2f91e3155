/**
 * One try of a callback: it is signed and sent, and its answer says what becomes of the callback.
 *
 * 1. A try counts when the receiver was to blame: not when the keys could not be read.
 */
import type { CallbackTransport, SendResult } from '../../callbacks/send.ts';
import { type CallbackKeys, signCallback } from '../../callbacks/signature.ts';
import type { Context } from '../../context.ts';
import type { OnceAMinute } from '../../lib/once-a-minute.ts';
import type { CallbackResult } from '../../store/callbacks/callback-results.ts';
import type { CallbackRow } from '../../store/callbacks/callback-rows.ts';
import { traceCallback } from '../telemetry/traced.ts';
import type { Receiver } from './endpoint.ts';
import { nextTryAt } from './retry-schedule.ts';

export interface CallbackTriesOptions {
  readonly context: Context;
  readonly transport: CallbackTransport;
  /** Null when the account is gone. */
  readonly keysOf: (accountId: string) => Promise<CallbackKeys | null>;
}

/** What the receiver said, and after how long. `answeredAt` is so long after the instant that the try was signed for. */
export type Answered = SendResult & { readonly answeredAt: number; readonly tookMs: number };

/** What the receiver said, or why it was not asked. */
export type TryResult = Answered | 'not_signed' | 'no_account';

/** An answer within so long is a swift one. */
const SWIFT_MS = 1_000;

export class CallbackTries {
  private readonly options: CallbackTriesOptions;
  private readonly minutes: OnceAMinute;

  constructor(options: CallbackTriesOptions, minutes: OnceAMinute) {
    this.options = options;
    this.minutes = minutes;
  }

  async send(row: CallbackRow): Promise<TryResult> {
    const { context, keysOf, transport } = this.options;
    let keys: CallbackKeys | null;
    try {
      keys = await keysOf(row.accountId);
    } catch (error) {
      this.minutes.happened(`not signed ${row.accountId}`, (times) =>
        context.log.warn({ err: error, callback: row.id, times }, 'a callback could not be signed, and is tried again'),
      );
      return 'not_signed';
    }
    if (keys === null) return 'no_account';
    const sentAt = context.clock.now();
    const headers = signCallback({ id: row.id, body: row.body, at: sentAt }, keys);
    const span = context.traces && (await traceCallback(context, row));
    if (span && context.traces?.propagates) headers.traceparent = span.traceparent;
    const startedAt = context.clock.monotonic();
    const request = { url: row.url, method: row.method, headers, body: row.body, keepsAnswer: isRecorded(row) };
    const isTraced = span && context.traces;
    const sent = await (isTraced ? isTraced.within(span, () => transport.send(request)) : transport.send(request));
    span?.set(sent.status === null ? {} : { 'http.response.status_code': sent.status });
    span?.end(context.clock.now(), errorOf(sent));
    const tookMs = Math.round(context.clock.monotonic() - startedAt);
    return { ...sent, answeredAt: sentAt + tookMs, tookMs };
  }

  /** Those with which a try at this time goes, or went. */
  async headersOf(row: Pick<CallbackRow, 'id' | 'accountId' | 'body'>, at: number): Promise<Record<string, string>> {
    const keys = await this.options.keysOf(row.accountId);
    return keys === null ? {} : signCallback({ id: row.id, body: row.body, at }, keys);
  }

  /** What is written of a try. */
  resultOf(row: CallbackRow, sent: Answered | 'no_account'): CallbackResult {
    const { messageId, seq } = row;
    if (sent === 'no_account') {
      const nothing = { dueAt: null, status: null, tookMs: null };
      return { ...nothing, messageId, seq, tries: row.tries, state: 'given_up', error: 'the account is gone' };
    }
    const result = this.standingOf(row, sent);
    if (sent.kind === 'delivered' && !isRecorded(row)) return result;
    const { status, error } = result;
    const { answeredAt, tookMs, answer = '' } = sent;
    return { ...result, recorded: { messageId, seq, triedAt: answeredAt, status, tookMs, error, answer } };
  }

  private standingOf(row: CallbackRow, sent: Answered): CallbackResult {
    const { context } = this.options;
    const { answeredAt, tookMs } = sent;
    const { messageId, seq } = row;
    const base = { messageId, seq, tries: row.tries + 1, dueAt: null, tookMs };
    if (sent.kind === 'delivered') {
      return { ...base, state: 'delivered', status: sent.status, error: null, deliveredAt: answeredAt };
    }
    if (sent.kind === 'gone') {
      return { ...base, state: 'given_up', status: sent.status, error: 'the receiver answered 410' };
    }
    const dueAt = nextTryAt({
      createdAt: row.createdAt,
      tries: row.tries + 1,
      at: context.clock.now(),
      retryAfterMs: sent.retryAfterMs,
      random: context.randomBytes(2).readUInt16BE() / 65_536,
    });
    return { ...base, state: dueAt === null ? 'given_up' : 'pending', dueAt, status: sent.status, error: sent.reason };
  }
}

/** What becomes of it stands in a row of its own, also when it is delivered now. */
function isRecorded({ tries, isAgain }: CallbackRow): boolean {
  return tries > 0 || isAgain === true;
}

/** What a span says went wrong. */
function errorOf(sent: SendResult): string | undefined {
  if (sent.kind === 'delivered') return undefined;
  if (sent.status !== null) return String(sent.status);
  return sent.kind === 'failed' && !sent.wasConnected ? 'no_connection' : 'no_answer';
}

/** What the try says of the receiver and of its endpoint. */
export function judge({ breaker, endpoint }: Receiver, sent: SendResult, startedAt: number, now: number): void {
  if (sent.kind === 'failed') breaker.failed(now);
  else breaker.succeeded(now - startedAt < SWIFT_MS);
  if (sent.kind === 'failed' && !sent.wasConnected) endpoint.breaker.failed(now);
  else endpoint.breaker.succeeded();
}
