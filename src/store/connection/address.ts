/**
 * Where the database is: the form of DATABASE_URL, several hosts included (libpq, 34.1.1.2), which the driver cannot read.
 *
 * 1. Nothing here shows the password: an error names the part that is wrong, never the whole text.
 * 2. A parameter that would change nothing here is refused rather than ignored.
 */
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { ConnectionOptions } from 'node:tls';

export interface Host {
  /** A name, an address, or the directory of a Unix socket (starts with '/'). */
  readonly host: string;
  readonly port: number;
}

/** One way of speaking to the server, tried in order: without TLS, or with it. */
export type Tls = false | ConnectionOptions;

export interface Address {
  readonly hosts: readonly Host[];
  readonly user: string;
  readonly password: string | undefined;
  readonly database: string;
  readonly tls: readonly Tls[];
  readonly applicationName: string;
  readonly connectTimeoutMs: number;
}

const DEFAULT_PORT = 5432;
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
const PARAMETERS = [
  'host',
  'port',
  'user',
  'password',
  'dbname',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'application_name',
  'connect_timeout',
  'target_session_attrs',
];

/** Reads `postgres://user:password@host:port,host:port/database?sslmode=…`. Throws an Error that says what is wrong. */
export function parseAddress(url: string): Address {
  const parts = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(url);
  if (!parts) throw new Error('DATABASE_URL must look like postgres://user:password@host:5432/database');
  const [, login = '', hostList = '', path = '', query = ''] = parts;
  const parameters = parseParameters(query);
  const [user, password] = splitLogin(login);
  const hosts = parseHosts(parameters.get('host') ?? decoded('host', hostList, hostList), parameters.get('port'));
  const name = parameters.get('user') ?? user ?? systemUser();
  return {
    hosts,
    user: name,
    password: parameters.get('password') ?? password,
    database: parameters.get('dbname') ?? (decoded('database', path) || name),
    tls: tlsOf(parameters),
    applicationName: parameters.get('application_name') ?? 'trunkline',
    connectTimeoutMs: connectTimeout(parameters.get('connect_timeout')),
  };
}

/** libpq's default. A user without a name has to be told. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    throw new Error('DATABASE_URL must name a user: postgres://user:password@host:5432/database');
  }
}

/** A server on this machine, reached over the Unix socket in `directory`. */
export function socketUrl(directory: string, user: string, database: string): string {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(directory)}`;
}

/** How a host may stand in a log line. */
export function describeHost({ host, port }: Host): string {
  return host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function decoded(part: string, text: string, fallback?: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    if (fallback !== undefined) return fallback;
    throw new Error(`DATABASE_URL: the ${part} holds a '%' that is not followed by two hex digits`);
  }
}

function splitLogin(login: string): [user: string | undefined, password: string | undefined] {
  if (login === '') return [undefined, undefined];
  const colon = login.indexOf(':');
  if (colon < 0) return [decoded('user', login), undefined];
  return [decoded('user', login.slice(0, colon)), decoded('password', login.slice(colon + 1))];
}

function parseParameters(query: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of query.split('&').filter((each) => each !== '')) {
    const equals = pair.indexOf('=');
    const name = decoded('query', equals < 0 ? pair : pair.slice(0, equals));
    if (!PARAMETERS.includes(name)) {
      throw new Error(`DATABASE_URL: '${name}' is not a parameter; allowed are ${PARAMETERS.join(', ')}`);
    }
    parameters.set(name, equals < 0 ? '' : decoded(name, pair.slice(equals + 1)));
  }
  const wanted = parameters.get('target_session_attrs') ?? 'read-write';
  if (!['read-write', 'primary'].includes(wanted)) {
    throw new Error("DATABASE_URL: target_session_attrs may be 'read-write' or 'primary', which is always so here");
  }
  return parameters;
}

function parseHosts(list: string, ports: string | undefined): Host[] {
  const portList = ports?.split(',') ?? [];
  return (list === '' ? ['localhost'] : list.split(',')).map((entry, index) => {
    const { host, port } = splitHost(entry);
    return { host, port: portNumber(port ?? portList[index] ?? portList[0]) };
  });
}

function splitHost(entry: string): { host: string; port: string | undefined } {
  if (entry.startsWith('/')) return { host: entry, port: undefined };
  const parts = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]+))(?::(.*))?$/.exec(entry);
  const host = parts?.[1] ?? parts?.[2];
  if (!parts || host === undefined) {
    throw new Error(
      'DATABASE_URL: a host is a name, an IPv4 address, an IPv6 address in brackets or a socket directory',
    );
  }
  return { host, port: parts[3] };
}

function portNumber(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PORT;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65535) throw new Error('DATABASE_URL: a port is a number from 1 to 65535');
  return port;
}

function connectTimeout(text: string | undefined): number {
  if (text === undefined) return 3_000;
  if (!/^\d{1,4}$/.test(text) || Number(text) === 0) {
    throw new Error('DATABASE_URL: connect_timeout is a number of seconds from 1 to 9999');
  }
  return Number(text) * 1000;
}

/** libpq, 34.19.1: `prefer` (the default) and `require` encrypt without checking who answers, unless a root is given. */
function tlsOf(parameters: ReadonlyMap<string, string>): Tls[] {
  const mode = parameters.get('sslmode') ?? 'prefer';
  if (!SSL_MODES.includes(mode)) {
    throw new Error(`DATABASE_URL: sslmode '${mode}' is unknown; allowed are ${SSL_MODES.join(', ')}`);
  }
  if (mode === 'disable') return [false];
  const root = parameters.get('sslrootcert');
  const files = {
    ...(root !== undefined && root !== 'system' ? { ca: certificateFile('sslrootcert', root) } : {}),
    ...certificateOf(parameters, 'sslcert', 'cert'),
    ...certificateOf(parameters, 'sslkey', 'key'),
  };
  const checksChain = mode === 'verify-ca' || mode === 'verify-full' || root !== undefined;
  const checksName = mode === 'verify-full' || root === 'system';
  const encrypted: ConnectionOptions = {
    ...files,
    rejectUnauthorized: checksChain,
    ...(checksName ? {} : { checkServerIdentity: () => undefined }),
  };
  if (mode === 'allow') return [false, encrypted];
  return mode === 'prefer' ? [encrypted, false] : [encrypted];
}

function certificateOf(parameters: ReadonlyMap<string, string>, name: string, option: 'cert' | 'key') {
  const file = parameters.get(name);
  return file === undefined ? {} : { [option]: certificateFile(name, file) };
}

function certificateFile(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`DATABASE_URL: the file that ${name} names cannot be read (${(error as Error).message})`);
  }
}
