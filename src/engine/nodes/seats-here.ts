/**
 * The seats of one carrier as this node has them.
 */
import type { Carrier, Seats } from '../../carriers/carrier.ts';
import type { SeatRow } from '../../store/nodes/carrier-seats.ts';
import type { LiveNode } from '../../store/nodes/nodes.ts';
import type { Owner } from '../../store/nodes/owner.ts';

type SeatState = 'held' | 'leaving' | 'unbound';

export interface SeatHere {
  state: SeatState;
  /** Monotonic: since when it is not bound; null while it is. */
  unboundSince: number | null;
}

export interface Here {
  carrier: Carrier;
  seats: Seats | undefined;
  readonly held: Map<number, SeatHere>;
  /** Monotonic. */
  restingUntil: number;
  timesRested: number;
  share: number;
  /** `leaving`: no seat of it is taken, and for the others this node has no such carrier. `gone`: nothing is bound. */
  phase: 'here' | 'leaving' | 'gone';
}

/** Closes every seat: they are opened one by one. */
export function newHere(carrier: Carrier): Here {
  const { seats } = carrier;
  closeAll(seats);
  const never = Number.NEGATIVE_INFINITY;
  return { carrier, seats, held: new Map(), restingUntil: never, timesRested: 0, share: 1, phase: 'here' };
}

/** Another carrier in place of one that has been stopped. What it has no seat for is to be given back. */
export function replace(here: Here, carrier: Carrier, now: number): void {
  const { seats } = carrier;
  closeAll(seats);
  Object.assign(here, { carrier, seats, share: 1, phase: 'here' });
  for (const [number, seat] of here.held) {
    if (seat.state !== 'held' || number > (seats?.count ?? 0)) seat.state = 'unbound';
    seat.unboundSince = now;
  }
}

function closeAll(seats: Seats | undefined): void {
  for (let seat = 1; seat <= (seats?.count ?? 0); seat += 1) void seats?.close(seat, 'at_once');
}

export function liveHolders(rows: readonly SeatRow[], nodes: readonly LiveNode[]): Map<number, Owner> {
  const epochs = new Map(nodes.map(({ id, epoch }) => [id, epoch]));
  const holders = new Map<number, Owner>();
  for (const { seat, holder } of rows)
    if (holder && epochs.get(holder.node) === holder.epoch) holders.set(seat, holder);
  return holders;
}

export function countHeld({ held }: Here): number {
  return [...held.values()].filter(({ state }) => state === 'held').length;
}

/** One that is not bound, else the last. */
export function leastUseful({ held }: Here, seats: Seats): number {
  const numbers = [...held].filter(([, { state }]) => state === 'held').map(([number]) => number);
  return numbers.find((number) => !seats.isBound(number)) ?? Math.max(...numbers);
}
