/**
 * Sends the callbacks that are owed.
 *
 * 1. A callback goes out straight from memory after the commit that owes it, when nothing stands before it in its
 *    message's line; everything else is claimed from the store.
 * 2. Callbacks of one message go out one after the other, in order: the next one when the one before has been settled.
 * 3. Endpoints are served side by side, each with a bounded number under way (endpoint.ts): a dead or slow one takes
 *    nothing from the others.
 * 4. A row that is being sent is leased. When the process dies it comes due again and is repeated under the same
 *    `webhook-id`.
 */
import { Counter, Gauge, Histogram } from 'prom-client';
import type { CallbackTransport, SendResult } from '../callbacks/send.ts';
import { type CallbackKeys, signCallback } from '../callbacks/signature.ts';
import type { Context } from '../context.ts';
import type { Timer } from '../lib/clock.ts';
import type { Service } from '../lib/service.ts';
import type { NewCallback } from '../store/callback-rows.ts';
import {
  type CallbackResult,
  type CallbackRow,
  claimCallbacks,
  endpointsOwed,
  giveUpUrl,
  releaseCallbacks,
  settleCallbacks,
} from '../store/callbacks.ts';
import { type Database, StoreDown } from '../store/database.ts';
import type { Lanes } from '../store/lanes.ts';
import type { Owner } from '../store/message-rows.ts';
import { nextTryAt } from './backoff.ts';
import { Endpoint } from './endpoint.ts';
import { createGroupCommit } from './group-commit.ts';
import { Worker } from './worker.ts';

export interface CallbackSenderOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly owner: Owner;
  /** How long a row belongs to the node that sends it; longer than a try takes. */
  readonly leaseMs: number;
  readonly transport: CallbackTransport;
  /** Null when the account is gone. */
  readonly keysOf: (accountId: string) => Promise<CallbackKeys | null>;
  /** Sends to one endpoint at a time, at most. */
  readonly perEndpoint: number;
}

/** A callback with the monotonic instant until which its lease holds. */
interface Held {
  readonly row: CallbackRow;
  readonly leasedUntil: number;
}

const CLAIM_AT_ONCE = 64;
/** Callbacks that wait in memory for one endpoint; more are left to the store. */
const MOST_WAITING = 1_000;
const LINES_REMEMBERED = 20_000;

export class CallbackSender implements Service {
  readonly name = 'callbacks';
  private readonly options: CallbackSenderOptions;
  private readonly endpoints = new Map<string, Endpoint>();
  private readonly worker: Worker;
  private readonly settling = createGroupCommit<{ result: CallbackResult; done: () => void }>((batch, lane) =>
    this.settle(batch, lane),
  );
  /** The newest settled number of messages lately dealt with here. */
  private settled = new Map<string, number>();
  /** Messages of which a callback is in this node's hands, with those that stand behind it. */
  private readonly lines = new Map<string, CallbackRow[]>();
  private readonly held = new Map<string, Held>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly metrics: ReturnType<typeof createMetrics>;
  private isStopping = false;
  private opening: Timer | null = null;

  constructor(options: CallbackSenderOptions) {
    this.options = options;
    const { context } = options;
    this.worker = new Worker({ context, name: 'callback timers', work: () => this.look() });
    this.metrics = createMetrics(context, () => this.held.size);
  }

  async start(): Promise<void> {
    await this.worker.start();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.worker.stop();
    if (this.opening) this.options.context.clock.clearTimer(this.opening);
    await Promise.all(this.underWay);
    await this.settling.idle();
    const { db, owner, context, transport } = this.options;
    const left = [...this.held.values()].map(({ row }) => row);
    if (db.isUp()) await releaseCallbacks(db, left, owner, context.clock.now());
    await transport.close();
  }

  /** Something was made due by hand. */
  wake(): void {
    this.worker.wake();
  }

  /** Callbacks that have just been recorded, leased to this node. */
  offer(rows: readonly NewCallback[]): void {
    const until = this.options.context.clock.monotonic() + this.options.leaseMs;
    const leave: NewCallback[] = [];
    for (const row of rows) {
      const callback: CallbackRow = { ...row, tries: 0 };
      const line = this.lines.get(row.messageId);
      const endpoint = this.endpoint(row.endpoint);
      if (this.isStopping || endpoint.waiting.length >= MOST_WAITING) leave.push(row);
      else if (line) {
        line.push(callback);
        this.hold(callback, until);
      } else if (row.seq === 1 || this.settled.get(row.messageId) === row.seq - 1) {
        this.hold(callback, until);
        this.enqueue(endpoint, callback);
      } else leave.push(row);
    }
    this.leave(leave);
  }

