/**
 * Makes what a node does among others: it writes its heartbeat and takes seats of carriers.
 */
import { Gauge } from 'prom-client';
import type { Carrier } from '../carriers/carrier.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import { NodeWatch, type NodeWatchOptions } from '../engine/nodes/node-watch.ts';
import { bindsRows, type MasterKey, masterKeyId, masterKeyIds } from '../lib/sealed.ts';
import type { Database } from '../store/database.ts';
import { HeldRows } from '../store/messages/held-rows.ts';
import { type KeysOfNode, keysOfOthers, markStopped, registerNode } from '../store/nodes/nodes.ts';
import type { Owner } from '../store/nodes/owner.ts';

export interface AssembledNodeWatchOptions extends Pick<NodeWatchOptions, 'db' | 'owner' | 'lost'> {
  readonly carriers: readonly Carrier[];
  readonly config: Pick<Config, 'engine' | 'database'>;
  /** Of a gateway of several processes. */
  readonly isOfSeveral: boolean;
}

export interface ThisNode {
  readonly nodeId: string;
  readonly masterKey: MasterKey;
  readonly leaseMs: number;
  /** Such as 0.1.0; absent: it is not told. */
  readonly release?: string;
}

/**
 * Registers this start. Rejects with an Error for the operator while another node lives that seals under a master key
 * that this one does not have, or does not have the one under which this one seals: one could not read what the other
 * stores. Of two that start at once, both see it.
 */
export async function registerThisNode(
  context: Context,
  db: Database,
  { nodeId, masterKey, leaseMs, release }: ThisNode,
): Promise<Owner> {
  const { clock } = context;
  const known = masterKeyIds(masterKey);
  const info = { pid: process.pid, release, masterKey: masterKeyId(masterKey), opens: known };
  const epoch = await registerNode(db, nodeId, info, clock.now());
  const others = await keysOfOthers(db, nodeId, clock.now() - leaseMs);
  const foreign = others.filter((other) => other.masterKey !== null && !known.includes(other.masterKey));
  const unready = others.filter((other) => !canOpen(other, masterKey));
  if (foreign.length === 0 && unready.length === 0) return { node: nodeId, epoch, held: new HeldRows() };
  await markStopped(db, nodeId, epoch, clock.now());
  if (foreign.length === 0) {
    throw new Error(
      `TRUNKLINE_MASTER_KEY: nodes run that cannot open what is sealed under ${known[0]}: ` +
        `${unready.map(({ id }) => id).join(', ')}; give every node of this release the key as ` +
        'TRUNKLINE_OTHER_MASTER_KEY first',
    );
  }
  const names = foreign.map((other) => `${other.id} (${other.masterKey})`).join(', ');
  throw new Error(
    `TRUNKLINE_MASTER_KEY: has to be the same on every node; this one has ${known.join(' and ')}, running with ` +
      `another one: ${names}`,
  );
}

/** A release that does not say what it opens opens nothing that is bound to its row. */
function canOpen({ opens }: KeysOfNode, ours: MasterKey): boolean {
  return opens === null ? !bindsRows(ours) : opens.includes(masterKeyId(ours));
}

/** The carriers must not have been started: their seats are opened when they are ours. */
export function createNodeWatch(
  context: Context,
  { config, isOfSeveral, ...options }: AssembledNodeWatchOptions,
): NodeWatch {
  const { heartbeatMs, leaseMs } = config.engine;
  const isAlone = config.database.url === null && !isOfSeveral;
  const watch = new NodeWatch({ ...options, context, heartbeatMs, leaseMs, isAlone });
  const registers = [context.metrics];
  new Gauge({
    name: 'trunkline_carrier_seats',
    help: 'Seats (binds) of a carrier that this node holds',
    labelNames: ['carrier'],
    registers,
    collect() {
      this.reset();
      for (const { carrier, seats } of watch.seats.figures()) this.set({ carrier }, seats);
    },
  });
  new Gauge({
    name: 'trunkline_carrier_rate_share',
    help: "Share of the carrier's rate that this node may use",
    labelNames: ['carrier'],
    registers,
    collect() {
      this.reset();
      for (const { carrier, share } of watch.seats.figures()) this.set({ carrier }, share);
    },
  });
  return watch;
}
