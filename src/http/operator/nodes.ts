/**
 * Nodes: shows which run, since when, which are silent, and the seats of carriers that each holds.
 */
import type { FastifyInstance } from 'fastify';
import { listNodes } from '../../store/nodes/node-lists.ts';
import type { OperatorOptions } from './options.ts';
import { carriersOfNode, readHoldings, seatsOfNode } from './seats.ts';
import { timeOf, timeOrNull } from './shapes.ts';

export function nodeRoutes(app: FastifyInstance, { db, context, leaseMs }: OperatorOptions): void {
  app.get('/nodes', async () => {
    const silentBefore = context.clock.now() - leaseMs;
    const nodes = await listNodes(db);
    const holdings = await readHoldings(db);
    return {
      nodes: nodes.map((node) => ({
        id: node.id,
        state: node.stoppedAt !== null ? 'stopped' : node.heartbeatAt < silentBefore ? 'silent' : 'running',
        starts: node.epoch,
        started_on: timeOf(node.startedAt),
        heartbeat_on: timeOf(node.heartbeatAt),
        stopped_on: timeOrNull(node.stoppedAt),
        can_send_by: carriersOfNode(node.id, holdings),
        seats: seatsOfNode(node.id, holdings),
      })),
    };
  });
}
