/**
 * This node's sign of life, and an eye on the others: what a node held that has fallen silent is given back, so that
 * whoever looks next takes it up.
 *
 * 1. A node counts as gone when its last sign is older than a lease: by then its own clock forbids it to send.
 * 2. A node that finds its place taken by a later start of itself must stop: `lost` is called once.
 */
import type { Context } from '../context.ts';
import type { Service } from '../lib/service.ts';
import type { Database } from '../store/database.ts';
import type { Owner } from '../store/message-rows.ts';
import { heartbeat, listDead, markStopped } from '../store/nodes.ts';
import { Worker } from './worker.ts';

export interface NodeWatchOptions {
  readonly context: Context;
  readonly db: Database;
  readonly owner: Owner;
  readonly heartbeatMs: number;
  readonly leaseMs: number;
  /** Gives back what the node held in all its starts before `beforeEpoch`. */
  readonly giveBackOf: (node: string, beforeEpoch: number) => Promise<void>;
  readonly lost: () => void;
}

export function createNodeWatch(options: NodeWatchOptions): Service {
  const { context, db, owner, heartbeatMs, leaseMs, giveBackOf, lost } = options;
  let isLost = false;

  async function look(): Promise<number> {
    const now = context.clock.now();
    if (!(await heartbeat(db, owner.node, owner.epoch, now)) && !isLost) {
      isLost = true;
      context.log.fatal({ node: owner.node }, 'this node was started again elsewhere, or was given up by the others');
      lost();
    }
    for (const dead of await listDead(db, now, leaseMs)) {
      if (dead.id === owner.node) continue;
      context.log.warn({ node: dead.id }, 'a node has fallen silent: its work is taken over');
      await giveBackOf(dead.id, dead.epoch + 1);
      await markStopped(db, dead.id, dead.epoch, now);
    }
    return heartbeatMs;
  }

  const worker = new Worker({ context, name: 'node watch', work: look, longestSleepMs: heartbeatMs });
  return {
    name: 'node watch',
    start: () => worker.start(),
    async stop() {
      await worker.stop();
      if (db.isUp()) await markStopped(db, owner.node, owner.epoch, context.clock.now());
    },
  };
}
