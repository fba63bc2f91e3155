/**
 * The engine as one service: the door, the way out, what arrives, and the workers for what comes due.
 *
 * Start: this node takes a new epoch, gives back what its former start held, then begins to work. Stop: carriers take
 * nothing new, what is under way is answered and recorded, what waits in memory is given back.
 */
import type { Carrier, Channel, RawInbound } from '../carriers/carrier.ts';
import type { Context } from '../context.ts';
import type { Timer } from '../lib/clock.ts';
import type { Service } from '../lib/service.ts';
import { Worker } from '../lib/worker.ts';
import type { NewCallback } from '../store/callbacks/callback-rows.ts';
import type { Database } from '../store/database.ts';
import { releaseInboxLeases } from '../store/messages/inbox.ts';
import { nextDueAt, releaseLeases, rouseQueued } from '../store/messages/message-queue.ts';
import type { Owner } from '../store/messages/message-rows.ts';
import type { AliasOf } from '../store/secrets/number-aliases.ts';
import { eachLane, type Lanes, readLanes } from '../store/sql/lanes.ts';
import { Inbox } from './arriving/inbox.ts';
import { joinPartsOf } from './arriving/join-text.ts';
import type { KeywordSettings } from './arriving/keywords.ts';
import { type OptOutTexts, TextReceiver } from './arriving/receive-text.ts';
import { ReportRecorder } from './arriving/record-report.ts';
import type { CodeShares } from './data/code-shares.ts';
import { HOUSEKEEPING_EVERY_MS, keepHouse } from './data/housekeeping.ts';
import type { Accept, CreateFrom } from './door/accept.ts';
import { createDoor, type Door } from './door/door.ts';
import { liftAllOf } from './due/holds.ts';
import type { Poll } from './due/poll.ts';
import { PollSpan } from './due/poll-span.ts';
import type { TextRelay } from './masking/relay-texts.ts';
import { callBody } from './message/call-body.ts';
import type { Attempt, Message } from './message/message.ts';
import { omnichannelBody } from './message/status-body.ts';
import { NO_PEERS, type Peers } from './nodes/peers.ts';
import { type CarrierMetrics, countCarriers } from './sending/carrier-metrics.ts';
import { Outbox } from './sending/outbox.ts';
import { RecentIds } from './sending/recent-ids.ts';
import type { Route } from './sending/route.ts';
import { withdrawAttempt } from './sending/withdraw-attempt.ts';
import { countMessages, type MessageMetrics } from './telemetry/message-metrics.ts';

export interface EngineOptions {
  readonly context: Context;
  readonly db: Database;
  readonly owner: Owner;
  readonly carriers: readonly Carrier[];
  readonly routes: readonly Route[];
  /** Senders of a channel that has none of its own in a message: the agents behind its carriers. */
  readonly agents: Readonly<Partial<Record<Channel, readonly string[]>>>;
  readonly leaseMs: number;
  readonly callbackLeaseMs: number;
  /** How long changes are gathered at most under load. Absent: never. */
  readonly gatherMs?: number;
  readonly keywords: KeywordSettings;
  readonly textsOf: (accountId: string | null) => Promise<OptOutTexts>;
  readonly offerCallbacks: (rows: readonly NewCallback[]) => void;
  /** Gives back the callbacks that a node held in its starts before `beforeEpoch`. */
  readonly giveBackCallbacks: (node: string, beforeEpoch: number) => Promise<void>;
  readonly makeRoomFor: (at: number) => Promise<void>;
  /** Absent: this node is alone. */
  readonly peers?: Peers;
  readonly aliasOf: AliasOf;
  /** Absent: no number is a mask. */
  readonly relay?: TextRelay;
  /** Absent: nobody counts how many codes come back. */
  readonly codes?: Pick<CodeShares, 'recorded'>;
  /** The one carrier that takes what is relayed from a mask; null: the routes say. */
  readonly carrierOfSender?: (sender: string) => string | null;
  /** Accounts whose messages go nowhere, as those that the sandbox left behind. Absent: none. */
  readonly shutOut?: ReadonlySet<string>;
}

const DUE_AT_ONCE = 256;
const LEAST_SLEEP_MS = 10;
const ROUSE_AT_ONCE = 1_000;
const STOP_WITHIN_MS = 4_000;
const RECORD_LAST_WITHIN_MS = 500;

export class Engine implements Service {
  readonly name = 'engine';
  private readonly options: EngineOptions;
  private readonly recent = new RecentIds();
  private readonly outbox: Outbox;
  private readonly carrierMetrics: CarrierMetrics;
  private readonly carriersByName: ReadonlyMap<string, Carrier>;
  private readonly workers: Worker[];
  private readonly timers: Worker;
  private readonly inputs: Worker;
  private readonly sweeper: Worker;
  private readonly pollSpan: PollSpan;
  /** What messages waited for at the last poll. */
  private queues: readonly string[] = [];
  private lanes: Lanes | null = null;
  private door: Door | null = null;
  private inbox: Inbox | null = null;
  private metrics: MessageMetrics | null = null;

