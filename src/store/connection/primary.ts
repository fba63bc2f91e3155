/**
 * The server that takes writes, and the search for another when it is lost.
 *
 * 1. Each loss begins a new generation: connections of an earlier one are worth nothing.
 * 2. The search goes on, with growing pauses, until it finds a primary or the pool is closed.
 * 3. That we have no connection left to ask with says nothing of the server: it counts as alive.
 */
import type { Context } from '../../context.ts';
import { backoffMs } from '../../lib/backoff.ts';
import type { Timer } from '../../lib/clock.ts';
import { StoreDown } from '../database.ts';
import { type Address, describeHost } from './address.ts';
import { findPrimary, type Server } from './connection.ts';
import { isRefusal, isShortOfConnections, reason } from './failures.ts';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

export interface PrimaryOptions {
  readonly context: Context;
  readonly address: Address;
  /** It has just been lost; nobody has looked for another yet. */
  readonly lost: (error: unknown) => void;
  /** Another one was found, or the same one again. */
  readonly found: () => void;
}

export class Primary {
  /** Null while it is looked for. */
  server: Server | null = null;
  /** Rule 1. */
  generation = 0;
  private lastFailure: unknown = new StoreDown('not connected yet');
  private isClosed = false;
  private isAsking = false;
  private retry: Timer | null = null;

  private readonly options: PrimaryOptions;

  constructor(options: PrimaryOptions) {
    this.options = options;
  }

  /** Looks for it for the first time. Rejects when it is not found in time, and at once when we are refused. */
  async open(withinMs: number): Promise<void> {
    const { context, address } = this.options;
    const { clock, randomBytes } = context;
    const end = clock.monotonic() + withinMs;
    for (let failures = 1; ; failures += 1) {
      try {
        this.server = await findPrimary(clock, address);
        return;
      } catch (error) {
        const pauseMs = backoffMs(failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, randomBytes);
        if (isRefusal(error) || clock.monotonic() + pauseMs > end) {
          this.isClosed = true;
          throw new StoreDown(`the database cannot be opened: ${reason(error)}`, { cause: error });
        }
        await new Promise<void>((resolve) => clock.setTimer(resolve, pauseMs));
      }
    }
  }

  /** What a call gets while there is none. */
  down(): StoreDown {
    return new StoreDown(`the database is not reachable: ${reason(this.lastFailure)}`, { cause: this.lastFailure });
  }

  /** Asks it for a sign of life. One that gives none is lost, and `silent` is called behind that. */
  async check(error: unknown, silent: () => void): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    const { context, address } = this.options;
    const { server, generation } = this;
    const answer = await findPrimary(context.clock, address).catch((failure: Error) => failure);
    this.isAsking = false;
    if (generation !== this.generation || isAlive(answer, server)) return;
    if (server) this.lose(error);
    silent();
  }

  /** Gives it up and looks for it until it is found. */
  lose(error: unknown): void {
    if (this.isClosed) return;
    if (this.server) this.options.context.log.warn({ reason: reason(error) }, 'the database is not reachable');
    this.server = null;
    this.generation += 1;
    this.lastFailure = error;
    this.options.lost(error);
    void this.search(this.generation, 1);
  }

  close(): void {
    this.isClosed = true;
    if (this.retry) this.options.context.clock.clearTimer(this.retry);
    this.server = null;
    this.lastFailure = new StoreDown('the database connection is closed');
  }

  private async search(generation: number, failures: number): Promise<void> {
    const { context, address, found } = this.options;
    const { clock, log, randomBytes } = context;
    try {
      const server = await findPrimary(clock, address);
      if (this.isClosed || generation !== this.generation) return;
      this.server = server;
      log.info({ host: describeHost(server.host) }, 'the database is reachable again');
      found();
    } catch (error) {
      if (this.isClosed || generation !== this.generation) return;
      this.lastFailure = error;
      const pauseMs = backoffMs(failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, randomBytes);
      this.retry = clock.setTimer(() => void this.search(generation, failures + 1), pauseMs);
    }
  }
}

/** Rule 3. */
function isAlive(answer: Server | Error, server: Server | null): boolean {
  if (answer instanceof Error) return isShortOfConnections(answer.cause);
  return server !== null && describeHost(answer.host) === describeHost(server.host);
}
