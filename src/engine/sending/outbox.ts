/**
 * The way out: finds a carrier for what is ready, and keeps what is known of each carrier up to date.
 *
 * 1. What is ready is placed with the first carrier that can be used, here or on another node (candidates.ts,
 *    placing.ts). A carrier hands over what waits for it as it has room (pumping.ts).
 * 2. A carrier that goes down gives back what waits for it, so that another route or the deadline can take over.
 * 3. A carrier that cannot be used here and can on another node keeps its place in the route: the message waits for it
 *    in the store, and the others are notified.
 */
import type { Carrier, MessageType } from '../../carriers/carrier.ts';
import type { Placement } from '../door/work.ts';
import type { Attempt, Message } from '../message/message.ts';
import type { Peers } from '../nodes/peers.ts';
import { type CandidateOptions, Candidates } from './candidates.ts';
import { CarrierLine } from './carrier-line.ts';
import { DOWN_GRACE_MS, Placing } from './placing.ts';
import { type ConnectedDoor, Pump, type PumpOptions } from './pumping.ts';

export interface OutboxOptions extends CandidateOptions, PumpOptions {
  readonly peers: Peers;
}

/** What belongs to one carrier. */
interface CarrierExit {
  readonly line: CarrierLine;
  readonly pump: Pump;
  readonly placing: Placing;
}

/** While a carrier stays down, its backlog is made due again after so long, for what another node left meanwhile. */
const WAKE_AGAIN_AFTER_MS = 300_000;

export class Outbox {
  private readonly options: OutboxOptions;
  private readonly candidates: Candidates;
  private readonly exits = new Map<string, CarrierExit>();
  /** Carriers that go for good: nothing new is placed there. */
  private goingForGood: readonly string[] = [];
  private connected: ConnectedDoor | null = null;
  private isStopping = false;

  constructor(options: OutboxOptions) {
    this.options = options;
    this.candidates = new Candidates({ ...options, leaving: this.leaving });
    for (const carrier of options.carriers) this.come(carrier);
  }

  /** The door and the outbox know each other: what is recorded is placed here, what is sent is recorded there. */
  connect(connected: ConnectedDoor): void {
    this.connected = connected;
    for (const { pump } of this.exits.values()) pump.connect(connected);
  }

  /** It is on the list of carriers by now. */
  come(carrier: Carrier): void {
    const { context, leaseMs, peers } = this.options;
    const line = new CarrierLine(carrier, { clock: context.clock, leaseMs, peers });
    const pump = new Pump(line, this.options);
    if (this.connected) pump.connect(this.connected);
    this.exits.set(carrier.name, { line, pump, placing: new Placing(line, pump, this.options) });
  }

  keepOut(leaving: readonly string[]): void {
    this.goingForGood = leaving;
  }

  readonly leaving = (): readonly string[] => this.goingForGood;

  /** It has been stopped. What a transaction still places there comes back. */
  gone(name: string): void {
    const exit = this.exits.get(name);
    this.exits.delete(name);
    void exit?.pump.stop();
  }

  /** Where a ready attempt goes now. Called inside the door's transaction; `undo` takes it back. */
  place(message: Message, attempt: Attempt, at: number): Placement {
    const names = this.candidates.of(message, attempt);
    const first = names[0];
    if (first === undefined) return { kind: 'no_route', why: attempt.carriersTried.length > 0 ? 'exhausted' : 'none' };
    const usable = this.exits.get(this.candidates.firstUsable(names) ?? '');
    if (usable) return usable.placing.place(message, attempt, at);
    const exit = this.exits.get(first);
    if (!exit) return { kind: 'unreachable', carrier: first, reason: 'no carrier of the route is connected' };
    this.noteDown(exit);
    return exit.placing.placeWhileDown(at);
  }

  /** A carrier's room, state or pace has changed. */
  changed(name: string): void {
    const exit = this.exits.get(name);
    if (!exit || this.isStopping) return;
    const { line, pump } = exit;
    const isUsable = line.isUsable();
    const isNew = isUsable !== line.wasUsable;
    line.wasUsable = isUsable;
    if (isUsable) {
      if (isNew) line.noteBacklog();
      line.noteUp();
      pump.run();
    } else {
      this.noteDown(exit);
    }
    if (!isNew) return;
    this.options.context.hints.of('carriers', name, null);
    this.options.peers.changed();
  }

  /** Messages for this carrier are in the store now, whoever left them there, and whatever a claim has found so far. */
  notifiedOfBacklog(name: string): void {
    this.exits.get(name)?.placing.queued();
  }

  /** Looks after every carrier: what a lost NOTIFY or another node left behind. Called about once a second. */
  sweep(queues: readonly string[]): void {
    for (const [name, { line }] of this.exits) {
      if (queues.includes(name)) line.noteBacklog();
      this.changed(name);
    }
  }

  /**
   * Names of carriers that messages may wait for in vain: down for longer than the grace time. What comes later is
   * placed elsewhere at once, so each is named once, and again after `WAKE_AGAIN_AFTER_MS`.
   */
  downTooLong(): string[] {
    const now = this.options.context.clock.monotonic();
    const names: string[] = [];
    for (const [name, { line }] of this.exits) {
      if (line.downSince === null || now - line.downSince < DOWN_GRACE_MS || !line.mayHaveBacklog) continue;
      if (line.backlogWokenAt !== null && now - line.backlogWokenAt < WAKE_AGAIN_AFTER_MS) continue;
      line.backlogWokenAt = now;
      names.push(name);
    }
    return names;
  }

  /** Whether something waits in memory, before or with what is of this type, for a carrier that could take more. */
  isBehind(type: MessageType): boolean {
    for (const { line } of this.exits.values()) {
      if (line.waiting.ahead(type) > 0 && line.carrier.couldTakeMore?.()) return true;
    }
    return false;
  }

  /** How many messages wait in memory. */
  depth(): number {
    let depth = 0;
    for (const { line } of this.exits.values()) depth += line.kept;
    return depth;
  }

  /** Gives back everything that waits in memory. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all([...this.exits.values()].map(({ pump }) => pump.stop()));
  }

  /** Rule 2. */
  private noteDown({ line, pump }: CarrierExit): void {
    line.noteDown();
    void pump.giveBack();
  }
}
