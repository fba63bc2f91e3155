/**
 * Nodes: shows which run, since when, which are silent, what each says of its carriers, and the seats that it holds.
 */
import type { FastifyInstance } from 'fastify';
import { listNodes } from '../../store/nodes/node-lists.ts';
import type { CarrierUses } from '../../store/nodes/nodes.ts';
import type { OperatorOptions } from './options.ts';
import { carriersOfNode, readHoldings, seatsOfNode } from './seats.ts';
import { timeOf, timeOrNull } from './shapes.ts';

export function nodeRoutes(app: FastifyInstance, { db, context, node: self, leaseMs }: OperatorOptions): void {
  app.get('/nodes', async () => {
    const silentBefore = context.clock.now() - leaseMs;
    const nodes = await listNodes(db);
    const holdings = await readHoldings(db);
    return {
      node: self,
      lease_seconds: leaseMs / 1_000,
      nodes: nodes.map((node) => ({
        id: node.id,
        state: node.stoppedAt !== null ? 'stopped' : node.heartbeatAt < silentBefore ? 'silent' : 'running',
        release: node.release,
        starts: node.epoch,
        started_on: timeOf(node.startedAt),
        heartbeat_on: timeOf(node.heartbeatAt),
        stopped_on: timeOrNull(node.stoppedAt),
        can_send_by: carriersOfNode(node.id, holdings),
        carriers: node.stoppedAt === null ? carrierShapes(node.uses) : [],
        seats: seatsOfNode(node.id, holdings),
      })),
    };
  });
}

function carrierShapes(uses: CarrierUses): Record<string, unknown>[] {
  return Object.entries(uses)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([carrier, { up, tired, load }]) => ({
      carrier,
      can_send: up,
      is_resting: tired,
      in_hand: load?.inHand ?? null,
      room: load?.room ?? null,
    }));
}
