/**
 * What comes in, and events, as they come: asks again and again, and gives each once.
 *
 * 1. What is younger than two minutes is listed again by the gateway, so that nothing is missed; it is known by its id, and
 *    forgotten after ten minutes, when it is listed no more.
 * 2. `cursor` is where another one would go on. It may give some twice to a process that has been started anew: remember
 *    what you have dealt with.
 * 3. It ends when its reader breaks off, or by `signal`.
 */
import type { AskPage } from './pages.ts';
import { pause } from './transport.ts';

export interface FollowOptions {
  /** A `cursor` that was kept; without it, it begins with the oldest that is kept. */
  readonly after?: string;
  /** 2,000 unless said. */
  readonly everyMs?: number;
  readonly signal?: AbortSignal;
}

const KNOWN_FOR_MS = 600_000;

export class Following<T> implements AsyncIterable<T> {
  /** Rule 2. */
  cursor: string | undefined;
  private readonly ask: AskPage<T>;
  private readonly idOf: (item: T) => string;
  private readonly options: FollowOptions;
  private readonly known = new Map<string, number>();

  constructor(ask: AskPage<T>, idOf: (item: T) => string, options: FollowOptions) {
    this.ask = ask;
    this.idOf = idOf;
    this.options = options;
    this.cursor = options.after;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (;;) {
      const { items, next, more } = await this.ask(this.cursor);
      for (const item of items) if (this.isNew(item)) yield item;
      this.cursor = next ?? this.cursor;
      if (!more) await pause(this.options.everyMs ?? 2_000, this.options.signal);
    }
  }

  /** Leaves behind what there has been so far, so that it begins with what comes next. */
  async skip(): Promise<void> {
    for (;;) {
      const { items, next, more } = await this.ask(this.cursor);
      for (const item of items) this.isNew(item);
      this.cursor = next ?? this.cursor;
      if (!more) return;
    }
  }

  /** Rule 1. */
  private isNew(item: T): boolean {
    const now = Date.now();
    for (const [id, at] of this.known) {
      if (now - at < KNOWN_FOR_MS) break;
      this.known.delete(id);
    }
    const id = this.idOf(item);
    if (this.known.has(id)) return false;
    this.known.set(id, now);
    return true;
  }
}
