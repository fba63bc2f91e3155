/**
 * Carriers: how they are, and the orders to drain and to resume.
 */
import type { FastifyInstance } from 'fastify';
import type { Carrier } from '../../carriers/carrier.ts';
import type { OperatorParts } from './parts.ts';
import { notFound, paramOf } from './request.ts';
import { type Holdings, nodesThatSend, readHoldings, seatsOfCarrier } from './seats.ts';

export function carrierRoutes(app: FastifyInstance, { carriers, orders, db, node }: OperatorParts): void {
  app.get('/carriers', async () => {
    // How carriers are is of use without the store, too.
    const holdings = db.isUp() ? await readHoldings(db) : null;
    return { carriers: carriers.map((carrier) => carrierShape(carrier, holdings, node)) };
  });

  /** The order holds on this node now, on others within seconds; what the carrier was given is still answered. */
  async function order(name: string, draining: boolean): Promise<Record<string, unknown>> {
    const carrier = carriers.find((each) => each.name === name);
    if (!carrier || !(await orders.order(name, draining))) throw notFound('Carrier');
    return carrierShape(carrier, await readHoldings(db), node);
  }

  app.post('/carriers/:name/drain', (request) => order(paramOf(request, 'name'), true));
  app.post('/carriers/:name/resume', (request) => order(paramOf(request, 'name'), false));
}

/** `state` and `details`: what this kind of carrier has to say, as on this node. */
function carrierShape(carrier: Carrier, holdings: Holdings | null, node: string): Record<string, unknown> {
  const { name, channel, simulated } = carrier;
  const { state, ...details } = { ...carrier.describe(), state: carrier.state() };
  return {
    name,
    channel,
    simulated,
    state,
    up_on: holdings && nodesThatSend(carrier, holdings, node),
    seats: holdings && seatsOfCarrier(carrier, holdings),
    details,
  };
}
