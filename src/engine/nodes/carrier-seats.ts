/**
 * The seats of carriers that this node holds, and its share of their rates. node-watch.ts calls `follow` with every
 * sign of life; docs/decisions/carrier-seats.md says why.
 *
 * 1. Nothing is connected before the seat is ours in the store, and a seat is given back only after it is unbound.
 * 2. `cut` unbinds everything at once: this node can no longer be sure that it counts as alive. What it holds comes back
 *    with `restore`.
 * 3. A seat that could not be bound here for a lease goes to a node that has not tried in vain itself. This node is then
 *    resting for that carrier: a minute, twice as long each time and at most ten minutes, until a bind succeeds.
 * 4. A carrier's rate is shared by seats held; where there are none, by the nodes that use the carrier.
 */
import type { Carrier, Seats } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import { doublingMs } from '../../lib/backoff.ts';
import type { Database } from '../../store/database.ts';
import { giveBackSeat, type SeatRow, takeSeat } from '../../store/nodes/carrier-seats.ts';
import type { CarrierUse, CarrierUses, LiveNode } from '../../store/nodes/nodes.ts';
import type { Owner } from '../../store/nodes/owner.ts';
import { nextStep } from './seat-plan.ts';
import { countHeld, type Here, leastUseful, liveHolders, newHere, replace, type SeatHere } from './seats-here.ts';

export interface CarrierSeatsOptions {
  readonly context: Context;
  readonly db: Database;
  readonly owner: Owner;
  /** Not started yet. */
  readonly carriers: readonly Carrier[];
  readonly leaseMs: number;
  /** Whether this node may still count on being alive for the others. */
  readonly isSafe: () => boolean;
  /** There is something to do before the next sign of life. */
  readonly wake: () => void;
}

const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 600_000;

export class CarrierSeats {
  private readonly options: CarrierSeatsOptions;
  private here: readonly Here[];
  private others: readonly LiveNode[] = [];
  private isCut = false;

  constructor(options: CarrierSeatsOptions) {
    this.options = options;
    this.here = options.carriers.map(newHere);
  }

  /** A carrier that is not started yet: its seats are opened when they are ours, or at once where its forerunner had them. */
  come(carrier: Carrier): void {
    const here = this.here.find((each) => each.carrier.name === carrier.name) ?? newHere(carrier);
    if (!this.here.includes(here)) this.here = [...this.here, here];
    if (here.carrier !== carrier) replace(here, carrier, this.now());
    for (const [seat, { state }] of here.held) if (state === 'held') this.connect(here, seat);
    this.shareOut(here);
    this.options.wake();
  }

  /** It is to go, and still holds what it holds. */
  leave(name: string): void {
    for (const here of this.here) if (here.carrier.name === name) here.phase = 'leaving';
    this.options.wake();
  }

  /** It has been stopped: nothing of it is bound. */
  gone(name: string): void {
    for (const here of this.here) if (here.carrier.name === name) here.phase = 'gone';
    this.options.wake();
  }

  /** The carriers that have seats. */
  get names(): string[] {
    return this.here.filter(({ seats }) => seats).map(({ carrier }) => carrier.name);
  }

  /** How many seats of each carrier are in use here, and which share of its rate. */
  figures(): { readonly carrier: string; readonly seats: number; readonly share: number }[] {
    return this.here.map((here) => ({ carrier: here.carrier.name, seats: countHeld(here), share: here.share }));
  }

  /** What the other nodes read of this one. A node that is stopping wants no seats any more. */
  uses(isStopping: boolean): CarrierUses {
    const now = this.now();
    const staying = this.here.filter(({ phase, carrier }) => phase === 'here' && carrier.isElsewhere !== true);
    return Object.fromEntries(
      staying.map(({ carrier, seats, restingUntil }): [string, CarrierUse] => [
        carrier.name,
        {
          seats: isStopping ? 0 : (seats?.count ?? 0),
          up: !isStopping && carrier.state() === 'up',
          tired: restingUntil > now,
        },
      ]),
    );
  }

