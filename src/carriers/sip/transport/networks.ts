/**
 * Addresses of others: networks from the configuration, and addresses that names were found to have.
 *
 * 1. An IPv4 address inside of IPv6 (::ffff:192.0.2.1), as a socket that is open to both names it, is the IPv4 address.
 * 2. What a name had is kept for an hour after it was last found: names move, and packets come late. At most 100 of them.
 */
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Clock } from '../../../lib/clock.ts';

const KEPT_MS = 3_600_000;
const MOST_KEPT = 100;
const MAPPED = '::ffff:';

/** Whether this is an address, or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Rule 1. */
export function plainAddress(address: string): string {
  const inside = address.slice(MAPPED.length);
  return address.toLowerCase().startsWith(MAPPED) && isIP(inside) === 4 ? inside : address;
}

export class KnownAddresses {
  private readonly clock: Clock;
  private readonly networks = new BlockList();
  private readonly found = new Map<string, number>();

  /** `networks`: as `isNetwork` takes them. */
  constructor(clock: Clock, networks: readonly string[]) {
    this.clock = clock;
    for (const each of networks) {
      const [address = '', bits] = each.split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      if (bits === undefined) this.networks.addAddress(address, family);
      else this.networks.addSubnet(address, Number(bits), family);
    }
  }

  /** Rule 2. */
  add(addresses: readonly string[]): void {
    for (const address of addresses) {
      this.found.delete(address);
      this.found.set(address, this.clock.monotonic() + KEPT_MS);
    }
    for (const oldest of this.found.keys()) {
      if (this.found.size <= MOST_KEPT) return;
      this.found.delete(oldest);
    }
  }

  has(address: string): boolean {
    const plain = plainAddress(address);
    if ((this.found.get(plain) ?? Number.NEGATIVE_INFINITY) > this.clock.monotonic()) return true;
    return isIP(plain) !== 0 && this.networks.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  }
}
