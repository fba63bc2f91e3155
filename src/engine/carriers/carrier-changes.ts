/**
 * Carriers that come, go and change while the node runs, without a message lost.
 *
 * 1. A carrier that goes takes nothing new, and answers what it was given. Then it stays a while for receipts, unless
 *    another node has it, too, or its place is wanted. All the time it is on the list, draining: what waits for it goes
 *    to the next carrier of the route, or to another node.
 * 2. A carrier whose settings have changed goes, and comes as the new one, in one step: at no moment is there none of its
 *    name. One after the other, since a peer counts binds, a port is one's own, and a rate is that of a contract.
 * 3. So it is with a carrier of another name at the same place.
 * 4. Orders that come meanwhile are followed from where things are; the last one counts.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Carrier } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import { endedOrOver } from '../../lib/ended-or-over.ts';
import type { Service } from '../../lib/service.ts';
import type { CarrierSeats } from '../nodes/carrier-seats.ts';
import type { Peers } from '../nodes/peers.ts';
import type { CarrierOrders } from '../sending/carrier-orders.ts';

/** A carrier as the settings have it. */
export interface WantedCarrier {
  readonly name: string;
  /** All that it is made of. */
  readonly settings: unknown;
  /** Where there can be one at a time, such as a bind or a port; null: it is in nobody's way. */
  readonly place: string | null;
  make(): Carrier;
}

export interface CarrierChangesOptions {
  readonly context: Context;
  /** The list that all who use carriers have. */
  readonly carriers: Carrier[];
  /** What they were made of. */
  readonly wanted: readonly WantedCarrier[];
  readonly orders: Pick<CarrierOrders, 'come' | 'leave'>;
  readonly seats: Pick<CarrierSeats, 'come' | 'leave' | 'gone'>;
  readonly engine: {
    come(carrier: Carrier): Promise<void>;
    keepOut(leaving: readonly string[]): void;
    gone(carrier: string): void;
  };
  readonly peers: Pick<Peers, 'has'>;
}

interface Running {
  readonly wanted: WantedCarrier;
  readonly carrier: Carrier;
}

interface Going extends Running {
  /** Its place is wanted. */
  hurry(): void;
  readonly hurried: Promise<void>;
}

/** Most receipts come within seconds; later ones are for a carrier that stays on the list without a route. */
const RECEIPTS_WITHIN_MS = 60_000;

export class CarrierChanges implements Service {
  readonly name = 'carrier changes';
  private readonly options: CarrierChangesOptions;
  private readonly running: Map<string, Running>;
  private readonly going = new Map<string, Going>();
  private readonly ends = new Set<Promise<void>>();
  private wanted: readonly WantedCarrier[];
  private isStopping = false;
  private endAll = (): void => {};
  private readonly stopping = new Promise<void>((resolve) => {
    this.endAll = resolve;
  });

  constructor(options: CarrierChangesOptions) {
    this.options = options;
    this.wanted = options.wanted;
    const carrierOf = (name: string) => options.carriers.find((each) => each.name === name);
    this.running = new Map(
      options.wanted.flatMap((wanted) => {
        const carrier = carrierOf(wanted.name);
        return carrier ? [[wanted.name, { wanted, carrier }]] : [];
      }),
    );
  }

  async start(): Promise<void> {
    // The engine starts the first ones.
  }

  /** What is going then is left to the engine, which stops all that are on the list. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.endAll();
    await Promise.all(this.ends);
  }

  /** Has these carriers, in this order, from now on: at once as far as possible, the rest as it comes about. */
  follow(wanted: readonly WantedCarrier[]): void {
    if (this.isStopping) return;
    this.wanted = wanted;
    for (const running of this.running.values()) {
      const next = wanted.find(({ name }) => name === running.wanted.name);
      if (!next || !isDeepStrictEqual(next.settings, running.wanted.settings)) this.go(running);
    }
    this.settle();
  }

  /** Rule 2: what is wanted and not there comes, or waits for what is in its way. */
  private settle(): void {
    for (const wanted of this.wanted) {
      if (this.running.has(wanted.name)) continue;
      const inItsWay = [...this.going.values()].filter((each) => isInTheWay(each.wanted, wanted));
      for (const each of inItsWay) each.hurry();
      if (inItsWay.length === 0) this.come(wanted);
    }
    const order = this.wanted.map(({ name }) => name);
    // Until the last of those that are to come is here, what waits may be for it.
    const isWhole = order.every((name) => this.running.has(name));
    this.options.engine.keepOut(isWhole ? [...this.going.keys()] : []);
    const placeOf = ({ name }: Carrier) => (order.includes(name) ? order.indexOf(name) : order.length);
    this.options.carriers.sort((one, other) => placeOf(one) - placeOf(other));
  }

  private come(wanted: WantedCarrier): void {
    const { context, carriers, orders, seats, engine } = this.options;
    const log = { carrier: wanted.name };
    try {
      const carrier = wanted.make();
      this.running.set(wanted.name, { wanted, carrier });
      carriers.push(carrier);
      seats.come(carrier);
      orders.come(carrier);
      engine.come(carrier).catch((err) => context.log.error({ ...log, err }, 'a new carrier could not be started'));
      context.log.info(log, 'the carrier is here');
      context.hints.of('carriers', wanted.name, null);
    } catch (err) {
      context.log.error({ ...log, err }, 'a new carrier could not be made');
    }
  }

  /** Rule 1. */
  private go(running: Running): void {
    const { context, orders, seats } = this.options;
    const { name } = running.wanted;
    let hurry = (): void => {};
    const hurried = new Promise<void>((resolve) => {
      hurry = resolve;
    });
    const going = { ...running, hurry, hurried };
    this.running.delete(name);
    this.going.set(name, going);
    orders.leave(name);
    seats.leave(name);
    context.log.info({ carrier: name }, 'the carrier goes');
    context.hints.of('carriers', name, null);
    const end: Promise<void> = this.end(going).finally(() => this.ends.delete(end));
    this.ends.add(end);
  }

  private async end({ carrier, hurried }: Going): Promise<void> {
    const { context, peers } = this.options;
    const { name, answerWithinMs } = carrier;
    try {
      await endedOrOver(context.clock, answerWithinMs, Promise.race([carrier.drain(), this.stopping]));
      const isOver = Promise.race([hurried, this.stopping]);
      if (!peers.has(name)) await endedOrOver(context.clock, RECEIPTS_WITHIN_MS, isOver);
      if (this.isStopping) return;
      await carrier.stop();
    } catch (err) {
      context.log.warn({ carrier: name, err }, 'a carrier could not be stopped properly');
    }
    this.gone(carrier);
    this.settle();
  }

  private gone(carrier: Carrier): void {
    const { context, carriers, seats, engine } = this.options;
    const { name } = carrier;
    this.going.delete(name);
    carriers.splice(carriers.indexOf(carrier), 1);
    engine.gone(name);
    seats.gone(name);
    context.log.info({ carrier: name }, 'the carrier is gone');
    context.hints.of('carriers', name, null);
  }
}

function isInTheWay(going: WantedCarrier, wanted: WantedCarrier): boolean {
  return going.name === wanted.name || (going.place !== null && going.place === wanted.place);
}
