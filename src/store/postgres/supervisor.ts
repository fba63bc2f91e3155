/**
 * The gateway's own PostgreSQL: a child process in the data directory that lives exactly as long as the gateway.
 *
 * 1. It is started in a session of its own: a signal to the gateway's process group leaves it to the gateway to drain
 *    first and stop the server last.
 * 2. When it dies under the gateway it is started again, after a pause that grows with every failure in a row.
 * 3. It is stopped by SIGINT (sessions are ended, the cluster is left clean), and by SIGQUIT when that takes too long.
 * 4. The directory must be claimed before (data-directory.ts): two supervisors on one cluster would end each other's
 *    server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve as resolvePath } from 'node:path';
import type { Context } from '../../context.ts';
import { backoffMs } from '../../lib/backoff.ts';
import type { Timer } from '../../lib/clock.ts';
import { holdProcess } from '../../lib/hold.ts';
import type { Service } from '../../lib/service.ts';
import { parseAddress, socketUrl } from '../connection/address.ts';
import { connect } from '../connection/connection.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { checkVersion, clusterVersion, createCluster, DATABASE_NAME, serverSettings, surroundings } from './cluster.ts';
import { makeDataDirectory } from './data-directory.ts';
import { clearLeftovers, isReady, until } from './leftovers.ts';
import { chooseRunner, type Runner } from './runner.ts';
import { clearSocket, prepareSocketFolder, type SocketFolder } from './socket.ts';

export interface PostgresOptions {
  /** The gateway's data directory; the cluster lies in `postgres` in it. */
  readonly dataDir: string;
  /** The folder with the server's programs; absent: the npm package, then what the machine has. */
  readonly binDir?: string | undefined;
  /** The PATH of the process; default the usual system folders. */
  readonly path?: string | undefined;
  /** Settings of the server that differ from the gateway's choice. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** How long a stop may take before it is forced. Default 5,000. */
  readonly stopWithinMs?: number | undefined;
}

export interface Postgres extends Service {
  /** Address of the gateway's database, for openDatabase, psql and pg_dump. Throws before the start. */
  readonly url: string;
  /** Process id of the server, or null while there is none. */
  readonly pid: number | null;
  /** What `postgres --version` says. Throws before the start. */
  readonly version: string;
}

const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** A server that ran this long was well: its end starts a new count of failures. */
const WELL_AFTER_MS = 60_000;
const LINES_KEPT = 12;

export function createPostgres(context: Context, options: PostgresOptions): Postgres {
  return new Supervisor(context, options);
}

/** What is found out once, before the server runs. */
interface Setting {
  readonly binaries: Binaries;
  readonly runner: Runner;
  readonly socket: SocketFolder;
}

class Supervisor implements Postgres {
  readonly name = 'postgres';
  private setting: Setting | null = null;
  private child: ChildProcess | null = null;
  private isServing = false;
  private stopping = false;
  private failures = 0;
  private retry: Timer | null = null;
  private lastLines: string[] = [];
  private restarting: Promise<void> = Promise.resolve();

  private readonly context: Context;
  private readonly options: PostgresOptions;
  private readonly dataDir: string;
  private readonly cluster: string;
  private readonly path: string;

  constructor(context: Context, options: PostgresOptions) {
    this.context = context;
    this.options = options;
    this.dataDir = resolvePath(options.dataDir);
    this.cluster = join(this.dataDir, 'postgres');
    this.path = options.path ?? DEFAULT_PATH;
  }

  get url(): string {
    return socketUrl(this.known().socket.path, DATABASE_NAME, DATABASE_NAME);
  }

  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  get version(): string {
    return this.known().binaries.version;
  }

  start(): Promise<void> {
    return holdProcess(async () => {
      const startedAt = this.context.clock.monotonic();
      this.setting = await this.prepare();
      await this.launch();
      await this.createDatabase();
      this.isServing = true;
      const tookMs = Math.round(this.context.clock.monotonic() - startedAt);
      const { binaries, runner } = this.setting;
      this.context.log.info(
        { pid: this.pid, version: binaries.version, runs: runner.description, tookMs },
        'database started',
      );
    });
  }

  stop(): Promise<void> {
    this.stopping = true;
    return holdProcess(async () => {
      if (this.retry) this.context.clock.clearTimer(this.retry);
      await this.restarting;
      await this.endChild();
      await this.setting?.socket.release();
    });
  }

  private known(): Setting {
    if (!this.setting) throw new Error('the database has not been started');
    return this.setting;
  }

