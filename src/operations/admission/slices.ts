/**
 * Limits that count many requests in an hour or a day, over all nodes, at next to no queries.
 *
 * 1. Windows are hours and days of UTC. A node borrows slices of a twentieth of a limit from a shared counter and uses
 *    them in memory; near the end of a limit slices get smaller (store/accounts/counters.ts). Example: of a limit of
 *    1,000 a node borrows 50, and asks the store again after some 25 requests.
 * 2. `exact`: a slice is borrowed before it is used, so that all nodes together never pass the limit. A slice of a node
 *    that dies is lost: the limit is then reached too early, never too late.
 * 3. Not `exact`: the first slice of a window is used before it is borrowed. An account that stays below it costs no
 *    query, and a place in a table of fixed size. All nodes together pass at most the limit, plus one slice for each
 *    node.
 * 4. A slice of an exact limit is given back when it has been unused for a minute, and at the stop. The others end with
 *    their hour.
 * 5. The store is asked about a limit that is used up at most once in five seconds: a slice may have been given back.
 * 6. A request waits for the store only while a slice that it needs is being borrowed. The next slice is borrowed when
 *    half of the last is left, unless slices are as small as one or two.
 * 7. `has` says what `take` would, takes nothing and borrows nothing. Where a slice would have to be borrowed it reads
 *    what is left of the shared counter.
 */
import type { Context } from '../../context.ts';
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import { borrowFromCounter, giveBackToCounter, type Lent, usedOfCounter } from '../../store/accounts/counters.ts';
import type { Database } from '../../store/database.ts';
import { FirstTimes } from './first-times.ts';

export interface SliceOptions {
  readonly context: Context;
  readonly db: Database;
  readonly windowMs: number;
  /** Rules 2 and 3. */
  readonly exact: boolean;
  /** Four fifths of a limit have been used or lent, for the first time in its window. */
  readonly almostUsedUp?: (accountId: string, name: string, limit: number) => void;
}

export interface Wanted {
  readonly accountId: string;
  readonly name: string;
  /** More than 0. */
  readonly limit: number;
  readonly count: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Null when nothing is left. */
export type Taken = (() => void) | null;

const SLICES_A_WINDOW = 20;
const ALARM_AT = 0.8;
const IDLE_MS = 60_000;
const ASK_AGAIN_MS = 5_000;
/** Of windows that have borrowed. When the younger half is full it becomes the older one. */
const GENERATION_SIZE = 20_000;
const FIRST_SLICES = 1 << 18;

interface Window {
  readonly accountId: string;
  readonly name: string;
  readonly start: number;
  readonly limit: number;
  readonly slice: number;
  /** What this node may pass, and what it has passed. */
  granted: number;
  used: number;
  /** Rule 3: what has been passed or may be, and was not borrowed. */
  uncovered: number;
  borrowing: Promise<void> | null;
  failure: unknown;
  /** Monotonic; rules 4 and 5. */
  usedAt: number;
  outUntil: number;
  hasAlarmed: boolean;
}

export class Slices implements Service {
  readonly name = 'slices of limits';
  private readonly options: SliceOptions;
  private young = new Map<string, Window>();
  private old = new Map<string, Window>();
  private readonly firsts: FirstTimes | null;
  private readonly worker: Worker;

  constructor(options: SliceOptions) {
    this.options = options;
    const { context, exact } = options;
    this.firsts = exact ? null : new FirstTimes(FIRST_SLICES);
    this.worker = new Worker({ context, name: this.name, work: () => this.giveBackIdle(), longestSleepMs: IDLE_MS });
  }

  start(): Promise<void> {
    return this.worker.start();
  }

  /** Rule 4. */
  async stop(): Promise<void> {
    await this.worker.stop();
    const windows = [...new Set([...this.young.values(), ...this.old.values()])];
    this.young.clear();
    this.old.clear();
    await Promise.all(windows.map(({ borrowing }) => borrowing));
    await Promise.all(windows.map((window) => this.giveBack(window))).catch((error: unknown) =>
      this.options.context.log.warn({ err: error }, 'parts of limits could not be given back'),
    );
  }

  take(wanted: Wanted): Taken | Promise<Taken> {
    const { accountId, name, limit, count, at } = wanted;
    const { firsts } = this;
    const { windowMs } = this.options;
    const key = `${name} ${accountId}`;
    const place = Math.floor(at / windowMs);
    let known = this.find(key);
    const slice = sliceOf(limit);
    if (firsts && known?.start !== place * windowMs) {
      const used = firsts.add(key, place, count);
      if (used <= slice) return givesBack(firsts, key, place, count);
      firsts.add(key, place, -count);
      known = this.freshWindow(wanted, slice, used - count);
      this.keep(key, known);
    }
    const window = this.currentOf(known, key, wanted, slice);
    if (window.used + count <= window.granted) return this.pass(window, count);
    return this.wait(window, count);
  }

  /** Rule 7. */
  has(wanted: Wanted): boolean | Promise<boolean> {
    const { clock } = this.options.context;
    const key = `${wanted.name} ${wanted.accountId}`;
    const place = Math.floor(wanted.at / this.options.windowMs);
    const slice = sliceOf(wanted.limit);
    const known = this.young.get(key) ?? this.old.get(key);
    const isOfNow = known !== undefined && known.start === place * this.options.windowMs;
    let unborrowed = 0;
    if (this.firsts && !isOfNow) {
      const first = this.firsts.find(key);
      unborrowed = first?.at === place ? first.count : 0;
      if (unborrowed + wanted.count <= slice) return true;
    }
    const isKept = isOfNow && known.limit === wanted.limit;
    const window = isKept ? known : this.freshWindow(wanted, slice, unborrowed);
    if (window.used + wanted.count <= window.granted) return true;
    if (clock.monotonic() < window.outUntil) return false;
    return this.canBorrow(window, wanted.count);
  }