  /** Rows that the store puts in line: behind their predecessors, or for another node. */
  private leave(rows: readonly NewCallback[]): void {
    if (rows.length === 0) return;
    const { db, owner, context } = this.options;
    releaseCallbacks(db, rows, owner, context.clock.now()).then(
      () => this.worker.wake(),
      (error) => context.log.debug({ err: error }, 'callbacks will be claimed when their lease ends'),
    );
  }

  private endpoint(name: string): Endpoint {
    let endpoint = this.endpoints.get(name);
    if (!endpoint) {
      endpoint = new Endpoint(name, this.options.perEndpoint);
      this.endpoints.set(name, endpoint);
    }
    return endpoint;
  }

  private hold(row: CallbackRow, leasedUntil: number): void {
    this.held.set(row.id, { row, leasedUntil });
  }

  /** Begins a line of the message, with this callback at its front. */
  private enqueue(endpoint: Endpoint, row: CallbackRow): void {
    if (!this.lines.has(row.messageId)) this.lines.set(row.messageId, []);
    endpoint.waiting.push(row);
    this.pump(endpoint);
  }

  private pump(endpoint: Endpoint): void {
    const { clock } = this.options.context;
    while (!this.isStopping && endpoint.room(clock.monotonic()) > 0) {
      const row = endpoint.waiting.shift();
      if (!row) break;
      this.follow(this.send(endpoint, row));
    }
    const opensAt = endpoint.opensAt(clock.monotonic());
    if (opensAt !== null && (endpoint.waiting.length > 0 || endpoint.owed)) this.lookAgainAt(opensAt);
    else if (endpoint.owed) this.follow(this.claim(endpoint));
    if (endpoint.isIdle) this.endpoints.delete(endpoint.name);
  }

  private lookAgainAt(monotonic: number): void {
    if (this.opening || this.isStopping) return;
    const { clock } = this.options.context;
    this.opening = clock.setTimer(() => {
      this.opening = null;
      for (const endpoint of [...this.endpoints.values()]) this.pump(endpoint);
    }, monotonic - clock.monotonic());
  }

  private follow(work: Promise<void>): void {
    const settled = work
      .catch((error) => this.options.context.log.warn({ err: error }, 'a callback will be tried again'))
      .finally(() => this.underWay.delete(settled));
    this.underWay.add(settled);
  }

  private async send(endpoint: Endpoint, row: CallbackRow): Promise<void> {
    const { context, keysOf, transport } = this.options;
    const held = this.held.get(row.id);
    // Too late to send it with this lease: it comes due by itself, perhaps elsewhere.
    if (!held || held.leasedUntil - context.clock.monotonic() < this.options.leaseMs / 2) return this.drop(row);
    endpoint.underWay += 1;
    let result: SendResult;
    try {
      const keys = await keysOf(row.accountId);
      if (keys === null) result = { kind: 'gone', status: 0 };
      else {
        const headers = signCallback({ id: row.id, body: row.body, at: context.clock.now() }, keys);
        result = await transport.send({ url: row.url, method: row.method, headers, body: row.body });
      }
    } catch (error) {
      const reason = error instanceof StoreDown ? 'the store cannot be reached' : 'the callback could not be signed';
      result = { kind: 'failed', status: null, reason, retryAfterMs: null };
    } finally {
      endpoint.underWay -= 1;
    }
    this.metrics.tried(result.kind, context.clock.now() - row.createdAt, row.tries);
    if (result.kind === 'failed') endpoint.failed(context.clock.monotonic());
    else endpoint.succeeded();
    // The next one need not wait until this result is written.
    this.pump(endpoint);
    await this.finish(endpoint, row, result);
  }

  /** Writes the result, then lets the next callback of the message go. */
  private async finish(endpoint: Endpoint, row: CallbackRow, sent: SendResult): Promise<void> {
    const { db, context, lanes } = this.options;
    const result = this.resultOf(row, sent);
    if (sent.kind === 'gone') await giveUpUrl(db, { accountId: row.accountId, endpoint: row.endpoint, url: row.url });
    await new Promise<void>((done) => this.settling.add(lanes.laneOf(row.messageId), { result, done }));
    this.held.delete(row.id);
    if (result.state === 'pending') {
      this.drop(row);
      if (result.dueAt !== null) this.worker.dueAt(result.dueAt);
      return;
    }
    this.remember(row);
    const line = this.lines.get(row.messageId);
    const next = line?.shift();
    if (!next) {
      this.lines.delete(row.messageId);
    } else if (next.seq === row.seq + 1 && sent.kind === 'delivered') {
      endpoint.waiting.push(next);
      this.pump(endpoint);
    } else {
      this.drop(next);
    }
    context.log.trace({ callback: row.id, state: result.state }, 'a callback is settled');
  }

