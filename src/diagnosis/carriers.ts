/**
 * What a diagnosis says of carriers: as a running gateway knows them, or by a try where none runs.
 */
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Carrier } from '../carriers/carrier.ts';
import type { Endpoint } from '../carriers/endpoint.ts';
import type { Remark } from '../carriers/remark.ts';
import { type Check, fail, ok, warn } from '../lib/checks.ts';
import type { Clock } from '../lib/clock.ts';

const CONNECT_WITHIN_MS = 5_000;

/** `isUpElsewhere`: another node can send by it, and gets what waits for it. */
export function checkCarrier(carrier: Carrier, isUpElsewhere = false): Check {
  const name = `carrier ${carrier.name}`;
  const error = carrier.describe().last_error;
  const state = carrier.state();
  const what = carrier.simulated ? `${carrier.channel}, simulated` : carrier.channel;
  if (state === 'up') return ok(name, `${what}: up`);
  if (state === 'draining') {
    return warn(name, `${what}: gets nothing new`, `"trunkline carrier resume ${carrier.name}" uses it again`);
  }
  if (isUpElsewhere) return ok(name, `${what}: up on another node, which has its binds`);
  const why = typeof error === 'string' && error !== '' ? `: ${error}` : '';
  return fail(
    name,
    `${what}: down${why}`,
    'messages wait for it, or take another carrier of the route; ask the carrier',
  );
}

/** Addresses that came in and could not be made a number match nothing: a STOP is not heard. */
export function checkAddresses(carrier: Carrier): Check[] {
  const { name } = carrier;
  const unreadable = carrier.describe().addresses_unreadable;
  if (typeof unreadable !== 'number' || unreadable === 0) return [];
  return [
    warn(
      `carrier ${name}: addresses`,
      `${unreadable} that came in since the start could not be made numbers, so that a STOP from there blocks nobody`,
      `"trunkline carrier addresses ${name}" shows what came; set inbound_addresses of the carrier`,
    ),
  ];
}

/** What its settings are, though they can be used. */
export function checkRemarks({ name, remarks = [] }: { readonly name: string; readonly remarks?: readonly Remark[] }) {
  return remarks.map(({ says, todo }) => warn(`carrier ${name}: settings`, says, todo));
}

/** Connects and does no more: nothing is bound and nothing is sent. A text says why there is nothing to connect to. */
export async function tryCarrier(
  clock: Clock,
  carrier: string,
  endpoints: readonly Endpoint[] | string,
): Promise<Check> {
  const name = `carrier ${carrier}`;
  if (typeof endpoints === 'string') return ok(name, endpoints);
  const problems: string[] = [];
  for (const endpoint of endpoints) {
    const problem = await tryEndpoint(clock, endpoint);
    if (problem !== null) problems.push(`${endpoint.host}:${endpoint.port}: ${problem}`);
  }
  const where = endpoints.map(({ host, port, tls }) => `${host}:${port}${tls ? ' over TLS' : ''}`).join(', ');
  if (problems.length === 0)
    return ok(name, `${where} can be reached; whether it lets us in shows when a gateway runs`);
  return fail(
    name,
    problems.join('; '),
    'check the address, the firewall between, and whether the carrier knows our address',
  );
}

function tryEndpoint(clock: Clock, { host, port, tls }: Endpoint): Promise<string | null> {
  return new Promise((resolve) => {
    const socket: Socket = tls
      ? connectTls({
          host,
          port,
          ...(tls.serverName !== undefined && isIP(tls.serverName) === 0 ? { servername: tls.serverName } : {}),
          ...(tls.ca ? { ca: tls.ca } : {}),
          rejectUnauthorized: tls.verify,
        })
      : connectPlain({ host, port });
    const end = (problem: string | null) => {
      clock.clearTimer(timer);
      socket.destroy();
      resolve(problem);
    };
    const timer = clock.setTimer(() => end(`no answer within ${CONNECT_WITHIN_MS / 1000} s`), CONNECT_WITHIN_MS);
    socket.once(tls ? 'secureConnect' : 'connect', () => end(null));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}
