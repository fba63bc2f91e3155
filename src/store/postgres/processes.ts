/**
 * What can be learnt about processes that somebody else started: whether they live, and whose they are.
 *
 * 1. A process id alone proves nothing, since ids are used again: it counts together with the moment of its start.
 * 2. A zombie does not live.
 * 3. Only what says so proves that a process does not live; want of file handles, memory or processes proves nothing.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * When the process started, in a form that is only compared and may stand in a file's name; null when it does not live
 * (any more), or may not be looked at.
 */
export async function startOf(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return startByPs(pid);
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // proc(5): the name may hold anything, so fields are counted from its closing bracket; state is 3, start 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
  } catch (error) {
    return nullIfAbsent(error);
  }
}

async function startByPs(pid: number): Promise<string | null> {
  try {
    const { stdout } = await run('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      env: { LC_ALL: 'C', TZ: 'UTC' },
    });
    const [state = '', ...start] = stdout.trim().split(/\s+/);
    return state === '' || state.startsWith('Z') ? null : start.join('-');
  } catch (error) {
    return nullIfAbsent(error);
  }
}

/** `ps` ends with 1 when there is no such process. */
const ABSENT: readonly unknown[] = ['ENOENT', 'ESRCH', 'EACCES', 'EPERM', 1];

function nullIfAbsent(error: unknown): null {
  if (ABSENT.includes((error as { code?: unknown }).code)) return null;
  throw error;
}

/** True when `pid` lives and is a PostgreSQL server whose data directory is `cluster`. */
export async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if ((await startOf(pid)) === null) return false;
  if (process.platform !== 'linux') return commandNames(pid, cluster);
  try {
    return await isPostgresIn(pid, await realpath(cluster));
  } catch {
    // Not ours to look at (another user, no privilege): its command line may be read by all.
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    return basename(words[0] ?? '') === 'postgres' && words.includes(cluster);
  }
}

async function commandNames(pid: number, cluster: string): Promise<boolean> {
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres') && stdout.includes(cluster);
}

/** The living PostgreSQL processes that work in `cluster`. Empty where the system does not tell. */
export async function processesIn(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const folder = await realpath(cluster).catch(() => null);
  if (folder === null) return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const working = await Promise.all(pids.map((pid) => isPostgresIn(pid, folder).catch(() => false)));
  return pids.filter((_, index) => working[index]);
}

/** Every PostgreSQL process works in its data directory. Rejects when the process may not be looked at; zombies may not. */
async function isPostgresIn(pid: number, folder: string): Promise<boolean> {
  if ((await readlink(`/proc/${pid}/cwd`)) !== folder) return false;
  // After an update of the package the file that runs may be gone from the disk.
  const executable = (await readlink(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '');
  return basename(executable) === 'postgres';
}

/** Sends a signal; false when there is no such process. Rejects nothing: a process of another user answers true. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
