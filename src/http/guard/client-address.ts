/**
 * Finds the client of a request, behind proxies or not: its address, and whether it came over TLS.
 *
 * 1. A header counts only as far as trusted proxies wrote it: each trusted hop, from the peer of the connection
 *    backwards, vouches for the hop before it. The first hop that is not trusted is the client. Example: the peer
 *    10.0.0.1 and 10.0.0.2 are trusted, and the header is `192.0.2.9, 198.51.100.7, 10.0.0.2`: the client is
 *    198.51.100.7.
 * 2. `Forwarded` (RFC 7239) and `X-Forwarded-For` may both name it. Where both are there and differ, the client wrote
 *    one of them, so neither counts.
 * 3. Several files ask for the client of a request, and parsing an address costs microseconds. So the result is kept
 *    with the connection until a request on it has other headers.
 */
import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { headerOf } from '../signed-request.ts';

export interface Client {
  /** An IP address. */
  readonly address: string;
  readonly scheme: 'http' | 'https';
}

/** What is known of a request before its body, as Node has it or our reader (wire/request.ts). */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'httpVersion' | 'socket'>;

export type ClientOf = (request: Pick<RequestHead, 'headers' | 'socket'>) => Client;

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

interface Hops {
  /** Nearest last. Null: an unknown or hidden one. */
  readonly addresses: ReadonlyArray<string | null>;
  /** What the nearest proxy says. */
  readonly scheme: string | undefined;
}

/** Rule 3. The headers that it was found out from; a peer that is not trusted is the client whatever they say. */
interface Known {
  readonly client: Client;
  readonly isPeer: boolean;
  readonly forwarded: string | undefined;
  readonly listed: string | undefined;
  readonly listedScheme: string | undefined;
}

/** `trusted`: networks in CIDR notation. */
export function createClientOf(trusted: readonly string[]): ClientOf {
  const networks: Network[] = trusted.map((each) => ipaddr.parseCIDR(each));
  const isTrusted = (address: string): boolean => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
  };
  const findOut = (request: Parameters<ClientOf>[0]): Known => {
    const peer = plain(request.socket.remoteAddress ?? '');
    const own = 'encrypted' in request.socket ? 'https' : 'http';
    const said = headersOf(request);
    if (!isTrusted(peer)) return { client: { address: peer, scheme: own }, isPeer: true, ...said };
    const hops = hopsOf(said);
    let address = peer;
    for (let index = hops.addresses.length - 1; index >= 0 && isTrusted(address); index -= 1) {
      const before = hops.addresses[index];
      if (before === null || before === undefined) break;
      address = before;
    }
    const scheme = hops.scheme === 'https' || hops.scheme === 'http' ? hops.scheme : own;
    return { client: { address, scheme }, isPeer: false, ...said };
  };
  const connections = new WeakMap<Socket, Known>();
  return (request) => {
    const before = connections.get(request.socket);
    if (before && (before.isPeer || saysTheSame(request, before))) return before.client;
    const known = findOut(request);
    connections.set(request.socket, known);
    return known.client;
  };
}

type Said = Pick<Known, 'forwarded' | 'listed' | 'listedScheme'>;

function headersOf({ headers }: Pick<RequestHead, 'headers'>): Said {
  return {
    forwarded: headerOf(headers, 'forwarded'),
    listed: headerOf(headers, 'x-forwarded-for'),
    listedScheme: headerOf(headers, 'x-forwarded-proto'),
  };
}

function saysTheSame(request: Pick<RequestHead, 'headers'>, before: Said): boolean {
  const { forwarded, listed, listedScheme } = headersOf(request);
  return forwarded === before.forwarded && listed === before.listed && listedScheme === before.listedScheme;
}

function hopsOf({ forwarded, listed, listedScheme }: Said): Hops {
  const none: Hops = { addresses: [], scheme: undefined };
  const standard = forwarded === undefined ? null : standardHops(forwarded);
  const common: Hops | null =
    listed === undefined
      ? null
      : {
          addresses: listed.split(',').map((each) => addressIn(each.trim())),
          scheme: listedScheme?.split(',').at(-1)?.trim().toLowerCase(),
        };
  if (standard && common) return standard.addresses.join() === common.addresses.join() ? standard : none;
  return standard ?? common ?? none;
}

/** RFC 7239, section 4: elements between commas, pairs between semicolons, values bare or in quotes. */
function standardHops(header: string): Hops {
  const addresses: (string | null)[] = [];
  let scheme: string | undefined;
  for (const element of header.split(',')) {
    const pairs = new Map<string, string>();
    for (const pair of element.split(';')) {
      const [name = '', value = ''] = pair.split('=', 2);
      pairs.set(name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1'));
    }
    addresses.push(addressIn(pairs.get('for') ?? ''));
    scheme = pairs.get('proto')?.toLowerCase();
  }
  return { addresses, scheme };
}

/** The address in `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:4711`. */
function addressIn(text: string): string | null {
  const inBrackets = /^\[([0-9a-f:.]{2,45})\](?::\d{1,5})?$/i.exec(text)?.[1];
  const withPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1];
  const address = inBrackets ?? withPort ?? text;
  return isIP(address) === 0 || !ipaddr.isValid(address) ? null : plain(address);
}

/** An IPv4 address that arrived over IPv6 is written as IPv4. Node takes more names of zones (`::1%.`) than the library. */
function plain(address: string): string {
  return isIP(address) === 0 || !ipaddr.isValid(address) ? address : ipaddr.process(address).toString();
}
