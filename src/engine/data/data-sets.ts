/**
 * The imported sets as every look-up knows them: kept in memory, since whether there is one decides whether the database
 * is asked at all; and the end of rows that have served their time.
 *
 * 1. They are read again when a poll has seen that they changed (due/poll.ts): what another node has imported is known
 *    here within a second or so.
 * 2. When the database cannot be asked the sets stay as they were.
 */
import type { Context } from '../../context.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import type { Database } from '../../store/database.ts';
import { takeChore } from '../../store/nodes/chores.ts';
import { type DataSet, type DataSetKind, listDataSets } from '../../store/phone-id/data-sets.ts';
import { forgetImported } from '../../store/phone-id/imported-rows.ts';
import { forgetObservations } from '../../store/phone-id/observations.ts';
import { eachLane, type Lanes } from '../../store/sql/lanes.ts';
import type { Poll } from '../due/poll.ts';

/** 0: for ever. */
export interface ImportedDays {
  /** Contacts: after the import that last had them. */
  readonly contacts: number;
  /** After the day of the deactivation. */
  readonly deactivations: number;
  /** Of the journal: after it was last seen. */
  readonly observations: number;
}

export interface DataSetsOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly days: ImportedDays;
}

const FORGET_EVERY_MS = 3_600_000;
const CHORE = 'imported data';

export class DataSets implements Service {
  readonly name = 'data sets';
  private readonly options: DataSetsOptions;
  private readonly worker: Worker;
  private readonly stopping = new AbortController();
  private sets: ReadonlyMap<DataSetKind, readonly DataSet[]> = new Map();
  private forgetAt = 0;
  /** As the last poll saw them, and as it saw those that were read: empty without any, as they are before. */
  private seen = '';
  private known = '';

  constructor(options: DataSetsOptions) {
    this.options = options;
    const work = () => this.takeTurn();
    const longestSleepMs = Number.POSITIVE_INFINITY;
    this.worker = new Worker({ context: options.context, name: this.name, work, longestSleepMs });
  }

  async start(): Promise<void> {
    await this.read();
    await this.worker.start();
  }

  stop(): Promise<void> {
    this.stopping.abort();
    return this.worker.stop();
  }

  /** Once a second. */
  notified({ dataSets }: Pick<Poll, 'dataSets'>): void {
    this.seen = dataSets;
    if (dataSets !== this.known || this.options.context.clock.now() >= this.forgetAt) this.worker.wake();
  }

  /** In the order of their names. */
  of(kind: DataSetKind): readonly DataSet[] {
    return this.sets.get(kind) ?? [];
  }

  /** Reads them now: one has been imported or removed here. */
  async read(): Promise<void> {
    const sets = new Map<DataSetKind, DataSet[]>();
    for (const set of await listDataSets(this.options.db)) {
      const known = sets.get(set.kind);
      if (known) known.push(set);
      else sets.set(set.kind, [set]);
    }
    this.sets = sets;
  }

  private async takeTurn(): Promise<number> {
    const { context, db } = this.options;
    const { seen } = this;
    if (seen !== this.known) await this.read();
    this.known = seen;
    const now = context.clock.now();
    if (now >= this.forgetAt) {
      this.forgetAt = now + FORGET_EVERY_MS;
      try {
        if (await takeChore(db, CHORE, now, now + FORGET_EVERY_MS)) await this.forget(now);
      } catch (error) {
        if (!this.stopping.signal.aborted) throw error;
      }
    }
    return Number.POSITIVE_INFINITY;
  }

  private async forget(now: number): Promise<void> {
    const { db, lanes, days } = this.options;
    for (const kind of ['contacts', 'deactivations'] as const) {
      if (days[kind] === 0) continue;
      const before = now - days[kind] * DAY_MS;
      await eachLane(lanes, (buckets) => forgetImported(db, kind, { before, buckets }, this.stopping.signal));
    }
    if (days.observations === 0) return;
    const before = now - days.observations * DAY_MS;
    await eachLane(lanes, (buckets) => forgetObservations(db, before, buckets, this.stopping.signal));
  }
}
