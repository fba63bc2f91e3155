/**
 * The connections to one endpoint (a scheme, host and port), and the requests that wait for one.
 *
 * 1. A request for which no connection is free has one opened for it, up to the limit. If another becomes free sooner, it
 *    takes that; those are given away in the order in which requests came. When the opening fails, the request it was for
 *    fails, if it still waits.
 * 2. Requests are given to connections at the end of a turn of the event loop, when all input that the kernel had has been
 *    read: one that the receiver has closed in the meantime is not written to.
 * 3. The connection that was used last is used first, so that those over what is needed are idle, and close.
 * 4. How many wait is bounded by who sends (engine/callbacks/endpoint.ts).
 */
import { describeError } from '../../lib/http-exchange.ts';
import { Connection, type Place, type Surroundings, type Watch } from './connection.ts';
import type { Exchange } from './exchange.ts';

export interface ConnectionsOptions {
  readonly surroundings: Surroundings;
  readonly place: Place;
  /** At most. */
  readonly most: number;
  /** One more is open, or one less. */
  counted(change: 1 | -1): void;
  /** There is none, and nobody waits. */
  emptied(): void;
}

export class Connections implements Watch {
  private readonly options: ConnectionsOptions;
  private readonly all = new Set<Connection>();
  private free: Connection[] = [];
  private waiting: Exchange[] = [];
  private isGiving = false;

  constructor(options: ConnectionsOptions) {
    this.options = options;
  }

  send(exchange: Exchange): void {
    this.waiting.push(exchange);
    this.giveSoon();
  }

  /** What is under way or waits ends with this reason. */
  close(reason: string): void {
    for (const exchange of this.waiting) if (exchange.isWaiting) exchange.end(reason);
    for (const connection of this.all) connection.close(reason);
  }

  opened(connection: Connection, wanted: Exchange): void {
    this.options.counted(1);
    if (wanted.isWaiting) connection.begin(wanted);
    else this.freed(connection);
  }

  freed(connection: Connection): void {
    this.free.push(connection);
    if (this.waiting.length > 0) this.giveSoon();
  }

  closed(connection: Connection): void {
    this.all.delete(connection);
    this.free = this.free.filter((each) => each !== connection);
    if (connection.isOpen) this.options.counted(-1);
    this.giveSoon();
  }

  /** Rule 2. */
  private giveSoon(): void {
    if (this.isGiving) return;
    this.isGiving = true;
    setImmediate(this.give);
  }

  private readonly give = (): void => {
    const { waiting } = this;
    this.isGiving = false;
    this.waiting = [];
    for (const exchange of waiting) {
      if (!exchange.isWaiting) continue;
      const connection = this.takeFree();
      if (connection) connection.begin(exchange);
      else {
        if (!exchange.isExpected && this.all.size < this.options.most) this.openFor(exchange);
        this.waiting.push(exchange);
      }
    }
    if (this.all.size === 0 && !this.waiting.some((exchange) => exchange.isWaiting)) this.options.emptied();
  };

  private takeFree(): Connection | undefined {
    let connection = this.free.pop();
    // Its end has been read, and is told in a moment.
    while (connection?.isClosing) connection = this.free.pop();
    return connection;
  }

  private openFor(exchange: Exchange): void {
    const { surroundings, place } = this.options;
    exchange.isExpected = true;
    try {
      this.all.add(new Connection(surroundings, place, this, exchange));
    } catch (error) {
      exchange.end(describeError(error));
    }
  }
}
