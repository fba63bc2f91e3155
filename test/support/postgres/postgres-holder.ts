/**
 * A gateway reduced to its data directory and its database, as a process that a test kills.
 *
 * `node --import tsx test/support/postgres/postgres-holder.ts <data directory> [<folder with PostgreSQL's programs>]`
 * One JSON line says where the database is or why it did not start. It stops when its standard input ends.
 */
import { createDataDirectory } from '../../../src/store/postgres/data-directory.ts';
import { createPostgres } from '../../../src/store/postgres/supervisor.ts';
import { quietContext } from './postgres.ts';

const [dataDir = '', binDir] = process.argv.slice(2);
const context = quietContext();
const directory = createDataDirectory(context, dataDir);
const postgres = createPostgres(context, { dataDir, binDir, path: process.env.PATH });

async function end(exitCode: number): Promise<void> {
  await postgres.stop();
  await directory.stop();
  process.exit(exitCode);
}

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
try {
  await directory.start();
  await postgres.start();
  say({ url: postgres.url, pid: postgres.pid, version: postgres.version });
  process.stdin.resume();
  process.stdin.once('end', () => void end(0));
} catch (error) {
  say({ refused: (error as Error).message });
  await end(1);
}
