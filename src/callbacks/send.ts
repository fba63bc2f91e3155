/**
 * One try of one callback over HTTP.
 *
 * 1. 2xx is delivered, 410 is gone, anything else is tried again; a redirect is not followed.
 * 2. The time limit covers everything: name, connection, request and answer. Only the head of the answer counts; of one
 *    that is no success, or of a callback that was tried before, the beginning of the body is kept, to be shown.
 * 3. Connections are kept for the next callback to the same endpoint, bounded in number.
 */
import type { Clock } from '../lib/clock.ts';
import { DAY_MS } from '../lib/durations.ts';
import { retryAfterMs } from '../lib/retry-after.ts';
import { partsOf, type UrlParts } from '../lib/url-parts.ts';
import { type AddressGuard, AddressRefused } from './address-guard.ts';
import { CallbackClient } from './client/client.ts';
import type { Outcome, Request } from './client/exchange.ts';
import { writeRequest } from './client/request-text.ts';
import { EXCERPT_BYTES, excerptOf } from './excerpt.ts';

export interface CallbackRequest {
  readonly url: string;
  readonly method: 'POST' | 'GET';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What is answered is kept also when it is a success. */
  readonly keepsAnswer?: boolean;
}

export type SendResult =
  | { readonly kind: 'delivered'; readonly status: number; readonly answer?: string }
  | { readonly kind: 'gone'; readonly status: number; readonly answer?: string }
  | {
      readonly kind: 'failed';
      readonly status: number | null;
      readonly reason: string;
      /** The receiver asked for that much patience. */
      readonly retryAfterMs: number | null;
      /** There was a connection: it is not the host that is out of reach. */
      readonly wasConnected: boolean;
      /** The beginning of what was answered. */
      readonly answer?: string;
    };

export interface CallbackTransport {
  /** The longest that `send` takes. */
  readonly timeoutMs: number;
  /** Never rejects. */
  send(request: CallbackRequest): Promise<SendResult>;
  /** Connections that are open, in use or kept for the next callback. */
  openConnections(): number;
  /** `fewer` is called whenever one has been closed. */
  onFewer(fewer: () => void): void;
  /** What is under way ends at once, as failed. */
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly clock: Clock;
  readonly guard: AddressGuard;
  readonly timeoutMs: number;
  /** Connections to one endpoint at most. */
  readonly connections: number;
}

const LONGEST_RETRY_AFTER_MS = DAY_MS;
const UNUSABLE = 'the URL cannot be used';

export function createTransport({ clock, guard, timeoutMs, connections }: TransportOptions): CallbackTransport {
  const client = new CallbackClient({ clock, lookup: guard.lookup, timeoutMs, connections });
  return {
    timeoutMs,
    send: (request) =>
      new Promise((resolve) => {
        const target = targetOf(request.url, guard);
        const written = typeof target === 'string' ? null : writtenFor(target, request);
        if (typeof target === 'string') resolve(unsent(target));
        else if (written === null) resolve(unsent('a header cannot be written'));
        else client.exchange(target, written, (outcome) => resolve(resultOf(outcome, clock)));
      }),
    openConnections: () => client.openConnections(),
    onFewer: (fewer) => client.onFewer(fewer),
    close: () => client.close(),
  };
}

/** Where it goes, or why it does not. */
function targetOf(url: string, guard: AddressGuard): UrlParts | string {
  try {
    const target = partsOf(url);
    guard.checkHost(target.hostname);
    guard.checkPort(target.port);
    return target.origin.startsWith('http') ? target : UNUSABLE;
  } catch (error) {
    return error instanceof AddressRefused ? error.message : UNUSABLE;
  }
}

function writtenFor(target: UrlParts, { method, headers, body, keepsAnswer }: CallbackRequest): Request | null {
  const { origin, path } = target;
  const written = writeRequest({ method, origin, path, headers, body });
  if (written === null) return null;
  // Receivers that do not expect a body there may take it for the next request.
  const isLast = method === 'GET' && body !== '';
  return { text: written.text, encoding: written.encoding, isLast, keeps: keepsAnswer ? keepsAll : keepsFailures };
}

const keepsAll = (): number => EXCERPT_BYTES;
const keepsFailures = (status: number): number => (isSuccess(status) ? 0 : EXCERPT_BYTES);

function unsent(reason: string): SendResult {
  return { kind: 'failed', status: null, reason, retryAfterMs: null, wasConnected: false };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function resultOf(outcome: Outcome, clock: Clock): SendResult {
  if (outcome.kind !== 'answered') {
    const wasConnected = outcome.kind === 'unanswered';
    return { kind: 'failed', status: null, reason: outcome.reason, retryAfterMs: null, wasConnected };
  }
  const { status, retryAfter, body } = outcome;
  const said = body.length > 0 ? { answer: excerptOf(body) } : {};
  if (isSuccess(status)) return { kind: 'delivered', status, ...said };
  if (status === 410) return { kind: 'gone', status, ...said };
  return {
    ...said,
    kind: 'failed',
    status,
    reason: `answered ${status}`,
    retryAfterMs: retryAfter === null ? null : waitOf(retryAfter, clock.now()),
    wasConnected: true,
  };
}

function waitOf(header: string, now: number): number | null {
  const wait = retryAfterMs(header, now);
  return wait === null ? null : Math.min(wait, LONGEST_RETRY_AFTER_MS);
}
