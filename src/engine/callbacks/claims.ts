/**
 * Finds the endpoints that something is due for in the store, and takes it from there.
 *
 * 1. Claims go endpoint by endpoint, a few at a time, so that a flood of them leaves connections to everybody else.
 * 2. Endpoints are found a page at a time: what a poll costs is bounded, however many are owed something.
 * 3. What this node itself put off, it knows; polling is for the rest.
 * 4. Nothing is asked for until a poll has seen that something is owed (due/poll.ts).
 * 5. Most polls reach back as far as callbacks are tried, not over every day that is kept: only an operator makes older
 *    ones due, and those are found by a poll of everything, now and then.
 */
import type { Context } from '../../context.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import {
  type ClaimedCallback,
  claimCallbacks,
  endpointsOwed,
  type Reach,
} from '../../store/callbacks/callback-claims.ts';
import type { CallbackRow } from '../../store/callbacks/callback-rows.ts';
import { type Database, StoreDown } from '../../store/database.ts';
import type { Owner } from '../../store/nodes/owner.ts';
import { type Buckets, bucketsOfEach, eachLane, type Lanes } from '../../store/sql/lanes.ts';
import type { Poll } from '../due/poll.ts';
import { inPublicCodes } from './former-body.ts';

export interface CallbackClaimsOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly owner: Owner;
  readonly leaseMs: number;
  /** How many of the endpoint may be claimed now. */
  room(endpoint: string): number;
  /** Leased until that monotonic instant. */
  take(endpoint: string, rows: readonly CallbackRow[], leasedUntil: number): Promise<void>;
  /** Something of it is due, or has been taken: calls `claim` when there is room. */
  attend(endpoint: string): void;
}

const CLAIMS_AT_ONCE = 4;
const CLAIM_AT_MOST = 64;
const ENDPOINTS_A_PAGE = 500;
/** Between two pages of one round. */
const NEXT_PAGE_AFTER_MS = 50;
/** Instants known here that are closer together are dealt with together. */
const LEAST_SLEEP_MS = 20;
const MOST_KNOWN = 50_000;
/** Five days of tries, and a day for what was put off or stands behind others. */
export const RECENT_MS = 6 * DAY_MS;
/** Clocks of other nodes may go before this one's. */
const AHEAD_MS = 3_600_000;
/** The longest time that an id can hold. */
const END_OF_TIME_MS = 2 ** 48 - 2;

export class CallbackClaims implements Service {
  readonly name = 'callback claims';
  private readonly options: CallbackClaimsOptions;
  private readonly worker: Worker;
  /** When the first callback of an endpoint is due, wall time, as far as it is known here. */
  private readonly known = new Map<string, number>();
  /** Something of it is due. */
  private readonly owed = new Set<string>();
  /** Of these something has come due since the claim under way was begun, which may not see it. */
  private readonly owedSince = new Set<string>();
  private readonly queued = new Set<string>();
  private readonly claiming = new Set<string>();
  private readonly underWay = new Set<Promise<void>>();
  /** Up to where the round of pages has come in each lane. */
  private places: string[] = [];
  private isRoundOfAll = true;
  private isNextRoundOfAll = true;
  /** Monotonic; `Infinity`: when something has been seen. */
  private nextPageAt = 0;
  private isStopped = true;

  constructor(options: CallbackClaimsOptions) {
    this.options = options;
    const work = () => this.poll();
    const longestSleepMs = Number.POSITIVE_INFINITY;
    this.worker = new Worker({ context: options.context, name: 'callback timers', work, longestSleepMs });
  }

  async start(): Promise<void> {
    this.isStopped = false;
    await this.worker.start();
  }

  /** Resolves when no claim is under way. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.worker.stop();
    this.queued.clear();
    await Promise.all(this.underWay);
  }

  /** Somebody else has changed what is due. */
  wake(): void {
    this.places = [];
    this.nextPageAt = 0;
    this.isNextRoundOfAll = true;
    this.worker.wake();
  }

  /** Once a second. */
  notified({ isCallbackOwed, isOfAll }: Pick<Poll, 'isCallbackOwed' | 'isOfAll'>): void {
    if (!isCallbackOwed) return;
    if (isOfAll) this.isNextRoundOfAll = true;
    if (this.nextPageAt !== Number.POSITIVE_INFINITY) return;
    this.nextPageAt = 0;
    this.worker.wake();
  }

  isOwed(endpoint: string): boolean {
    return this.owed.has(endpoint);
  }

  /** A callback of the endpoint is due at this wall time. */
  dueAt(endpoint: string, at: number): void {
    const before = this.known.get(endpoint);
    if (before !== undefined ? before <= at : this.known.size >= MOST_KNOWN) return;
    this.known.set(endpoint, at);
    this.worker.dueAt(at);
  }

