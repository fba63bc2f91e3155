/**
 * How many may work at the same time, and how many may wait for it.
 */
export class Turns {
  private free: number;
  private readonly mostWaiting: number;
  private readonly waiting: (() => void)[] = [];

  constructor(atOnce: number, mostWaiting: number) {
    this.free = atOnce;
    this.mostWaiting = mostWaiting;
  }

  /** Runs `work` when it is its turn; rejects at once when too many wait already. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.free > 0) this.free -= 1;
    else if (this.waiting.length >= this.mostWaiting) throw new Error('too many texts wait to be spoken');
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The turn goes from one to the next and is never free in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