  private async prepare(): Promise<Setting> {
    await makeDataDirectory(this.dataDir);
    const version = await clusterVersion(this.cluster);
    const binaries = await findBinaries({
      forced: this.options.binDir,
      wantedMajor: version ?? undefined,
      linksDir: join(this.dataDir, 'postgres-lib'),
      path: this.path,
    });
    if (version !== null) checkVersion(this.cluster, version, binaries);
    const runner = await chooseRunner({
      folder: version === null ? this.dataDir : this.cluster,
      clusterExists: version !== null,
      path: this.path,
      probe: join(binaries.folder, 'postgres'),
      env: binaries.env,
    });
    if (version === null) await createCluster(this.cluster, binaries, runner, this.path);
    return { binaries, runner, socket: await prepareSocketFolder(this.dataDir, runner.user) };
  }

  /** Resolves when the server takes connections; rejects with its last words when it ends before. */
  private async launch(): Promise<void> {
    await clearLeftovers(this.context, this.cluster);
    const { binaries, runner, socket } = this.known();
    await clearSocket(socket);
    const settings = serverSettings(binaries.major, socket.path, this.options.settings ?? {});
    const [command, args] = runner.wrapServer(join(binaries.folder, 'postgres'), [
      '-D',
      this.cluster,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]);
    this.lastLines = [];
    const child = spawn(command, args, {
      ...surroundings(binaries, runner, this.path),
      cwd: this.cluster,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.attend(child);
    const { pid } = child;
    // A recovery after a crash takes as long as it takes.
    const isSettled = async () =>
      this.child !== child || this.stopping || (pid !== undefined && (await isReady(this.cluster, pid)));
    await until(this.context, Number.POSITIVE_INFINITY, isSettled);
    if (this.stopping) throw new Error('the database server was stopped while it started');
    if (this.child === child) return;
    await until(this.context, 500, async () => child.stderr?.closed ?? true);
    throw new Error(`the database server did not start: ${this.lastLines.join(' | ')}`);
  }

  private attend(child: ChildProcess): void {
    const startedAt = this.context.clock.monotonic();
    this.child = child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => this.hear(text));
    const over = (how: string) => {
      if (this.child !== child) return;
      this.child = null;
      this.lastLines.push(how);
      const ranForMs = this.context.clock.monotonic() - startedAt;
      this.failures = ranForMs > WELL_AFTER_MS ? 1 : this.failures + 1;
      if (this.isServing && !this.stopping) this.startAgain(how);
    };
    child.on('error', (error) => over(error.message));
    child.on('exit', (code, signalName) => over(`ended with ${signalName ?? `code ${code}`}`));
  }

  private startAgain(how: string): void {
    const pauseMs = backoffMs(this.failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, this.context.randomBytes);
    this.context.log.error({ how, pauseMs }, 'the database server has died; it is started again');
    this.isServing = false;
    this.retry = this.context.clock.setTimer(() => {
      this.restarting = this.relaunch();
    }, pauseMs);
  }

  private async relaunch(): Promise<void> {
    try {
      await this.launch();
      this.isServing = true;
      this.context.log.info({ pid: this.pid }, 'database started again');
    } catch (error) {
      if (!this.stopping) this.startAgain((error as Error).message);
    }
  }

  private async createDatabase(): Promise<void> {
    const address = parseAddress(socketUrl(this.known().socket.path, DATABASE_NAME, 'postgres'));
    const [host] = address.hosts;
    if (!host) throw new Error('the database has no socket');
    const client = await connect(address, { host, tls: false }, 0);
    try {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE_NAME]);
      // The same as template1, which stays out of autovacuum's rounds as long as nobody touches it (cluster.ts).
      if (rowCount === 0) await client.query(`create database ${DATABASE_NAME} template postgres`);
    } finally {
      await client.end();
    }
  }

  private async endChild(): Promise<void> {
    const { child } = this;
    if (!child) return;
    for (const [name, withinMs] of [
      ['SIGINT', this.options.stopWithinMs ?? 5_000],
      ['SIGQUIT', 2_000],
      ['SIGKILL', 2_000],
    ] as const) {
      child.kill(name);
      if (await until(this.context, withinMs, async () => this.child !== child)) return;
      this.context.log.warn({ pid: child.pid, after: name }, 'the database server does not stop');
    }
  }

  private hear(text: string): void {
    for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
      this.lastLines = [...this.lastLines, line.trim()].slice(-LINES_KEPT);
      if (/^(?:FATAL|PANIC):/.test(line)) this.context.log.warn({ line }, 'database server');
      else this.context.log.debug({ line }, 'database server');
    }
  }
}
