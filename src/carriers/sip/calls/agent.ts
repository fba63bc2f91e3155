/**
 * What the calls of a user agent share. Types and small helpers.
 */
import type { Context } from '../../../context.ts';
import type { SipRequest } from '../messages/fields.ts';
import { readTarget } from '../messages/lenient.ts';
import type { TrunkSettings } from '../settings.ts';
import type { Times } from '../transactions/machine.ts';
import type { Destination, Flow } from '../transport/flow.ts';
import type { TransactionLayer } from '../transport/layer.ts';
import type { Resolver } from '../transport/resolve.ts';
import type { Sockets } from '../transport/sockets.ts';

export interface Agent {
  readonly context: Context;
  readonly layer: TransactionLayer;
  readonly sockets: Pick<Sockets, 'flowTo'>;
  readonly resolver: Pick<Resolver, 'resolve'>;
  readonly publicAddress: string | undefined;
  readonly times: Times;
}

/** About what Via and credentials add to a request. */
const ADDED_BYTES = 200;

/** A trunk at one of its addresses. */
export interface TrunkTarget {
  readonly settings: TrunkSettings;
  readonly destination: Destination;
}

/** A text of so many random bytes, for tags and Call-IDs. */
export function randomText({ context }: Agent, bytes: number): string {
  return context.randomBytes(bytes).toString('hex');
}

/** Of a request once Via and credentials stand in it. */
export function aboutSize(request: SipRequest): number {
  const fields = request.headers.reduce((sum, { name, value }) => sum + name.length + value.length + 4, 0);
  return fields + request.uri.length + request.body.length + ADDED_BYTES;
}

/**
 * The way to the next hop of a dialog. A hop that is the trunk itself, or that cannot be found, is reached as the trunk
 * was; the trunk's certificate vouches for its other addresses, too.
 */
export async function flowToHop(agent: Agent, { destination }: TrunkTarget, uri: string, bytes: number): Promise<Flow> {
  const hop = readTarget(uri);
  if (!hop) return agent.sockets.flowTo(destination, bytes);
  const named = hop.params.get('transport')?.toLowerCase();
  const transport = named === 'tcp' || named === 'tls' || named === 'udp' ? named : destination.transport;
  const place = {
    host: hop.params.get('maddr') ?? hop.host,
    port: hop.port,
    transport: hop.scheme === 'sips' ? ('tls' as const) : transport,
    tls: destination.tls,
    name: destination.name,
  };
  const found = await agent.resolver.resolve(place).catch(() => [destination]);
  return agent.sockets.flowTo(found[0] ?? destination, bytes);
}
