/**
 * Long work in slices, so that others get their turn: whoever works on many things asks after each of them whether it is
 * time to let others go on.
 */
import type { Clock } from './clock.ts';

/** A request that comes meanwhile waits for so long at most, and for one thing more. */
const SLICE_MS = 4;

export class Turns {
  private readonly clock: Pick<Clock, 'monotonic'>;
  private over: number;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.clock = clock;
    this.over = clock.monotonic() + SLICE_MS;
  }

  /** Undefined while the slice lasts: nothing has to be awaited then. */
  next(): undefined | Promise<void> {
    return this.clock.monotonic() < this.over ? undefined : this.letOthers();
  }

  private async letOthers(): Promise<void> {
    // Behind what has come in meanwhile, and not only behind what is ready.
    await new Promise((resolve) => setImmediate(resolve));
    this.over = this.clock.monotonic() + SLICE_MS;
  }
}
