/**
 * Draining and resuming carriers as operators say, on every node and over restarts.
 *
 * 1. An order is stored before it is carried out. Here it holds at once, on other nodes with their next poll (due/poll.ts).
 * 2. A carrier that drains takes nothing new; what it was given is answered. Nobody waits for that here.
 */
import type { Carrier } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import type { Service } from '../../lib/service.ts';
import type { Database } from '../../store/database.ts';
import { drainingCarriers, orderCarrier } from '../../store/nodes/carrier-orders.ts';
import type { Poll } from '../due/poll.ts';

export class CarrierOrders implements Service {
  readonly name = 'carrier orders';
  private readonly context: Context;
  private readonly db: Database;
  private readonly carriers: Map<string, Carrier>;
  private readonly draining = new Set<string>();
  /** As they were read or given last, also for carriers that are not here. */
  private ordered = new Set<string>();
  /** Monotonic: of the newest order given here. What was read from the store before says nothing. */
  private givenAt = Number.NEGATIVE_INFINITY;

  constructor(context: Context, db: Database, carriers: readonly Carrier[]) {
    this.context = context;
    this.db = db;
    this.carriers = new Map(carriers.map((carrier) => [carrier.name, carrier]));
  }

  /** Started before the carriers: what is to be drained takes nothing from the first moment on. */
  async start(): Promise<void> {
    this.follow(await drainingCarriers(this.db));
  }

  async stop(): Promise<void> {
    // The carriers are stopped by the engine.
  }

  /** Once a second. */
  notified({ draining, askedAt }: Pick<Poll, 'draining' | 'askedAt'>): void {
    if (askedAt > this.givenAt) this.follow(draining);
  }

  /** Resolves when the order is durable and holds here; false when no carrier has the name. */
  async order(name: string, draining: boolean): Promise<boolean> {
    const carrier = this.carriers.get(name);
    if (!carrier) return false;
    await orderCarrier(this.db, name, draining, this.context.clock.now());
    this.givenAt = this.context.clock.monotonic();
    if (draining) this.ordered.add(name);
    else this.ordered.delete(name);
    this.apply(carrier, draining);
    return true;
  }

  /** Not started yet. */
  come(carrier: Carrier): void {
    this.carriers.set(carrier.name, carrier);
    this.apply(carrier, this.ordered.has(carrier.name));
  }

  /** It goes, and no order holds for it any more. */
  leave(name: string): void {
    this.carriers.delete(name);
    this.draining.delete(name);
  }

  private follow(ordered: readonly string[]): void {
    this.ordered = new Set(ordered);
    for (const carrier of this.carriers.values()) this.apply(carrier, this.ordered.has(carrier.name));
  }

  private apply(carrier: Carrier, draining: boolean): void {
    const { log, hints } = this.context;
    if (this.draining.has(carrier.name) === draining) return;
    hints.of('carriers', carrier.name, null);
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
