/**
 * Carriers: shows their state, orders them to drain or resume, and tries how they read an address that comes in.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Carrier } from '../../carriers/carrier.ts';
import { strict } from '../../lib/schemas.ts';
import { addressShape, carrierShape, newestOfEach } from './carrier-shapes.ts';
import type { OperatorOptions } from './options.ts';
import { bodyOf, FULL, notFound, paramOf, queryOf, wrong } from './request.ts';
import { readHoldings } from './seats.ts';
import { timeOf } from './shapes.ts';

const byte = Type.Integer({ minimum: 0, maximum: 255 });

const AddressBody = Type.Object(
  { address: Type.String({ minLength: 1, maxLength: 40 }), ton: Type.Optional(byte), npi: Type.Optional(byte) },
  strict,
);

const AddressQuery = Type.Object(FULL, strict);

export function carrierRoutes(app: FastifyInstance, options: OperatorOptions): void {
  const { carriers, otherCarriers, orders, db, node } = options;

  app.get('/carriers', async () => {
    // How carriers are is of use without the store, too.
    const holdings = db.isUp() ? await readHoldings(db) : null;
    const elsewhere = (await otherCarriers?.described()) ?? [];
    return { carriers: carriers.map((carrier) => carrierShape({ carrier, holdings, node, elsewhere })) };
  });

  /** The order holds on this node now, on others within seconds; what the carrier was given is still answered. */
  async function order(name: string, draining: boolean): Promise<Record<string, unknown>> {
    const carrier = carriers.find((each) => each.name === name);
    if (!carrier || !(await orders.order(name, draining))) throw notFound('Carrier');
    return carrierShape({ carrier, holdings: await readHoldings(db), node, elsewhere: [] });
  }

  app.get('/carriers/:name/addresses', async (request) => {
    const { full } = queryOf(AddressQuery, request);
    const carrier = carrierOf(request);
    const here = carrier.addressesSeen?.() ?? [];
    const seen = newestOfEach([...here, ...((await otherCarriers?.addressesSeen(carrier.name)) ?? [])]);
    return { addresses: seen.map((each) => ({ ...addressShape(each, full), last_on: timeOf(each.at) })) };
  });

  /** What would be made of it: nothing comes in. */
  app.post('/carriers/:name/addresses', async (request) => {
    const { address, ton = null, npi = null } = bodyOf(AddressBody, request);
    const made = carrierOf(request).readAddress?.({ address, ton: ton ?? 0, npi: npi ?? 0 });
    if (!made) throw wrong('name', 'a carrier at which texts come in');
    return addressShape({ ton, npi, address, made }, true);
  });

  function carrierOf(request: FastifyRequest): Carrier {
    const carrier = carriers.find((each) => each.name === paramOf(request, 'name'));
    if (!carrier) throw notFound('Carrier');
    return carrier;
  }

  app.post('/carriers/:name/drain', (request) => order(paramOf(request, 'name'), true));
  app.post('/carriers/:name/resume', (request) => order(paramOf(request, 'name'), false));
}