  /** Every seat is held here: as long as no other node comes, there is nothing to do. */
  isSettled(): boolean {
    return this.here.every(
      (here) => here.phase === 'here' && (here.seats === undefined || countHeld(here) === here.seats.count),
    );
  }

  canSend(carrier: string): boolean {
    return this.others.some(({ uses }) => uses[carrier]?.up === true);
  }

  isUsedElsewhere(carrier: string): boolean {
    return this.others.some(({ uses }) => uses[carrier] !== undefined);
  }

  /** Gives back what has been unbound; true when there was something. Before the seats are read (see `agree`). */
  async handBack(): Promise<boolean> {
    const { db, owner, context } = this.options;
    let gave = false;
    for (const here of this.here) {
      const { carrier, held } = here;
      for (const [seat, each] of held) {
        if (here.phase === 'gone') each.state = 'unbound';
        if (each.state !== 'unbound') continue;
        await giveBackSeat(db, { carrier: carrier.name, seat }, owner, context.clock.now());
        held.delete(seat);
        gave = true;
      }
    }
    this.here = this.here.filter(({ phase, held }) => phase !== 'gone' || held.size > 0);
    return gave;
  }

  /** `nodes`: those that live, this one among them, read after `rows`. True when a seat was taken. */
  async follow(rows: readonly SeatRow[], nodes: readonly LiveNode[], isStopping: boolean): Promise<boolean> {
    const { owner } = this.options;
    this.others = nodes.filter(({ id }) => id !== owner.node);
    let took = false;
    for (const here of this.here) {
      const { carrier, seats } = here;
      if (seats) {
        const ofCarrier = rows.filter((row) => row.carrier === carrier.name && row.seat <= seats.count);
        const holders = liveHolders(ofCarrier, nodes);
        this.agree(here, holders);
        if (!isStopping && here.phase === 'here' && (await this.step(here, seats, ofCarrier, holders))) took = true;
      }
      this.shareOut(here);
    }
    return took;
  }

  /** Rule 2. */
  cut(): void {
    if (this.isCut) return;
    this.isCut = true;
    for (const { seats, held } of this.here) {
      for (const [seat, { state }] of held) {
        if (state === 'held') void seats?.close(seat, 'at_once');
      }
    }
  }

  restore(): void {
    if (!this.isCut) return;
    this.isCut = false;
    for (const { seats, held } of this.here) {
      for (const [seat, here] of held) {
        if (here.state !== 'held') continue;
        here.unboundSince = this.now();
        seats?.open(seat);
      }
    }
  }

  /** For the end: carriers have been stopped, or are cut. */
  async giveBackAll(): Promise<void> {
    for (const { held } of this.here) for (const here of held.values()) here.state = 'unbound';
    await this.handBack();
  }

  /** What the store says goes before what is in memory: the answer to a statement may have been lost. */
  private agree(here: Here, holders: ReadonlyMap<number, Owner>): void {
    const { owner, context } = this.options;
    for (const [seat, holder] of holders) {
      if (holder.node === owner.node && !here.held.has(seat)) this.hold(here, seat);
    }
    for (const [seat, { state }] of here.held) {
      if (state === 'unbound' || holders.get(seat)?.node === owner.node) continue;
      context.log.error({ carrier: here.carrier.name, seat }, 'a seat was lost to another node');
      void here.seats?.close(seat, 'at_once');
      here.held.delete(seat);
    }
  }

  private async step(
    here: Here,
    seats: Seats,
    rows: readonly SeatRow[],
    holders: ReadonlyMap<number, Owner>,
  ): Promise<boolean> {
    const { owner } = this.options;
    this.rest(here, seats);
    const heldBy = new Map<string, number>();
    for (const { node } of holders.values()) heldBy.set(node, (heldBy.get(node) ?? 0) + 1);
    heldBy.set(owner.node, countHeld(here));
    const { take, giveBack } = nextStep({
      self: owner.node,
      seats: seats.count,
      free: seats.count - holders.size,
      contenders: this.contenders(here),
      heldBy,
    });
    if (giveBack > 0) this.letGo(here, seats, leastUseful(here, seats), 'drained');
    let taken = 0;
    for (let seat = 1; seat <= seats.count && taken < take; seat += 1) {
      if (!holders.has(seat) && (await this.take(here, seat, rows))) taken += 1;
    }
    return taken > 0;
  }

