/**
 * The other side of a call's media: where ours go, and whose packets are the peer's. Pure but for what it remembers.
 *
 * 1. Ours go to the address that the peer has named until packets of the peer come; then to where these come from,
 *    since addresses may be translated on the way (symmetric RTP).
 * 2. The peer's are packets from the address that it has named, from whatever port; from the address from which the
 *    call was answered; and, where the named address is a private one, from the network around it. All others are
 *    strangers': they turn nothing and are not heard, so that nobody who guesses a port hears a code or presses a key.
 * 3. The first source stays the source, unless packets come from exactly where the peer has said.
 * 4. Addresses are compared as numbers: how they are written says nothing.
 */
import ipaddr from 'ipaddr.js';

export interface MediaAddress {
  readonly address: string;
  readonly port: number;
}

export interface Named {
  /** Of the name in the description, or the one address that stands there; at least one. */
  readonly addresses: readonly string[];
  readonly port: number;
  /** From where the call was answered. */
  readonly answeredFrom: string;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Not to be reached from elsewhere: who names one may be behind a translation of addresses. */
const PRIVATE: ReadonlySet<string> = new Set(['private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']);
const NETWORK_BITS = { ipv4: 24, ipv6: 64 };

export class FarEnd {
  /** Rule 1. */
  target: MediaAddress;
  private readonly named: Named;
  private readonly allowed: ReadonlySet<string>;
  private readonly networks: readonly Address[];
  /** Rule 3: `address port`. */
  private source: string | null = null;

  constructor(named: Named) {
    const { addresses, port, answeredFrom } = named;
    this.named = { ...named, addresses: addresses.map(plain) };
    this.target = { address: addresses[0] ?? '', port };
    this.allowed = new Set([...this.named.addresses, plain(answeredFrom)]);
    this.networks = addresses.map(parsed).filter((each) => each !== null && PRIVATE.has(each.range())) as Address[];
  }

  /** Whether a packet from there is the peer's. `address` as the socket tells it. */
  takes(address: string, port: number): boolean {
    const own = plain(address);
    const from = `${own} ${port}`;
    if (from === this.source) return true;
    const isNamed = port === this.named.port && this.named.addresses.includes(own);
    if (!isNamed && (this.source !== null || !this.isPeer(own))) return false;
    this.source = from;
    this.target = { address, port };
    return true;
  }

  /** Rule 2. */
  private isPeer(own: string): boolean {
    if (this.allowed.has(own)) return true;
    const address = parsed(own);
    return address !== null && this.networks.some((network) => isAround(network, address));
  }
}

function isAround(network: Address, address: Address): boolean {
  if (network.kind() !== address.kind()) return false;
  return address.match(network as ipaddr.IPv4 & ipaddr.IPv6, NETWORK_BITS[network.kind()]);
}

/** Rule 4: one way to write each address; IPv4 in IPv6 is IPv4, and a zone is ours alone. */
function plain(address: string): string {
  return parsed(address)?.toString() ?? address;
}

function parsed(address: string): Address | null {
  const bare = address.replace(/%.*$/, '');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}
