/**
 * This node among the others: its sign of life, and the seats of carriers that it holds.
 */
import { Gauge } from 'prom-client';
import type { Carrier } from '../carriers/carrier.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { NodeWatch, type NodeWatchOptions } from '../engine/node-watch.ts';

export interface NodeParts extends Pick<NodeWatchOptions, 'db' | 'owner' | 'lost'> {
  readonly carriers: readonly Carrier[];
  readonly config: Pick<Config, 'engine' | 'database'>;
}

/** The carriers must not have been started: their seats are opened when they are ours. */
export function createNodeWatch(context: Context, { config, ...parts }: NodeParts): NodeWatch {
  const { heartbeatMs, leaseMs } = config.engine;
  const isAlone = config.database.url === null;
  const watch = new NodeWatch({ ...parts, context, heartbeatMs, leaseMs, isAlone });
  const registers = [context.metrics];
  new Gauge({
    name: 'trunkline_carrier_seats',
    help: 'Seats (binds) of a carrier that this node holds',
    labelNames: ['carrier'],
    registers,
    collect() {
      for (const { carrier, seats } of watch.seats.figures()) this.set({ carrier }, seats);
    },
  });
  new Gauge({
    name: 'trunkline_carrier_rate_share',
    help: "Share of the carrier's rate that this node may use",
    labelNames: ['carrier'],
    registers,
    collect() {
      for (const { carrier, share } of watch.seats.figures()) this.set({ carrier }, share);
    },
  });
  return watch;
}
