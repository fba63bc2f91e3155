/**
 * What the sender of callbacks has begun and not ended: whoever stops it waits for that. What fails is logged, and comes due
 * by itself.
 */
import type { Context } from '../../context.ts';
import { StoreDown } from '../../store/database.ts';

export class UnderWay {
  private readonly context: Context;
  private readonly works = new Set<Promise<void>>();

  constructor(context: Context) {
    this.context = context;
  }

  follow(work: Promise<void>): void {
    const ended = (): void => {
      this.works.delete(followed);
    };
    const followed = work.then(ended, (error) => {
      const { log } = this.context;
      if (error instanceof StoreDown) log.debug({ err: error }, 'callbacks will come due when their lease ends');
      else log.warn({ err: error }, 'a callback will be tried again');
      ended();
    });
    this.works.add(followed);
  }

  /** Resolves when all that has been begun by now has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.works);
  }
}
