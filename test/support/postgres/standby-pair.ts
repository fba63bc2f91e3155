/**
 * Two PostgreSQL servers of Debian's on loopback: a primary that waits for its standby before it acknowledges a commit,
 * and the standby, copied by pg_basebackup.
 *
 * 1. They belong to the cluster of one test and are made as an administrator makes them, not by our supervisor.
 */
import { execFile } from 'node:child_process';
import { appendFile, chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { processesIn } from '../../../src/store/postgres/processes.ts';
import type { ClusterDatabase } from '../cluster/cluster.ts';
import { freePort } from '../ports.ts';

export const DEBIAN_BINARIES = '/usr/lib/postgresql/15/bin';

const run = promisify(execFile);

export interface StandbyPair extends ClusterDatabase {
  /** SIGKILL to every process of the primary. */
  killPrimary(): Promise<void>;
  promoteStandby(): Promise<void>;
}

interface Server {
  readonly folder: string;
  readonly port: number;
}

/** As root the servers run as the user that the package made for them. */
async function owner(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((each) => each.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error('there is no user postgres');
  return { uid: Number(uid), gid: Number(gid) };
}

export async function startStandbyPair(): Promise<StandbyPair> {
  const root = await mkdtemp(join(tmpdir(), 'trunkline-pair-'));
  const user = await owner();
  if (user) await chown(root, user.uid, user.gid);
  const program = (name: string, args: readonly string[]) =>
    run(join(DEBIAN_BINARIES, name), args, { cwd: root, env: { LC_ALL: 'C', TZ: 'UTC' }, ...(user ?? {}) });
  const primary: Server = { folder: join(root, 'primary'), port: await freePort() };
  const standby: Server = { folder: join(root, 'standby'), port: await freePort() };
  const control = ({ folder }: Server, ...args: string[]) =>
    program('pg_ctl', ['-D', folder, '-w', '-l', `${folder}.log`, ...args]);

  await program('initdb', ['-D', primary.folder, '-U', 'trunkline', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']);
  await configure(root, primary);
  await control(primary, 'start');
  await program('psql', [...login(primary), '-d', 'postgres', '-c', 'create database trunkline']);
  const source = `host=127.0.0.1 port=${primary.port} user=trunkline application_name=standby`;
  await program('pg_basebackup', ['-d', source, '-D', standby.folder, '-R', '-X', 'stream', '-c', 'fast']);
  await configure(root, standby);
  await control(standby, 'start');
  // From here on a commit waits for the standby.
  const settings = "alter system set synchronous_standby_names = 'FIRST 1 (standby)'";
  for (const command of [settings, 'select pg_reload_conf()']) {
    await program('psql', [...login(primary), '-d', 'postgres', '-c', command]);
  }
  return {
    hosts: [primary, standby].map(({ port }) => ({ host: '127.0.0.1', port })),
    user: 'trunkline',
    name: 'trunkline',
    async killPrimary() {
      for (const pid of await processesIn(primary.folder)) kill(pid);
    },
    async promoteStandby() {
      await control(standby, 'promote');
    },
    async stop() {
      for (const server of [primary, standby]) await control(server, '-m', 'immediate', 'stop').catch(() => {});
      await rm(root, { recursive: true, force: true });
    },
  };
}

function login({ port }: Server): string[] {
  return ['-h', '127.0.0.1', '-p', String(port), '-U', 'trunkline'];
}

/** Later lines go before earlier ones. */
async function configure(root: string, { folder, port }: Server): Promise<void> {
  const lines = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${root}'`,
    'max_connections = 120',
    'hot_standby = on',
  ];
  await appendFile(join(folder, 'postgresql.conf'), `${lines.join('\n')}\n`);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Its parent's end was its own.
  }
}