  constructor(options: EngineOptions) {
    this.options = options;
    const { context, carriers, routes, leaseMs, peers = NO_PEERS } = options;
    this.carriersByName = new Map(carriers.map((carrier) => [carrier.name, carrier]));
    this.carrierMetrics = countCarriers(context, carriers);
    this.outbox = new Outbox({
      context,
      carriers,
      metrics: this.carrierMetrics,
      routes,
      leaseMs,
      recent: this.recent,
      peers,
      shutOut: options.shutOut ?? new Set(),
      ...(options.carrierOfSender ? { carrierOfSender: options.carrierOfSender } : {}),
    });
    this.pollSpan = new PollSpan(context.clock);
    // All of them are woken by `notified`.
    const longestSleepMs = Number.POSITIVE_INFINITY;
    this.timers = new Worker({ context, name: 'message timers', work: () => this.runDue(), longestSleepMs });
    this.inputs = new Worker({ context, name: 'inbox', work: () => this.runInbox(), longestSleepMs });
    this.sweeper = new Worker({ context, name: 'carrier sweep', work: () => this.sweep(), longestSleepMs });
    this.workers = [
      this.timers,
      this.inputs,
      this.sweeper,
      new Worker({
        context,
        name: 'housekeeping',
        work: () => this.keepHouse(),
        longestSleepMs: HOUSEKEEPING_EVERY_MS,
      }),
    ];
  }

  readonly accept: Accept = (fresh, claim) => this.opened().door.create(fresh, claim);
  /** Messages, in one transaction with what they follow from. */
  readonly createFrom: CreateFrom = (decide) => this.opened().door.createFrom(decide);

  async start(): Promise<void> {
    const { context, db, owner, carriers } = this.options;
    const lanes = await readLanes(db);
    this.lanes = lanes;
    await this.giveBackOf(owner.node, owner.epoch);
    this.door = this.createDoor(lanes);
    this.outbox.connect(this.door, lanes.count);
    this.inbox = this.createInbox(lanes, this.door);
    this.metrics = countMessages(context, {
      waiting: () => this.outbox.depth(),
      recording: () => this.door?.depth() ?? 0,
      isBehind: () => this.outbox.isBehind('MKT'),
    });
    for (const carrier of carriers) {
      await carrier.start({
        received: (items: readonly RawInbound[]) => this.opened().inbox.received(carrier.name, items),
        changed: () => this.outbox.changed(carrier.name),
      });
    }
    for (const worker of this.workers) await worker.start();
  }

