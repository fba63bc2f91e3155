/**
 * One try of one callback over HTTP.
 *
 * 1. 2xx is delivered, 410 is gone, anything else is tried again; a redirect is not followed.
 * 2. The time limit covers everything: name, connection, request and answer. Only the head of the answer counts; of one
 *    that is no success, or of a callback that was tried before, the beginning of the body is kept, to be shown.
 * 3. Connections are kept for the next callback to the same endpoint, bounded in number.
 */
import { Agent } from 'undici';
import type { Clock } from '../lib/clock.ts';
import { DAY_MS } from '../lib/durations.ts';
import { type ExchangeAnswer, exchange } from '../lib/http-exchange.ts';
import { partsOf, type UrlParts } from '../lib/url-parts.ts';
import { type AddressGuard, AddressRefused } from './address-guard.ts';
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
/** Under the 5 s after which common servers close what is idle: a callback must not meet a connection that is closing. */
const KEEP_IDLE_MS = 4_000;

export function createTransport({ clock, guard, timeoutMs, connections }: TransportOptions): CallbackTransport {
  const agent = new Agent({
    connections,
    pipelining: 1,
    keepAliveTimeout: KEEP_IDLE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { lookup: guard.lookup, timeout: timeoutMs },
  });
  let open = 0;
  let fewer = (): void => undefined;
  agent.on('connect', () => {
    open += 1;
  });
  agent.on('disconnect', () => {
    open -= 1;
    fewer();
  });
  const failures = {
    withinMs: timeoutMs,
    dropBody: true,
    excerptBytes: (status: number) => (isSuccess(status) ? 0 : EXCERPT_BYTES),
  };
  const all = { ...failures, excerptBytes: () => EXCERPT_BYTES };
  return {
    timeoutMs,
    async send({ url, method, headers, body, keepsAnswer = false }) {
      let target: UrlParts;
      try {
        target = partsOf(url);
        guard.checkHost(target.hostname);
        guard.checkPort(target.port);
      } catch (error) {
        return unsent(error instanceof AddressRefused ? error.message : 'the URL cannot be used');
      }
      const request = {
        origin: target.origin,
        path: target.path,
        method,
        headers: {
          ...headers,
          // In the case in which the public service writes them (signature.ts, rule 2).
          'Content-Type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'User-Agent': 'Trunkline',
        },
        body,
      };
      const result = await exchange(agent, clock, request, keepsAnswer ? all : failures);
      if (result.kind === 'answered') return resultOf(result, clock.now());
      if (result.kind === 'withheld') return unsent('withheld');
      const wasConnected = result.kind === 'unanswered';
      return { kind: 'failed', status: null, reason: result.reason, retryAfterMs: null, wasConnected };
    },
    openConnections: () => open,
    onFewer: (told) => {
      fewer = told;
    },
    close: () => agent.destroy(),
  };
}

function unsent(reason: string): SendResult {
  return { kind: 'failed', status: null, reason, retryAfterMs: null, wasConnected: false };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function resultOf({ status, headers, body }: ExchangeAnswer, now: number): SendResult {
  const said = body.length > 0 ? { answer: excerptOf(body) } : {};
  if (isSuccess(status)) return { kind: 'delivered', status, ...said };
  if (status === 410) return { kind: 'gone', status, ...said };
  return {
    ...said,
    kind: 'failed',
    status,
    reason: `answered ${status}`,
    retryAfterMs: retryAfter(headers['retry-after'], now),
    wasConnected: true,
  };
}

/** RFC 9110, 10.2.3: seconds or a date. */
function retryAfter(header: string | string[] | undefined, now: number): number | null {
  if (typeof header !== 'string') return null;
  const wait = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, LONGEST_RETRY_AFTER_MS) : null;
}
