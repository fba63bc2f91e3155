/**
 * Writes what passed through this node to the store, so that whoever asks any node sees all of them.
 *
 * 1. Every ten seconds, and at the end. While nothing passes through nothing is written.
 * 2. What was counted belongs to the minute and the hour in which the middle of the time since the last count lies.
 * 3. While the store is gone the spans are kept, a bounded number of them; the oldest are let go. It is figures, no bill.
 */
import type { Context } from '../../context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { Service } from '../../lib/service.ts';
import type { Figures } from '../../lib/traffic.ts';
import { Worker } from '../../lib/worker.ts';
import type { Database } from '../../store/database.ts';
import type { Owner } from '../../store/nodes/owner.ts';
import { type WrittenTraffic, writeTraffic } from '../../store/nodes/traffic.ts';

export interface TrafficWriterOptions {
  readonly context: Context;
  readonly db: Database;
  readonly owner: Owner;
}

const WRITE_EVERY_MS = 10_000;

/** The spans that are written, and how long their rows are kept. */
export const SPANS = [
  { lengthMs: MINUTE_MS, keepMs: DAY_MS },
  { lengthMs: HOUR_MS, keepMs: 35 * DAY_MS },
] as const;

/** Rule 3: half an hour of minutes. */
const MOST_SPANS = 30;

interface Span {
  readonly startsAt: number;
  readonly lengthMs: number;
  readonly keepMs: number;
  readonly counts: Map<string, Map<string, number>>;
  /** Something was counted that is not written yet. */
  isNew: boolean;
}

export class TrafficWriter implements Service {
  readonly name = 'traffic';
  private readonly options: TrafficWriterOptions;
  private readonly worker: Worker;
  private spans: readonly Span[] = [];
  private takenAt: number;

  constructor(options: TrafficWriterOptions) {
    const { context } = options;
    this.options = options;
    this.takenAt = context.clock.now();
    this.worker = new Worker({ context, name: this.name, work: () => this.write(), longestSleepMs: WRITE_EVERY_MS });
  }

  start(): Promise<void> {
    return this.worker.start();
  }

  async stop(): Promise<void> {
    await this.worker.stop();
    const { context, db } = this.options;
    if (!db.isUp()) return;
    await this.write().catch((error) => context.log.info({ err: error }, 'the last figures were not written'));
  }

  private async write(): Promise<number> {
    const { db, context } = this.options;
    const now = context.clock.now();
    this.add(context.traffic.take(), now - Math.min(WRITE_EVERY_MS, Math.max(0, now - this.takenAt)) / 2);
    this.takenAt = now;
    const written = this.spans.filter(({ isNew }) => isNew);
    if (written.length === 0) return WRITE_EVERY_MS;
    const rows = written.flatMap((span) => this.rowsOf(span));
    for (const span of written) span.isNew = false;
    try {
      await writeTraffic(db, rows);
    } catch (error) {
      for (const span of written) span.isNew = true;
      throw error;
    }
    return WRITE_EVERY_MS;
  }

  /** Rule 2. */
  private add(taken: ReadonlyMap<string, Figures>, at: number): void {
    const current = SPANS.map(({ lengthMs, keepMs }) => {
      const startsAt = at - (at % lengthMs);
      const known = this.spans.find((span) => span.startsAt === startsAt && span.lengthMs === lengthMs);
      return known ?? { startsAt, lengthMs, keepMs, counts: new Map(), isNew: false };
    });
    const unwritten = this.spans.filter((span) => span.isNew && !current.includes(span));
    this.spans = [...unwritten, ...current].slice(-MOST_SPANS);
    for (const span of current) {
      for (const [carrier, figures] of taken) addTo(span, carrier, figures);
      if (taken.size > 0) span.isNew = true;
    }
  }

  private rowsOf({ startsAt, lengthMs, keepMs, counts }: Span): WrittenTraffic[] {
    const { owner } = this.options;
    return [...counts].map(([carrier, figures]) => ({
      startsAt,
      seconds: lengthMs / 1_000,
      carrier,
      owner,
      figures: Object.fromEntries(figures),
      forgetAt: startsAt + lengthMs + keepMs,
    }));
  }
}

function addTo({ counts }: Span, carrier: string, figures: Figures): void {
  const own = counts.get(carrier) ?? new Map<string, number>();
  counts.set(carrier, own);
  for (const [name, count] of figures) own.set(name, (own.get(name) ?? 0) + count);
}
