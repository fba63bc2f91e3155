/**
 * One try of one callback over HTTP.
 *
 * 1. 2xx is delivered, 410 is gone, anything else is tried again; a redirect is not followed.
 * 2. The time limit covers everything: name, connection, request and answer. Of the answer only the head is looked at.
 */
import { Agent } from 'undici';
import type { Clock } from '../lib/clock.ts';
import { type ExchangeAnswer, exchange } from '../lib/http-exchange.ts';
import type { AddressGuard } from './address-guard.ts';

export interface CallbackRequest {
  readonly url: string;
  readonly method: 'POST' | 'GET';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type SendResult =
  | { readonly kind: 'delivered'; readonly status: number }
  | { readonly kind: 'gone'; readonly status: number }
  | {
      readonly kind: 'failed';
      readonly status: number | null;
      readonly reason: string;
      /** The receiver asked for that much patience. */
      readonly retryAfterMs: number | null;
    };

export interface CallbackTransport {
  /** Never rejects. */
  send(request: CallbackRequest): Promise<SendResult>;
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly clock: Clock;
  readonly guard: AddressGuard;
  readonly timeoutMs: number;
  /** Connections to one endpoint at most. */
  readonly connections: number;
}

const LONGEST_RETRY_AFTER_MS = 24 * 3_600_000;

export function createTransport({ clock, guard, timeoutMs, connections }: TransportOptions): CallbackTransport {
  const agent = new Agent({
    connections,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { lookup: guard.lookup, timeout: timeoutMs },
  });
  return {
    async send({ url, method, headers, body }) {
      const { origin, pathname, search, hostname } = new URL(url);
      try {
        guard.checkHost(hostname);
      } catch (error) {
        return { kind: 'failed', status: null, reason: (error as Error).message, retryAfterMs: null };
      }
      const request = {
        origin,
        path: pathname + search,
        method,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': 'Trunkline',
        },
        body,
      };
      const result = await exchange(agent, clock, request, { withinMs: timeoutMs });
      if (result.kind === 'answered') return resultOf(result, clock.now());
      const reason = result.kind === 'withheld' ? 'withheld' : result.reason;
      return { kind: 'failed', status: null, reason, retryAfterMs: null };
    },
    close: () => agent.destroy(),
  };
}

function resultOf({ status, headers }: ExchangeAnswer, now: number): SendResult {
  if (status >= 200 && status < 300) return { kind: 'delivered', status };
  if (status === 410) return { kind: 'gone', status };
  return {
    kind: 'failed',
    status,
    reason: `answered ${status}`,
    retryAfterMs: retryAfter(headers['retry-after'], now),
  };
}

/** RFC 9110, 10.2.3: seconds or a date. */
function retryAfter(header: string | string[] | undefined, now: number): number | null {
  if (typeof header !== 'string') return null;
  const wait = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, LONGEST_RETRY_AFTER_MS) : null;
}