  private async canBorrow(window: Window, count: number): Promise<boolean> {
    await window.borrowing;
    const needed = window.used + count - window.granted;
    if (needed <= 0) return true;
    const used = await usedOfCounter(this.options.db, this.counterOf(window));
    return window.limit - used - window.uncovered >= needed;
  }

  private async wait(window: Window, count: number): Promise<Taken> {
    while (window.used + count > window.granted) {
      if (!window.borrowing) {
        if (this.options.context.clock.monotonic() < window.outUntil) return null;
        this.borrow(window, count);
      }
      await window.borrowing;
      if (window.failure) throw window.failure;
    }
    return this.pass(window, count);
  }

  private pass(window: Window, count: number): () => void {
    const { clock } = this.options.context;
    window.used += count;
    window.usedAt = clock.monotonic();
    // Without the store to borrow from, what was granted may still be used.
    const isLow = window.slice > 2 && window.granted - window.used < window.slice / 2;
    if (isLow && !window.borrowing && window.usedAt >= window.outUntil) this.borrow(window, 0);
    return () => {
      window.used -= count;
    };
  }

  private borrow(window: Window, needed: number): void {
    const { context, db } = this.options;
    const least = Math.max(1, needed - (window.granted - window.used));
    const covering = window.uncovered;
    const loan = { limit: window.limit, covering, least, most: Math.max(window.slice, least) };
    window.uncovered = 0;
    window.failure = null;
    window.borrowing = borrowFromCounter(db, this.counterOf(window), loan).then(
      (lent) => {
        window.granted += lent.granted;
        // Less than was needed is as good as nothing for this request.
        if (lent.granted < least) window.outUntil = context.clock.monotonic() + ASK_AGAIN_MS;
        window.borrowing = null;
        this.watch(window, lent, covering);
      },
      (error: unknown) => {
        window.uncovered += covering;
        window.failure = error;
        window.borrowing = null;
      },
    );
  }

  private watch(window: Window, { used, granted }: Lent, covering: number): void {
    const mark = window.limit * ALARM_AT;
    if (window.hasAlarmed || used < mark || used - granted - covering >= mark) return;
    window.hasAlarmed = true;
    this.options.almostUsedUp?.(window.accountId, window.name, window.limit);
  }

  /** The window that is known under this key, or a fresh one where that is over or has another limit. */
  private currentOf(known: Window | undefined, key: string, wanted: Wanted, slice: number): Window {
    const { windowMs } = this.options;
    const start = Math.floor(wanted.at / windowMs) * windowMs;
    if (known && known.start === start && known.limit === wanted.limit) return known;
    if (known) void this.giveBack(known).catch(() => undefined);
    const fresh = this.freshWindow(wanted, slice, 0);
    this.keep(key, fresh);
    return fresh;
  }

  /** `used`: of the first slice, where that is not borrowed. */
  private freshWindow({ accountId, name, limit, at }: Wanted, slice: number, used: number): Window {
    const { exact, windowMs, context } = this.options;
    const first = exact ? 0 : Math.min(slice, limit);
    return {
      accountId,
      name,
      start: Math.floor(at / windowMs) * windowMs,
      limit,
      slice,
      granted: first,
      used,
      uncovered: first,
      borrowing: null,
      failure: null,
      usedAt: context.clock.monotonic(),
      outUntil: Number.NEGATIVE_INFINITY,
      hasAlarmed: false,
    };
  }

  private find(key: string): Window | undefined {
    // The runtime keeps each text that a map is asked for, and most keys are new: an empty one is not asked.
    if (this.young.size === 0 && this.old.size === 0) return undefined;
    const young = this.young.get(key);
    if (young) return young;
    const old = this.old.get(key);
    if (old) this.keep(key, old);
    return old;
  }

  private keep(key: string, window: Window): void {
    if (this.young.size >= GENERATION_SIZE) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, window);
  }

  private counterOf({ accountId, name, start: windowStart }: Window) {
    return { accountId, name, windowStart, windowMs: this.options.windowMs };
  }

  private async giveBackIdle(): Promise<number> {
    const { clock } = this.options.context;
    for (const windows of [this.young, this.old]) {
      for (const [key, window] of windows) {
        if (window.borrowing) continue;
        if (window.start + this.options.windowMs <= clock.now()) windows.delete(key);
        else if (clock.monotonic() - window.usedAt >= IDLE_MS) await this.giveBack(window);
      }
    }
    return IDLE_MS;
  }

  /** The counter of a window that is over says nothing to anybody. */
  private async giveBack(window: Window): Promise<void> {
    const unused = window.granted - window.used;
    if (!this.options.exact || unused <= 0) return;
    if (window.start + this.options.windowMs <= this.options.context.clock.now()) return;
    window.granted -= unused;
    await giveBackToCounter(this.options.db, this.counterOf(window), unused);
  }
}

/** Of a first slice (rule 3). */
function givesBack(firsts: FirstTimes, key: string, place: number, count: number): () => void {
  return () => void firsts.add(key, place, -count);
}

function sliceOf(limit: number): number {
  return Math.max(1, Math.ceil(limit / SLICES_A_WINDOW));
}