  private async take(here: Here, seat: number, rows: readonly SeatRow[]): Promise<boolean> {
    const { db, owner, context } = this.options;
    const place = { carrier: here.carrier.name, seat };
    const gone = rows.find((row) => row.seat === seat)?.holder ?? null;
    if (!(await takeSeat(db, place, { owner, from: gone, now: context.clock.now() }))) return false;
    context.log.info({ ...place, from: gone?.node ?? null }, 'a seat of a carrier is ours');
    this.hold(here, seat);
    return true;
  }

  private hold(here: Here, seat: number): void {
    // Its carrier may have gone, or lost this seat, while it was taken.
    const isOurs = here.phase === 'here' && seat <= (here.seats?.count ?? 0);
    here.held.set(seat, { state: isOurs ? 'held' : 'unbound', unboundSince: this.now() });
    if (isOurs) this.connect(here, seat);
  }

  private connect({ seats }: Here, seat: number): void {
    if (this.isCut) return;
    if (this.options.isSafe()) seats?.open(seat);
    else this.cut();
  }

  /** Rule 3. */
  private rest(here: Here, seats: Seats): void {
    const now = this.now();
    for (const [number, seat] of here.held) {
      if (!seats.isBound(number)) seat.unboundSince ??= now;
      else {
        seat.unboundSince = null;
        here.timesRested = 0;
        here.restingUntil = Number.NEGATIVE_INFINITY;
      }
    }
    const { leaseMs, owner, context } = this.options;
    const isHopeless = ({ state, unboundSince }: SeatHere) =>
      state === 'held' && unboundSince !== null && now - unboundSince >= leaseMs;
    const hopeless = [...here.held].filter(([, seat]) => isHopeless(seat)).map(([number]) => number);
    const fresh = this.users(here).filter(({ id, uses }) => id !== owner.node && !uses[here.carrier.name]?.tired);
    if (hopeless.length === 0 || fresh.length === 0) return;
    here.restingUntil = now + doublingMs(here.timesRested + 1, FIRST_REST_MS, LONGEST_REST_MS);
    here.timesRested += 1;
    context.log.warn({ carrier: here.carrier.name, seats: hopeless }, 'the carrier cannot be reached from here');
    for (const number of hopeless) this.letGo(here, seats, number, 'at_once');
  }

  private letGo(here: Here, seats: Seats, number: number, how: 'drained' | 'at_once'): void {
    const seat = here.held.get(number);
    if (!seat) return;
    seat.state = 'leaving';
    const { context, wake } = this.options;
    context.log.info({ carrier: here.carrier.name, seat: number, how }, 'a seat of a carrier is given back');
    void seats.close(number, how).then(() => {
      seat.state = 'unbound';
      wake();
    });
  }

  /** The nodes that seats are spread over; where all are resting, all of them. */
  private contenders(here: Here): string[] {
    const { owner } = this.options;
    const isResting = here.restingUntil > this.now();
    const fresh = this.users(here).filter(({ uses }) => !uses[here.carrier.name]?.tired);
    const others = fresh.length > 0 || !isResting ? fresh : this.users(here);
    const names = others.map(({ id }) => id);
    return isResting && fresh.length > 0 ? names : [...names, owner.node];
  }

  /** Other nodes that can use seats of this carrier. */
  private users(here: Here): LiveNode[] {
    return this.others.filter(({ uses }) => (uses[here.carrier.name]?.seats ?? 0) > 0);
  }

  /** Rule 4. */
  private shareOut(here: Here): void {
    const { carrier, seats } = here;
    const nodes = 1 + this.others.filter(({ uses }) => uses[carrier.name] !== undefined).length;
    const share = seats ? countHeld(here) / seats.count : 1 / nodes;
    if (share === here.share) return;
    here.share = share;
    // Without a seat nothing can be sent, at whatever rate.
    if (share > 0) carrier.useShare?.(share);
  }

  private now(): number {
    return this.options.context.clock.monotonic();
  }
}
