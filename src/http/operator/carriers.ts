/**
 * Carriers: how they are, and the orders to drain and to resume.
 */
import type { FastifyInstance } from 'fastify';
import type { Carrier } from '../../carriers/carrier.ts';
import type { OperatorParts } from './parts.ts';
import { notFound, paramOf } from './request.ts';

export function carrierRoutes(app: FastifyInstance, { carriers, orders }: OperatorParts): void {
  app.get('/carriers', async () => ({ carriers: carriers.map(carrierShape) }));

  /** The order holds on this node now, on others within seconds; what the carrier was given is still answered. */
  async function order(name: string, draining: boolean): Promise<Record<string, unknown>> {
    const carrier = carriers.find((each) => each.name === name);
    if (!carrier || !(await orders.order(name, draining))) throw notFound('Carrier');
    return carrierShape(carrier);
  }

  app.post('/carriers/:name/drain', (request) => order(paramOf(request, 'name'), true));
  app.post('/carriers/:name/resume', (request) => order(paramOf(request, 'name'), false));
}

/** `details`: what this kind of carrier has to say, as on this node. */
function carrierShape(carrier: Carrier): Record<string, unknown> {
  const { state, ...details } = { ...carrier.describe(), state: carrier.state() };
  return { name: carrier.name, channel: carrier.channel, simulated: carrier.simulated, state, details };
}
