/**
 * One look a second at what may be due, or may have been ordered, without this node having been told.
 *
 * 1. Whatever stands in the store is seen by every node within `LOOK_EVERY_MS`, whoever wrote it there, whether or not a
 *    notification was heard and however wall time has jumped. What a node itself knows to be due does not wait for this.
 * 2. A look says only that there is something. Whoever it concerns asks for the rest, and otherwise not at all.
 * 3. What is held (store/holds.ts) is in none of this. What should be over is lifted first, a bounded amount at a time.
 * 4. Most looks go over the last days, one a minute over everything (looks.ts).
 */
import type { Context } from '../../context.ts';
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import type { Database } from '../../store/database.ts';
import { lookAround, type Sighting } from '../../store/poll.ts';
import type { Span } from '../../store/sql/id-range.ts';
import { eachLane, type Lanes } from '../../store/sql/lanes.ts';
import { liftSome } from './holds.ts';
import { Looks } from './poll-span.ts';

export interface Look extends Sighting {
  /** Monotonic, before anything was read: what was written later may be missing. */
  readonly askedAt: number;
  /** Rule 4: it went over everything. */
  readonly isOfAll: boolean;
}

/** What is told of every look. */
export interface LookedFor {
  heard(look: Look): void;
}

export interface LookOutOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  /** Started before. */
  readonly parts: readonly LookedFor[];
}

const LOOK_EVERY_MS = 1_000;

export class LookOut implements Service {
  readonly name = 'look-out';
  private readonly options: LookOutOptions;
  private readonly looks: Looks;
  private readonly worker: Worker;

  constructor(options: LookOutOptions) {
    const { context } = options;
    this.options = options;
    this.looks = new Looks(context.clock);
    this.worker = new Worker({ context, name: this.name, work: () => this.look(), longestSleepMs: LOOK_EVERY_MS });
  }

  start(): Promise<void> {
    return this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  private async look(): Promise<number> {
    const { context, parts } = this.options;
    const { span, isOfAll } = this.looks.next();
    let askedAt = context.clock.monotonic();
    let seen = await this.lookWithin(span);
    let isMoreHeld = false;
    if (seen.holdsDueAt !== null && seen.holdsDueAt <= context.clock.now()) {
      isMoreHeld = await liftSome(this.options);
      askedAt = context.clock.monotonic();
      seen = await this.lookWithin(span);
    }
    const look = { ...seen, askedAt, isOfAll };
    for (const part of parts) part.heard(look);
    return isMoreHeld ? 0 : LOOK_EVERY_MS;
  }

  private async lookWithin(span: Span): Promise<Sighting> {
    const { db, lanes } = this.options;
    return together(await eachLane(lanes, (buckets) => lookAround(db, buckets, span)));
  }
}

function together(seen: readonly Sighting[]): Sighting {
  return {
    messagesDueAt: first(seen.map((each) => each.messagesDueAt)),
    holdsDueAt: first(seen.map((each) => each.holdsDueAt)),
    inputDueAt: first(seen.map((each) => each.inputDueAt)),
    sessionsDueAt: first(seen.map((each) => each.sessionsDueAt)),
    isCallbackOwed: seen.some((each) => each.isCallbackOwed),
    queues: [...new Set(seen.flatMap((each) => each.queues))],
    draining: seen.flatMap((each) => each.draining),
    dataSets: seen.map((each) => each.dataSets).join(','),
  };
}

function first(instants: ReadonlyArray<number | null>): number | null {
  const known = instants.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}
