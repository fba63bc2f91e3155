/**
 * Sends the callbacks that are owed.
 *
 * 1. A callback goes out straight from memory after the commit that owes it, when nothing stands before it in its
 *    message's line; everything else is claimed from the store (claims.ts).
 * 2. Callbacks of one message go out one after the other, in order: the next one when the one before has been settled.
 * 3. Endpoints, and URLs within them, are served side by side, each with a bounded number under way
 *    (endpoint.ts): a dead or slow one takes nothing from the others.
 * 4. A row that is being sent is leased. When the process dies it comes due again and is repeated under the same
 *    `webhook-id`. Whatever this node lets go of without a word comes due by itself in the same way.
 * 5. A try counts when the receiver was to blame (tries.ts): not when the process stops.
 */
import { type Timer, within } from '../../lib/clock.ts';
import { OnceAMinute } from '../../lib/once-a-minute.ts';
import type { Service } from '../../lib/service.ts';
import type { CallbackResult } from '../../store/callbacks/callback-results.ts';
import { type CallbackRow, isOwed, type NewCallback } from '../../store/callbacks/callback-rows.ts';
import type { Database } from '../../store/database.ts';
import type { Owner } from '../../store/nodes/owner.ts';
import type { Lanes } from '../../store/sql/lanes.ts';
import type { Poll } from '../due/poll.ts';
import { CallbackClaims } from './claims.ts';
import { Endpoint, type Receiver, type Shares } from './endpoint.ts';
import { CallbackLines } from './lines.ts';
import { type CallbackMetrics, countCallbacks } from './metrics.ts';
import { CallbackRoom } from './room.ts';
import { CallbackTries, type CallbackTriesOptions, judge, type TryResult } from './tries.ts';
import { UnderWay } from './under-way.ts';
import { CallbackWrites } from './writes.ts';

export interface CallbackSenderOptions extends CallbackTriesOptions {
  readonly db: Database;
  readonly lanes: Lanes;
  readonly owner: Owner;
  /** How long a row belongs to the node that sends it; longer than a try takes. */
  readonly leaseMs: number;
  /** That of the door, of which results take a multiple (writes.ts). Absent: never. */
  readonly gatherMs?: number;
  /** Sends at a time, at most. */
  readonly shares: Shares;
  /** Sends at a time over all receivers. */
  readonly most: number;
}

const MOST_IN_HAND = 20_000;
const STOP_WITHIN_MS = 2_000;
const CLOSE_WITHIN_MS = 1_000;
const MARGIN_MS = 1_000;
/** What is due for a receiver that is unwell is put off for so many of its pauses. */
const PUT_OFF_FACTOR = 10;
/** Beyond these, endpoints that are only remembered for being unwell are forgotten. */
const MOST_ENDPOINTS = 10_000;

export class CallbackSender implements Service {
  readonly name = 'callbacks';
  private readonly options: CallbackSenderOptions;
  private readonly endpoints = new Map<string, Endpoint>();
  private readonly resuming = new Map<Endpoint, Timer>();
  private readonly lines = new CallbackLines();
  private readonly claims: CallbackClaims;
  private readonly writes: CallbackWrites;
  private readonly tries: CallbackTries;
  private readonly underWay: UnderWay;
  private readonly room: CallbackRoom<Endpoint>;
  private readonly minutes: OnceAMinute;
  private readonly metrics: CallbackMetrics;
  /** What must be left of a lease when a try begins. */
  private readonly leastLeaseMs: number;
  private isStopping = false;

  constructor(options: CallbackSenderOptions) {
    this.options = options;
    const { context, db, lanes, owner, leaseMs, gatherMs = 0, transport } = options;
    this.leastLeaseMs = transport.timeoutMs + Math.min(MARGIN_MS, (leaseMs - transport.timeoutMs) / 2);
    this.minutes = new OnceAMinute(context.clock);
    this.underWay = new UnderWay(context);
    this.tries = new CallbackTries(options, this.minutes);
    this.room = new CallbackRoom(options.most, () => transport.openConnections());
    transport.onFewer(() => this.attendHeld(null));
    this.claims = new CallbackClaims({
      context,
      db,
      lanes,
      owner,
      leaseMs,
      room: (name) => this.roomToClaim(this.endpoint(name)),
      take: (name, rows, until) => this.take(this.endpoint(name), rows, until),
      attend: (name) => this.pump(this.endpoint(name)),
    });
    this.writes = new CallbackWrites({ context, db, lanes, owner, gatherMs, mayGo: (name) => this.claims.owe(name) });
    this.metrics = countCallbacks(context, {
      inHand: () => this.lines.size,
      pending: () => this.writes.countPending(),
    });
  }

  async start(): Promise<void> {
    await this.claims.start();
  }

