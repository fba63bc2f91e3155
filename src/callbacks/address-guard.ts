/**
 * Where callbacks may go. Callers choose the address, so an address inside the operator's network would let them reach
 * what only the gateway can see.
 *
 * 1. Only public unicast addresses, unless the configuration names the network; of IPv6 those of 2000::/3, which is all
 *    that has been given out (RFC 4291, 2.4). What the configuration refuses is refused, whatever else allows it.
 * 2. The check is of the address that is connected to, where the name is resolved: a name that changes its address
 *    between a check and the connection gains nothing.
 * 3. Ports are 80, 443 and those over 1023: lower ones belong to services that are no receivers (mail, names, shares).
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
  /** Throws AddressRefused (rule 3). */
  checkPort(port: number): void;
  /** `dns.lookup` that yields allowed addresses only, for `net.connect`. */
  readonly lookup: LookupFunction;
}

/** `allowed` and `refused`: CIDR. `resolve`: where names are looked up. */
export function createAddressGuard(
  allowed: readonly string[],
  resolve: Resolve,
  refused: readonly string[] = [],
): AddressGuard {
  const networksOf = (list: readonly string[]) => list.map((network) => ipaddr.parseCIDR(network) as Network);
  const [allowedNetworks, refusedNetworks] = [networksOf(allowed), networksOf(refused)];
  const allows = (text: string): boolean => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    if (refusedNetworks.some((network) => isIn(address, network))) return false;
    return allowedNetworks.some((network) => isIn(address, network)) || isPublic(address);
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
    checkPort(port) {
      if (port !== 80 && port !== 443 && port < FIRST_FREE_PORT) {
        throw new AddressRefused('callbacks go to port 80, 443 or one over 1023');
      }
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

const FIRST_FREE_PORT = 1_024;

/** What is given out of IPv6. */
const GLOBAL_IPV6: Network = [ipaddr.IPv6.parse('2000::'), 3];

/** Azure's own services for its machines, at a public address that is the same everywhere. */
const OF_THE_CLOUD: readonly Network[] = [[ipaddr.IPv4.parse('168.63.129.16'), 32]];

/** `::a.b.c.d`, which some systems still take for the IPv4 address. */
const IPV4_COMPATIBLE: Network = [ipaddr.IPv6.parse('::'), 96];

/**
 * Neither private, loopback, link-local, shared, multicast nor reserved. What wraps an IPv4 address in an IPv6 one
 * (NAT64, 6to4, Teredo …) has a range of its own and is refused with it.
 */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || isIn(address, IPV4_COMPATIBLE)) return false;
  return address.kind() === 'ipv6' ? isIn(address, GLOBAL_IPV6) : !OF_THE_CLOUD.some((each) => isIn(address, each));
}
