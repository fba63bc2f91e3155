/**
 * Gives this node's sign of life and watches those of the others: seats of carriers are taken and given back, and what a
 * node held that has fallen silent is given back, so that the next poll of any node takes it up.
 *
 * 1. A node counts as gone when it has given no sign for a lease, as seen from here. It is declared dead in the store
 *    first; only then are its seats and its work taken over.
 * 2. A lease less a heartbeat after its last sign of life a node unbinds its seats, on its own clock: nobody takes them
 *    before that.
 * 3. A node that was declared dead, or started again elsewhere, must stop: its seats are cut, `lost` is called once.
 * 4. The sign of life never waits for a takeover.
 * 5. On a store that no other node can reach, nodes and seats are read only while there is something to do here.
 */
import type { Carrier } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import type { Timer } from '../../lib/clock.ts';
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import type { Database } from '../../store/database.ts';
import { listSeats } from '../../store/nodes/carrier-seats.ts';
import {
  type CarrierUses,
  declareDead,
  heartbeat,
  type LiveNode,
  liveNodes,
  markStopped,
} from '../../store/nodes/nodes.ts';
import type { Owner } from '../../store/nodes/owner.ts';
import { listenForSignals, type Signal, sendSignal } from '../../store/nodes/signals.ts';
import { CarrierSeats } from './carrier-seats.ts';
import { HintExchange } from './hint-exchange.ts';
import { LivingNodes } from './living-nodes.ts';
import type { Peers } from './peers.ts';

export interface NodeWatchOptions {
  readonly context: Context;
  readonly db: Database;
  readonly owner: Owner;
  /** Not started yet: their seats are opened when they are ours. */
  readonly carriers: readonly Carrier[];
  readonly heartbeatMs: number;
  readonly leaseMs: number;
  /** No other node can reach this store: it is the gateway's own. */
  readonly isAlone: boolean;
  readonly lost: () => void;
}

/** What the engine does when another node has died, or has left messages. */
export interface TakeOver {
  /** Gives back what the node held in all its starts before `beforeEpoch`. */
  giveBackOf(node: string, beforeEpoch: number): Promise<void>;
  /** Messages wait in the store for this carrier. */
  notifiedOfBacklog(carrier: string): void;
}

/** So often at most the others are notified of the same carrier. */
const NOTIFY_EVERY_MS = 20;

export class NodeWatch implements Service {
  readonly name = 'node watch';
  readonly seats: CarrierSeats;
  readonly hints: HintExchange;
  private readonly options: NodeWatchOptions;
  private readonly living: LivingNodes;
  private readonly beats: Worker;
  private readonly takeOvers: Worker;
  private readonly notifyLater = new Map<string, { timer: Timer; again: boolean }>();
  private engine: TakeOver | null = null;
  private dead: LiveNode[] = [];
  private listener: { close(): Promise<void> } | null = null;
  private fence: Timer | null = null;
  /** Monotonic. */
  private safeUntil = Number.NEGATIVE_INFINITY;
  private published = '';
  private hasPeers = false;
  /** Rule 5: the last time that they were read there was nobody else and nothing to do. */
  private isQuiet = false;
  private isLost = false;
  private isStopping = false;

  constructor(options: NodeWatchOptions) {
    this.options = options;
    const { context, db, owner, carriers, leaseMs, heartbeatMs } = options;
    this.living = new LivingNodes(leaseMs);
    this.hints = new HintExchange(options);
    this.seats = new CarrierSeats({
      context,
      db,
      owner,
      carriers,
      leaseMs,
      isSafe: () => this.isSafe(),
      wake: () => this.beats.wake(),
    });
    const longestSleepMs = heartbeatMs;
    this.beats = new Worker({ context, name: 'node watch', work: () => this.beat(), longestSleepMs });
    this.takeOvers = new Worker({ context, name: 'takeover', work: () => this.takeOver(), longestSleepMs });
  }

  readonly peers: Peers = {
    canSend: (carrier) => this.seats.canSend(carrier),
    has: (carrier) => this.seats.isUsedElsewhere(carrier),
    notify: (carrier) => this.notify(carrier),
    changed: () => this.beats.wake(),
  };

  /** Resolves when the seats that are free are ours. */
  async start(): Promise<void> {
    const { db, owner, isAlone } = this.options;
    if (!isAlone) this.listener = await listenForSignals(db, owner.node, (signal) => this.notified(signal));
    await this.hints.start();
    await this.beat();
    await this.beats.start();
  }

  /** The part that stops before the engine does: no seat is taken and no work taken over any more. */
  serviceFor(engine: TakeOver): Service {
    return {
      name: 'takeover',
      start: async () => {
        this.engine = engine;
        await this.takeOvers.start();
      },
      stop: async () => {
        this.isStopping = true;
        await this.takeOvers.stop();
        this.engine = null;
      },
    };
  }

