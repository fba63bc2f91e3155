/**
 * The engine as one service: the door, the way out, what arrives, and the workers for what comes due.
 *
 * Start: this node takes a new epoch, gives back what its former start held, then begins to work. Stop: carriers take
 * nothing new, what is under way is answered and recorded, what waits in memory is given back.
 */
import type { Carrier, Channel, RawInbound } from '../carriers/carrier.ts';
import { carrierNamed } from '../carriers/one-peer.ts';
import type { Context } from '../context.ts';
import { endedOrOver } from '../lib/ended-or-over.ts';
import type { Service } from '../lib/service.ts';
import { Worker } from '../lib/worker.ts';
import { createZones } from '../sources/numbering/zones.ts';
import type { NewCallback } from '../store/callbacks/callback-rows.ts';
import type { Database } from '../store/database.ts';
import type { Owner } from '../store/nodes/owner.ts';
import type { AliasOf } from '../store/secrets/number-aliases.ts';
import { type Lanes, readLanes } from '../store/sql/lanes.ts';
import { CLAIM_AT_ONCE, Inbox } from './arriving/inbox.ts';
import { joiningOf } from './arriving/join-text.ts';
import { TextReceiver } from './arriving/receive-text.ts';
import type { InboundSettings } from './arriving/record-inbound.ts';
import { ReportRecorder } from './arriving/record-report.ts';
import type { CodeShares } from './data/code-shares.ts';
import { HOUSEKEEPING_EVERY_MS, runHousekeeping } from './data/housekeeping.ts';
import type { Accept, Cancel, CreateFrom } from './door/accept.ts';
import { createDoor, type Door } from './door/door.ts';
import { sendersWith } from './door/hindrances.ts';
import { giveBackAllOf } from './due/give-back.ts';
import { MessageTimers } from './due/message-timers.ts';
import type { Poll } from './due/poll.ts';
import type { TextRelay } from './masking/relay-texts.ts';
import { KINDS } from './message/kinds.ts';
import type { Attempt, Event, Message } from './message/message.ts';
import { NO_PEERS, type Peers } from './nodes/peers.ts';
import { type CarrierMetrics, countCarriers } from './sending/carrier-metrics.ts';
import { CarrierSweep } from './sending/carrier-sweep.ts';
import { Outbox } from './sending/outbox.ts';
import { RecentIds } from './sending/recent-ids.ts';
import type { Route } from './sending/route.ts';
import type { CodeOf } from './sending/submit-attempt.ts';
import { withdrawAttempt } from './sending/withdraw-attempt.ts';
import { countMessages, type MessageMetrics } from './telemetry/message-metrics.ts';

export interface EngineOptions {
  readonly context: Context;
  readonly db: Database;
  readonly owner: Owner;
  /** They come and go: whoever comes later is told of by `come`. */
  readonly carriers: readonly Carrier[];
  readonly routes: readonly Route[];
  /** Senders of a channel that has none of its own in a message: the agents behind its carriers. */
  readonly agents: Readonly<Partial<Record<Channel, readonly string[]>>>;
  readonly leaseMs: number;
  readonly callbackLeaseMs: number;
  /** How long changes are gathered at most under load. Absent: never. */
  readonly gatherMs?: number;
  /** What an account wants of what people send to it; of nobody's account what the gateway says. */
  readonly inboundSettingsOf: (accountId: string | null) => Promise<InboundSettings>;
  readonly offerCallbacks: (rows: readonly NewCallback[]) => void;
  /** Gives back the callbacks that a node held in its starts before `beforeEpoch`. */
  readonly giveBackCallbacks: (node: string, beforeEpoch: number) => Promise<void>;
  readonly makeRoomFor: (at: number) => Promise<void>;
  /** Absent: this node is alone. */
  readonly peers?: Peers;
  readonly aliasOf: AliasOf;
  /** Absent: no number is a mask. */
  readonly relay?: TextRelay;
  /** The code of a message, for the moment in which it is submitted. Absent: no message has one. */
  readonly codeOf?: CodeOf;
  /** Absent: there are no verifications. */
  readonly verifications?: { told(verification: string): void };
  /** Absent: nobody counts how many codes come back. */
  readonly codes?: Pick<CodeShares, 'recorded'>;
  /** The one carrier that takes what is relayed from a mask; null: the routes say. */
  readonly carrierOfSender?: (sender: string) => string | null;
  /** Accounts whose messages go nowhere, as those that the sandbox left behind. Absent: none. */
  readonly shutOut?: ReadonlySet<string>;
}

