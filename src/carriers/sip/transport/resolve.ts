/**
 * Where a trunk or an address is: SRV and address records, in the order in which to try them (RFC 3263 without NAPTR).
 *
 * 1. An address is itself. A port that is given is used, and no SRV record is asked for (RFC 3263, 4.2).
 * 2. SRV targets go by priority; among equals chance decides by weight (RFC 2782). Without SRV records: the name's own
 *    addresses and the usual port. A record whose target is the root alone says that there is no such service.
 * 3. Answers are kept for a minute, failures for five seconds; at most 500 of them.
 */
import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import type { Context } from '../../../context.ts';
import type { TlsSettings } from '../../tls.ts';
import type { Destination, TransportName } from './flow.ts';

export interface PeerHost {
  readonly host: string;
  readonly port: number | null;
  readonly transport: TransportName;
  /** For transport tls. */
  readonly tls: TlsSettings | null;
  /** What the certificate has to name; default: the host. */
  readonly name?: string;
}

export interface Service {
  readonly name: string;
  readonly port: number;
  readonly priority: number;
  readonly weight: number;
}

/** What the system's resolver knows; a test has its own. */
export interface Names {
  addresses(host: string): Promise<string[]>;
  services(name: string): Promise<Service[]>;
}

const KEPT_MS = 60_000;
const FAILURE_KEPT_MS = 5_000;
const MOST_KEPT = 500;
const SERVICES: Readonly<Record<TransportName, string>> = { udp: '_sip._udp', tcp: '_sip._tcp', tls: '_sips._tcp' };

export const SYSTEM_NAMES: Names = {
  addresses: async (host) => (await dns.lookup(host, { all: true })).map(({ address }) => address),
  services: (name) => dns.resolveSrv(name),
};

export class Resolver {
  private readonly context: Context;
  private readonly names: Names;
  private readonly kept = new Map<string, { readonly until: number; readonly found: Promise<Destination[]> }>();

  constructor(context: Context, names: Names = SYSTEM_NAMES) {
    this.context = context;
    this.names = names;
  }

  /** At least one destination, best first; rejects when there is none. */
  resolve(peer: PeerHost): Promise<Destination[]> {
    // What was found holds for all who ask; how each of them trusts the other side is its own.
    const key = `${peer.transport} ${peer.host} ${peer.port ?? ''} ${peer.name ?? ''}`;
    return this.found(key, peer).then((all) => all.map((each) => ({ ...each, tls: peer.tls })));
  }

  private found(key: string, peer: PeerHost): Promise<Destination[]> {
    const now = this.context.clock.monotonic();
    const known = this.kept.get(key);
    if (known && known.until > now) return known.found;
    const found = this.find(peer);
    this.keep(key, now + KEPT_MS, found);
    found.catch(() => this.keep(key, now + FAILURE_KEPT_MS, found));
    return found;
  }

  private keep(key: string, until: number, found: Promise<Destination[]>): void {
    this.kept.delete(key);
    this.kept.set(key, { until, found });
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
  }

  private async find({ host, port, transport, tls, name = host }: PeerHost): Promise<Destination[]> {
    const usual = transport === 'tls' ? 5061 : 5060;
    const at = (address: string, to: number): Destination => ({ transport, address, port: to, name, tls });
    if (isIP(host) !== 0) return [at(host, port ?? usual)];
    const services = port === null ? await this.services(`${SERVICES[transport]}.${host}`) : [];
    const hosts = services.length > 0 ? services : [{ name: host, port: port ?? usual }];
    const found = await Promise.allSettled(
      hosts.map(async (each) => (await this.names.addresses(each.name)).map((address) => at(address, each.port))),
    );
    const destinations = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (destinations.length === 0) throw new Error(`${host} has no address`);
    return destinations;
  }

  /** Rule 2; a name without records has none, whatever the reason. Rejects where the records say that none is there. */
  private async services(name: string): Promise<Service[]> {
    const found = await this.names.services(name).catch(() => []);
    const there = found.filter((service) => service.name !== '.' && service.name !== '');
    if (found.length > 0 && there.length === 0) throw new Error(`its DNS says that it has no service ${name}`);
    const chance = (weight: number) => {
      const share = (this.context.randomBytes(4).readUInt32BE(0) + 1) / 2 ** 32;
      // The order of exponential waiting times is that of drawing by weight; a weight of 0 comes last.
      return weight === 0 ? Number.POSITIVE_INFINITY : -Math.log(share) / weight;
    };
    return there
      .map((service) => ({ service, wait: chance(service.weight) }))
      .sort((a, b) => a.service.priority - b.service.priority || a.wait - b.wait)
      .map(({ service }) => service);
  }
}
