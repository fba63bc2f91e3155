/**
 * An HTTP/1.1 client for what callbacks need of HTTP, at half of the CPU time of a general one
 * (docs/decisions/callback-client.md).
 *
 * 1. A request has one time limit over everything: name, connection, its turn and the whole answer.
 * 2. The limit of all is the same, so the first to end is the one that began first, and there is one timer for all of them.
 * 3. Whatever is known of an endpoint goes with its last connection.
 */
import type { LookupFunction } from 'node:net';
import type { Clock, Timer } from '../../lib/clock.ts';
import type { UrlParts } from '../../lib/url-parts.ts';
import type { Surroundings } from './connection.ts';
import { Connections } from './connections.ts';
import { Exchange, type Outcome, type Request } from './exchange.ts';

export interface ClientOptions {
  readonly clock: Clock;
  /** Asked for names, never for addresses. */
  readonly lookup: LookupFunction;
  readonly timeoutMs: number;
  /** Connections to one endpoint at most. */
  readonly connections: number;
}

const READ_AT_ONCE_BYTES = 64 * 1024;
const CLOSED = 'the client is closed';

export class CallbackClient {
  private readonly options: ClientOptions;
  private readonly surroundings: Surroundings;
  private readonly endpoints = new Map<string, Connections>();
  /** In the order in which their time runs out. */
  private readonly underWay = new Set<Exchange>();
  private timer: Timer | null = null;
  private open = 0;
  private fewer = (): void => undefined;
  private closing: Promise<void> | null = null;
  private allClosed = (): void => undefined;

  constructor(options: ClientOptions) {
    this.options = options;
    const { clock, lookup, timeoutMs } = options;
    this.surroundings = { clock, lookup, timeoutMs, buffer: Buffer.allocUnsafeSlow(READ_AT_ONCE_BYTES) };
  }

  /** `settle` is called once. */
  exchange(target: UrlParts, request: Request, settle: (outcome: Outcome) => void): void {
    const { clock, timeoutMs } = this.options;
    const exchange = new Exchange(request, clock.monotonic() + timeoutMs, (outcome) => {
      this.underWay.delete(exchange);
      settle(outcome);
    });
    if (this.closing) {
      exchange.end(CLOSED);
      return;
    }
    this.underWay.add(exchange);
    this.timer ??= clock.setTimer(this.expire, timeoutMs);
    this.endpoint(target).send(exchange);
  }

  /** Connections that are open, in use or kept for the next request. */
  openConnections(): number {
    return this.open;
  }

  /** `fewer` is called whenever one has been closed. */
  onFewer(fewer: () => void): void {
    this.fewer = fewer;
  }

  /** What is under way ends at once. */
  close(): Promise<void> {
    this.closing ??= new Promise((resolve) => {
      this.allClosed = resolve;
      for (const endpoint of this.endpoints.values()) endpoint.close(CLOSED);
      if (this.timer) this.options.clock.clearTimer(this.timer);
      if (this.endpoints.size === 0) resolve();
    });
    return this.closing;
  }

  private endpoint(target: UrlParts): Connections {
    const known = this.endpoints.get(target.origin);
    if (known) return known;
    const endpoint = new Connections({
      surroundings: this.surroundings,
      place: {
        isSecure: target.origin.startsWith('https:'),
        host: target.hostname.startsWith('[') ? target.hostname.slice(1, -1) : target.hostname,
        port: target.port,
        session: null,
      },
      most: this.options.connections,
      counted: (change) => this.counted(change),
      emptied: () => this.emptied(target.origin),
    });
    this.endpoints.set(target.origin, endpoint);
    return endpoint;
  }

  private counted(change: 1 | -1): void {
    this.open += change;
    if (change < 0) this.fewer();
  }

  private emptied(origin: string): void {
    this.endpoints.delete(origin);
    if (this.endpoints.size === 0) this.allClosed();
  }

  private readonly expire = (): void => {
    const { clock } = this.options;
    const now = clock.monotonic();
    this.timer = null;
    for (const exchange of this.underWay) {
      if (exchange.deadline > now) {
        this.timer = clock.setTimer(this.expire, exchange.deadline - now);
        return;
      }
      exchange.expire();
    }
  };
}