const STOP_WITHIN_MS = 4_000;
const RECORD_LAST_WITHIN_MS = 500;

/** What there is from the start on: it needs the lanes of the store. */
interface Opened {
  readonly door: Door;
  readonly inbox: Inbox;
  readonly timers: MessageTimers;
  readonly sweep: CarrierSweep;
}

export class Engine implements Service {
  readonly name = 'engine';
  private readonly options: EngineOptions;
  private readonly recent = new RecentIds();
  private readonly outbox: Outbox;
  private readonly carrierMetrics: CarrierMetrics;
  private readonly inputs: Worker;
  private readonly housekeeping: Worker;
  private lanes: Lanes | null = null;
  private started: Opened | null = null;
  private metrics: MessageMetrics | null = null;

  constructor(options: EngineOptions) {
    this.options = options;
    const { context, carriers, routes, leaseMs, peers = NO_PEERS } = options;
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
      codeOf: options.codeOf ?? (async () => null),
      ...(options.carrierOfSender ? { carrierOfSender: options.carrierOfSender } : {}),
    });
    // The poll wakes it.
    const longestSleepMs = Number.POSITIVE_INFINITY;
    this.inputs = new Worker({ context, name: 'inbox', work: () => this.runInbox(), longestSleepMs });
    this.housekeeping = new Worker({
      context,
      name: 'housekeeping',
      work: () => this.runHousekeeping(),
      longestSleepMs: HOUSEKEEPING_EVERY_MS,
    });
  }

  readonly accept: Accept = (fresh, claim) => this.opened.door.create(fresh, claim);
  /** Takes a message back, as far as that can be done; lets one go on that its batch has held back. */
  readonly cancel: Cancel = (messageId) => this.opened.door.cancel(messageId);
  readonly letGo: Cancel = (messageId) => this.opened.door.letGo(messageId);
  /** Messages, in one transaction with what they follow from. */
  readonly createFrom: CreateFrom = (decide) => this.opened.door.createFrom(decide);
  readonly timesGiven = (): number => this.opened.door.timesGiven();
  readonly isBehind = (): boolean => this.outbox.isBehind('MKT');

  async start(): Promise<void> {
    const { context, db, owner, carriers } = this.options;
    const lanes = await readLanes(db);
    this.lanes = lanes;
    await this.giveBackOf(owner.node, owner.epoch);
    const started = this.open(lanes);
    this.started = started;
    this.outbox.connect({ door: started.door, lanes });
    this.metrics = countMessages(context, {
      waiting: () => this.outbox.depth(),
      recording: () => started.door.depth(),
      isBehind: this.isBehind,
    });
    for (const carrier of carriers) await this.startCarrier(carrier);
    for (const job of this.jobs()) await job.start();
  }

  /** Within `STOP_WITHIN_MS`, also when carriers or the database no longer answer: what is left is taken up later. */
  async stop(): Promise<void> {
    const { context, carriers, owner } = this.options;
    await endedOrOver(context.clock, STOP_WITHIN_MS, this.finish());
    await Promise.all(carriers.map((carrier) => carrier.stop()));
    if (!this.options.db.isUp()) return;
    // What a call has come to is known only now.
    const { inbox, door } = this.started ?? {};
    await endedOrOver(context.clock, RECORD_LAST_WITHIN_MS, Promise.all([inbox?.idle(), door?.idle()]));
    if (this.lanes) await this.giveBackOf(owner.node, owner.epoch + 1);
  }

  /** Takes nothing new; resolves when what is under way has been answered and recorded. */
  private async finish(): Promise<void> {
    for (const job of this.jobs()) await job.stop();
    await this.outbox.stop();
    await Promise.all(this.options.carriers.map((carrier) => carrier.drain()));
    await this.started?.door.idle();
  }

  /** Takes over what a node held that is gone: all its starts before `beforeEpoch`. */
  async giveBackOf(node: string, beforeEpoch: number): Promise<void> {
    const { db, context } = this.options;
    if (this.lanes) await giveBackAllOf({ context, db, lanes: this.lanes }, node, beforeEpoch);
    await this.options.giveBackCallbacks(node, beforeEpoch);
  }

  /** Of every poll, once a second. */
  notified(poll: Poll): void {
    if (!this.started) return;
    const { timers, inbox, sweep } = this.started;
    timers.notified(poll);
    if (poll.isOfAll) inbox.pollAllNext();
    if (poll.inputDueAt !== null) this.inputs.dueAt(poll.inputDueAt);
    sweep.notified(poll);
  }

  /** Another node left messages for this carrier in the store. */
  notifiedOfBacklog(carrier: string): void {
    this.outbox.notifiedOfBacklog(carrier);
  }

  /** A carrier that is new on the list. */
  come(carrier: Carrier): Promise<void> {
    this.outbox.come(carrier);
    return this.startCarrier(carrier);
  }

  /** Carriers that go for good, and one that has been stopped and is not on the list any more. */
  readonly keepOut = (leaving: readonly string[]): void => this.outbox.keepOut(leaving);
  readonly leaving = (): readonly string[] => this.outbox.leaving();
  readonly gone = (carrier: string): void => this.outbox.gone(carrier);

  private startCarrier(carrier: Carrier): Promise<void> {
    return carrier.start({
      received: (items: readonly RawInbound[]) => this.opened.inbox.received(carrier.name, items),
      changed: () => this.outbox.changed(carrier.name),
    });
  }

  private readonly carrierOf = (name: string) => carrierNamed(this.options.carriers, name);

  private get opened(): Opened {
    if (!this.started) throw new Error('the engine has not been started');
    return this.started;
  }

  private open(lanes: Lanes): Opened {
    const { context, db, carriers, peers = NO_PEERS } = this.options;
    const door = this.createDoor(lanes);
    const timers = new MessageTimers({ context, db, lanes, door });
    const wakeTimers = () => timers.wake();
    const sweep = new CarrierSweep({ context, db, lanes, carriers, outbox: this.outbox, peers, wakeTimers });
    return { door, timers, sweep, inbox: this.createInbox(lanes, door) };
  }

  /** Its background jobs, in the order in which they start and stop. */
  private jobs(): Service[] {
    const { timers, sweep } = this.started ?? {};
    return [timers, this.inputs, sweep, this.housekeeping].filter((job) => job !== undefined);
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
      canWithdraw: (carrier) => this.carrierOf(carrier)?.withdraw !== undefined,
      sendersOf: sendersWith(agents),
      aliasOf,
      zonesOf: createZones(),
      callbackBody: (message) => JSON.stringify(KINDS[message.kind].bodyOf(message)),
      followers: {
        callbacks: offerCallbacks,
        told: (verification) => this.options.verifications?.told(verification),
        dueAt: (at, messageId) => this.started?.timers.dueAt(at, messageId),
        recorded: (before, after) => {
          this.metrics?.recorded(before, after);
          this.options.relay?.recorded(after);
          this.options.codes?.recorded(before, after);
        },
        withdraw: (message, attempt) => this.withdraw(message, attempt),
      },
    });
  }

  private createInbox(lanes: Lanes, door: Door): Inbox {
    const { context, db, owner, leaseMs, makeRoomFor, aliasOf, callbackLeaseMs, offerCallbacks } = this.options;
    const channelOf = (carrier: string) => this.carrierOf(carrier)?.channel ?? 'sms';
    return new Inbox({
      context,
      db,
      lanes,
      owner,
      leaseMs,
      makeRoomFor,
      carrierOf: this.carrierOf,
      metrics: this.carrierMetrics,
      ...(this.options.relay ? { relay: this.options.relay } : {}),
      reports: new ReportRecorder({ context, db, lanes, door, recent: this.recent, carriers: this.options.carriers }),
      texts: new TextReceiver({
        context,
        db,
        lanes,
        owner,
        callbackLeaseMs,
        gatherMs: this.options.gatherMs ?? 0,
        createFrom: (decide) => door.createFrom(decide),
        offerCallbacks,
        settingsOf: this.options.inboundSettingsOf,
        channelOf,
        aliasOf,
        joining: joiningOf(this.options.carriers),
        ...(this.options.relay ? { relay: this.options.relay } : {}),
      }),
    });
  }

  private withdraw(message: Message, attempt: Attempt): void {
    const carrier = attempt.carrier === null ? undefined : this.carrierOf(attempt.carrier);
    const record = (event: Event) => this.opened.door.event(message.id, event);
    void withdrawAttempt({ context: this.options.context, carrier, message, attempt, record });
  }

  private async runInbox(): Promise<number> {
    return (await this.opened.inbox.due()) >= CLAIM_AT_ONCE ? 0 : Number.POSITIVE_INFINITY;
  }

  private async runHousekeeping(): Promise<number> {
    const { context, db } = this.options;
    const { lanes, started } = this;
    if (!lanes || !started) return HOUSEKEEPING_EVERY_MS;
    const { inbox } = started;
    return runHousekeeping({ context, db, lanes, recordIncomplete: (tx, text) => inbox.recordIncomplete(tx, text) });
  }
}