  /** After the engine: carriers are unbound by now. */
  async stop(): Promise<void> {
    const { context, db, owner } = this.options;
    this.isStopping = true;
    await this.beats.stop();
    await this.hints.stop();
    if (this.fence) context.clock.clearTimer(this.fence);
    for (const { timer } of this.notifyLater.values()) context.clock.clearTimer(timer);
    this.seats.cut();
    await this.listener?.close();
    if (!db.isUp() || this.isLost) return;
    await this.seats.giveBackAll();
    await markStopped(db, owner.node, owner.epoch, context.clock.now());
    if (this.hasPeers) await this.signal({ type: 'nodes' });
  }

  private async beat(): Promise<number> {
    const { context, db, owner, heartbeatMs } = this.options;
    const { clock } = context;
    const sentAt = clock.monotonic();
    const uses = this.seats.uses(this.isStopping);
    if (!(await heartbeat(db, owner, clock.now(), withLoad(uses, this.options.carriers)))) {
      this.giveUp();
      return heartbeatMs;
    }
    this.alive(sentAt);
    const gave = await this.seats.handBack();
    if (this.isQuiet && !gave && this.seats.isSettled()) return heartbeatMs;
    this.isQuiet = false;
    const rows = this.seats.names.length > 0 ? await listSeats(db, this.seats.names) : [];
    const nodes = await this.declareSilentDead(await liveNodes(db));
    this.hasPeers = nodes.length > 1;
    const took = await this.seats.follow(rows, nodes, this.isStopping);
    this.isQuiet = this.options.isAlone && !this.hasPeers && !took;
    const published = JSON.stringify(uses);
    const isNews = gave || took || published !== this.published;
    this.published = published;
    if (isNews) context.hints.of('nodes', owner.node, null);
    if (isNews && this.hasPeers) await this.signal({ type: 'nodes' });
    return heartbeatMs;
  }

  /** Rule 2. */
  private alive(sentAt: number): void {
    const { context, leaseMs, heartbeatMs, isAlone } = this.options;
    const { clock } = context;
    if (isAlone) return;
    this.safeUntil = sentAt + leaseMs - heartbeatMs;
    if (this.fence) clock.clearTimer(this.fence);
    if (!this.isSafe()) return this.seats.cut();
    this.fence = clock.setTimer(() => {
      context.log.warn(
        { node: this.options.owner.node },
        'no sign of life could be given: the seats of carriers are unbound',
      );
      this.seats.cut();
    }, this.safeUntil - clock.monotonic());
    this.seats.restore();
  }

  private isSafe(): boolean {
    return this.options.isAlone || this.options.context.clock.monotonic() < this.safeUntil;
  }

  /** Declares dead the nodes that have fallen silent, and returns the others. */
  private async declareSilentDead(nodes: readonly LiveNode[]): Promise<LiveNode[]> {
    const { context, db } = this.options;
    const declared = new Set<string>();
    for (const node of this.living.observe(nodes, context.clock.monotonic())) {
      if (node.id === this.options.owner.node) continue;
      if (!(await declareDead(db, node, context.clock.now()))) continue;
      context.log.warn({ node: node.id }, 'a node has fallen silent: its work is taken over');
      context.hints.of('nodes', node.id, null);
      declared.add(node.id);
      this.dead.push(node);
    }
    if (declared.size > 0) this.takeOvers.wake();
    return nodes.filter(({ id }) => !declared.has(id));
  }

  private async takeOver(): Promise<number> {
    const { engine } = this;
    for (let node = this.dead[0]; node && engine; node = this.dead[0]) {
      await engine.giveBackOf(node.id, node.epoch + 1);
      this.dead = this.dead.filter((each) => each !== node);
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Rule 3. */
  private giveUp(): void {
    if (this.isLost) return;
    this.isLost = true;
    this.seats.cut();
    this.options.lost();
  }

  private notified(signal: Signal): void {
    if (signal.type === 'nodes') this.beats.wake();
    else this.engine?.notifiedOfBacklog(signal.carrier);
  }

  private notify(carrier: string): void {
    const { clock } = this.options.context;
    if (!this.hasPeers) return;
    const waiting = this.notifyLater.get(carrier);
    if (waiting) {
      waiting.again = true;
      return;
    }
    void this.signal({ type: 'queue', carrier });
    const timer = clock.setTimer(() => {
      const { again } = this.notifyLater.get(carrier) ?? { again: false };
      this.notifyLater.delete(carrier);
      if (again) this.notify(carrier);
    }, NOTIFY_EVERY_MS);
    this.notifyLater.set(carrier, { timer, again: false });
  }

  /** Never rejects: it only makes things faster. */
  private async signal(signal: Signal): Promise<void> {
    const { context, db, owner } = this.options;
    await sendSignal(db, owner.node, signal).catch((error) =>
      context.log.info({ err: error, signal: signal.type }, 'the other nodes could not be told'),
    );
  }
}

/** With how full each carrier is: that is no news for the others. */
function withLoad(uses: CarrierUses, carriers: readonly Carrier[]): CarrierUses {
  const loads = carriers.map((carrier) => ({ name: carrier.name, load: carrier.load?.() }));
  return Object.fromEntries(
    Object.entries(uses).map(([name, use]) => {
      const { inHand, room } = loads.find((each) => each.name === name)?.load ?? {};
      return [name, inHand === undefined || room === undefined ? use : { ...use, load: { inHand, room } }];
    }),
  );
}
