/**
 * As whom PostgreSQL runs, and how it learns that the gateway has died. It refuses to run as root.
 *
 * 1. An ordinary user runs it as itself.
 * 2. As root: as the owner of the directory, when that is somebody else; otherwise in a user namespace in which root is
 *    called 1000, where that is allowed (the files stay root's, so a folder that only root may enter is no obstacle);
 *    otherwise as the user `postgres` or nobody.
 * 3. On Linux `setpriv --pdeathsig INT` has the kernel stop the server when the gateway dies, however it dies.
 */
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface Runner {
  /** The command and its arguments, wrapped as needed. */
  wrap(program: string, args: readonly string[]): readonly [command: string, args: string[]];
  /** The same, and the server stops when this process dies. */
  wrapServer(program: string, args: readonly string[]): readonly [command: string, args: string[]];
  /** Whom its files must belong to, when that is not the user of this process. */
  readonly user: { readonly uid: number; readonly gid: number } | null;
  /** For the log. */
  readonly description: string;
}

export interface RunnerOptions {
  /** The directory of the cluster, when there is one, else the one in which it will be made. */
  readonly folder: string;
  readonly clusterExists: boolean;
  /** The PATH on which `unshare` and `setpriv` are looked for. */
  readonly path: string;
  /** A program that whoever runs the server must be able to run. */
  readonly probe: string;
  readonly env: Readonly<Record<string, string>>;
  /** The user of this process; default: as the system says. */
  readonly uid?: number | undefined;
}

const NOBODY = { uid: 65534, gid: 65534 };
const NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'] as const;

const run = promisify(execFile);

/** Rejects with both ways out when this process is root and neither works here. */
export async function chooseRunner(options: RunnerOptions): Promise<Runner> {
  const bindsToParent =
    process.platform === 'linux' && (await works(['setpriv', '--pdeathsig', 'INT', '--', 'true'], options));
  const make = (prefix: readonly string[], user: Runner['user'], description: string): Runner => ({
    wrap: (program, args) => command([...prefix, program, ...args]),
    wrapServer: (program, args) =>
      command([...prefix, ...(bindsToParent ? ['setpriv', '--pdeathsig', 'INT', '--'] : []), program, ...args]),
    user,
    description,
  });
  if ((options.uid ?? process.getuid?.()) !== 0) return make([], null, 'as this user');
  const owner = await stat(options.folder);
  if (owner.uid !== 0) {
    const user = { uid: owner.uid, gid: owner.gid };
    if (await mayUse(options, [], user)) return make([], user, `as user ${owner.uid}, who owns the directory`);
    throw refusal(`user ${owner.uid}, who owns ${options.folder}, may not enter it or run ${options.probe}`);
  }
  if (await mayUse(options, NAMESPACE, null)) return make(NAMESPACE, null, 'in a user namespace');
  if (options.clusterExists)
    throw refusal(`${options.folder} belongs to root and user namespaces are not allowed here`);
  const user = (await systemUser('postgres')) ?? NOBODY;
  if (await mayUse(options, [], user)) return make([], user, `as user ${user.uid}`);
  throw refusal(`user namespaces are not allowed here, and user ${user.uid} may not enter ${options.folder}`);
}

function command(words: readonly string[]): readonly [string, string[]] {
  const [first = '', ...rest] = words;
  return [first, rest];
}

function refusal(why: string): Error {
  return new Error(
    `PostgreSQL does not run as root, and here ${why}. Ways out: allow user namespaces (unshare --user), or run the ` +
      'gateway as an ordinary user (or give the data directory to one), or set DATABASE_URL to a server of your own',
  );
}

async function mayUse(options: RunnerOptions, prefix: readonly string[], user: Runner['user']): Promise<boolean> {
  return works([...prefix, 'sh', '-c', 'cd "$0" && exec "$1" --version', options.folder, options.probe], options, user);
}

async function works(words: readonly string[], options: RunnerOptions, user: Runner['user'] = null): Promise<boolean> {
  const [program, args] = command(words);
  try {
    await run(program, args, { env: { ...options.env, PATH: options.path }, cwd: '/', ...(user ?? {}) });
    return true;
  } catch {
    return false;
  }
}

async function systemUser(name: string): Promise<{ uid: number; gid: number } | null> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'));
  const fields = lines.find((each) => each[0] === name);
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : null;
}
