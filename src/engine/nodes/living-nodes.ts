/**
 * Which nodes live, by what this one has seen of them on its own monotonic clock.
 *
 * 1. A node that has given no new sign for a lease, as seen from here, is silent. No wall clock is compared: they may
 *    differ, and jump.
 */
import type { LiveNode } from '../../store/nodes/nodes.ts';

interface Seen {
  readonly sign: string;
  /** Monotonic: when this sign was first seen. */
  readonly since: number;
}

export class LivingNodes {
  private readonly leaseMs: number;
  private seen = new Map<string, Seen>();

  constructor(leaseMs: number) {
    this.leaseMs = leaseMs;
  }

  /** Returns those that are silent. `at`: monotonic, after the nodes were read. */
  observe(nodes: readonly LiveNode[], at: number): LiveNode[] {
    const seen = new Map<string, Seen>();
    for (const node of nodes) {
      const sign = `${node.epoch} ${node.beats} ${node.heartbeatAt}`;
      const before = this.seen.get(node.id);
      seen.set(node.id, before?.sign === sign ? before : { sign, since: at });
    }
    this.seen = seen;
    return nodes.filter(({ id }) => at - (seen.get(id)?.since ?? at) >= this.leaseMs);
  }
}
