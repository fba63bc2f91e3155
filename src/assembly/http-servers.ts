/**
 * The HTTP servers of a gateway: one for callers, and one for operators and monitoring. The settings may put both at
 * one address.
 *
 * 1. The operators' server starts first and stops last: while the gateway drains, it still says that it is not ready.
 * 2. On loopback the operators' server speaks plain HTTP, since the certificate names the callers' address. Elsewhere
 *    it uses the same certificate.
 */
import { BlockList, isIP } from 'node:net';
import type { Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import { createHttpServer, type HttpOptions, type HttpServer } from '../http/server.ts';
import { DEFAULT_RECEIVER } from '../sandbox/receivers.ts';

export interface HttpServers {
  readonly callers: HttpServer;
  /** Null: with the callers. */
  readonly operators: HttpServer | null;
}

export function createHttpServers(
  context: Context,
  settings: Config['http'],
  options: Omit<HttpOptions, 'host' | 'port' | 'serves' | 'isEnding'>,
): HttpServers {
  const { host, port, tls, trustedProxies, operators } = settings;
  const forCallers = { ...options, host, port, tls, trustedProxies };
  if (operators.port === 'same') return { callers: createHttpServer(context, forCallers), operators: null };
  const callers = createHttpServer(context, { ...forCallers, operator: null, serves: 'callers' });
  return {
    callers,
    operators: createHttpServer(context, {
      ...options,
      host: operators.host,
      port: operators.port,
      tls: isTlsOfOperators(settings) ? tls : null,
      trustedProxies,
      serves: 'operators',
      isEnding: () => callers.isStopping,
    }),
  };
}

/** Throws while it does not listen. */
export function urlOf(server: HttpServer | undefined): string {
  const address = server?.address();
  if (!server || !address) throw new Error('the gateway does not listen');
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return `${server.scheme}://${host}:${address.port}`;
}

/** Where operators would find a gateway with these settings, from this machine. */
export function operatorsUrlOf(http: Config['http']): string {
  const { port } = http.operators;
  const isSame = port === 'same';
  const scheme = (isSame ? http.tls !== null : isTlsOfOperators(http)) ? 'https' : 'http';
  const host = reachable(isSame ? http.host : http.operators.host);
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${isSame ? http.port : port}`;
}

const FIRST_FREE_PORT = 1_024;

/**
 * Where callbacks find the sandbox's receiver on this machine. Null: a port that is free now is another one's at the next
 * start, callbacks go to none below 1024 but 80, and a certificate is not for a loopback address.
 */
export function receiverUrlOf({ host, port, tls }: Pick<Config['http'], 'host' | 'port' | 'tls'>): string | null {
  const to = reachable(host);
  if (tls !== null || !isLoopback(to) || (port !== 80 && port < FIRST_FREE_PORT)) return null;
  return `http://${to.includes(':') ? `[${to}]` : to}:${port}/sandbox/receivers/${DEFAULT_RECEIVER}`;
}

/** Rule 2. */
function isTlsOfOperators({ tls, operators }: Config['http']): boolean {
  return tls !== null && !isLoopback(operators.host);
}

function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}

function isLoopback(host: string): boolean {
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8);
  loopback.addAddress('::1', 'ipv6');
  const family = isIP(host);
  return family === 0 ? host === 'localhost' : loopback.check(host, family === 6 ? 'ipv6' : 'ipv4');
}