  /** Something of the endpoint is due now. */
  owe(endpoint: string): void {
    if (this.isStopped) return;
    this.owed.add(endpoint);
    this.owedSince.add(endpoint);
    this.options.attend(endpoint);
  }

  /** Takes what is due, as much as there is room for. */
  claim(endpoint: string): void {
    if (this.isStopped || this.claiming.has(endpoint)) return;
    this.queued.add(endpoint);
    this.run();
  }

  private run(): void {
    for (const endpoint of this.queued) {
      if (this.claiming.size >= CLAIMS_AT_ONCE) return;
      this.queued.delete(endpoint);
      this.claiming.add(endpoint);
      const claim = this.claimNow(endpoint)
        .catch((error) => {
          // The next poll finds it again.
          this.owed.delete(endpoint);
          this.owedSince.delete(endpoint);
          const { log } = this.options.context;
          if (!(error instanceof StoreDown)) log.warn({ err: error }, 'callbacks could not be claimed');
        })
        .then(() => {
          this.claiming.delete(endpoint);
          this.underWay.delete(claim);
          if (!this.isStopped) this.run();
          this.options.attend(endpoint);
        });
      this.underWay.add(claim);
    }
  }

  private async claimNow(endpoint: string): Promise<void> {
    this.owedSince.delete(endpoint);
    const recent = await this.claimWithin(endpoint, false);
    // It is known that something is due: then it is older.
    const { isMore } = recent.count > 0 || recent.isMore ? recent : await this.claimWithin(endpoint, true);
    if (!isMore && !this.owedSince.has(endpoint)) this.owed.delete(endpoint);
  }

  private async claimWithin(endpoint: string, all: boolean): Promise<{ count: number; isMore: boolean }> {
    const { context, db, owner, leaseMs, lanes, room, take } = this.options;
    let count = 0;
    let isMore = false;
    for (const buckets of bucketsOfEach(lanes)) {
      const limit = Math.min(CLAIM_AT_MOST, room(endpoint));
      if (limit === 0) return { count, isMore: true };
      const now = context.clock.now();
      const until = context.clock.monotonic() + leaseMs;
      const claim = { endpoint, owner, now, leasedUntil: now + leaseMs, limit };
      const claimed = await claimCallbacks(db, claim, this.reach(buckets, all));
      count += claimed.rows.length;
      isMore ||= claimed.isMore;
      await take(endpoint, claimed.rows.map(inTodaysNumbers), until);
    }
    return { count, isMore };
  }

  private reach(buckets: Buckets, all: boolean): Reach {
    const now = this.options.context.clock.now();
    const span = all ? { fromMs: 0, toMs: END_OF_TIME_MS } : { fromMs: now - RECENT_MS, toMs: now + AHEAD_MS };
    return { buckets, ...span };
  }

  /** Resolves with the delay until the next poll. */
  private async poll(): Promise<number> {
    const { clock } = this.options.context;
    if (clock.monotonic() >= this.nextPageAt) {
      this.nextPageAt = Number.POSITIVE_INFINITY;
      await this.readPage().catch((error) => {
        this.nextPageAt = 0;
        this.isNextRoundOfAll ||= this.isRoundOfAll;
        throw error;
      });
    }
    const now = clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const [endpoint, at] of this.known) {
      if (at > now) next = Math.min(next, at - now);
      else {
        this.known.delete(endpoint);
        this.owe(endpoint);
      }
    }
    return Math.max(LEAST_SLEEP_MS, Math.min(next, this.nextPageAt - clock.monotonic()));
  }

  private async readPage(): Promise<void> {
    const { context, db, lanes } = this.options;
    if (this.places.every((place) => place === '')) {
      this.isRoundOfAll = this.isNextRoundOfAll;
      this.isNextRoundOfAll = false;
    }
    await eachLane(lanes, async (buckets, lane) => {
      const after = this.places[lane] ?? '';
      const page = await endpointsOwed(db, after, ENDPOINTS_A_PAGE, this.reach(buckets, this.isRoundOfAll));
      const isFull = page.length === ENDPOINTS_A_PAGE;
      this.places[lane] = isFull ? (page.at(-1)?.endpoint ?? '') : '';
      if (isFull) this.nextPageAt = Math.min(this.nextPageAt, context.clock.monotonic() + NEXT_PAGE_AFTER_MS);
      for (const { endpoint, dueAt } of page) this.dueAt(endpoint, dueAt);
    });
  }
}

/** What the release before wrote is sent as this one would have written it. */
function inTodaysNumbers(row: ClaimedCallback): CallbackRow {
  return row.hasPublicCodes ? row : { ...row, body: inPublicCodes(row.body) };
}
