/**
 * Makes the PostgreSQL of a gateway in the data directory that is given, with the schema and the lanes of the run; the
 * second argument is its configuration, or empty.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { openDatabase } from '../../../src/store/connection/pool.ts';
import { createDataDirectory } from '../../../src/store/postgres/data-directory.ts';
import { createPostgres } from '../../../src/store/postgres/supervisor.ts';
import { migrate } from '../../../src/store/schema/migrate.ts';
import { splitLanes } from './lanes.ts';
import { quietContext } from './postgres.ts';

const [dataDir = '', config = ''] = process.argv.slice(2);
const settings = existsSync(config) ? parse(readFileSync(config, 'utf8')) : null;
const context = quietContext();
const directory = createDataDirectory(context, dataDir);
const postgres = createPostgres(context, { dataDir, binDir: settings?.database?.binaries, path: process.env.PATH });
await directory.start();
try {
  await postgres.start();
  await migrate(context, { url: postgres.url });
  const db = await openDatabase(context, { url: postgres.url, poolSize: 1 });
  await splitLanes(db);
  await db.close();
} finally {
  await postgres.stop();
  await directory.stop();
}
