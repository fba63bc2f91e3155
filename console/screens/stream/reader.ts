/**
 * Reads what hints tell of, in rounds, into the lines of a stream (log.ts). Pure but for what it is given.
 *
 * 1. One round at a time, at most one in `PACE_MS`, whatever comes: of each topic that was hinted at it asks for the newest
 *    page, and for `MOST_ASKED` things that are not on it.
 * 2. After a failure the next hint asks again, also for what the failed round was about.
 */
import { type Hint, together } from '../../app/live-hub.ts';
import { ofAccount, type Seen } from './events.ts';
import { begin, fold, type Log, type Look, NO_LOG } from './log.ts';
import { isStreamTopic, type StreamFilter, type StreamTopic } from './topics.ts';

export const PACE_MS = 1_000;
export const MOST_ASKED = 10;

export interface Asked {
  /** The newest of a topic, by the filter. */
  readonly newest: (topic: StreamTopic, filter: StreamFilter) => Promise<Pick<Look, 'rows' | 'isMore'>>;
  /** Null: it is not there, or cannot be asked for by itself. */
  readonly one: (topic: StreamTopic, id: string) => Promise<Seen | null>;
}

export interface ReaderOptions extends Asked {
  readonly filter: StreamFilter;
  readonly now: () => number;
  readonly later: (run: () => void, ms: number) => void;
}

export interface Reading {
  readonly log: Log;
  readonly hasBegun: boolean;
  readonly error: Error | null;
}

export class StreamReader {
  private readonly options: ReaderOptions;
  private readonly watchers = new Set<() => void>();
  private pending: readonly Hint[];
  private isBusy = false;
  private isStopped = true;
  private begunAt = Number.NEGATIVE_INFINITY;
  private hints = 0;
  private reading: Reading = { log: NO_LOG, hasBegun: false, error: null };

  constructor(options: ReaderOptions) {
    this.options = options;
    this.pending = this.all();
  }

  get = (): Reading => this.reading;

  watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  start(): void {
    this.isStopped = false;
    this.schedule();
  }

  /** Until it is started again it asks nothing, and keeps what it is hinted at. */
  stop(): void {
    this.isStopped = true;
  }

  hinted(hints: readonly Hint[]): void {
    const { account } = this.options.filter;
    // What is of no account may be of this one.
    const own = hints.filter(({ customer_id: of }) => account === null || of === undefined || of === account);
    this.pending = together([...this.pending, ...own.filter((hint) => this.isWanted(hint))]);
    this.schedule();
  }

  again(): void {
    this.hinted(this.all());
  }

  /** The lines go, and what is known of things stays. */
  clear(): void {
    this.change({ log: { ...this.reading.log, lines: [] } });
  }

  private all(): Hint[] {
    return this.options.filter.topics.map((topic) => ({ topic, id: null }));
  }

  private isWanted({ topic }: Hint): boolean {
    return isStreamTopic(topic) && this.options.filter.topics.includes(topic);
  }

  /** Rule 1. */
  private schedule(): void {
    if (this.isBusy || this.isStopped || this.pending.length === 0) return;
    this.isBusy = true;
    const waitMs = Math.max(0, this.begunAt + PACE_MS - this.options.now());
    this.options.later(() => void this.round(), waitMs);
  }

  private async round(): Promise<void> {
    if (this.isStopped) {
      this.isBusy = false;
      return;
    }
    const hints = this.pending;
    this.pending = [];
    this.begunAt = this.options.now();
    let isDone = true;
    try {
      const topics = this.options.filter.topics.filter((topic) => hints.some((hint) => hint.topic === topic));
      const looks = await Promise.all(topics.map((topic) => this.look(topic, hints)));
      this.take(looks);
    } catch (error) {
      // Rule 2.
      isDone = false;
      this.pending = together([...this.pending, ...hints]);
      this.change({ error: error instanceof Error ? error : new Error(String(error)) });
    }
    this.isBusy = false;
    if (isDone) this.schedule();
  }

  private async look(topic: StreamTopic, all: readonly Hint[]): Promise<Look> {
    const { newest, one, filter } = this.options;
    const hints = all.filter((hint) => hint.topic === topic);
    const ids = hints.flatMap(({ id }) => id ?? []);
    const hinted = hintedBy(hints, filter);
    if (topic === 'accounts') return { topic, rows: this.accounts(ids), hinted, isMore: false };
    const page = await newest(topic, filter);
    const known = new Set(page.rows.map(({ id }) => id));
    const asked = ids.filter((id) => !known.has(id)).slice(0, MOST_ASKED);
    const others = await Promise.all(asked.map((id) => one(topic, id)));
    const found = others.flatMap((seen) => (seen !== null && fits(seen, filter) ? seen : []));
    return { topic, rows: [...page.rows, ...found], hinted, isMore: page.isMore };
  }

  private accounts(ids: readonly string[]): Seen[] {
    return ids.map((id) => {
      this.hints += 1;
      return ofAccount(id, this.hints);
    });
  }

  private take(looks: readonly Look[]): void {
    const { log, hasBegun } = this.reading;
    const round = { now: this.options.now(), looks };
    this.change({ log: hasBegun ? fold(log, round) : begin(round), hasBegun: true, error: null });
  }

  private change(change: Partial<Reading>): void {
    this.reading = { ...this.reading, ...change };
    for (const watcher of this.watchers) watcher();
  }
}

/** Null where a filter leaves of them what nobody says: hints of many are of all accounts, and none has a code. */
function hintedBy(hints: readonly Hint[], { account, code }: StreamFilter): number | null {
  if (code !== null) return null;
  let count = 0;
  for (const { id, customer_id: of, more } of hints) {
    if (account !== null && of !== account) return null;
    const changes = id === null ? more : 1;
    if (changes === undefined) return null;
    count += changes;
  }
  return count;
}

function fits({ account, status }: Seen, filter: StreamFilter): boolean {
  return (
    (filter.account === null || account === filter.account) && (filter.code === null || status.code === filter.code)
  );
}
