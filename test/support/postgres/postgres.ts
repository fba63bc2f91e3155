/**
 * One PostgreSQL for a whole run of tests, started by our own supervisor in a temporary directory, with a migrated
 * database to copy from.
 *
 * 1. Nothing in it is meant to last, so it does not wait for the disk. Only here.
 * 2. Its buckets lie in as many lanes as the run is told (lanes.ts).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Context, createContext } from '../../../src/context.ts';
import { createLog } from '../../../src/lib/log.ts';
import { openDatabase } from '../../../src/store/connection/pool.ts';
import { createPostgres } from '../../../src/store/postgres/supervisor.ts';
import { migrate } from '../../../src/store/schema/migrate.ts';
import { splitLanes } from './lanes.ts';

/** The name of the migrated database from which each test gets a copy. */
export const TEMPLATE = 'trunkline_template';

const FAST_AND_FORGETFUL = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '300',
  shared_buffers: '128MB',
  autovacuum: 'off',
};

export interface TestServer {
  /** Its maintenance database. */
  readonly url: string;
  stop(): Promise<void>;
}

export async function startTestServer(): Promise<TestServer> {
  const context = quietContext();
  const dataDir = await mkdtemp(join(tmpdir(), 'trunkline-test-'));
  const postgres = createPostgres(context, {
    dataDir,
    settings: FAST_AND_FORGETFUL,
    path: process.env.PATH,
  });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await postgres.start();
    await makeTemplate(context, postgres.url);
    return { url: postgres.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The same server, another database. */
export function urlOf(url: string, database: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${database}$1`);
}

export function quietContext(): Context {
  return createContext({ logLevel: 'silent', log: createLog('silent') });
}

async function makeTemplate(context: Context, url: string): Promise<void> {
  const db = await openDatabase(context, { url, poolSize: 1 });
  try {
    await db.query(`create database ${TEMPLATE}`);
  } finally {
    await db.close();
  }
  const template = { url: urlOf(url, TEMPLATE) };
  await migrate(context, template);
  const migrated = await openDatabase(context, { ...template, poolSize: 1 });
  await splitLanes(migrated).finally(() => migrated.close());
}
