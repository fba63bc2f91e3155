/**
 * One connection to a receiver of callbacks, over TCP or TLS, with one request at a time.
 *
 * 1. A request is written at once and as a whole: head and body leave together.
 * 2. After an answer the connection is free, unless one side wants it closed or something came behind the answer. Whatever
 *    comes while it is free, bytes or an end, closes it.
 * 3. It is closed when it has been free for `KEEP_IDLE_MS`; where the receiver says for how long it keeps one, that long
 *    less `MARGIN_MS`. The timer for it is set when it has gone off, not with each request.
 * 4. A certificate is checked against the name of the host, with the authorities that Node trusts.
 * 5. What is read lies in one buffer of the process, and is looked at before anything else is read.
 */
import { connect, isIP, type LookupFunction, type Socket, type TcpSocketConnectOpts } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Clock, Timer } from '../../lib/clock.ts';
import { describeError } from '../../lib/http-exchange.ts';
import type { Bearer, Exchange } from './exchange.ts';

/** What all connections have in common. */
export interface Surroundings {
  readonly clock: Clock;
  readonly lookup: LookupFunction;
  /** To connect, at most. */
  readonly timeoutMs: number;
  /** Rule 5. */
  readonly buffer: Buffer;
}

export interface Place {
  readonly isSecure: boolean;
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** Of TLS, to be taken up by the next connection. */
  session: Buffer | null;
}

export interface Watch {
  /** `wanted`: for whom it was opened. */
  opened(connection: Connection, wanted: Exchange): void;
  freed(connection: Connection): void;
  /** Whether it had been opened or not. */
  closed(connection: Connection): void;
}

/** Under the 5 s after which common servers close what is idle: a callback must not meet a connection that is closing. */
const KEEP_IDLE_MS = 4_000;
const KEEP_IDLE_AT_MOST_MS = 600_000;
/** A request may be on its way for so long. */
const MARGIN_MS = 2_000;
const TCP_KEEP_ALIVE_MS = 60_000;

export class Connection implements Bearer {
  /** It has been opened; that it is not closed is not said. */
  isOpen = false;
  private readonly surroundings: Surroundings;
  private readonly watch: Watch;
  private readonly socket: Socket;
  private readonly wanted: Exchange;
  private current: Exchange | null = null;
  private timer: Timer | null = null;
  private timerAt = 0;
  private closesAt = 0;

  /** Throws what `connect` throws. */
  constructor(surroundings: Surroundings, place: Place, watch: Watch, wanted: Exchange) {
    this.surroundings = surroundings;
    this.watch = watch;
    this.wanted = wanted;
    this.socket = this.connect(place);
    this.socket.setNoDelay(true).setKeepAlive(true, TCP_KEEP_ALIVE_MS);
    this.socket.once(place.isSecure ? 'secureConnect' : 'connect', () => this.opened());
    this.socket.on('error', (error) => this.close(describeError(error)));
    this.socket.on('end', () => this.close('the receiver has closed the connection'));
    this.socket.on('close', () => this.closed());
    this.setTimer(surroundings.timeoutMs);
  }

  get isClosing(): boolean {
    return this.socket.destroyed;
  }

  /** It must be free. */
  begin(exchange: Exchange): void {
    this.current = exchange;
    exchange.beginOn(this);
    this.socket.write(exchange.request.text, exchange.request.encoding);
  }

  /** What is under way ends with this reason, as far as it has no answer. */
  close(reason: string): void {
    const { current, wanted } = this;
    this.current = null;
    this.socket.destroy();
    current?.end(reason);
    // Meanwhile it may have found another connection.
    if (!this.isOpen && wanted.isWaiting) wanted.end(reason);
  }

  private connect(place: Place): Socket {
    const { isSecure, host, port, session } = place;
    const { lookup, buffer } = this.surroundings;
    const onread = { buffer, callback: (length: number) => this.received(buffer.subarray(0, length)) };
    const options: TcpSocketConnectOpts = { host, port, lookup, onread };
    if (!isSecure) return connect(options);
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connectTls({ ...options, ...name, ...(session && { session }), ALPNProtocols: ['http/1.1'] });
    return socket.on('session', (given: Buffer) => {
      place.session = given;
    });
  }

  private opened(): void {
    this.isOpen = true;
    this.clearTimer();
    this.keepFor(KEEP_IDLE_MS);
    this.watch.opened(this, this.wanted);
  }

  private received(bytes: Buffer): boolean {
    const { current } = this;
    if (!current) this.close('the receiver sent what was not asked for');
    else this.read(current, bytes);
    return true;
  }

  private read(exchange: Exchange, bytes: Buffer): void {
    const { reader, request } = exchange;
    try {
      reader.read(bytes);
    } catch (error) {
      this.close(describeError(error));
      return;
    }
    if (reader.isTooLong) return this.close('the answer is too long');
    if (!reader.isWhole) return;
    this.current = null;
    exchange.end('answered');
    const hint = reader.head?.keepsIdleMs ?? null;
    const keepMs = hint === null ? KEEP_IDLE_MS : Math.min(hint - MARGIN_MS, KEEP_IDLE_AT_MOST_MS);
    if (reader.isSpent || request.isLast || keepMs <= 0) return this.close('closed after the answer');
    this.keepFor(keepMs);
    this.watch.freed(this);
  }

  private keepFor(ms: number): void {
    this.closesAt = this.surroundings.clock.monotonic() + ms;
    if (this.timer !== null && this.timerAt <= this.closesAt) return;
    this.clearTimer();
    this.setTimer(ms);
  }

  private setTimer(ms: number): void {
    const { clock } = this.surroundings;
    this.timerAt = clock.monotonic() + ms;
    this.timer = clock.setTimer(() => {
      this.timer = null;
      if (!this.isOpen) this.close('no connection in time');
      else if (this.current === null) this.rest();
    }, ms);
  }

  /** It is free, for how long already its last answer says. */
  private rest(): void {
    const left = this.closesAt - this.surroundings.clock.monotonic();
    if (left > 0) this.setTimer(left);
    else this.close('not used any more');
  }

  private clearTimer(): void {
    if (this.timer !== null) this.surroundings.clock.clearTimer(this.timer);
    this.timer = null;
  }

  private closed(): void {
    this.clearTimer();
    this.close('the connection is closed');
    this.watch.closed(this);
  }
}
