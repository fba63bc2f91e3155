/**
 * The cluster: PostgreSQL's data directory, how it is made, and the settings that it runs with.
 *
 * 1. It is made beside its place and moved there when it is whole: a start that is cut short leaves nothing that the
 *    next one would take for a cluster.
 * 2. Text is compared by code point (C.UTF-8), so no index depends on a library of this machine.
 * 3. Only a Unix socket that only this user may open leads to it, so there are no passwords.
 * 4. Its log holds no values: neither statements nor the details of errors are written.
 */
import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import type { Runner } from './runner.ts';

/** The server's own name of its superuser and of the gateway's database. */
export const DATABASE_NAME = 'trunkline';

const run = promisify(execFile);

/** The major version of the cluster, or null when there is none. */
export async function clusterVersion(cluster: string): Promise<number | null> {
  const text = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((error: { code?: string }) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (text === null) return null;
  const major = Number.parseInt(text, 10);
  if (Number.isNaN(major))
    throw new Error(`${join(cluster, 'PG_VERSION')} names no version: put the cluster back whole`);
  return major;
}

/** Throws what the operator needs to read when these programs cannot open the cluster. */
export function checkVersion(cluster: string, version: number, binaries: Binaries): void {
  if (version === binaries.major) return;
  throw new Error(
    `the database in ${cluster} was made by PostgreSQL ${version}, and here is only ${binaries.version}. With ` +
      `PostgreSQL ${version} installed the gateway starts as before. To move: run that server's ` +
      `"pg_dump -h <its socket directory> -U ${DATABASE_NAME} -Fc ${DATABASE_NAME} > trunkline.dump" while the gateway ` +
      `runs on it, stop the gateway, move ${cluster} away, start and stop the gateway once so that it makes a new one, ` +
      `and give the dump back with "pg_restore --clean --if-exists -d ${DATABASE_NAME} trunkline.dump"`,
  );
}

/** Makes the cluster. Rejects with what initdb said. */
export async function createCluster(cluster: string, binaries: Binaries, runner: Runner, path: string): Promise<void> {
  const unfinished = `${cluster}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (runner.user) await chown(unfinished, runner.user.uid, runner.user.gid);
  // Debian's 15 and 16 know no locale of their own.
  const locale =
    binaries.major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C.UTF-8'];
  // One call that flushes the file system instead of one for each of a thousand files.
  const sync = binaries.major >= 17 && process.platform === 'linux' ? ['--sync-method=syncfs'] : [];
  const [command, args] = runner.wrap(join(binaries.folder, 'initdb'), [
    `--pgdata=${unfinished}`,
    `--username=${DATABASE_NAME}`,
    '--encoding=UTF8',
    ...locale,
    '--data-checksums',
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
    ...sync,
  ]);
  try {
    await run(command, args, { ...surroundings(binaries, runner, path), cwd: unfinished });
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new Error(`the database could not be made in ${cluster}: ${(stderr || message).trim()}`);
  }
  await forgetCounters(unfinished);
  await rename(unfinished, cluster);
}

/**
 * initdb has vacuumed and analysed its databases at the end, and leaves what it counted before: autovacuum would do it
 * all again half a minute later, and come by every `autovacuum_naptime` to databases that nobody connects to (110 ms,
 * then 4 ms at a time). A server without the file counts from the first connection on.
 */
async function forgetCounters(cluster: string): Promise<void> {
  await rm(join(cluster, 'pg_stat', 'pgstat.stat'), { force: true });
}

/**
 * A statement frees its memory when it ends. As it is, the C library gives that back to the system each time, and the next
 * statement asks for it page by page: an eighth of what a message takes of PostgreSQL, in turns on two servers. So a
 * process keeps a megabyte, as glibc reads it here; other libraries read nothing.
 */
const KEPT_MEMORY = { MALLOC_TOP_PAD_: String(1024 * 1024) };

/** Environment and user for a program of PostgreSQL's. */
export function surroundings(binaries: Binaries, runner: Runner, path: string) {
  const env = { ...binaries.env, ...KEPT_MEMORY, PATH: path, LC_ALL: 'C', TZ: 'UTC' };
  return { env, ...(runner.user ?? {}) };
}

/** What the server runs with. `changes` come last and win. */
export function serverSettings(
  major: number,
  socketFolder: string,
  changes: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    // Nothing that was acknowledged is lost.
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    // Small: it lives beside the gateway.
    max_connections: '40',
    shared_buffers: '64MB',
    huge_pages: 'off',
    max_worker_processes: '4',
    max_parallel_workers_per_gather: '0',
    autovacuum_max_workers: '2',
    autovacuum_naptime: '15s',
    max_wal_size: '1GB',
    // A new segment is filled by whoever commits first: 16 MB of zeros, 60 ms in which nothing else is durable.
    wal_init_zero: 'off',
    checkpoint_timeout: '10min',
    jit: 'off',
    max_logical_replication_workers: '0',
    ...(major >= 18 ? { io_method: 'sync' } : {}),
    // To the gateway, which writes it into its own log.
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...changes,
  };
}
