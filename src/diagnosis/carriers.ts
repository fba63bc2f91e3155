/**
 * What a diagnosis says of carriers: as a running gateway knows them, or by a try where none runs.
 */
import { readFileSync } from 'node:fs';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Carrier } from '../carriers/carrier.ts';
import { type RbmSettings, readServiceAccount } from '../carriers/rcs/settings.ts';
import type { SipSettings } from '../carriers/sip/settings.ts';
import type { SmppSettings } from '../carriers/smpp/settings.ts';
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

/** Where something listens, and how it is spoken to. */
export interface Place {
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly serverName?: string; readonly ca?: Buffer; readonly verify: boolean } | null;
}

export function placesOfSmpp({ host, port, tls }: SmppSettings): Place[] {
  if (!tls) return [{ host, port, tls: null }];
  return [
    {
      host,
      port,
      tls: {
        serverName: tls.server_name ?? host,
        ...(tls.ca_file === undefined ? {} : { ca: readFileSync(tls.ca_file) }),
        verify: tls.verify,
      },
    },
  ];
}

/** The API and where its tokens come from. */
export function placesOfRbm(settings: RbmSettings): Place[] {
  return [settings.base_url, readServiceAccount(settings).tokenUrl].map((text) => {
    const url = new URL(text);
    const isTls = url.protocol === 'https:';
    const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return { host, port, tls: isTls ? { serverName: host, verify: true } : null };
  });
}

/** Trunks over TCP and TLS are connected to; over UDP nothing can be told without a call. */
export async function checkTrunks(clock: Clock, carrier: string, { trunks }: SipSettings): Promise<Check> {
  const places = trunks
    .filter(({ transport }) => transport !== 'udp')
    .map(({ host, port, transport }) => ({
      host,
      port: port ?? (transport === 'tls' ? 5061 : 5060),
      tls: transport === 'tls' ? { serverName: host, verify: false } : null,
    }));
  if (places.length > 0) return tryPlaces(clock, carrier, places);
  return ok(`carrier ${carrier}`, 'its trunks speak UDP: whether they answer shows when a gateway runs');
}

/** Connects and does no more: nothing is bound and nothing is sent. */
export async function tryPlaces(clock: Clock, carrier: string, places: readonly Place[]): Promise<Check> {
  const name = `carrier ${carrier}`;
  const problems: string[] = [];
  for (const place of places) {
    const problem = await tryPlace(clock, place);
    if (problem !== null) problems.push(`${place.host}:${place.port}: ${problem}`);
  }
  const where = places.map(({ host, port, tls }) => `${host}:${port}${tls ? ' over TLS' : ''}`).join(', ');
  if (problems.length === 0)
    return ok(name, `${where} can be reached; whether it lets us in shows when a gateway runs`);
  return fail(
    name,
    problems.join('; '),
    'check the address, the firewall between, and whether the carrier knows our address',
  );
}

function tryPlace(clock: Clock, { host, port, tls }: Place): Promise<string | null> {
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
