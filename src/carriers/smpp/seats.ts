/**
 * The binds of a carrier as seats: which of them this node keeps up.
 *
 * 1. A seat is a transceiver, or a transmitter and its receiver. Both ends of a pair come and go together.
 * 2. A seat that is opened while it is still closing is connected once it is gone: there are never two sessions for one
 *    seat.
 * 3. A seat that is drained gets nothing new. It is unbound when what it was given is answered; when answers do not
 *    come, after as long as they may take.
 */
import type { Clock, Timer } from '../../lib/clock.ts';
import type { Seats } from '../carrier.ts';
import type { Binds } from './binds.ts';
import type { Connection } from './connection.ts';

export interface SeatsOptions {
  readonly clock: Clock;
  readonly binds: Binds;
  /** The connections of each seat, in the order of the seats. */
  readonly connections: readonly (readonly Connection[])[];
  readonly drainWithinMs: number;
}

interface Seat {
  readonly connections: readonly Connection[];
  isWanted: boolean;
  closing: Promise<void> | null;
}

export class SmppSeats implements Seats {
  readonly count: number;
  private readonly options: SeatsOptions;
  private readonly seats: readonly Seat[];
  private isRunning = false;

  constructor(options: SeatsOptions) {
    this.options = options;
    this.seats = options.connections.map((connections) => ({ connections, isWanted: true, closing: null }));
    this.count = this.seats.length;
  }

  open(number: number): void {
    const seat = this.seat(number);
    seat.isWanted = true;
    this.connect(seat);
  }

  close(number: number, how: 'drained' | 'at_once'): Promise<void> {
    const seat = this.seat(number);
    seat.isWanted = false;
    for (const connection of seat.connections) this.options.binds.leave(connection);
    if (seat.closing && how === 'drained') return seat.closing;
    const drained = how === 'drained' && this.isRunning ? this.drained(seat) : null;
    const unbound = drained ? drained.then(() => this.disconnect(seat)) : this.disconnect(seat);
    const closing: Promise<void> = unbound.then(() => {
      if (seat.closing !== closing) return;
      seat.closing = null;
      this.connect(seat);
    });
    seat.closing = closing;
    return closing;
  }

  isBound(number: number): boolean {
    return this.seat(number).connections.every((connection) => connection.session !== undefined);
  }

  /** How many are to be kept up. */
  get wanted(): number {
    return this.seats.filter((seat) => seat.isWanted).length;
  }

  start(): void {
    this.isRunning = true;
    for (const seat of this.seats) this.connect(seat);
  }

  /** Unbinds all of them; none comes back. */
  async stop(): Promise<void> {
    this.isRunning = false;
    await Promise.all(this.seats.map((seat) => this.disconnect(seat)));
  }

  private connect(seat: Seat): void {
    if (!this.isRunning || !seat.isWanted || seat.closing) return;
    for (const connection of seat.connections) {
      this.options.binds.join(connection);
      connection.start();
    }
  }

  private async disconnect(seat: Seat): Promise<void> {
    await Promise.all(seat.connections.map((connection) => connection.stop()));
  }

  private drained(seat: Seat): Promise<void> {
    const { clock, binds, drainWithinMs } = this.options;
    return new Promise((resolve) => {
      const timer: Timer = clock.setTimer(resolve, drainWithinMs);
      void Promise.all(seat.connections.map((connection) => binds.left(connection))).then(() => {
        clock.clearTimer(timer);
        resolve();
      });
    });
  }

  private seat(number: number): Seat {
    const seat = this.seats[number - 1];
    if (!seat) throw new RangeError(`there is no seat ${number}, only 1 to ${this.count}`);
    return seat;
  }
}
