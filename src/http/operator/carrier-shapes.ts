/**
 * How carriers, and addresses that came in at them, are shown to operators.
 */
import { type AddressSeen, kindOfAddress } from '../../carriers/addresses-seen.ts';
import type { Carrier } from '../../carriers/carrier.ts';
import { parsePhoneNumber } from '../../lib/phone-number.ts';
import { type Holdings, nodesThatSend, seatsOfCarrier } from './seats.ts';
import { numberOf } from './shapes.ts';

/** An address that came in, and what was made of it. */
export function addressShape({ ton, npi, address, made }: Omit<AddressSeen, 'at'>, full: boolean | undefined) {
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

/** How a carrier is in one process. */
export interface DescribedCarrier {
  readonly name: string;
  readonly state: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Carriers in the other processes of this gateway. */
export interface OtherCarriers {
  described(): Promise<readonly DescribedCarrier[]>;
  addressesSeen(carrier: string): Promise<readonly AddressSeen[]>;
}

export function describeCarrier(carrier: Carrier): DescribedCarrier {
  const { state, ...details } = { ...carrier.describe(), state: carrier.state() };
  return { name: carrier.name, state, details };
}

interface ShownCarrier {
  readonly carrier: Carrier;
  readonly holdings: Holdings | null;
  readonly node: string;
  readonly elsewhere: readonly DescribedCarrier[];
}

/** `state` and `details`: what this kind of carrier has to say, as on this node, or where the gateway sends by it. */
export function carrierShape({ carrier, holdings, node, elsewhere }: ShownCarrier): Record<string, unknown> {
  const { name, channel, simulated } = carrier;
  const here = describeCarrier(carrier);
  const sending = [here, ...elsewhere].find((each) => each.name === name && each.state === 'up');
  const { state, details } = sending ?? here;
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

/** Of several processes: the newest of each kind, as one tells them (carriers/addresses-seen.ts). */
export function newestOfEach(seen: readonly AddressSeen[]): AddressSeen[] {
  const newest = new Map<string, AddressSeen>();
  for (const each of [...seen].sort((a, b) => b.at - a.at)) {
    const kind = kindOfAddress(each);
    if (!newest.has(kind)) newest.set(kind, each);
  }
  return [...newest.values()];
}
