/**
 * Limits the requests per second of an account in a product, over all nodes (contract section 1).
 *
 * 1. A window is one second of wall time. Nodes borrow slices of its limit from a shared counter, so that all of them
 *    together pass at most the limit, plus one slice for each node.
 * 2. The first slice of a window is used before it is borrowed: an account that stays below it costs no query. The
 *    next borrowing counts it as well.
 * 3. A request waits for the store only while a slice that it needs is being borrowed.
 */
import type { Product } from '../errors.ts';
import { Refusal } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Account } from '../store/accounts/account.ts';
import { addToCounter } from '../store/accounts/counters.ts';
import type { Database } from '../store/database.ts';

const LIMITED_PRODUCTS = ['omnichannel', 'messaging', 'phoneid', 'anonymous', 'verify'] as const satisfies Product[];

export type LimitedProduct = (typeof LIMITED_PRODUCTS)[number];

/** Requests a second, asked for each time; 0 is no limit. */
export type RequestLimits = (product: LimitedProduct) => number;

export interface RateLimiter {
  /**
   * The headers for the answer. Refuses with `rate_limited` when the limit of this second is used up. At once, unless
   * a slice is being borrowed.
   */
  take(account: Account, product: Product): RateHeaders | Promise<RateHeaders>;
}

export type RateHeaders = Readonly<Record<string, string>>;

const WINDOW_MS = 1_000;
const SLICES_A_WINDOW = 20;
/** Of a product. */
const MOST_WINDOWS_KEPT = 20_000;

interface Window {
  start: number;
  limit: number;
  slice: number;
  /** What this node may pass, and what it has passed. */
  granted: number;
  used: number;
  /** What was borrowed to cover what has been granted. */
  isCovered: boolean;
  /** What all nodes have borrowed, as last heard. */
  borrowedByAll: number;
  borrowing: Promise<void> | null;
  failure: unknown;
}

export function createRateLimiter(clock: Clock, db: Database, defaults: RequestLimits): RateLimiter {
  return new SliceLimiter(clock, db, defaults);
}

class SliceLimiter implements RateLimiter {
  private readonly clock: Clock;
  private readonly db: Database;
  private readonly defaults: RequestLimits;
  /** By account. A name of both, made for each request, would cost more than all else here. */
  private readonly windows: Readonly<Record<LimitedProduct, Map<string, Window>>> = {
    omnichannel: new Map(),
    messaging: new Map(),
    phoneid: new Map(),
    anonymous: new Map(),
    verify: new Map(),
  };

  constructor(clock: Clock, db: Database, defaults: RequestLimits) {
    this.clock = clock;
    this.db = db;
    this.defaults = defaults;
  }

  take(account: Account, asked: Product): RateHeaders | Promise<RateHeaders> {
    const product = limitedAs(asked);
    if (product === null) return {};
    const limit = account.settings.requestsPerSecond?.[product] ?? this.defaults(product);
    if (limit <= 0) return {};
    const window = this.windowOf(account.id, product, limit);
    if (window.used < window.granted) return this.pass(account.id, product, window);
    return this.wait(account.id, product, window);
  }

  private async wait(accountId: string, product: LimitedProduct, window: Window): Promise<RateHeaders> {
    while (window.used >= window.granted) {
      if (!window.borrowing && !this.borrow(accountId, product, window)) throw this.refusal(product, window);
      await window.borrowing;
      if (window.failure) throw window.failure;
    }
    return this.pass(accountId, product, window);
  }

  private pass(accountId: string, product: LimitedProduct, window: Window): RateHeaders {
    window.used += 1;
    // The next slice is on its way before this one is used up.
    if (window.granted - window.used < window.slice / 2 && !window.borrowing) this.borrow(accountId, product, window);
    return headers(product, window);
  }

  private windowOf(accountId: string, product: LimitedProduct, limit: number): Window {
    const windows = this.windows[product];
    const start = Math.floor(this.clock.now() / WINDOW_MS) * WINDOW_MS;
    const window = windows.get(accountId);
    if (window && window.start === start && window.limit === limit) return window;
    const slice = Math.max(1, Math.ceil(limit / SLICES_A_WINDOW));
    const fresh: Window = {
      start,
      limit,
      slice,
      granted: Math.min(slice, limit),
      used: 0,
      isCovered: false,
      borrowedByAll: 0,
      borrowing: null,
      failure: null,
    };
    if (!window && windows.size >= MOST_WINDOWS_KEPT) forgetOldest(windows);
    windows.set(accountId, fresh);
    return fresh;
  }

  /** Returns false when nothing is left to borrow in this window. */
  private borrow(accountId: string, product: LimitedProduct, window: Window): boolean {
    if (window.borrowedByAll >= window.limit) return false;
    const covering = window.isCovered ? 0 : window.granted;
    const asked = window.slice + covering;
    const counter = { accountId, name: `requests ${product}`, windowStart: window.start, windowMs: WINDOW_MS };
    window.isCovered = true;
    window.failure = null;
    window.borrowing = addToCounter(this.db, counter, asked).then(
      (total) => {
        const got = Math.max(0, Math.min(asked, window.limit - (total - asked)));
        window.granted += Math.max(0, got - covering);
        window.borrowedByAll = total;
        window.borrowing = null;
      },
      (error: unknown) => {
        window.failure = error;
        window.borrowing = null;
      },
    );
    return true;
  }

  private refusal(product: LimitedProduct, window: Window): Refusal {
    const retry = Math.max(1, Math.ceil((window.start + WINDOW_MS - this.clock.now()) / 1000));
    return new Refusal('rate_limited', { retry }, { ...headers(product, window), 'retry-after': String(retry) });
  }
}

function forgetOldest(windows: Map<string, Window>): void {
  const oldest = windows.keys().next();
  if (!oldest.done) windows.delete(oldest.value);
}

/** Null: without a limit. All that verifies a number has one limit, by whatever way the code goes. */
function limitedAs(product: Product): LimitedProduct | null {
  if (product === 'verification') return 'verify';
  return LIMITED_PRODUCTS.find((limited) => limited === product) ?? null;
}

/** draft-ietf-httpapi-ratelimit-headers-10. */
function headers(product: LimitedProduct, window: Window): RateHeaders {
  const left = Math.max(0, window.limit - Math.max(window.used, window.borrowedByAll - window.granted + window.used));
  return {
    'ratelimit-policy': `"${product}";q=${window.limit};w=1`,
    ratelimit: `"${product}";r=${left};t=1`,
  };
}
