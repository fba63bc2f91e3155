/**
 * Hints of all nodes for whoever watches at this one.
 *
 * 1. While somebody watches here, the others are told so every `WATCH_AGAIN_MS`, and tell their hints for `WATCHED_FOR_MS`
 *    after that. While nobody watches anywhere, nothing is told, gathered or asked.
 * 2. A lost hint never leaves something wrong on a screen: whoever watches is told that everything has to be fetched anew
 *    whenever hints may have been missed. What a node tells is numbered; a number that is skipped, a node that is heard for
 *    the first time, and one that has started again mean that.
 * 3. A node that is told that somebody watches says what its number is: a gap is noticed even if nothing follows.
 * 4. Nothing here is waited for, and nothing that must be right depends on it. What is told goes out in its order, and what
 *    cannot be told now, since `MOST_WAITING` wait before it, is a number that is skipped.
 */
import { Counter, Gauge } from 'prom-client';
import type { Context } from '../../context.ts';
import type { Timer } from '../../lib/clock.ts';
import type { Hint } from '../../lib/hints.ts';
import type { Service } from '../../lib/service.ts';
import type { Database } from '../../store/database.ts';
import { type HintSignal, listenForHints, MOST_A_SIGNAL, sendHintSignal } from '../../store/nodes/hint-signals.ts';
import type { Owner } from '../../store/nodes/owner.ts';

export interface HintExchangeOptions {
  readonly context: Context;
  readonly db: Database;
  readonly owner: Owner;
  /** No other node can reach this store. */
  readonly isAlone: boolean;
}

export interface HintWatcher {
  hinted(hints: readonly Hint[]): void;
  /** Hints may have been missed (rule 2). */
  missed(): void;
}

const WATCH_AGAIN_MS = 5_000;
const WATCHED_FOR_MS = 3 * WATCH_AGAIN_MS;
const MOST_WAITING = 100;

interface Heard {
  readonly run: string;
  readonly n: number;
}

export class HintExchange implements Service {
  readonly name = 'hints';
  private readonly options: HintExchangeOptions;
  private readonly run: string;
  private readonly watchers = new Set<HintWatcher>();
  /** By node. */
  private readonly heardOf = new Map<string, Heard>();
  private readonly slow: Counter;
  private listener: { close(): Promise<void> } | null = null;
  private watching: { readonly end: () => void; timer: Timer | null } | null = null;
  private telling: { readonly end: () => void; timer: Timer } | null = null;
  /** Of what was told to the others last. */
  private told = 0;
  private sending: Promise<void> = Promise.resolve();
  private waiting = 0;

  constructor(options: HintExchangeOptions) {
    this.options = options;
    const { node, epoch } = options.owner;
    this.run = `${node} ${epoch}`;
    this.slow = countStreams(options.context, () => this.watchers.size);
  }

  async start(): Promise<void> {
    const { db, owner, isAlone } = this.options;
    if (isAlone) return;
    this.listener = await listenForHints(db, owner.node, (from, signal) => this.heard(from, signal));
  }

  async stop(): Promise<void> {
    this.watchers.clear();
    this.endWatching();
    this.endTelling();
    await this.sending;
    await this.listener?.close();
    this.listener = null;
  }

  /** Until the end of it is called. */
  watch(watcher: HintWatcher): () => void {
    this.watchers.add(watcher);
    if (!this.watching) this.beginWatching();
    return () => {
      this.watchers.delete(watcher);
      if (this.watchers.size === 0) this.endWatching();
    };
  }

  /** A stream was closed because its reader did not keep up. */
  dropped(): void {
    this.slow.inc();
  }

  private beginWatching(): void {
    const end = this.options.context.hints.watch((hints) => this.tell(hints));
    this.watching = { end, timer: null };
    this.askOthers();
  }

  private endWatching(): void {
    const { watching } = this;
    if (!watching) return;
    watching.end();
    if (watching.timer) this.options.context.clock.clearTimer(watching.timer);
    this.watching = null;
    this.heardOf.clear();
  }

  /** Rule 1. */
  private askOthers(): void {
    const { watching, options } = this;
    if (!watching || options.isAlone) return;
    this.send({ type: 'watch' });
    watching.timer = options.context.clock.setTimer(() => this.askOthers(), WATCH_AGAIN_MS);
  }

  private tell(hints: readonly Hint[]): void {
    for (const watcher of this.watchers) watcher.hinted(hints);
  }

  private heard(from: string, signal: HintSignal): void {
    if (signal.type === 'watch') this.watchedElsewhere();
    else if (this.watching) this.heardHints(from, signal);
  }

  private heardHints(from: string, { run, n, hints }: Extract<HintSignal, { type: 'hints' }>): void {
    const before = this.heardOf.get(from);
    this.heardOf.set(from, { run, n });
    const isNext = before?.run === run && n === before.n + (hints.length > 0 ? 1 : 0);
    if (!isNext) for (const watcher of this.watchers) watcher.missed();
    else if (hints.length > 0) this.tell(hints);
  }

  private watchedElsewhere(): void {
    const { clock, hints } = this.options.context;
    if (this.telling) clock.clearTimer(this.telling.timer);
    const end = this.telling?.end ?? hints.watch((own) => this.tellOthers(own));
    this.telling = { end, timer: clock.setTimer(() => this.endTelling(), WATCHED_FOR_MS) };
    // Rule 3.
    this.send({ type: 'hints', run: this.run, n: this.told, hints: [] });
  }

  private endTelling(): void {
    if (!this.telling) return;
    this.telling.end();
    this.options.context.clock.clearTimer(this.telling.timer);
    this.telling = null;
  }

  private tellOthers(hints: readonly Hint[]): void {
    for (let from = 0; from < hints.length; from += MOST_A_SIGNAL) {
      this.told += 1;
      this.send({ type: 'hints', run: this.run, n: this.told, hints: hints.slice(from, from + MOST_A_SIGNAL) });
    }
  }

  /** Rule 4. */
  private send(signal: HintSignal): void {
    const { context, db, owner } = this.options;
    if (!db.isUp() || this.waiting >= MOST_WAITING) return;
    this.waiting += 1;
    this.sending = this.sending
      .then(() => sendHintSignal(db, owner.node, signal))
      .catch((error) => context.log.debug({ err: error }, 'the other nodes could not be told of hints'))
      .finally(() => {
        this.waiting -= 1;
      });
  }
}

function countStreams({ metrics }: Context, open: () => number): Counter {
  const registers = [metrics];
  new Gauge({
    name: 'trunkline_hint_streams',
    help: 'Open streams of hints at this node',
    registers,
    collect() {
      this.set(open());
    },
  });
  return new Counter({
    name: 'trunkline_hint_streams_dropped_total',
    help: 'Streams of hints that were closed because their reader did not keep up',
    registers,
  });
}
