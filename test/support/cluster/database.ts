/**
 * The PostgreSQL of a cluster: started by our own supervisor, so that one that is killed is started again, and as safe
 * as in production.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAddress } from '../../../src/store/connection/address.ts';
import { createPostgres } from '../../../src/store/postgres/supervisor.ts';
import { quietContext } from '../postgres/postgres.ts';
import type { ClusterDatabase } from './cluster.ts';

export interface KillableDatabase extends ClusterDatabase {
  /** SIGKILL to the server; its supervisor starts it again. */
  kill(): void;
  readonly url: string;
}

export async function startClusterDatabase(): Promise<KillableDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trunkline-cluster-db-'));
  const postgres = createPostgres(quietContext(), {
    dataDir,
    settings: { max_connections: '120' },
    path: process.env.PATH,
  });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await postgres.start();
  } catch (error) {
    await stop();
    throw error;
  }
  const { hosts, user, database } = parseAddress(postgres.url);
  return {
    hosts: hosts.map(({ host, port }) => ({ path: join(host, `.s.PGSQL.${port}`) })),
    user,
    name: database,
    url: postgres.url,
    stop,
    kill() {
      if (postgres.pid !== null) process.kill(postgres.pid, 'SIGKILL');
    },
  };
}
