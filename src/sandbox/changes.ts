/**
 * Which handsets have changed, for whoever watches: by a hint, by a count that goes up, and by an answer to who waits.
 *
 * 1. A hint names a handset by an id that says nothing of its number: hints go to whoever may look on.
 * 2. Memory is bounded: of a handset that is not kept any more the count is 0.
 */
import { createHmac } from 'node:crypto';
import type { Context } from '../context.ts';
import { Arrivals } from './arrivals.ts';

const ID_LETTERS = 16;

export class Changes {
  readonly arrivals: Arrivals;
  private readonly hints: Context['hints'];
  private readonly key: Buffer;
  private readonly mostHandsets: number;
  private readonly versions = new Map<string, number>();
  private last = 0;

  constructor({ clock, randomBytes, hints }: Pick<Context, 'clock' | 'randomBytes' | 'hints'>, mostHandsets: number) {
    this.arrivals = new Arrivals(clock);
    this.hints = hints;
    this.key = randomBytes(16);
    this.mostHandsets = mostHandsets;
  }

  /** Rule 1. The same for as long as the sandbox runs. */
  idOf(number: string): string {
    return createHmac('sha256', this.key).update(number).digest('hex').slice(0, ID_LETTERS);
  }

  /** Goes up with each change. */
  versionOf(number: string): number {
    return this.versions.get(number) ?? 0;
  }

  changed(number: string): void {
    this.last += 1;
    this.versions.delete(number);
    this.versions.set(number, this.last);
    const [oldest] = this.versions.keys();
    if (this.versions.size > this.mostHandsets && oldest !== undefined) this.versions.delete(oldest);
    if (this.hints.isWatched) this.hints.of('handsets', this.idOf(number), null);
    this.arrivals.arrived(number);
  }
}
