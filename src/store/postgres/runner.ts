/**
 * As whom PostgreSQL runs, and how it learns that the gateway has died. It refuses to run as root, and making a cluster
 * it wants its user to have a name.
 *
 * 1. An ordinary user runs it as itself. One without a name (as in containers) makes the cluster under the name of
 *    another in a user namespace.
 * 2. As root: as the owner of the directory, when that is somebody else; otherwise in a user namespace in which root
 *    has another name, where that is allowed (the files stay root's, so a folder that only root may enter is no
 *    obstacle); otherwise, for a new cluster, as the user `postgres` or nobody.
 * 3. On Linux `setpriv --pdeathsig INT` has the kernel stop the server when the gateway dies, however it dies.
 */
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

export interface Runner {
  /** The command and its arguments, wrapped as needed. */
  wrap(program: string, args: readonly string[]): readonly [command: string, args: string[]];
  /** The same, and the server stops when this process dies. */
  wrapServer(program: string, args: readonly string[]): readonly [command: string, args: string[]];
  /** Whom its files must belong to, when that is not the user of this process. */
  readonly user: User | null;
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
  /** The user of this process and whether it has a name; default: as the system says. */
  readonly self?: { readonly uid: number; readonly isNamed: boolean } | undefined;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** One way of running it: a command that goes before, a user to change to. */
interface Way {
  readonly prefix: readonly string[];
  readonly user: User | null;
  readonly description: string;
}

const NOBODY: User = { uid: 65534, gid: 65534 };

const run = promisify(execFile);

/** Rejects with the ways out when this process is root and there is no way here. */
export async function chooseRunner(options: RunnerOptions): Promise<Runner> {
  const bindsToParent =
    process.platform === 'linux' && (await works(['setpriv', '--pdeathsig', 'INT', '--', 'true'], options, null));
  const { prefix, user, description } = await chooseWay(options);
  return {
    wrap: (program, args) => command([...prefix, program, ...args]),
    wrapServer: (program, args) =>
      command([...prefix, ...(bindsToParent ? ['setpriv', '--pdeathsig', 'INT', '--'] : []), program, ...args]),
    user,
    description,
  };
}

async function chooseWay(options: RunnerOptions): Promise<Way> {
  const self = options.self ?? whoWeAre();
  const namespace = await namespaceWay();
  if (self.uid !== 0) {
    const asItself: Way = { prefix: [], user: null, description: 'as this user' };
    if (options.clusterExists || self.isNamed) return asItself;
    // Where that is not allowed either, PostgreSQL itself says what it misses.
    return (await isPossible(options, namespace)) ? namespace : asItself;
  }
  const { uid, gid } = await stat(options.folder);
  const owner = { uid, gid };
  const ways: Way[] = [];
  if (uid === 0) ways.push(namespace);
  else if (options.clusterExists || (await works(['getent', 'passwd', String(uid)], options, null))) {
    ways.push({ prefix: [], user: owner, description: `as user ${uid}, who owns the directory` });
  } else ways.push({ ...namespace, user: owner });
  if (!options.clusterExists) {
    const other = (await namedUsers()).find(({ name }) => name === 'postgres') ?? NOBODY;
    ways.push({ prefix: [], user: other, description: `as user ${other.uid}` });
  }
  for (const way of ways) if (await isPossible(options, way)) return way;
  throw refusal(options.folder, uid);
}

function whoWeAre(): { uid: number; isNamed: boolean } {
  const uid = process.getuid?.() ?? -1;
  try {
    return { uid, isNamed: userInfo().username !== '' };
  } catch {
    return { uid, isNamed: false };
  }
}

/** In a namespace we are called like somebody whom the system knows and who is not root. */
async function namespaceWay(): Promise<Way> {
  const known = (await namedUsers()).find(({ uid }) => uid !== 0) ?? NOBODY;
  return {
    prefix: ['unshare', '--user', `--map-user=${known.uid}`, `--map-group=${known.uid}`, '--'],
    user: null,
    description: 'in a user namespace',
  };
}

function command(words: readonly string[]): readonly [string, string[]] {
  const [first = '', ...rest] = words;
  return [first, rest];
}

function refusal(folder: string, owner: number): Error {
  return new Error(
    `PostgreSQL does not run as root, and here neither a user namespace nor another user may use ${folder} (which ` +
      `belongs to user ${owner}) and run its programs. Ways out: allow user namespaces (unshare --user), or run the ` +
      'gateway as an ordinary user (or give the data directory to one), or set DATABASE_URL to a server of your own',
  );
}

function isPossible(options: RunnerOptions, { prefix, user }: Way): Promise<boolean> {
  const look = ['sh', '-c', 'cd "$0" && exec "$1" --version', options.folder, options.probe];
  return works([...prefix, ...look], options, user);
}

async function works(words: readonly string[], options: RunnerOptions, user: User | null): Promise<boolean> {
  const [program, args] = command(words);
  try {
    const as = user ? { uid: user.uid, gid: user.gid } : {};
    await run(program, args, { env: { ...options.env, PATH: options.path }, cwd: '/', ...as });
    return true;
  } catch {
    return false;
  }
}

async function namedUsers(): Promise<(User & { readonly name: string })[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'));
  return lines
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid, gid }) => name !== '' && Number.isInteger(uid) && Number.isInteger(gid));
}
