/**
 * Where callbacks may go. Callers choose the address, so an address inside the operator's network would let them reach
 * what only the gateway can see.
 *
 * 1. Only public unicast addresses, unless the configuration names the network.
 * 2. It is the address that is connected to that counts, looked at where the name is resolved: a name that changes its
 *    address between the check and the connection gains nothing.
 */
import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Resolve } from './name-lookup.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'ADDRESS_REFUSED';
}

export interface AddressGuard {
  /** Whether a literal address may be connected to. */
  allows(address: string): boolean;
  /** For a host that is no name: throws AddressRefused; names are checked when they are resolved. */
  checkHost(host: string): void;
  /** `dns.lookup` that yields allowed addresses only, for `net.connect`. */
  readonly lookup: LookupFunction;
}

/** `allowedNetworks`: CIDR. `resolve`: where names are looked up. */
export function createAddressGuard(allowedNetworks: readonly string[], resolve: Resolve): AddressGuard {
  const networks = allowedNetworks.map((network) => ipaddr.parseCIDR(network) as Network);
  const allows = (text: string): boolean => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return networks.some((network) => isIn(address, network)) || isPublic(address);
  };
  // Where the last callback went, most often the next one goes.
  let lastAllowed = '';
  return {
    allows,
    checkHost(host) {
      if (host === lastAllowed) return;
      const literal = host.startsWith('[') ? host.slice(1, -1) : host;
      if (isIP(literal) !== 0 && !allows(literal)) throw refusal();
      lastAllowed = host;
    },
    lookup: (host, options, done) => {
      resolve(host, options, (error, addresses) => {
        if (error) return done(error, '', 0);
        const allowed = addresses.filter(({ address }) => allows(address));
        const [first] = allowed;
        if (!first) return done(refusal(), '', 0);
        if (options.all) return (done as unknown as (error: null, all: LookupAddress[]) => void)(null, allowed);
        done(null, first.address, first.family);
      });
    },
  };
}

function refusal(): AddressRefused {
  return new AddressRefused('the address is in a network that callbacks may not go to');
}

function isIn(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

/** `::a.b.c.d`, which some systems still take for the IPv4 address. */
const IPV4_COMPATIBLE: Network = [ipaddr.IPv6.parse('::'), 96];

/**
 * Neither private, loopback, link-local, shared, multicast nor reserved. What wraps an IPv4 address in an IPv6 one
 * (NAT64, 6to4, Teredo …) has a range of its own and is refused with it.
 */
function isPublic(address: Address): boolean {
  return address.range() === 'unicast' && !isIn(address, IPV4_COMPATIBLE);
}
