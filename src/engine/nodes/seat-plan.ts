/**
 * How many seats of one carrier a node should take or give back, by what all nodes see alike. Pure.
 *
 * 1. Seats are spread evenly: each contender has the same number, or one more or less.
 * 2. A free seat goes first to a node that has less than the rest.
 * 3. While somebody has too few or too many and nothing is free, one node gives one back: the one that has the most,
 *    and of several the first by name. One seat at a time moves.
 */

export interface SeatView {
  readonly self: string;
  /** How many seats the carrier has. */
  readonly seats: number;
  /** How many of them nobody holds. */
  readonly free: number;
  /** The nodes among which they are spread; perhaps not this one. */
  readonly contenders: readonly string[];
  /** Of the live nodes. */
  readonly heldBy: ReadonlyMap<string, number>;
}

export interface SeatStep {
  readonly take: number;
  readonly giveBack: 0 | 1;
}

const STAY: SeatStep = { take: 0, giveBack: 0 };

export function nextStep({ self, seats, free, contenders, heldBy }: SeatView): SeatStep {
  if (!contenders.includes(self)) return STAY;
  const held = (node: string) => heldBy.get(node) ?? 0;
  const fewest = Math.floor(seats / contenders.length);
  const most = Math.ceil(seats / contenders.length);
  const missing = contenders.filter((node) => held(node) < fewest);
  if (free > 0 && held(self) < most) {
    const others = missing.filter((node) => node !== self).length;
    if (held(self) < fewest) return { take: Math.min(free, fewest - held(self)), giveBack: 0 };
    return others > 0 ? STAY : { take: Math.min(free, most - held(self)), giveBack: 0 };
  }
  const enough = missing.length > 0 ? fewest : most;
  if (free > 0 || held(self) <= enough) return STAY;
  const richest = Math.max(...contenders.map(held));
  const giver = contenders.filter((node) => held(node) === richest).sort()[0];
  return giver === self ? { take: 0, giveBack: 1 } : STAY;
}
