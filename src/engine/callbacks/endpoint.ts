/**
 * Where callbacks go, as far as it is known here. An endpoint is a scheme, host and port; a receiver is one URL of it.
 *
 * 1. A receiver that is slow or fails has at most its own share of the endpoint under way, so that another URL of the
 *    same host goes on. Only what cannot be connected to is unwell as a whole.
 * 2. Receivers take turns.
 */
import { Breaker } from '../../lib/breaker.ts';
import type { CallbackRow } from '../../store/callbacks/callback-rows.ts';

/** Callbacks that wait in memory for one receiver; more are left to the store. */
const MOST_WAITING = 1_000;
/** Beyond these, receivers that are only remembered for being unwell are forgotten. */
const MOST_RECEIVERS = 1_000;
/** As MOST_WAITING while only probes are sent: enough to go on at once when it was a short one. */
const MOST_WAITING_UNWELL = 64;

export interface Shares {
  readonly perEndpoint: number;
  readonly perUrl: number;
  /** Of a URL that answers swiftly (breaker.ts). */
  readonly perSwiftUrl: number;
}

export class Receiver {
  readonly url: string;
  readonly endpoint: Endpoint;
  readonly breaker: Breaker;
  /** In the order in which they came. */
  readonly waiting: CallbackRow[] = [];

  constructor(endpoint: Endpoint, url: string, { perUrl, perSwiftUrl }: Shares) {
    this.endpoint = endpoint;
    this.url = url;
    this.breaker = new Breaker(perUrl, perSwiftUrl);
  }

  get isFull(): boolean {
    return this.waiting.length >= (this.breaker.isUnwell ? MOST_WAITING_UNWELL : MOST_WAITING);
  }

  get isBusy(): boolean {
    return this.waiting.length > 0 || this.breaker.underWay > 0;
  }
}

export class Endpoint {
  readonly name: string;
  readonly breaker: Breaker;
  waitingCount = 0;
  private readonly shares: Shares;
  private readonly receivers = new Map<string, Receiver>();
  /** Those with something waiting, whose turn it is first. */
  private readonly turns = new Set<Receiver>();

  constructor(name: string, shares: Shares) {
    this.name = name;
    this.shares = shares;
    this.breaker = new Breaker(shares.perEndpoint);
  }

  receiver(url: string): Receiver {
    const known = this.receivers.get(url);
    if (known) return known;
    if (this.receivers.size >= MOST_RECEIVERS) {
      for (const other of this.receivers.values()) if (!other.isBusy) this.receivers.delete(other.url);
    }
    const receiver = new Receiver(this, url, this.shares);
    this.receivers.set(url, receiver);
    return receiver;
  }

  add(receiver: Receiver, row: CallbackRow): void {
    receiver.waiting.push(row);
    this.turns.add(receiver);
    this.waitingCount += 1;
  }

  /** The next that may be sent at this monotonic instant, as far as `mayGo` lets it. */
  next(
    now: number,
    mayGo: (row: CallbackRow, endpoint: Endpoint) => boolean = () => true,
  ): { readonly receiver: Receiver; readonly row: CallbackRow } | null {
    if (this.waitingCount === 0 || this.breaker.room(now) === 0) return null;
    for (const receiver of this.turns) {
      const first = receiver.waiting[0];
      if (receiver.breaker.room(now) === 0 || (first && !mayGo(first, this))) continue;
      const row = receiver.waiting.shift();
      this.turns.delete(receiver);
      if (receiver.waiting.length > 0) this.turns.add(receiver);
      if (!row) continue;
      this.waitingCount -= 1;
      return { receiver, row };
    }
    return null;
  }

  /** Takes what waits for the receiver. */
  empty(receiver: Receiver): CallbackRow[] {
    this.turns.delete(receiver);
    this.waitingCount -= receiver.waiting.length;
    return receiver.waiting.splice(0);
  }

  /**
   * When a pause ends after which something may go on; null when it is not for a pause that anything waits. `isOwed`: the
   * store has something for the endpoint, too.
   */
  resumesAt(now: number, isOwed: boolean): number | null {
    const pausedUntil = this.breaker.pausedUntil(now);
    if (pausedUntil !== null) return isOwed || this.waitingCount > 0 ? pausedUntil : null;
    let first: number | null = null;
    for (const { breaker } of this.turns) {
      const until = breaker.pausedUntil(now);
      if (until !== null && (first === null || until < first)) first = until;
    }
    return first;
  }

  /** Unless it is needed, or worth remembering. */
  forget(receiver: Receiver): void {
    if (!receiver.isBusy && !receiver.breaker.isUnwell) this.receivers.delete(receiver.url);
  }

  get isBusy(): boolean {
    return this.waitingCount > 0 || this.breaker.underWay > 0;
  }

  /** Nothing waits, nothing is under way, and nothing is known against anybody. */
  get isIdle(): boolean {
    return !this.isBusy && this.receivers.size === 0 && !this.breaker.isUnwell;
  }
}
