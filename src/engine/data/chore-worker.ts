/**
 * Work in rounds, which one node at a time does for all of them: whoever takes the chore does the round.
 *
 * 1. Each node asks for the chore every `everyMs`; one of them gets it, and nobody else within that time.
 * 2. A round that is stopped ends where it next looks at `signal`. Everything in it may be repeated and cut off anywhere.
 */
import type { Context } from '../../context.ts';
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import type { Database } from '../../store/database.ts';
import { takeChore } from '../../store/nodes/chores.ts';

export interface ChoreWorkerOptions {
  readonly context: Context;
  readonly db: Database;
  /** Of the chore, the same on all nodes. */
  readonly name: string;
  readonly everyMs: number;
  /** All that is to be done now. */
  readonly round: () => Promise<void>;
}

export class ChoreWorker implements Service {
  readonly name: string;
  private readonly options: ChoreWorkerOptions;
  private readonly worker: Worker;
  private readonly stopping = new AbortController();

  constructor(options: ChoreWorkerOptions) {
    this.options = options;
    this.name = options.name;
    const { context, name, everyMs } = options;
    this.worker = new Worker({ context, name, work: () => this.takeTurn(), longestSleepMs: everyMs });
  }

  /** Aborted when it is stopped. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  start(): Promise<void> {
    return this.worker.start();
  }

  stop(): Promise<void> {
    this.stopping.abort();
    return this.worker.stop();
  }

  private async takeTurn(): Promise<number> {
    const { context, db, name, everyMs, round } = this.options;
    const now = context.clock.now();
    try {
      if (await takeChore(db, name, now, now + everyMs)) await round();
    } catch (error) {
      if (!this.signal.aborted) throw error;
    }
    return everyMs;
  }
}