  /** What is under way has `STOP_WITHIN_MS` to end; what has not by then is given back and repeated by whoever is next. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const { context, db, transport } = this.options;
    for (const pause of this.resuming.values()) context.clock.clearTimer(pause);
    const claimed = this.claims.stop().then(() => this.underWay.idle());
    await within(context.clock, STOP_WITHIN_MS, claimed);
    const left = this.lines.rows();
    // From here on nothing that ends is written as a try.
    this.lines.clear();
    await transport.close();
    const written = this.underWay.idle().then(() => this.writes.idle());
    await within(context.clock, CLOSE_WITHIN_MS, written);
    this.minutes.end();
    if (db.isUp() && left.length > 0) await this.writes.release(left, context.clock.now());
  }

  /** Callbacks that have just been recorded, leased to this node. */
  offer(rows: readonly NewCallback[]): void {
    const until = this.options.context.clock.monotonic() + this.options.leaseMs;
    const left: NewCallback[] = [];
    for (const row of rows) {
      if (!isOwed(row)) continue;
      this.options.context.hints.of('callbacks', row.id, row.accountId);
      const endpoint = this.endpoint(row.endpoint);
      const receiver = endpoint.receiver(row.url);
      // Not worth a statement: it comes due when its lease ends.
      if (this.isStopping || receiver.isFull || this.lines.size >= MOST_IN_HAND) continue;
      const callback: CallbackRow = { ...row, tries: 0 };
      const place = this.lines.join(callback, until);
      if (place === 'left') left.push(row);
      else if (place === 'front') endpoint.add(receiver, callback);
      endpoint.forget(receiver);
      this.pump(endpoint);
    }
    if (left.length > 0) this.underWay.follow(this.release(left, this.options.context.clock.now()));
  }

  /** Once a second. */
  notified(poll: Poll): void {
    this.claims.notified(poll);
  }

  /** An operator has changed what is due. */
  wake(): void {
    this.claims.wake();
  }

  /** To be shown: the headers with which a try at this time goes, or went. */
  readonly headersOf: CallbackTries['headersOf'] = (row, at) => this.tries.headersOf(row, at);

  private endpoint(name: string): Endpoint {
    const known = this.endpoints.get(name);
    if (known) return known;
    if (this.endpoints.size >= MOST_ENDPOINTS) {
      for (const other of this.endpoints.values()) if (!other.isBusy) this.endpoints.delete(other.name);
    }
    const endpoint = new Endpoint(name, this.options.shares);
    this.endpoints.set(name, endpoint);
    return endpoint;
  }

  /** Sends what waits while there is room, and claims more when little waits. */
  private pump(endpoint: Endpoint): void {
    if (this.isStopping) return;
    const { clock } = this.options.context;
    while (endpoint.waitingCount > 0) {
      const now = clock.monotonic();
      const next = endpoint.next(now, this.mayGo);
      if (!next) break;
      const { receiver, row } = next;
      if (this.lines.leaseLeft(row, now) >= this.leastLeaseMs) this.underWay.follow(this.send(receiver, row));
      else this.lines.drop(row);
      endpoint.forget(receiver);
    }
    const isOwed = this.claims.isOwed(endpoint.name);
    if (isOwed && this.roomToClaim(endpoint) > 0) this.claims.claim(endpoint.name);
    const resumesAt = endpoint.resumesAt(clock.monotonic(), isOwed);
    if (resumesAt !== null) this.resumeAt(endpoint, resumesAt);
    else if (endpoint.isIdle && !isOwed) this.endpoints.delete(endpoint.name);
  }

  private readonly mayGo = ({ accountId }: CallbackRow, endpoint: Endpoint): boolean => {
    const hasRoom = this.room.hasRoom(accountId);
    if (!hasRoom) this.room.hold(accountId, endpoint);
    return hasRoom;
  };

  /** Some room has become free, of this account or of nobody's. */
  private attendHeld(accountId: string | null): void {
    if (!this.isStopping) this.room.attend(accountId, (endpoint) => this.pump(endpoint));
  }

  private roomToClaim(endpoint: Endpoint): number {
    const capacity = endpoint.breaker.capacity(this.options.context.clock.monotonic());
    const inHand = endpoint.breaker.underWay + endpoint.waitingCount;
    // Not one by one as each is sent, but half of them at a time.
    return inHand <= capacity / 2 ? capacity - inHand : 0;
  }

  private resumeAt(endpoint: Endpoint, monotonic: number): void {
    if (this.resuming.has(endpoint)) return;
    const { clock } = this.options.context;
    const timer = clock.setTimer(() => {
      this.resuming.delete(endpoint);
      this.pump(endpoint);
    }, monotonic - clock.monotonic());
    this.resuming.set(endpoint, timer);
  }

