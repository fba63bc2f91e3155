/**
 * Carriers: shows their state, orders them to drain or resume, and tries how they read an address that comes in.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { AddressSeen, Carrier } from '../../carriers/carrier.ts';
import { parsePhoneNumber } from '../../lib/phone-number.ts';
import { strict } from '../../lib/schemas.ts';
import type { OperatorOptions } from './options.ts';
import { bodyOf, FULL, notFound, paramOf, queryOf, wrong } from './request.ts';
import { type Holdings, nodesThatSend, readHoldings, seatsOfCarrier } from './seats.ts';
import { numberOf, timeOf } from './shapes.ts';

const byte = Type.Integer({ minimum: 0, maximum: 255 });

const AddressBody = Type.Object(
  { address: Type.String({ minLength: 1, maxLength: 40 }), ton: Type.Optional(byte), npi: Type.Optional(byte) },
  strict,
);

const AddressQuery = Type.Object(FULL, strict);

export function carrierRoutes(app: FastifyInstance, { carriers, orders, db, node }: OperatorOptions): void {
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

  app.get('/carriers/:name/addresses', async (request) => {
    const { full } = queryOf(AddressQuery, request);
    const seen = carrierOf(request).addressesSeen?.() ?? [];
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

/** An address that came in, and what was made of it. */
function addressShape({ ton, npi, address, made }: Omit<AddressSeen, 'at'>, full: boolean | undefined) {
  const number = made.kind === 'number' ? made.text : null;
  return {
    ton,
    npi,
    as_came: numberOf(address, full),
    kind: made.kind,
    number: number === null ? null : numberOf(number, full),
    country: number === null ? null : (parsePhoneNumber(number)?.country ?? null),
  };
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