  private resultOf(row: CallbackRow, sent: SendResult): CallbackResult {
    const { context } = this.options;
    const base = { messageId: row.messageId, seq: row.seq, tries: row.tries + 1 };
    if (sent.kind === 'delivered') {
      return { ...base, state: 'delivered', dueAt: null, status: sent.status, error: null };
    }
    if (sent.kind === 'gone') {
      return { ...base, state: 'given_up', dueAt: null, status: sent.status, error: 'the receiver answered 410' };
    }
    const dueAt = nextTryAt({
      createdAt: row.createdAt,
      tries: row.tries + 1,
      at: context.clock.now(),
      retryAfterMs: sent.retryAfterMs,
      random: context.randomBytes(2).readUInt16BE() / 65_536,
    });
    return { ...base, state: dueAt === null ? 'given_up' : 'pending', dueAt, status: sent.status, error: sent.reason };
  }

  /** Lets go of a callback and of what stands behind it: the store has them. */
  private drop(row: CallbackRow): void {
    this.held.delete(row.id);
    for (const behind of this.lines.get(row.messageId) ?? []) this.held.delete(behind.id);
    this.lines.delete(row.messageId);
  }

  private remember(row: CallbackRow): void {
    this.settled.set(row.messageId, row.seq);
    if (this.settled.size > LINES_REMEMBERED) {
      this.settled = new Map([...this.settled].slice(LINES_REMEMBERED / 2));
    }
  }

  private async settle(batch: Array<{ result: CallbackResult; done: () => void }>, lane: number): Promise<void> {
    const { db, owner, context, lanes } = this.options;
    const results = batch.map(({ result }) => result);
    try {
      await db.transaction((tx) => settleCallbacks(tx, results, owner, context.clock.now(), lanes.bucketsOf(lane)));
    } catch (error) {
      // Their leases run out, and they are sent once more under the same id.
      context.log.warn({ err: error, callbacks: batch.length }, 'results of callbacks could not be written');
    }
    for (const { done } of batch) done();
  }

  /** Finds endpoints that something is due for; resolves with the delay until the next is. */
  private async look(): Promise<number> {
    const { context, db } = this.options;
    const now = context.clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const { endpoint: name, dueAt } of await endpointsOwed(db)) {
      if (dueAt > now) {
        next = Math.min(next, dueAt - now);
        continue;
      }
      const endpoint = this.endpoint(name);
      endpoint.owed = true;
      this.pump(endpoint);
    }
    return next;
  }

  private async claim(endpoint: Endpoint): Promise<void> {
    const { context, db, owner, leaseMs, lanes } = this.options;
    const room = endpoint.room(context.clock.monotonic());
    if (endpoint.isClaiming || room === 0 || endpoint.waiting.length >= room) return;
    endpoint.isClaiming = true;
    try {
      const limit = Math.min(CLAIM_AT_ONCE, room);
      let found = 0;
      for (let lane = 0; lane < lanes.count; lane += 1) {
        const now = context.clock.now();
        const until = context.clock.monotonic() + leaseMs;
        const times = { now, leasedUntil: now + leaseMs };
        const rows = await claimCallbacks(db, endpoint.name, owner, times, limit, lanes.bucketsOf(lane));
        found += rows.length;
        for (const row of rows) this.take(endpoint, row, until);
      }
      if (found < limit) endpoint.owed = false;
    } finally {
      endpoint.isClaiming = false;
    }
    this.pump(endpoint);
  }

  private take(endpoint: Endpoint, row: CallbackRow, until: number): void {
    this.hold(row, until);
    if (!this.lines.has(row.messageId)) this.lines.set(row.messageId, []);
    endpoint.waiting.push(row);
  }
}

function createMetrics({ metrics }: Context, inHand: () => number) {
  const registers = [metrics];
  const tries = new Counter({
    name: 'trunkline_callback_tries_total',
    help: 'Tries of callbacks, by what came of them',
    labelNames: ['result'],
    registers,
  });
  const lateness = new Histogram({
    name: 'trunkline_callback_first_try_seconds',
    help: 'From the event to the end of the first try of its callback',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
    registers,
  });
  new Gauge({
    name: 'trunkline_callbacks_in_hand',
    help: 'Callbacks that this node is sending or holds in memory',
    registers,
    collect() {
      this.set(inHand());
    },
  });
  return {
    tried(result: SendResult['kind'], afterMs: number, triesBefore: number): void {
      tries.inc({ result });
      if (triesBefore === 0) lateness.observe(afterMs / 1000);
    },
  };
}