  /** Within `STOP_WITHIN_MS`, also when carriers or the database no longer answer: what is left is taken up later. */
  async stop(): Promise<void> {
    const { context, carriers, owner } = this.options;
    let timer: Timer | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = context.clock.setTimer(resolve, STOP_WITHIN_MS);
    });
    await Promise.race([this.finish(), limit]);
    if (timer) context.clock.clearTimer(timer);
    await Promise.all(carriers.map((carrier) => carrier.stop()));
    if (!this.options.db.isUp()) return;
    // What a call has come to is known only now.
    const last = new Promise<void>((resolve) => {
      timer = context.clock.setTimer(resolve, RECORD_LAST_WITHIN_MS);
    });
    await Promise.race([Promise.all([this.inbox?.idle(), this.door?.idle()]), last]);
    if (timer) context.clock.clearTimer(timer);
    if (this.lanes) await this.giveBackOf(owner.node, owner.epoch + 1);
  }

  /** Takes nothing new; resolves when what is under way has been answered and recorded. */
  private async finish(): Promise<void> {
    for (const worker of this.workers) await worker.stop();
    await this.outbox.stop();
    await Promise.all(this.options.carriers.map((carrier) => carrier.drain()));
    await this.door?.idle();
  }

  /** Takes over what a node held that is gone: all its starts before `beforeEpoch`. */
  async giveBackOf(node: string, beforeEpoch: number): Promise<void> {
    const { db, context } = this.options;
    const lanes = this.lanes;
    if (lanes) {
      await liftAllOf({ context, db, lanes }, node, beforeEpoch);
      const now = context.clock.now();
      await eachLane(lanes, async (buckets) => {
        await releaseLeases(db, { node, beforeEpoch }, now, buckets);
        await releaseInboxLeases(db, { node, beforeEpoch }, now, buckets);
      });
    }
    await this.options.giveBackCallbacks(node, beforeEpoch);
  }

  /** Once a second. */
  notified({ messagesDueAt, inputDueAt, queues, isOfAll }: Poll): void {
    if (isOfAll) {
      this.pollSpan.pollAllNext();
      this.inbox?.pollAllNext();
    }
    if (messagesDueAt !== null) this.timers.dueAt(messagesDueAt);
    if (inputDueAt !== null) this.inputs.dueAt(inputDueAt);
    this.queues = queues;
    this.sweeper.wake();
  }

  /** Another node left messages for this carrier in the store. */
  heardOf(carrier: string): void {
    this.outbox.heardOf(carrier);
  }

  private opened(): { door: Door; inbox: Inbox; lanes: Lanes } {
    if (!this.door || !this.inbox || !this.lanes) throw new Error('the engine has not been started');
    return { door: this.door, inbox: this.inbox, lanes: this.lanes };
  }

  private createDoor(lanes: Lanes): Door {
    const { context, db, owner, callbackLeaseMs, makeRoomFor, agents, offerCallbacks, aliasOf } = this.options;
    return createDoor({
      context,
      db,
      lanes,
      owner,
      callbackLeaseMs,
      gatherMs: this.options.gatherMs ?? 0,
      makeRoomFor,
      isBehind: (type) => this.outbox.isBehind(type),
      place: (message, attempt, at) => this.outbox.place(message, attempt, at),
      canWithdraw: (carrier) => this.carriersByName.get(carrier)?.withdraw !== undefined,
      sendersOf: ({ plan }) =>
        plan.flatMap(({ channel, sender }) => (sender === null ? (agents[channel] ?? []) : [sender])),
      aliasOf,
      callbackBody: (message) => JSON.stringify(bodyOf(message)),
      followers: {
        callbacks: offerCallbacks,
        dueAt: (at) => this.timers.dueAt(at),
        recorded: (before, after) => {
          this.metrics?.recorded(before, after);
          this.options.relay?.recorded(after);
          this.options.codes?.recorded(before, after);
        },
        withdraw: (message, attempt) => void this.withdraw(message, attempt),
      },
    });
  }

  private createInbox(lanes: Lanes, door: Door): Inbox {
    const { context, db, owner, leaseMs, keywords, textsOf, makeRoomFor, aliasOf } = this.options;
    const channelOf = (carrier: string) => this.channelOf(carrier);
    return new Inbox({
      context,
      db,
      lanes,
      owner,
      leaseMs,
      makeRoomFor,
      carriers: this.carriersByName,
      metrics: this.carrierMetrics,
      ...(this.options.relay ? { relay: this.options.relay } : {}),
      reports: new ReportRecorder({ context, db, lanes, door, recent: this.recent, carriers: this.options.carriers }),
      texts: new TextReceiver({
        context,
        db,
        lanes,
        accept: this.accept,
        keywords,
        textsOf,
        channelOf,
        aliasOf,
        joinParts: joinPartsOf(this.options.carriers),
      }),
    });
  }

  private async withdraw(message: Message, attempt: Attempt): Promise<void> {
    const carrier = attempt.carrier === null ? undefined : this.carriersByName.get(attempt.carrier);
    await withdrawAttempt(this.options.context, carrier, message, attempt, (event) =>
      this.opened().door.event(message.id, event),
    ).catch((error) =>
      this.options.context.log.warn({ err: error, message: message.id }, 'a withdrawal was not recorded'),
    );
  }

  /** Timers that have come, and what a node left behind. */
  private async runDue(): Promise<number> {
    const { door, lanes } = this.opened();
    const { db, context } = this.options;
    const { span } = this.pollSpan.next();
    let next = await nextDueAt(db, span);
    if (next !== null && next <= context.clock.now()) {
      const counts = await eachLane(lanes, (_, lane) => door.due(lane, DUE_AT_ONCE, span));
      if (counts.includes(DUE_AT_ONCE)) return 0;
      next = await nextDueAt(db, span);
    }
    // What is due and still there is locked: another node has it in hand.
    return next === null ? Number.POSITIVE_INFINITY : Math.max(LEAST_SLEEP_MS, next - context.clock.now());
  }

  private async runInbox(): Promise<number> {
    const count = await this.opened().inbox.due();
    return count >= DUE_AT_ONCE ? 0 : Number.POSITIVE_INFINITY;
  }

  /** Carriers that came up or went down, and messages that wait in the store for them. */
  private async sweep(): Promise<number> {
    this.outbox.sweep(this.queues);
    for (const carrier of this.outbox.downFor()) await this.rouse(carrier);
    return Number.POSITIVE_INFINITY;
  }

  private async keepHouse(): Promise<number> {
    const { context, db } = this.options;
    const { lanes } = this;
    if (!lanes) return HOUSEKEEPING_EVERY_MS;
    return keepHouse({ context, db, lanes, channelOf: (carrier) => this.channelOf(carrier) });
  }

  private channelOf(carrier: string): Channel {
    return this.carriersByName.get(carrier)?.channel ?? 'sms';
  }

  private async rouse(carrier: string): Promise<void> {
    const { db, context } = this.options;
    await eachLane(this.opened().lanes, async (buckets) => {
      let after: string | null = null;
      do after = await rouseQueued(db, carrier, after, context.clock.now(), ROUSE_AT_ONCE, buckets);
      while (after !== null);
    });
    this.timers.wake();
  }
}

/** What callbacks of a message say, in the style of what it is. */
function bodyOf(message: Message): object {
  return message.kind === 'call' ? callBody(message) : omnichannelBody(message);
}
