/**
 * One connection to one server, and the search for the server that takes writes.
 *
 * 1. The primary is a server that is not in recovery; of several, the one on the highest time line: a former primary
 *    that somebody started again is on a lower one.
 * 2. All hosts are asked at once. A host that does not answer delays the choice by at most `GRACE_MS` after another
 *    did.
 * 3. Connections are pipelined: statements leave before the answers of those before have come (exchange.ts).
 * 4. A pooler may lead each transaction to another session (docs/scale.md). It is recognised by a setting that we ask for
 *    when we connect: a server has it afterwards, a pooler has dropped it.
 */
import { Client, DatabaseError } from 'pg';
import type { Clock } from '../../lib/clock.ts';
import { StoreDown } from '../database.ts';
import { type Address, describeHost, type Host, type Tls } from './address.ts';
import { isRefusal, isShortOfConnections, reason } from './failures.ts';
import { typeParsers } from './types.ts';

/** The server to talk to, and which of the ways of talking it took. */
export interface Server {
  readonly host: Host;
  readonly tls: Tls;
  /** A connection leads to one session of PostgreSQL for good, and that is not Citus: plans may be kept on it. */
  readonly keepsPlans: boolean;
}

interface Candidate extends Server {
  /** Hexadecimal, eight digits: compares as text. */
  readonly timeline: string;
}

const GRACE_MS = 500;
/** What nobody sets by chance: rule 4. */
const PROBE_MS = 4_321;

/**
 * A connection that is open. `queryTimeoutMs` 0: no limit. `idleInTransactionMs`: how long the server waits inside a
 * transaction for the next statement before it ends the session, which gives up its locks; 0: as the server is set.
 * Rejects with the driver's error.
 */
export async function connect(
  address: Address,
  server: Pick<Server, 'host' | 'tls'>,
  queryTimeoutMs: number,
  idleInTransactionMs = 0,
): Promise<Client> {
  const client = new Client({
    host: server.host.host,
    port: server.host.port,
    user: address.user,
    password: address.password,
    database: address.database,
    ssl: server.host.host.startsWith('/') ? false : server.tls,
    application_name: address.applicationName,
    connectionTimeoutMillis: address.connectTimeoutMs,
    query_timeout: queryTimeoutMs || false,
    idle_in_transaction_session_timeout: idleInTransactionMs || false,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    pipeline: true,
    types: typeParsers,
  } as ConstructorParameters<typeof Client>[0]);
  // Without a listener a connection lost while idle would end the process. The pool adds its own.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    drop(client);
    throw error;
  }
}

/** Closes without waiting for an answer. */
export function drop(client: Client): void {
  client.end().catch(() => {});
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
  stream.destroy();
}

/**
 * The primary. Rejects with StoreDown (what each host said; its cause says when we were short of connections), or with
 * the refusal when every host refuses for good.
 */
export async function findPrimary(clock: Clock, address: Address): Promise<Server> {
  const failures: { host: Host; error: unknown }[] = [];
  const found: Candidate[] = [];
  let settled = 0;
  await new Promise<void>((resolve) => {
    for (const host of address.hosts) {
      ask(address, host)
        .then(
          (candidate) => found.push(candidate),
          (error: unknown) => failures.push({ host, error }),
        )
        .finally(() => {
          settled += 1;
          if (settled === address.hosts.length) resolve();
          else if (found.length === 1) clock.setTimer(resolve, GRACE_MS);
        });
    }
  });
  const best = found.reduce<Candidate | undefined>((a, b) => (a && a.timeline >= b.timeline ? a : b), undefined);
  if (best) return { host: best.host, tls: best.tls, keepsPlans: best.keepsPlans };
  const refusal = failures.find(({ error }) => isRefusal(error));
  if (refusal && failures.every(({ error }) => isRefusal(error))) throw refusal.error;
  const short = failures.find(({ error }) => isShortOfConnections(error));
  const answers = failures.map(({ host, error }) => `${describeHost(host)}: ${reason(error)}`).join('; ');
  throw new StoreDown(`no database takes writes (${answers})`, { cause: short?.error });
}

async function ask(address: Address, host: Host): Promise<Candidate> {
  const { client, tls } = await connectEitherWay(address, host);
  try {
    // One host needs no time line, and a service that is PostgreSQL only by protocol may not tell it.
    const timeline = address.hosts.length > 1 ? 'substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)' : "''";
    const { rows } = await client.query<{ timeline: string | null; patience: string; is_citus: boolean }>(
      `select case when pg_is_in_recovery() then null else ${timeline} end as timeline,
              current_setting('idle_in_transaction_session_timeout') as patience,
              exists (select 1 from pg_extension where extname = 'citus') as is_citus`,
    );
    const [answer] = rows;
    if (!answer || answer.timeline === null) throw new StoreDown('is a standby');
    const keepsPlans = answer.patience === `${PROBE_MS}ms` && !answer.is_citus;
    return { host, tls, timeline: answer.timeline, keepsPlans };
  } finally {
    client.end().catch(() => {});
  }
}

/** Tries what `sslmode` allows, in its order. The error of the last try counts. */
async function connectEitherWay(address: Address, host: Host): Promise<{ client: Client; tls: Tls }> {
  const ways: readonly Tls[] = host.host.startsWith('/') ? [false] : address.tls;
  let failure: unknown;
  for (const tls of ways) {
    try {
      return { client: await connect(address, { host, tls }, address.connectTimeoutMs, PROBE_MS), tls };
    } catch (error) {
      failure = error;
      const isSilent = /timeout/i.test(String(error));
      const mayTryAgain =
        error instanceof DatabaseError || !(isSilent || /^E[A-Z]+$/.test(String((error as { code?: unknown }).code)));
      if (!mayTryAgain) break;
    }
  }
  throw failure;
}
