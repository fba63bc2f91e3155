/**
 * Reads plain requests of callers by itself, in front of Node's HTTP server: its objects and streams for a request of some
 * hundred bytes cost more than what they do for it (docs/decisions/own-http-reader.md). Whoever handles requests of the
 * server gets them as they get Node's.
 *
 * 1. Each connection begins here, and goes to Node with the first request that is not plain, or not of a path that is
 *    taken (connection.ts).
 * 2. `closeIdle` and `closeAll` do what the server's own functions do, for the connections that are here.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Clock, systemClock, type Timer } from '../../lib/clock.ts';
import { type ConnectionLimits, PlainConnection, type Surroundings } from './connection.ts';
import type { GoesOn } from './response.ts';

type Handler = (socket: Socket) => void;

/**
 * Call it before the server listens. `isTaken`: answers there are never streams. Time is the system's, whatever the clock of
 * the gateway says, as Node's is.
 */
export function readPlainRequests(
  server: Server,
  limits: ConnectionLimits,
  isTaken: (url: string) => boolean,
): PlainRequests {
  return new PlainRequests(server, { limits, isTaken, clock: systemClock() });
}

interface Options {
  readonly limits: ConnectionLimits;
  readonly isTaken: (url: string) => boolean;
  readonly clock: Clock;
}

export class PlainRequests implements Surroundings {
  readonly server: Server;
  readonly limits: ConnectionLimits;
  readonly isTaken: (url: string) => boolean;
  round = 0;
  isClosing = false;
  private readonly clock: Clock;
  private readonly nodes: readonly Handler[];
  private readonly connections = new Set<PlainConnection>();
  private timer: Timer | null = null;
  private readonly keepsAlive: string;
  private date = '';
  private dateOf = 0;

  constructor(server: Server, { limits, clock, isTaken }: Options) {
    this.server = server;
    this.limits = limits;
    this.clock = clock;
    this.isTaken = isTaken;
    this.keepsAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(limits.keepAliveMs / 1_000)}\r\n`;
    this.nodes = server.listeners('connection') as Handler[];
    server.removeAllListeners('connection');
    server.on('connection', (socket) => this.begin(socket));
  }

  /** From now on, too: what becomes idle is closed. */
  closeIdle(): void {
    this.isClosing = true;
    for (const connection of this.connections) if (connection.isIdle) connection.destroy();
  }

  closeAll(): void {
    for (const connection of this.connections) connection.destroy();
  }

  left(connection: PlainConnection): void {
    this.connections.delete(connection);
    if (this.connections.size > 0 || !this.timer) return;
    this.clock.clearTimer(this.timer);
    this.timer = null;
  }

  giveToNode(socket: Socket): void {
    for (const each of this.nodes) each.call(this.server, socket);
  }

  closingLines(goesOn: GoesOn): string {
    const second = Math.floor(this.clock.now() / 1_000);
    if (second !== this.dateOf) {
      this.dateOf = second;
      this.date = `Date: ${new Date(second * 1_000).toUTCString()}\r\n`;
    }
    if (goesOn === 'said') return this.date;
    return this.date + (goesOn === 'close' ? 'Connection: close\r\n' : this.keepsAlive);
  }

  private begin(socket: Socket): void {
    this.connections.add(new PlainConnection(socket, this));
    this.timer ??= this.checkLater();
  }

  private checkLater(): Timer {
    return this.clock.setTimer(() => {
      this.round += 1;
      this.timer = this.checkLater();
      for (const connection of this.connections) connection.check();
    }, this.limits.checkedEveryMs);
  }
}
