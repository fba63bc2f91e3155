/**
 * Where the gateway of the bench keeps its data: in its own PostgreSQL, as `npm start` has it, or in a database of its own
 * on a Citus cluster whose servers all run on this machine, since their CPU time comes from /proc.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { newMasterKey } from '../../src/lib/sealed.ts';
import { socketUrl } from '../../src/store/connection/address.ts';
import { DATABASE_NAME } from '../../src/store/postgres/cluster.ts';
import {
  addressesOfNodes,
  createCitusDatabase,
  dropCitusDatabase,
  spreadSchema,
} from '../../test/support/postgres/citus.ts';
import { parentOf } from './system.ts';

export interface BenchDatabase {
  /** What the gateway is started with. */
  readonly env: Readonly<Record<string, string>>;
  /** Its address, once the gateway runs. */
  url(): string;
  /** The processes of its servers, once the gateway runs. */
  servers(): Promise<readonly number[]>;
  dispose(): Promise<void>;
}

/** The gateway's own, in its data directory. */
export function ownDatabase(dataDirectory: string): BenchDatabase {
  const pidFile = () => readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return {
    env: {},
    url: () => socketUrl(pidFile()[4] ?? '', DATABASE_NAME, DATABASE_NAME),
    servers: async () => [Number(pidFile()[0])],
    dispose: async () => {},
  };
}

/** `coordinator`: the address of a database there (test/support/postgres/citus.ts, rule 1). */
export async function databaseOnCitus(coordinator: string): Promise<BenchDatabase> {
  const name = `trunkline_bench_${randomBytes(6).toString('hex')}`;
  const url = await createCitusDatabase(coordinator, name);
  const dispose = () => dropCitusDatabase(coordinator, name);
  try {
    await spreadSchema(url);
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    env: { DATABASE_URL: url, TRUNKLINE_MASTER_KEY: newMasterKey(randomBytes) },
    url: () => url,
    servers: async () => Promise.all((await addressesOfNodes(coordinator)).map(serverAt)),
    dispose,
  };
}

/** The process of the server at this address. */
async function serverAt(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const server = rows[0] && parentOf(rows[0].pid);
    if (!server) throw new Error(`${new URL(url).host} is not a server on this machine: its CPU time cannot be read`);
    return server;
  } finally {
    await client.end();
  }
}
