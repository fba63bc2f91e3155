/** Makes the PostgreSQL of a gateway in the data directory that is given, with the schema and the lanes of the run. */
import { migrate } from '../../src/store/migrate.ts';
import { openDatabase } from '../../src/store/pool.ts';
import { createDataDirectory } from '../../src/store/postgres/data-directory.ts';
import { createPostgres } from '../../src/store/postgres/supervisor.ts';
import { splitLanes } from './lanes.ts';
import { quietContext } from './postgres.ts';

const [dataDir = ''] = process.argv.slice(2);
const context = quietContext();
const directory = createDataDirectory(context, dataDir);
const postgres = createPostgres(context, { dataDir, path: process.env.PATH });
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
