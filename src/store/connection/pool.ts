/**
 * The connections to the primary.
 *
 * 1. All connections lead to one server. When one is lost, or says that the server is no longer the primary, all are
 *    thrown away and the primary is looked for again (primary.ts). Until it is found every call ends in StoreDown at
 *    once.
 * 2. A commit is in doubt when its answer was lost, or when it was made here and did not reach the standby (warning 01000
 *    "canceling wait for synchronous replication"). It ends in StoreDown, and callers send it again.
 * 3. Plans are kept on a connection where that is safe (statement.ts).
 * 4. A statement that takes longer than `queryTimeoutMs` loses its connection: what becomes of it is not known.
 * 5. When one more connection cannot be had (descriptors used up here, connections used up there), those that are open
 *    do the work.
 * 6. When a connection is in use for longer than `silentAfterMs`, the pool asks the server for a sign of life. A server
 *    that gives none is lost (rule 1), and so is every connection in use. A slow statement alone disturbs nobody.
 * 7. When this process is held or cut off inside a transaction, the server ends the session after `idleInTransactionMs`,
 *    so that its locks go.
 * 8. A connection serves for a day: the plans that it keeps name that day's tables.
 */
import type { Client } from 'pg';
import type { Context } from '../../context.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { holdProcess } from '../../lib/hold.ts';
import { type Database, type Planning, type Result, StoreDown, type Transaction } from '../database.ts';
import { type Address, parseAddress } from './address.ts';
import { connect, drop } from './connection.ts';
import { asCallersSeeIt, concernsOneConnection, IN_DOUBT, isConnectionLoss, isShortOfConnections } from './failures.ts';
import { InUse } from './in-use.ts';
import { createListener, type Listener } from './listener.ts';
import { OpenTransaction } from './open-transaction.ts';
import { type Connection, pooled } from './pooled-connection.ts';
import { Primary } from './primary.ts';
import { run } from './statement.ts';
import { Waiting } from './waiting.ts';

export interface DatabaseOptions {
  /** `postgres://user:password@host:port,host:port/database?…`; for our own server, what the supervisor says. */
  readonly url: string;
  /** Connections at most. Default 10. */
  readonly poolSize?: number;
  /** Default 30,000; 0: no limit. */
  readonly queryTimeoutMs?: number;
  /** Rule 6. Default 3,000. */
  readonly silentAfterMs?: number;
  /** Rule 7. Default 5,000. */
  readonly idleInTransactionMs?: number;
  /** How long a call waits for a free connection. Default 5,000. */
  readonly acquireTimeoutMs?: number;
  /** How long opening waits for a primary. Default 10,000. */
  readonly openWithinMs?: number;
}

const SILENT_AFTER_MS = 3_000;
const IDLE_IN_TRANSACTION_MS = 5_000;
/** Rule 8. */
const SERVES_MS = DAY_MS;

/** Rejects with the reason when no primary is found in time, and at once when the server refuses us (password, name). */
export async function openDatabase(context: Context, options: DatabaseOptions): Promise<Database> {
  const pool = new Pool(context, parseAddress(options.url), options);
  await holdProcess(() => pool.open(options.openWithinMs ?? 10_000));
  return pool;
}

class Pool implements Database {
  private readonly idle: Connection[] = [];
  private readonly lent: InUse<Connection>;
  private readonly waiting: Waiting<Connection>;
  private readonly primary: Primary;
  private readonly listener: Listener;
  /** Open, being opened, or lent. */
  private size = 0;
  private closed = false;
  private whenEmpty: (() => void) | null = null;

  private readonly context: Context;
  private readonly address: Address;
  private readonly options: DatabaseOptions;

  constructor(context: Context, address: Address, options: DatabaseOptions) {
    this.context = context;
    this.address = address;
    this.options = options;
    this.waiting = new Waiting(context.clock, options.acquireTimeoutMs ?? 5_000);
    this.lent = new InUse(context.clock, options.silentAfterMs ?? SILENT_AFTER_MS, () => {
      this.checkServer(new StoreDown('the server does not answer'));
    });
    this.listener = createListener(context, async () => {
      if (!this.primary.server) throw this.primary.down();
      return connect(address, this.primary.server, 0);
    });
    this.primary = new Primary({
      context,
      address,
      lost: (error) => this.throwAway(error),
      found: () => this.listener.reconnect(),
    });
  }

  open(withinMs: number): Promise<void> {
    return this.primary.open(withinMs);
  }

  isUp(): boolean {
    return this.primary.server !== null;
  }

  async query<Row>(text: string, values?: readonly unknown[], planning?: Planning): Promise<Result<Row>> {
    const connection = await this.borrow();
    try {
      const result = await run<Row>(connection, text, values, planning);
      this.checkDoubt(connection);
      this.giveBack(connection);
      return result;
    } catch (error) {
      throw this.afterFailure(connection, error);
    }
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const connection = await this.borrow();
    const tx = new OpenTransaction(connection);
    try {
      const value = await work(tx);
      if (tx.close()) this.checkCommit(connection, await tx.commit());
      this.giveBack(connection);
      return value;
    } catch (error) {
      tx.close();
      throw this.afterFailure(connection, await this.rollBack(connection, tx, error));
    }
  }

