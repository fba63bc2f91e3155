/**
 * Where a gateway is to listen, and whether it can: asked before anything else starts, and by a diagnosis. So no carrier
 * is bound, and no schema brought up, by a start that comes to nothing.
 *
 * 1. Whoever takes a port later, or changes the certificate, while the gateway starts, is met when HTTP listens.
 */
import { createServer } from 'node:net';
import type { Config } from '../config/config.ts';
import { readCertificate } from '../http/tls.ts';
import { holderOfPort } from './process/port-holder.ts';

export interface ListenAddress {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** The variables that change its port and its host. */
  readonly portVariable: string;
  readonly hostVariable: string;
}

export type ListenSettings = Pick<Config['http'], 'host' | 'port' | 'operators'>;
type HttpSettings = ListenSettings & Pick<Config['http'], 'tls'>;

export function listenAddresses({ host, port, operators }: ListenSettings): ListenAddress[] {
  const callers = { name: 'port', host, port, portVariable: 'PORT', hostVariable: 'HOST' };
  if (operators.port === 'same') return [callers];
  return [
    callers,
    {
      name: 'port of operators',
      host: operators.host,
      port: operators.port,
      portVariable: 'TRUNKLINE_OPERATORS_PORT',
      hostVariable: 'TRUNKLINE_OPERATORS_HOST',
    },
  ];
}

/** Null: it can be listened on; else the code of the system's error. */
export function whyNotListen({ host, port }: Pick<ListenAddress, 'host' | 'port'>): Promise<string | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port }, () => server.close(() => resolve(null)));
  });
}

/** Rejects with what somebody at a terminal can do about it. */
export async function checkListening(http: HttpSettings): Promise<void> {
  if (http.tls !== null) readCertificate(http.tls);
  for (const address of listenAddresses(http)) {
    const why = await whyNotListen(address);
    if (why !== null) throw new Error(await wordsFor(address, why));
  }
}

async function wordsFor({ name, host, port, portVariable, hostVariable }: ListenAddress, why: string): Promise<string> {
  if (why === 'EADDRINUSE') {
    const holder = await holderOfPort(port);
    return (
      `${name} ${port} at ${host} is taken by ${holder ?? 'another program'}: end that one, or choose another port, ` +
      `as in ${portVariable}=${port + 1} npm start`
    );
  }
  if (why === 'EACCES') {
    return `${name} ${port} at ${host} needs rights that this user does not have: choose one from 1024 on by ${portVariable}`;
  }
  return `${name} ${port} at ${host} cannot be listened on (${why}): ${hostVariable} and ${portVariable} choose another address`;
}