  private async send(receiver: Receiver, row: CallbackRow): Promise<void> {
    const { endpoint } = receiver;
    const { clock } = this.options.context;
    receiver.breaker.underWay += 1;
    endpoint.breaker.underWay += 1;
    this.room.begin(row.accountId);
    const startedAt = clock.monotonic();
    let sent: TryResult;
    try {
      sent = await this.tries.send(row);
    } finally {
      receiver.breaker.underWay -= 1;
      endpoint.breaker.underWay -= 1;
      this.room.end(row.accountId);
      this.attendHeld(row.accountId);
    }
    if (!this.lines.has(row)) return;
    if (sent === 'not_signed') this.lines.drop(row);
    else if (sent !== 'no_account') {
      this.metrics.tried(sent.kind, row.tries, clock.now() - row.createdAt);
      judge(receiver, sent, startedAt, clock.monotonic());
    }
    const isGone = sent !== 'not_signed' && sent !== 'no_account' && sent.kind === 'gone';
    const dropped = isGone ? this.dropWaiting(receiver, row.accountId) : null;
    endpoint.forget(receiver);
    // The next one need not wait until this result is written.
    this.pump(endpoint);
    if (sent === 'not_signed') return;
    const result = this.tries.resultOf(row, sent);
    const isWritten = await this.writes.result(row.id, result);
    this.options.context.hints.of('callbacks', row.id, row.accountId);
    if (!isWritten || result.dueAt !== null) return this.putBack(row, result);
    const rest = this.settle(row, result, dropped);
    if (rest) await rest;
  }

  /** It comes due later. */
  private putBack(row: CallbackRow, { dueAt }: CallbackResult): void {
    this.lines.drop(row);
    if (dueAt !== null) this.claims.dueAt(row.endpoint, dueAt);
  }

  /** Lets the next callback of the message go. `dropped`: what shall not be sent any more, for its receiver is gone. */
  private settle(row: CallbackRow, result: CallbackResult, dropped: CallbackRow[] | null): Promise<void> | undefined {
    const { context } = this.options;
    if (result.state === 'given_up') {
      this.metrics.gaveUp();
      const { endpoint } = row;
      this.minutes.happened(`given up ${endpoint}`, (times) =>
        context.log.info({ callback: row.id, endpoint, reason: result.error, times }, 'a callback is given up'),
      );
    }
    if (dropped) return this.giveUp(row, dropped);
    const { next, left } = this.lines.settle(row);
    if (next) {
      const endpoint = this.endpoint(next.endpoint);
      endpoint.add(endpoint.receiver(next.url), next);
      this.pump(endpoint);
    }
    return left.length > 0 ? this.release(left, context.clock.now()) : undefined;
  }

  private async giveUp(row: CallbackRow, dropped: readonly CallbackRow[]): Promise<void> {
    const { context, leaseMs } = this.options;
    this.lines.drop(row);
    // What is held is found by nobody (store/messages/holds.ts). Not due now: somebody would take it before it is given up.
    await this.writes.release(dropped, context.clock.now() + leaseMs);
    await this.writes.giveUp(row);
  }

  /** Of what waits for a receiver that is gone, what this account is owed. */
  private dropWaiting(receiver: Receiver, accountId: string): CallbackRow[] {
    const { endpoint } = receiver;
    const dropped: CallbackRow[] = [];
    for (const waiting of endpoint.empty(receiver)) {
      if (waiting.accountId !== accountId) endpoint.add(receiver, waiting);
      else {
        this.lines.drop(waiting);
        dropped.push(waiting);
      }
    }
    return dropped;
  }

  private async release(rows: ReadonlyArray<NewCallback | CallbackRow>, dueAt: number): Promise<void> {
    await this.writes.release(rows, dueAt);
    for (const name of new Set(rows.map((row) => row.endpoint))) this.claims.dueAt(name, dueAt);
  }

  /** What has been claimed: to be sent, or put off when its receiver is unwell. */
  private async take(endpoint: Endpoint, rows: readonly CallbackRow[], leasedUntil: number): Promise<void> {
    const { clock } = this.options.context;
    const surplus = new Map<Receiver, CallbackRow[]>();
    for (const row of rows) {
      const receiver = endpoint.receiver(row.url);
      const { breaker, waiting } = receiver;
      if (breaker.isUnwell && breaker.room(clock.monotonic()) <= waiting.length) {
        surplus.set(receiver, [...(surplus.get(receiver) ?? []), row]);
      } else if (this.lines.claim(row, leasedUntil)) endpoint.add(receiver, row);
      endpoint.forget(receiver);
    }
    for (const [{ breaker }, late] of surplus) {
      const until = clock.now() + breaker.pauseMs * PUT_OFF_FACTOR;
      await this.release(late, until);
      if (late[0]) await this.writes.putOff(late[0], until);
    }
  }
}
