/**
 * Draining and resuming carriers as operators say, on every node and over restarts.
 *
 * 1. An order is stored before it is carried out. Here it holds at once, on other nodes within POLL_EVERY_MS.
 * 2. A carrier that drains takes nothing new; what it was given is answered. Nobody waits for that here.
 */
import type { Carrier } from '../carriers/carrier.ts';
import type { Context } from '../context.ts';
import type { Service } from '../lib/service.ts';
import { drainingCarriers, orderCarrier } from '../store/carrier-orders.ts';
import type { Database } from '../store/database.ts';
import { Worker } from './worker.ts';

const POLL_EVERY_MS = 1_000;

export class CarrierOrders implements Service {
  readonly name = 'carrier orders';
  private readonly context: Context;
  private readonly db: Database;
  private readonly carriers: ReadonlyMap<string, Carrier>;
  private readonly draining = new Set<string>();
  private readonly worker: Worker;
  /** Orders given here: what was read from the store before the newest of them says nothing. */
  private given = 0;

  constructor(context: Context, db: Database, carriers: readonly Carrier[]) {
    this.context = context;
    this.db = db;
    this.carriers = new Map(carriers.map((carrier) => [carrier.name, carrier]));
    const work = async (): Promise<number> => {
      await this.follow();
      return POLL_EVERY_MS;
    };
    this.worker = new Worker({ context, name: this.name, work });
  }

  /** Started before the carriers: what is to be drained takes nothing from the first moment on. */
  async start(): Promise<void> {
    await this.follow();
    await this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  /** Resolves when the order is durable and holds here; false when no carrier has the name. */
  async order(name: string, draining: boolean): Promise<boolean> {
    const carrier = this.carriers.get(name);
    if (!carrier) return false;
    await orderCarrier(this.db, name, draining, this.context.clock.now());
    this.given += 1;
    this.apply(carrier, draining);
    return true;
  }

  private async follow(): Promise<void> {
    const { given } = this;
    const ordered = await drainingCarriers(this.db);
    if (given !== this.given) return;
    for (const [name, carrier] of this.carriers) this.apply(carrier, ordered.includes(name));
  }

  private apply(carrier: Carrier, draining: boolean): void {
    const { log } = this.context;
    if (this.draining.has(carrier.name) === draining) return;
    log.info({ carrier: carrier.name }, draining ? 'the carrier is drained' : 'the carrier is resumed');
    if (!draining) {
      this.draining.delete(carrier.name);
      carrier.resume();
      return;
    }
    this.draining.add(carrier.name);
    carrier
      .drain()
      .catch((error) => log.warn({ err: error, carrier: carrier.name }, 'the carrier could not be drained'));
  }
}
