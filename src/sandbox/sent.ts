/**
 * What people sent from simulated handsets, by themselves or by whoever has the handset in hand.
 *
 * 1. Memory is bounded: the handsets used last are kept, and of each the newest things.
 */
import type { Channel } from '../carriers/carrier.ts';
import type { SimulatedFile, SimulatedPlace } from '../carriers/rcs/simulator-person.ts';
import type { HandsetButton } from './buttons.ts';

export interface SentThing {
  readonly id: string;
  /** RFC 3339. */
  readonly sent_on: string;
  readonly channel: Channel;
  readonly to: string;
  readonly text?: string;
  readonly file?: SimulatedFile;
  readonly location?: SimulatedPlace;
  readonly button?: HandsetButton;
  /** Of the message that the button stands in. */
  readonly reference_id?: string;
}

const MOST_THINGS = 100;

export class SentThings {
  private readonly mostHandsets: number;
  private readonly things = new Map<string, SentThing[]>();
  private last = 0;

  constructor(mostHandsets: number) {
    this.mostHandsets = mostHandsets;
  }

  add(number: string, thing: Omit<SentThing, 'id'>): void {
    const list = this.things.get(number) ?? [];
    this.last += 1;
    list.push({ id: `s${this.last}`, ...thing });
    if (list.length > MOST_THINGS) list.shift();
    this.things.delete(number);
    this.things.set(number, list);
    const [oldest] = this.things.keys();
    if (this.things.size > this.mostHandsets && oldest !== undefined) this.things.delete(oldest);
  }

  /** Newest last. */
  of(number: string): readonly SentThing[] {
    return this.things.get(number) ?? [];
  }

  all(): Iterable<readonly [number: string, things: readonly SentThing[]]> {
    return this.things;
  }
}