  listen(channel: string, notified: (payload: string) => void): Promise<{ close(): Promise<void> }> {
    return this.listener.listen(channel, notified);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.primary.close();
    this.lent.stop();
    this.waiting.refuse(() => this.primary.down());
    await this.listener.close();
    for (const connection of this.idle.splice(0)) this.end(connection);
    if (this.size > 0) await new Promise<void>((resolve) => this.waitUntilEmpty(resolve));
  }

  private waitUntilEmpty(resolve: () => void): void {
    const timer = this.context.clock.setTimer(resolve, 5_000);
    this.whenEmpty = () => {
      this.context.clock.clearTimer(timer);
      resolve();
    };
  }

  private checkCommit(connection: Connection, command: string): void {
    this.checkDoubt(connection);
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
    if (command !== 'COMMIT') throw new Error('a statement failed, so the transaction was rolled back');
  }

  private checkDoubt(connection: Connection): void {
    if (connection.doubt !== null) throw new StoreDown(`${IN_DOUBT}: ${connection.doubt}`);
  }

  /** Returns the error that counts: that of the work, unless the connection is lost on the way back. */
  private async rollBack(connection: Connection, tx: OpenTransaction, error: unknown): Promise<unknown> {
    if (isConnectionLoss(error)) return error;
    try {
      // It takes back how the connection plans.
      connection.planning = null;
      await tx.rollBack();
      return error;
    } catch (lost) {
      this.lose(connection, lost);
      return error;
    }
  }

  private afterFailure(connection: Connection, error: unknown): unknown {
    if (isConnectionLoss(error)) this.lose(connection, error);
    else this.giveBack(connection);
    return asCallersSeeIt(error);
  }

  private async borrow(): Promise<Connection> {
    const connection = await this.acquire();
    this.lent.add(connection);
    return connection;
  }

  private acquire(): Promise<Connection> {
    if (!this.primary.server) return Promise.reject(this.primary.down());
    const idle = this.idle.pop();
    if (idle) return Promise.resolve(idle);
    const given = this.waiting.wait();
    this.grow();
    return given;
  }

  /** Opens one more connection when somebody waits and the limit allows it. */
  private grow(): void {
    const { server, generation } = this.primary;
    if (!server || this.size >= (this.options.poolSize ?? 10)) return;
    this.size += 1;
    const { queryTimeoutMs = 30_000, idleInTransactionMs = IDLE_IN_TRANSACTION_MS } = this.options;
    connect(this.address, server, queryTimeoutMs, idleInTransactionMs).then(
      (client) => this.welcome(client, generation, server.keepsPlans),
      (error: unknown) => this.notGrown(error, generation),
    );
  }

  /** Rule 5: who waits gets one of those that are open. Trying again at once would find the same. */
  private notGrown(error: unknown, generation: number): void {
    if (generation === this.primary.generation && this.size > 1 && isShortOfConnections(error)) {
      this.size -= 1;
      return;
    }
    this.shrink();
    if (generation === this.primary.generation) this.primary.lose(error);
  }

  private welcome(client: Client, generation: number, keepsPlans: boolean): void {
    const openedAt = this.context.clock.monotonic();
    const connection = pooled(client, { generation, openedAt, keepsPlans }, (error) =>
      this.lostWhileIdle(connection, error),
    );
    this.giveBack(connection);
  }

  private giveBack(connection: Connection): void {
    this.lent.delete(connection);
    const isOld = this.context.clock.monotonic() - connection.openedAt >= SERVES_MS;
    if (connection.generation !== this.primary.generation || !this.isUp() || isOld) {
      this.end(connection);
      return;
    }
    if (!this.waiting.give(connection)) this.idle.push(connection);
  }

  /** One that is lent is dealt with where its statement fails. */
  private lostWhileIdle(connection: Connection, error: Error): void {
    const index = this.idle.indexOf(connection);
    if (index < 0) return;
    this.idle.splice(index, 1);
    this.lose(connection, error);
  }

  private lose(connection: Connection, failure: unknown): void {
    this.lent.delete(connection);
    if (connection.isGone) return;
    const error = connection.farewell ?? failure;
    connection.isGone = true;
    const isCurrent = connection.generation === this.primary.generation;
    drop(connection.client);
    this.shrink();
    if (!isCurrent) return;
    if (concernsOneConnection(error)) this.checkServer(error);
    else this.primary.lose(error);
  }

  private end(connection: Connection): void {
    if (connection.isGone) return;
    connection.isGone = true;
    connection.client
      .end()
      .catch(() => {})
      .finally(() => this.shrink());
  }

  private shrink(): void {
    this.size -= 1;
    if (this.waiting.isAnyone()) this.grow();
    if (this.size === 0) this.whenEmpty?.();
  }

  /** One slow statement is no reason to give up the others, unless the server answers nobody. */
  private checkServer(error: unknown): void {
    void this.primary.check(error, () => {
      // What they wait for does not come any more; some may be left from a search before.
      for (const connection of this.lent.all()) this.lose(connection, error);
    });
  }

  /** Rule 1. */
  private throwAway(error: unknown): void {
    this.waiting.refuse(() => this.primary.down());
    for (const connection of this.idle.splice(0)) this.lose(connection, error);
  }
}
