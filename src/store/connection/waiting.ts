/**
 * Who waits for a connection, in the order in which they came, each for a bounded time.
 */
import type { Clock, Timer } from '../../lib/clock.ts';
import { StoreDown } from '../database.ts';

interface Waiter<Connection> {
  give(connection: Connection): void;
  fail(error: StoreDown): void;
  readonly timer: Timer;
}

export class Waiting<Connection> {
  private readonly clock: Clock;
  private readonly longestMs: number;
  private readonly waiters: Waiter<Connection>[] = [];

  constructor(clock: Clock, longestMs: number) {
    this.clock = clock;
    this.longestMs = longestMs;
  }

  isAnyone(): boolean {
    return this.waiters.length > 0;
  }

  /** Rejects with StoreDown when none was given in time. */
  wait(): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter<Connection> = {
        give: resolve,
        fail: reject,
        timer: this.clock.setTimer(() => {
          const index = this.waiters.indexOf(waiter);
          if (index >= 0) this.waiters.splice(index, 1);
          reject(new StoreDown(`no connection to the database became free within ${this.longestMs} ms`));
        }, this.longestMs),
      };
      this.waiters.push(waiter);
    });
  }

  /** To the one who has waited longest; false when nobody waits. */
  give(connection: Connection): boolean {
    const waiter = this.waiters.shift();
    if (!waiter) return false;
    this.clock.clearTimer(waiter.timer);
    waiter.give(connection);
    return true;
  }

  /** Nothing will come: all of them fail. */
  refuse(reason: () => StoreDown): void {
    for (const waiter of this.waiters.splice(0)) {
      this.clock.clearTimer(waiter.timer);
      waiter.fail(reason());
    }
  }
}
